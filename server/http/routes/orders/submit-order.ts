// POST /api/print/orders: submits a print order (contract.md 4.2).

import * as v from 'valibot'
import { buyerFieldLimits } from '../../../domain/accounts/buyer.ts'
import { ok } from '../../../domain/base/result.ts'
import { keyHours } from '../../../domain/base/retention.ts'
import { retryHintSeconds } from '../../../domain/base/retry-hints.ts'
import { maxQuotedCharacters } from '../../../domain/base/text.ts'
import { premiumWithoutLayersNote } from '../../../domain/catalog/materials.ts'
import type { IdempotencyFailure } from '../../../domain/idempotency/failure.ts'
import { maxKeyLength } from '../../../domain/idempotency/key.ts'
import { supportsNotes } from '../../../domain/measurement/supports-text.ts'
import { thinLimitsText } from '../../../domain/measurement/thin-limits.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { chargeStandingOf, chargeStandings } from '../../../domain/orders/charge/charge-standing.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import type { OrderFailure } from '../../../domain/orders/failure.ts'
import { orderPageUrl } from '../../../domain/orders/page-urls.ts'
import { submitChecks } from '../../../domain/orders/submit/check-submit.ts'
import { type DryRun, dryRunOrder, isDryRun } from '../../../domain/orders/submit/dry-run.ts'
import { maxAddressCharacters } from '../../../domain/orders/submit/order-form.ts'
import { submitOrder } from '../../../domain/orders/submit/submit-order.ts'
import { paymentOfResponse, type SubmitResponse } from '../../../domain/orders/submit-response.ts'
import { customColorNote } from '../../../domain/pricing/custom-color.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { multipart } from '../../contract/multipart-body.ts'
import { dollars, type JsonOf, link, named, orNull, says, text } from '../../contract/schemas.ts'
import { currency, orderStatus } from '../../contract/words.ts'
import { account, limitRefusals } from '../../middleware/access.ts'
import { Reply, route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { adjusted } from './adjusted-json.ts'
import { chargeMessage } from './charge-message.ts'
import { submitFields } from './order-fields.ts'
import {
  breakdown,
  breakdownExample,
  breakdownJson,
  estimatedCost,
  orderCode,
  orderReference,
  paid,
  partSize,
  partSizeJson,
  payUntilField,
  statusUrl,
} from './order-json.ts'

const remarks = {
  note: v.optional(
    text(
      'Only when the color is not in stock: its rate, and that of a stock color. When premium came without finer layers. When bodies of ' +
        'the model overlap: what they share is billed once. When something in the file is not printed. When the part is printed with ' +
        'supports, at no extra charge, or turned, so that it needs none.',
    ),
  ),
  adjusted: v.optional(adjusted),
  ignored: v.optional(
    says(
      v.array(v.string()),
      `Names of fields in the form that mean nothing here and changed nothing, at most ${maxQuotedCharacters} characters of each; after 20 names ` +
        'the last entry counts the others. Absent when there is none.',
    ),
  ),
}

const submittedOrder = named(
  'SubmittedOrder',
  v.object({
    code: orderCode,
    estimatedCost,
    currency,
    breakdown,
    ...partSize,
    reference: orderReference,
    statusUrl,
    apiStatusUrl: link('The address to poll with the key.'),
    status: orderStatus.exact(
      'RECEIVED when the card was charged, PENDING_PAYMENT when it was not. A retry whose first response was lost, or not final, returns the present status.',
    ),
    paid,
    charge: says(
      v.picklist(chargeStandings),
      'What became of the charge. charged: the order is paid. declined: the card was refused. not_made: the charge never ' +
        'reached the card processor. no_card: there was none on file. settling: not known yet, so pay nothing and do not ' +
        'order again; a repeat under the same Idempotency-Key, and the order’s read, tell within minutes how it ended.',
    ),
    charged: v.optional(dollars('The amount taken. Only when paid.')),
    paymentUrl: orNull(
      link(
        'Where an unpaid order can be paid. null when it is paid, cancelled or rejected, while its charge is settling, and when the processor gave no link.',
      ),
    ),
    checkoutUrl: v.optional(
      orNull(
        link(
          'The processor’s own payment page. Only when unpaid; null while the charge is settling or when it gave no link.',
        ),
      ),
    ),
    payUntil: v.optional(payUntilField),
    message: text(
      'One sentence on what happened: paid, not paid with the reason (a decline is quoted word for word), or not settled yet.',
    ),
    ...remarks,
  }),
  'An order that was just placed, paid or not.',
)

const example = {
  code: 'SVC-7KQ2ZM',
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  dimensionsMm: [32.9, 32.9, 32.9],
  unit: 'mm',
  reference: null,
  statusUrl: 'https://example.com/orders/SVC-7KQ2ZM',
  apiStatusUrl: 'https://example.com/api/print/orders/SVC-7KQ2ZM',
  status: 'RECEIVED',
  paid: true,
  charge: 'charged',
  charged: 11.8,
  paymentUrl: null,
  message: 'Order SVC-7KQ2ZM is paid: $11.80 was charged to your saved card.',
}

const dryRun = named(
  'DryRun',
  v.object({
    dryRun: says(v.literal(true), 'Always true: nothing was stored, ordered or charged.'),
    estimatedCost,
    currency,
    breakdown,
    ...partSize,
    reference: orderReference,
    wouldCharge: orNull(
      dollars(
        'What the card on file would be charged; null without one: the order would be unpaid and wait at its `paymentUrl`.',
      ),
    ),
    ...remarks,
  }),
  'What a submit of this form would be.',
)

const dryRunExample = {
  dryRun: true,
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  dimensionsMm: [32.9, 32.9, 32.9],
  unit: 'mm',
  reference: null,
  wouldCharge: 11.8,
}

/** One of each kind, so that a new refusal of a submit cannot be left out here. `access` and `body` have theirs. */
const submitFailures: {
  [K in Exclude<
    (OrderFailure | IdempotencyFailure)['kind'],
    'order_not_found' | 'api_key_required' | 'session_required' | 'file_too_large'
  >]: Extract<Failure, { kind: K }>
} = {
  file_empty: { kind: 'file_empty' },
  file_missing: { kind: 'file_missing' },
  model_not_managed: { kind: 'model_not_managed' },
  shipping_fields_missing: { kind: 'shipping_fields_missing', fields: ['street1', 'zip'] },
  address_field_too_long: {
    kind: 'address_field_too_long',
    field: 'city',
    limit: maxAddressCharacters,
  },
  order_email_invalid: { kind: 'order_email_invalid' },
  buyer_field_too_long: {
    kind: 'buyer_field_too_long',
    field: 'company',
    limit: buyerFieldLimits.company,
  },
  vat_id_invalid: { kind: 'vat_id_invalid' },
  reference_too_long: { kind: 'reference_too_long' },
  country_not_served: { kind: 'country_not_served', country: 'XX' },
  order_material_unknown: { kind: 'order_material_unknown' },
  order_quality_unknown: { kind: 'order_quality_unknown' },
  units_unknown: { kind: 'units_unknown' },
  field_unknown: { kind: 'field_unknown', field: 'materal', meant: ['material'] },
  field_repeated: { kind: 'field_repeated', field: 'quantity' },
  field_aliases_differ: { kind: 'field_aliases_differ', names: ['recipientName', 'name'] },
  field_sent_as_file: { kind: 'field_sent_as_file', field: 'note' },
  field_sent_as_text: { kind: 'field_sent_as_text', field: 'file' },
  dry_run_invalid: { kind: 'dry_run_invalid' },
  max_total_invalid: { kind: 'max_total_invalid' },
  above_max_total: { kind: 'above_max_total', totalCents: 2858, maxTotalCents: 2500 },
  total_below_minimum: { kind: 'total_below_minimum' },
  idempotency_key_invalid: { kind: 'idempotency_key_invalid' },
  model_foreign: { kind: 'model_foreign' },
  model_unreadable: { kind: 'model_unreadable' },
  idempotency_key_reused: { kind: 'idempotency_key_reused' },
  idempotency_key_running: {
    kind: 'idempotency_key_running',
    retryAfterSeconds: retryHintSeconds.busy,
  },
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
  measuring_unavailable: {
    kind: 'measuring_unavailable',
    retryAfterSeconds: retryHintSeconds.busy,
  },
  spending_limit_reached: {
    kind: 'spending_limit_reached',
    scope: 'api_key',
    limitCents: 5000,
    leftCents: 1200,
    totalCents: 2858,
    resetsAt: new Date('2026-11-23T00:00:00Z'),
  },
  order_not_written: { kind: 'order_not_written', transient: true },
  order_unconfirmed: { kind: 'order_unconfirmed', code: null },
}

export const submitOrderRoute = route({
  method: 'POST',
  path: '/api/print/orders',
  id: 'submitPrintOrder',
  tag: 'Orders',
  summary: 'Submit a print order',
  description:
    'Measures the model, prices it, charges the card saved on the account and queues the print, all in this one ' +
    'request. It returns 201 whether or not the card could be charged, so read `status` and `paid`: an unpaid order ' +
    'exists, waits at `paymentUrl`, and is not to be submitted again. `charge` tells a declined card, a missing card and ' +
    'a charge that is not settled yet apart, and `message` says it in words; a charge that is not settled has no `paymentUrl`, and reading the order ' +
    'tells within minutes how it ended. No call changes or cancels an order; before printing begins its buyer can ask ' +
    'the farm to cancel it, at /contact. “Prices” on the page /docs/reference says what it costs. A paid order gets one mail, the confirmation; a refund gets ' +
    'another, and so does a charge that was not settled at first and then failed.\n\n' +
    `Checks stop at the first problem, in this order: ${submitChecks.join(', ')}.\n\n` +
    'With `maxTotal` an order that costs more is refused (402) after its analysis, before its file is stored and before anything is ' +
    'charged: send the total that a person has seen, and a price that changed since is not charged.\n\n' +
    'With `dryRun` set to `true` the response is 200 and says what the order would be: price, postage, size, notes and what the card ' +
    'would be charged. The same checks refuse it; nothing is stored, ordered or charged, and no Idempotency-Key is used.\n\n' +
    `${thinLimitsText}\n\n` +
    'A field whose name is nearly a known one (`materal`, `colour`, `Material`: one letter, and two in names of six letters and more), or a ' +
    'common other name of the country or of a field for the invoice (`countryCode`, `vat`, `poNumber`, `companyName`), is refused before ' +
    'anything is stored or charged. Any other field that is not in this list changes nothing; its name is in `ignored`. A ' +
    'field that is sent twice with different values, or under both of its names, is refused.\n\n' +
    'An order that would exceed a spending limit of the account or of the API key is refused (402) after these checks; ' +
    'no order is written and nothing is charged.',
  access: account({ accepts: ['api_key', 'extension_token'] }),
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        `Makes it safe to send the same request again after a timeout: for ${keyHours} hours the same key and the same request ` +
        'get the first response again, and the card is charged once, even when our database lost the first request in ' +
        'between. A response whose `charge` is `settling` is not kept: a repeat tells the present state, and makes the charge ' +
        'of an interrupted request that had not left. Any text of yours, different for every order.',
      schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
    },
  ],
  body: multipart({
    schema: submitFields,
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
    file: 'file',
    maxBytes: maxModelBytes,
  }),
  response: {
    status: 201,
    description: 'The order exists, paid or not.',
    schema: submittedOrder,
    example,
    headers: {
      'Idempotent-Replayed': {
        description: '`true` when this is the response to an earlier request with the same key.',
        schema: { type: 'string', enum: ['true'] },
      },
    },
  },
  otherResponses: [
    {
      status: 200,
      description: 'A dry run: what the order would be.',
      schema: dryRun,
      example: dryRunExample,
    },
  ],
  refusals: [...Object.values(submitFailures), ...limitRefusals('account-bytes')],
  handler: async function submitPrintOrder({ deps }, { request, caller, body }) {
    if (isDryRun(body)) {
      const run = await dryRunOrder(deps, caller, body)
      return run.ok ? ok(Response.json(dryRunJson(run.value), { headers: noStore })) : run
    }
    const idempotencyKey = request.headers.get('idempotency-key')
    const submitted = await submitOrder(deps, caller, { ...body, idempotencyKey })
    if (!submitted.ok) return submitted
    const { response, replayed } = submitted.value
    const headers: Record<string, string> = replayed ? { 'idempotent-replayed': 'true' } : {}
    return ok(new Reply(submittedJson(response, deps.baseUrl), { headers }))
  },
})

