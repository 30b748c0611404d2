// POST /api/print/orders and GET /api/print/orders/{code}: service.md "Endpoints".

import { thinLimitsText } from '../../../domain/measurement/thin-limits.ts'
import type { IdempotencyFailure, OrderFailure } from '../../../domain/orders/failure.ts'
import { orderStatusLines } from '../../../domain/orders/status.ts'
import type { FormFailure } from '../../requests/failure.ts'
import type { Failure } from '../../responses/failure.ts'
import { type OperationSpec, operation } from '../operation.ts'
import type { Parameter } from '../types.ts'
import { order, orderExample, submittedExample, submittedOrder } from './order-answers.ts'
import { orderFields } from './order-fields.ts'

export const codeParameter: Parameter = {
  name: 'code',
  in: 'path',
  required: true,
  description: 'The order’s code.',
  schema: { type: 'string', examples: ['SVC-7KQ2ZM'] },
}

/** One of each kind, so that a new refusal of a submit cannot be left out here. */
const submitFailures: {
  [K in Exclude<
    (OrderFailure | IdempotencyFailure | FormFailure)['kind'],
    'order_not_found'
  >]: Extract<Failure, { kind: K }>
} = {
  not_multipart: { kind: 'not_multipart' },
  broken_multipart: { kind: 'broken_multipart', detail: 'it ended early' },
  file_empty: { kind: 'file_empty' },
  file_missing: { kind: 'file_missing' },
  model_not_managed: { kind: 'model_not_managed' },
  shipping_fields_missing: { kind: 'shipping_fields_missing', fields: ['street1', 'zip'] },
  address_field_too_long: { kind: 'address_field_too_long', field: 'city', limit: 200 },
  order_email_invalid: { kind: 'order_email_invalid' },
  country_not_served: { kind: 'country_not_served', country: 'XX' },
  order_material_unknown: { kind: 'order_material_unknown' },
  order_quality_unknown: { kind: 'order_quality_unknown' },
  units_unknown: { kind: 'units_unknown' },
  field_unknown: { kind: 'field_unknown', field: 'materal', meant: ['material'] },
  field_repeated: { kind: 'field_repeated', field: 'quantity' },
  field_aliases_differ: { kind: 'field_aliases_differ', names: ['recipientName', 'name'] },
  field_sent_as_file: { kind: 'field_sent_as_file', field: 'note' },
  field_sent_as_text: { kind: 'field_sent_as_text', field: 'file' },
  total_below_minimum: { kind: 'total_below_minimum' },
  idempotency_key_invalid: { kind: 'idempotency_key_invalid' },
  model_foreign: { kind: 'model_foreign' },
  model_unreadable: { kind: 'model_unreadable' },
  idempotency_key_reused: { kind: 'idempotency_key_reused' },
  idempotency_key_running: { kind: 'idempotency_key_running', retryAfterSeconds: 5 },
  file_too_large: { kind: 'file_too_large' },
  file_unsupported: { kind: 'file_unsupported' },
  mesh_unreadable: { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
  nothing_prints: {
    kind: 'nothing_prints',
    reason:
      'Most of the model is too thin to print: about 0.100 mm, where the nozzle prints nothing under 0.13 mm. Make it thicker, or check its unit.',
  },
  model_too_large: {
    kind: 'model_too_large',
    dimensionsMm: [400, 20, 20],
    unit: 'mm',
    format: 'stl',
  },
  storage_failed: { kind: 'storage_failed' },
  measuring_unavailable: { kind: 'measuring_unavailable', retryAfterSeconds: 5 },
  order_not_written: { kind: 'order_not_written', transient: true },
  order_unconfirmed: { kind: 'order_unconfirmed', code: null },
}

const submit: OperationSpec = {
  id: 'submitPrintOrder',
  tag: 'Orders',
  summary: 'Submit a print order',
  description:
    'Measures the model, prices it, charges the card saved on the account and queues the print, all in this one ' +
    'request. It answers 201 whether or not the card could be charged, so read `status` and `paid`: an unpaid order ' +
    'exists, waits at `paymentUrl`, and is not to be submitted again. `message` tells a declined card, a missing card and ' +
    'a charge that is not settled yet apart; a charge that is not settled has no `paymentUrl`, and reading the order ' +
    'tells within minutes how it ended. An order cannot be changed or cancelled ' +
    'afterwards. “Prices” on the page /docs says what it costs. A paid order gets one mail, the confirmation; a refund gets ' +
    'another, and so does a charge that was not settled at first and then failed.\n\n' +
    'Checks stop at the first problem, in this order: file, shipping fields, country, material, quality, file extension, ' +
    'names of fields, storage, analysis, minimum total.\n\n' +
    `${thinLimitsText}\n\n` +
    'A field whose name is one or two letters away from a known one (`materal`, `colour`, `Material`) is refused before ' +
    'anything is stored or charged. Any other field that is not in this list changes nothing; its name is in `ignored`. A ' +
    'field that is sent twice with different values, or under both of its names, is refused.',
  credentials: ['apiKey', 'extensionToken'],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes it safe to send the same request again after a timeout: for 24 hours the same key and the same request ' +
        'get the first answer again, and the card is charged once, even when our database lost the first request in ' +
        'between. Any text of yours, different for every order.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  body: {
    type: 'multipart/form-data',
    schema: orderFields,
    example: {
      file: '@part.stl',
      material: 'petg',
      color: 'Black',
      quantity: 2,
      recipientName: 'Your Name',
      street1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
    },
  },
  answers: [
    {
      status: 201,
      description: 'The order exists, paid or not.',
      schema: submittedOrder,
      example: submittedExample,
      headers: {
        'Idempotent-Replayed': {
          description: '`true` when this is the answer of an earlier request with the same key.',
          schema: { type: 'string', enum: ['true'] },
        },
      },
    },
  ],
  refusals: [{ kind: 'api_key_required' }, ...Object.values(submitFailures)],
}

const read: OperationSpec = {
  id: 'readPrintOrder',
  tag: 'Orders',
  summary: 'Read one order',
  description:
    'Poll this about every five minutes until the status is SHIPPED, CANCELLED or REJECTED; there are no webhooks. An ' +
    'unknown code and another account’s order get the same 404. Reading has no limit. While `charge` is `settling` look ' +
    'again in a minute.\n\n' +
    `\`REJECTED\` means: ${orderStatusLines.REJECTED} When the farm cancels or rejects a paid order, \`paid\` stays true, also ` +
    'after a refund: operators refund in full or in part, and the order’s page shows what was refunded.',
  credentials: ['apiKey'],
  parameters: [codeParameter],
  answers: [{ status: 200, description: 'The order.', schema: order, example: orderExample }],
  refusals: [{ kind: 'api_key_required' }, { kind: 'order_not_found' }],
}

export const orderOperations = {
  'POST /api/print/orders': operation(submit),
  'GET /api/print/orders/{code}': operation(read),
}
