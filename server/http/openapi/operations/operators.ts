// POST /api/operator/orders/{code}/status: decisions.md 17.
import * as v from 'valibot'
import { isOperatorStatus } from '../../../domain/orders/status.ts'
import { operatorStatusSchema, trackingSchema } from '../../status-schemas.ts'
import { operation } from '../operation.ts'
import { says } from '../schemas.ts'
import { order, orderExample, statuses } from './order-answers.ts'
import { codeParameter } from './orders.ts'

/** The route takes any word and the domain refuses it; the document says which words there are. */
const request = v.object({
  ...operatorStatusSchema.entries,
  status: says(v.picklist(statuses.filter(isOperatorStatus)), 'Any of the eight, in any order.'),
  tracking: v.optional(
    says(v.nullable(trackingSchema), 'Left out or null, the order keeps the tracking that it has.'),
  ),
})

export const operatorOperations = {
  'POST /api/operator/orders/{code}/status': operation({
    id: 'setOrderStatus',
    tag: 'Operators',
    summary: 'Set status and tracking',
    description:
      'For accounts that are listed as operators. States can be skipped and moved back; an unpaid order can only be ' +
      'cancelled or rejected.',
    credentials: ['session'],
    parameters: [codeParameter],
    body: {
      type: 'application/json',
      schema: request,
      example: {
        status: 'SHIPPED',
        tracking: { carrier: 'USPS', number: '9400100000000000000000' },
      },
    },
    answers: [
      { status: 200, description: 'The order as it is now.', schema: order, example: orderExample },
    ],
    refusals: [
      { kind: 'session_required' },
      { kind: 'operator_required' },
      { kind: 'invalid_json' },
      { kind: 'status_invalid' },
      { kind: 'field_invalid', message: 'tracking.number: is required' },
      { kind: 'order_not_found' },
      { kind: 'order_unpaid' },
      { kind: 'body_too_large', limitBytes: 65_536 },
    ],
  }),
}