const noStore = { 'cache-control': 'no-store' }

function dryRunJson(run: DryRun): JsonOf<typeof dryRun> {
  const { price, options, offStock, isPremiumInDefaultLayers, volumeNotes, supports } = run
  const decision = supports?.decision
  return {
    dryRun: true,
    estimatedCost: dollarsOfCents(price.totalCents),
    currency: 'USD',
    breakdown: breakdownJson(price),
    ...partSizeJson(run.size),
    reference: run.reference,
    wouldCharge: run.chargedCents === null ? null : dollarsOfCents(run.chargedCents),
    ...noteOf({
      color: options.color,
      offStock,
      isPremiumInDefaultLayers,
      volumeNotes,
      ...(decision !== undefined && decision !== 'none' && { supports: decision }),
    }),
    ...(run.adjusted.length === 0 ? {} : { adjusted: run.adjusted }),
    ...(run.ignored.length === 0 ? {} : { ignored: [...run.ignored] }),
  }
}

function submittedJson(response: SubmitResponse, baseUrl: string): JsonOf<typeof submittedOrder> {
  const order = { ...response, payment: paymentOfResponse(response) }
  const page = orderPageUrl(order.code, baseUrl)
  return {
    code: order.code,
    estimatedCost: dollarsOfCents(order.totalCents),
    currency: 'USD',
    breakdown: breakdownJson(order),
    statusUrl: page,
    apiStatusUrl: `${baseUrl}/api/print/orders/${order.code}`,
    status: order.status,
    paid: order.paid,
    charge: chargeStandingOf(order),
    ...(order.paid ? { charged: dollarsOfCents(order.totalCents) } : {}),
    // Null as well when the processor gave no link (contract.md 2.1).
    paymentUrl: order.checkoutUrl === null ? null : paymentUrlOf(order, baseUrl),
    ...(order.paid ? {} : { checkoutUrl: order.checkoutUrl }),
    ...(paymentUrlOf(order, baseUrl) !== null &&
      order.payUntil !== undefined && { payUntil: order.payUntil }),
    message: chargeMessage(order, { hasLink: order.checkoutUrl !== null }),
    ...partSizeJson(order.size ?? null),
    reference: order.reference ?? null,
    ...noteOf(order),
    ...(order.adjusted === undefined ? {} : { adjusted: order.adjusted }),
    ...(order.ignored === undefined ? {} : { ignored: order.ignored }),
  }
}

type Noted = Pick<
  SubmitResponse,
  'color' | 'offStock' | 'isPremiumInDefaultLayers' | 'volumeNotes' | 'supports'
>

function noteOf(order: Noted): { readonly note?: string } {
  const notes = [
    ...(order.offStock === null ? [] : [customColorNote(order.color, order.offStock)]),
    ...(order.isPremiumInDefaultLayers === true ? [premiumWithoutLayersNote] : []),
    ...(order.volumeNotes ?? []),
    ...(order.supports === undefined ? [] : supportsNotes({ decision: order.supports })),
  ]
  return notes.length === 0 ? {} : { note: notes.join(' ') }
}
