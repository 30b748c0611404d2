// What operators' programs call: decisions.md 17, 26 and 27.
import * as v from 'valibot'
import { isOperatorStatus } from '../../../domain/orders/status.ts'
import {
  operatorStatusSchema,
  refundSchema,
  trackingSchema,
} from '../../routes/orders/status-schemas.ts'
import { type OperationSpec, operation } from '../operation.ts'
import { moment, orNull, says, text, whole } from '../schemas.ts'
import { order, orderCode, orderExample, statuses } from './order-answers.ts'
import { codeParameter } from './orders.ts'

const version = v.optional(
  says(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    'The version of the order that the change is based on, from GET /api/operator/orders/{code}. When the order has changed since, ' +
      'nothing is saved. Left out or null, the change applies to the order as it is now.',
  ),
)

/** The route takes any word and the domain refuses it; the document says which words there are. */
const statusRequest = v.object({
  ...operatorStatusSchema.entries,
  status: says(v.picklist(statuses.filter(isOperatorStatus)), 'Any of the eight, in any order.'),
  tracking: v.optional(
    says(
      v.nullable(trackingSchema),
      'Customers see it once the order is SHIPPED. Left out or null, the order keeps the tracking that was entered before.',
    ),
  ),
  withoutTracking: v.optional(
    says(
      v.nullable(v.boolean()),
      'true: the parcel has no tracking; clears what was entered. SHIPPED needs this or tracking.',
    ),
  ),
  version,
})

const refundId = text('The refund’s id.')
const state = says(
  v.picklist(['succeeded', 'settling', 'failed']),
  'settling: the card processor has not confirmed it yet; it is settled from its record within minutes. failed: no money was moved.',
)
const amountCents = whole('What is given back, in cents.')
const reason = text('The operator’s reason; the customer’s mail quotes it.')

const refund = v.object({
  refundId,
  state,
  amountCents,
  reason,
  requestedBy: text('The operator’s address.'),
  failure: orNull(text('Why it failed.')),
  createdAt: moment('When it was requested.'),
})

const money = {
  refundedCents: whole('Given back so far, in cents.'),
  refundingCents: whole('In refunds that are not settled yet, in cents.'),
  refundableCents: whole('What can still be refunded, in cents.'),
}
const seenVersion = whole('Raised by every change; send it with the next one.')

const operatorOrder = v.object({
  ...order.entries,
  version: seenVersion,
  enteredTracking: says(
    orNull(
      v.object({
        carrier: text('Who carries the parcel.'),
        number: text('The tracking number.'),
        url: orNull(text('The carrier’s page.')),
      }),
    ),
    'What operators entered, also before customers see it.',
  ),
  ...money,
  refunds: says(v.array(refund), 'Oldest first, failed ones included.'),
})

const refunded = v.object({ code: orderCode, ...refund.entries, ...money, version: seenVersion })

const refundExample = {
  refundId: '0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c',
  state: 'succeeded',
  amountCents: 300,
  reason: 'One of two parts arrived broken.',
  requestedBy: 'ada@farm.example',
  failure: null,
  createdAt: '2026-11-24T09:00:00.000Z',
}
const moneyExample = { refundedCents: 300, refundingCents: 0, refundableCents: 880 }

const operatorRefusals = [{ kind: 'session_required' }, { kind: 'operator_required' }] as const
const changed = { kind: 'order_changed', version: 5, changes: [] } as const

const read: OperationSpec = {
  id: 'readOrderForOperators',
  tag: 'Operators',
  summary: 'Read any order with its version and refunds',
  description: 'For accounts that are listed as operators.',
  credentials: ['session'],
  parameters: [codeParameter],
  answers: [
    {
      status: 200,
      description: 'The order.',
      schema: operatorOrder,
      example: {
        ...orderExample,
        version: 4,
        enteredTracking: { carrier: 'USPS', number: '9400100000000000000000', url: null },
        ...moneyExample,
        refunds: [refundExample],
      },
    },
  ],
  refusals: [...operatorRefusals, { kind: 'order_not_found' }],
}

const setStatus: OperationSpec = {
  id: 'setOrderStatus',
  tag: 'Operators',
  summary: 'Set status and tracking',
  description:
    'For accounts that are listed as operators. States can be skipped and moved back; an unpaid order can only be ' +
    'cancelled or rejected. SHIPPED needs `tracking`, now or entered before, or `withoutTracking`. An order that moves back ' +
    'from SHIPPED keeps its tracking, but customers do not see it, and it gets a new shipping date when it ships again. ' +
    'Cancelling or rejecting refunds nothing: use the refund endpoint.',
  credentials: ['session'],
  parameters: [codeParameter],
  body: {
    type: 'application/json',
    schema: statusRequest,
    example: {
      status: 'SHIPPED',
      tracking: { carrier: 'USPS', number: '9400100000000000000000' },
    },
  },
  answers: [
    { status: 200, description: 'The order as it is now.', schema: order, example: orderExample },
  ],
  refusals: [
    ...operatorRefusals,
    { kind: 'invalid_json' },
    { kind: 'status_invalid' },
    { kind: 'field_invalid', message: 'tracking.number: is required' },
    { kind: 'tracking_required' },
    { kind: 'tracking_contradicts' },
    { kind: 'order_not_found' },
    { kind: 'order_unpaid' },
    changed,
    { kind: 'body_too_large', limitBytes: 65_536 },
  ],
}

const refundOrder: OperationSpec = {
  id: 'refundOrder',
  tag: 'Operators',
  summary: 'Refund a paid order in full or in part',
  description:
    'For accounts that are listed as operators. The money goes back to the card that paid, and the customer gets a mail ' +
    'once the card processor has confirmed it. `paid` stays true, and the status of the order does not change.\n\n' +
    'A repeat is told by `Idempotency-Key`: the same key returns the first refund, and a second refund needs another key. ' +
    'Without the header the same amount for the same reason counts as a repeat. A failed refund moved no money and may be ' +
    'requested again under the same key.',
  credentials: ['session'],
  parameters: [
    codeParameter,
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Any text of yours, different for every refund of the order.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  body: {
    type: 'application/json',
    schema: v.object({ ...refundSchema.entries, version }),
    example: { amountCents: 300, reason: 'One of two parts arrived broken.' },
  },
  answers: [
    {
      status: 200,
      description: 'The money is on its way back.',
      schema: refunded,
      example: { code: orderExample.code, ...refundExample, ...moneyExample, version: 6 },
      headers: {
        'Idempotent-Replayed': {
          description: '`true` when an earlier request made this refund.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
    },
    {
      status: 202,
      description: 'Written down, but not confirmed by the card processor yet. Do not repeat it.',
      schema: refunded,
    },
  ],
  refusals: [
    ...operatorRefusals,
    { kind: 'idempotency_key_invalid' },
    { kind: 'invalid_json' },
    { kind: 'field_invalid', message: 'amountCents: must be a whole number of cents, at least 1' },
    { kind: 'order_not_found' },
    { kind: 'idempotency_key_reused' },
    changed,
    { kind: 'refund_unpaid' },
    { kind: 'refund_too_large', leftCents: 880 },
    { kind: 'refund_refused', reason: 'Charge ch_1 has already been refunded.' },
    { kind: 'body_too_large', limitBytes: 65_536 },
  ],
}

export const operatorOperations = {
  'GET /api/operator/orders/{code}': operation(read),
  'POST /api/operator/orders/{code}/status': operation(setStatus),
  'POST /api/operator/orders/{code}/refund': operation(refundOrder),
}
