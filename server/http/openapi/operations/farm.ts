// What the farm's machines and the card processor call: service.md "Events".
import * as v from 'valibot'
import { isOrderStatus } from '../../../domain/orders/status.ts'
import { webOrderStatusSchema } from '../../routes/orders/status-schemas.ts'
import { type OperationSpec, operation } from '../operation.ts'
import { open, says } from '../schemas.ts'
import { order, orderExample, statuses } from './order-answers.ts'
import { codeParameter } from './orders.ts'

const webhook: OperationSpec = {
  id: 'takeProcessorEvent',
  tag: 'Farm',
  summary: 'An event of the card processor',
  description:
    'Verified by the processor’s signature over the raw body. A repeated event changes nothing.',
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      description: 'The processor’s signature.',
      schema: { type: 'string' },
    },
  ],
  body: {
    type: 'application/json',
    schema: open({ id: v.string(), type: v.string() }),
    example: { id: 'evt_1', type: 'payment_intent.succeeded' },
  },
  answers: [
    {
      status: 200,
      description: 'Taken.',
      schema: v.object({ received: v.literal(true) }),
    },
  ],
  refusals: [{ kind: 'signature_invalid' }, { kind: 'body_too_large', limitBytes: 1_048_576 }],
}

const webOrderStatus = v.object({
  ...webOrderStatusSchema.entries,
  status: says(v.picklist(statuses.filter(isOrderStatus)), 'The new status.'),
})

export const farmOperations = {
  'POST /api/billing/webhook': operation(webhook),
  'POST /api/webhook': operation({
    ...webhook,
    id: 'takeProcessorEventAlias',
    summary: 'An event of the card processor (older name)',
    deprecated: true,
  }),
  'POST /api/order-status': operation({
    id: 'setWebOrderStatus',
    tag: 'Farm',
    summary: 'Progress of a website-checkout order',
    description: 'For CART-, ORD- and STORE- codes. Orders of this API are never changed by it.',
    credentials: ['internalKey'],
    body: {
      type: 'application/json',
      schema: webOrderStatus,
      example: { code: 'ORD-12345', status: 'PRINTING' },
    },
    answers: [{ status: 200, description: 'Noted.', schema: v.object({ ok: v.literal(true) }) }],
    refusals: [
      { kind: 'internal_key_required' },
      { kind: 'invalid_json' },
      { kind: 'web_status_invalid' },
      { kind: 'field_invalid', message: 'code: is required, 1 to 60 characters' },
      { kind: 'order_not_found' },
      { kind: 'body_too_large', limitBytes: 65_536 },
    ],
  }),
  'POST /api/farm/orders/{code}/print-finished': operation({
    id: 'finishPrintJob',
    tag: 'Farm',
    summary: 'A print job ended',
    description:
      'Moves an order from PRINTING to PRINTED, and leaves one in any other state alone.',
    credentials: ['internalKey'],
    parameters: [codeParameter],
    answers: [
      { status: 200, description: 'The order as it is now.', schema: order, example: orderExample },
    ],
    refusals: [
      { kind: 'internal_key_required' },
      { kind: 'order_not_found' },
      { kind: 'print_job_not_running', status: 'ACCEPTED' },
    ],
  }),
}
