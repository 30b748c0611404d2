// Routes for operators' programs (decisions.md 17, 26 and 27): read an order with its version and refunds, change its
// status, refund it.

import type * as v from 'valibot'
import { fail, ok, type Result } from '../../../../../domain/base/result.ts'
import { declare } from '../../../../../domain/desk/declare.ts'
import { readOrderMoney } from '../../../../../domain/desk/order-page.ts'
import { readOrderForOperators } from '../../../../../domain/orders/read/operator-orders.ts'
import { refundOrder } from '../../../../../domain/orders/refund/refund-order.ts'
import { resolveRefund } from '../../../../../domain/orders/refund/resolve-refund.ts'
import { isRefundSettled } from '../../../../../domain/orders/reversals/refund.ts'
import {
  type ClosingRefund,
  setOrderStatus,
} from '../../../../../domain/orders/status-changes/set-order-status.ts'
import { json } from '../../../../contract/body.ts'
import { resolutionSchema } from '../../../../contract/body-parts.ts'
import { idInPath } from '../../../../contract/contract.ts'
import { forOperators, forOperatorsAndViewers } from '../../../../contract/field-texts.ts'
import { operator, viewer } from '../../../../middleware/access.ts'
import {
  idempotencyKeyOf,
  keyedReply,
  keyParameterOf,
  replayHeadersOf,
} from '../../../../middleware/idempotency-key.ts'
import { route } from '../../../../middleware/route.ts'
import type { Failure } from '../../../../refusals/failure.ts'
import {
  anyOrder,
  codeParameter,
  orderExample,
  orderJson,
  orderRead,
} from '../../../orders/order-json.ts'
import { workFieldsExample } from '../work/work-fields.ts'
import {
  customsExample,
  moneyExample,
  noDisputes,
  operatorOrder,
  operatorOrderJson,
  refundExample,
  refundedJson,
  refundedSchema,
  refundJson,
  refundView,
} from './order-json.ts'
import { operatorStatusSchema, refundSchema } from './status-schemas.ts'

const path = '/api/operator/orders/:code'
const shared = { tag: 'Operators', access: operator } as const

export const readOperatorOrderRoute = route({
  ...shared,
  access: viewer,
  conditional: true,
  method: 'GET',
  path,
  id: 'readOrderForOperators',
  summary: 'Read any order with its version and refunds',
  description: forOperatorsAndViewers,
  parameters: [codeParameter],
  response: {
    description: 'The order.',
    schema: operatorOrder,
    example: {
      ...orderExample,
      version: 4,
      enteredTracking: { carrier: 'USPS', number: '9400100000000000000000', url: null },
      ...moneyExample,
      ...workFieldsExample,
      refunds: [refundExample],
      ...noDisputes,
      customs: customsExample,
    },
  },
  refusals: [{ kind: 'order_not_found' }],
  handler: async function readOrder({ deps }, { params }) {
    const order = await readOrderForOperators(deps, params.code)
    if (!order.ok) return order
    const [money, read] = await Promise.all([
      readOrderMoney(deps, order.value),
      orderRead(deps, order.value),
    ])
    const declaration = declare(deps, order.value, money.lines)
    return ok(operatorOrderJson(order.value, { ...money, declaration }, read))
  },
})

const closingReasonOf = (status: string): string =>
  status === 'REJECTED' ? 'The order was rejected.' : 'The order was cancelled.'

type SentRefund = Pick<
  v.InferOutput<typeof operatorStatusSchema>,
  'refund' | 'refundCents' | 'refundLines' | 'refundShipping'
>

/** Returns the refund of a closing request, which may state its amount in at most one of three ways. */
function closingRefundOf(
  { refund, refundCents, refundLines, refundShipping = false }: SentRefund,
  facts: { readonly reason: string; readonly key: string | null },
): Result<ClosingRefund | undefined, Extract<Failure, { kind: 'field_invalid' }>> {
  const amountCents = refundCents ?? refund
  const invalid = (message: string) => fail({ kind: 'field_invalid', message } as const)
  if (refund !== undefined && refundCents !== undefined) {
    return invalid('Send either refund or refundCents, not both.')
  }
  if (refundLines === undefined && !refundShipping) {
    if (amountCents === undefined || amountCents === 'none') return ok(amountCents)
    return ok({ amountCents, ...facts })
  }
  if (amountCents !== undefined) {
    return invalid('refundLines and refundShipping go without refund and refundCents.')
  }
  return ok({ parts: { lines: refundLines ?? [], shipping: refundShipping }, ...facts })
}

const changed = { kind: 'order_changed', version: 5, changes: [] } as const

export const setOrderStatusRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/status`,
  id: 'setOrderStatus',
  summary: 'Set status and tracking',
  description:
    `${forOperators} States can be skipped and moved back. An unpaid order can be cancelled and ` +
    'rejected; ACCEPTED and what follows need `unpaid: true`, as does every status that opens a closed order again after it was refunded in full. SHIPPED needs `tracking`, now or entered before, or `withoutTracking`. An order that moves back ' +
    'from SHIPPED keeps its tracking, but customers do not see it, and it gets a new shipping date when it ships again. An order whose personal data was removed is not shipped again. ' +
    'Cancelling or rejecting a paid order says what happens to the payment: `refund`, `refundCents`, or `refundLines` and `refundShipping`; the refund is made in the same step.',
  parameters: [codeParameter],
  body: json(operatorStatusSchema, {
    example: {
      status: 'SHIPPED',
      version: 4,
      tracking: { carrier: 'USPS', number: '9400100000000000000000' },
    },
    refused: [{ status: 'SHIPPED', tracking: { carrier: 'USPS' } }],
  }),
  response: { description: 'The current order.', schema: anyOrder, example: orderExample },
  refusals: [
    { kind: 'status_invalid' },
    { kind: 'tracking_required' },
    { kind: 'tracking_contradicts' },
    { kind: 'order_not_found' },
    { kind: 'order_unpaid' },
    { kind: 'order_unpaid_unsaid' },
    { kind: 'order_refunded_unsaid' },
    { kind: 'order_erased' },
    changed,
    { kind: 'order_version_missing' },
    { kind: 'refund_unsaid', leftCents: 800 },
    { kind: 'refund_not_closing' },
    { kind: 'refund_too_large', leftCents: 880 },
    { kind: 'refund_unpaid' },
    { kind: 'refund_disputed' },
    { kind: 'order_line_unknown', lines: 3 },
    { kind: 'refund_parts_left', line: 3, of: 10, left: 2 },
    { kind: 'refund_postage_left' },
    { kind: 'refund_parts_free' },
    { kind: 'idempotency_key_reused' },
  ],
  handler: async function setStatus({ deps }, { request, caller, params, body }) {
    const { refund, refundCents, refundLines, refundShipping, reason, ...change } = body
    const closing = closingRefundOf(
      { refund, refundCents, refundLines, refundShipping },
      {
        reason: reason ?? closingReasonOf(change.status),
        key: idempotencyKeyOf(request),
      },
    )
    if (!closing.ok) return closing
    const set = await setOrderStatus(deps, caller.email, {
      code: params.code,
      ...change,
      version: change.version,
      refund: closing.value,
    })
    if (!set.ok) return set
    const { order } = set.value
    return ok(orderJson(order, await orderRead(deps, order)))
  },
})

const replayHeaders = replayHeadersOf('`true` when an earlier request made this refund.')

function refundInputOf({
  amountCents,
  lines,
  shipping = false,
  ...rest
}: v.InferOutput<typeof refundSchema>) {
  return amountCents === undefined
    ? { ...rest, parts: { lines: lines ?? [], shipping } }
    : { ...rest, amountCents }
}

export const refundRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/refund`,
  id: 'refundOrder',
  summary: 'Refund a paid order in full or in part',
  description:
    `${forOperators} The money goes back to the gift card and the card that paid, and the customer gets an ` +
    'email once the card processor has confirmed it. `paid` stays true, and the status of the order does not change.\n\n' +
    'Either `amountCents` or what the refund is for: `lines` says how many parts of which line, `shipping` whether the postage is refunded as ' +
    'well. Parts cost their share of the line’s price in whole cents, rounded down; the last ones get the rest.\n\n' +
    'A repeat is recognized by its `Idempotency-Key`: the same key returns the first refund (`replayed: true`), and a second refund needs another ' +
    'key. Without the header the same amount, or the same parts, for the same reason is treated as a repeat. A refund that failed or moved only a gift ' +
    'card’s part (`partly`) may be requested again under the same key, which asks for what did not move.',
  parameters: [
    codeParameter,
    keyParameterOf('Choose any text, and a different one for every refund of the order.'),
  ],
  body: json(refundSchema, {
    example: { amountCents: 300, reason: 'One of two parts arrived broken.' },
    refused: [{ amountCents: 0, reason: 'Broken.' }],
  }),
  response: {
    description: 'The refund is in progress.',
    schema: refundedSchema,
    example: {
      code: orderExample.code,
      ...refundExample,
      replayed: false,
      message: 'Refunded $3.00 to the card that paid.',
      ...moneyExample,
      version: 6,
    },
    headers: replayHeaders,
  },
  otherResponses: [
    {
      status: 202,
      description: 'Recorded, but not confirmed by the card processor yet. Do not repeat it.',
      schema: refundedSchema,
      headers: replayHeaders,
    },
  ],
  refusals: [
    { kind: 'idempotency_key_invalid' },
    { kind: 'order_not_found' },
    { kind: 'idempotency_key_reused' },
    changed,
    { kind: 'refund_unpaid' },
    { kind: 'refund_disputed' },
    { kind: 'refund_too_large', leftCents: 880 },
    { kind: 'order_line_unknown', lines: 3 },
    { kind: 'refund_parts_left', line: 3, of: 10, left: 2 },
    { kind: 'refund_postage_left' },
    { kind: 'refund_parts_free' },
    {
      kind: 'refund_refused',
      reason: 'Charge ch_1 has already been refunded.',
      moved: { giftCents: 0, cardCents: 0 },
      leftCents: 300,
    },
  ],
  handler: async function refund({ deps }, { request, caller, params, body }) {
    const key = idempotencyKeyOf(request)
    const made = await refundOrder(deps, caller.email, {
      code: params.code,
      key,
      ...refundInputOf(body),
    })
    if (!made.ok) return made
    const { refund: requested, replayed } = made.value
    const status = isRefundSettled(requested) ? 200 : 202
    return ok(keyedReply(refundedJson(made.value), { replayed, status }))
  },
})

export const resolveRefundRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/refunds/:refund/resolve`,
  id: 'resolveRefund',
  summary: 'Record how a returned refund was settled',
  description:
    `${forOperators} A refund that the customer’s bank returned is listed for operators until it is requested ` +
    'again under its key, or this says how it was settled otherwise. No money moves, and a repeat keeps the first note. Another note is refused.',
  parameters: [codeParameter, idInPath('refund', 'The refund’s id.')],
  body: json(resolutionSchema, {
    example: { note: 'Sent by bank transfer.' },
    refused: [{ note: '' }],
  }),
  response: {
    description: 'The refund.',
    schema: refundView,
    example: {
      ...refundExample,
      state: 'failed',
      cardCents: 0,
      failure: 'Refund expired_or_canceled_card',
      returnedAt: '2026-11-26T09:00:00.000Z',
      resolution: 'Sent by bank transfer.',
    },
  },
  refusals: [
    { kind: 'order_not_found' },
    { kind: 'refund_not_returned' },
    { kind: 'refund_resolved', note: 'Sent by bank transfer.', by: 'ops@example.com' },
  ],
  handler: async function resolve({ deps }, { caller, params, body }) {
    const refund = { code: params.code, refundId: params.refund }
    const resolved = await resolveRefund(deps, caller.email, { ...refund, ...body })
    return resolved.ok ? ok(refundJson(resolved.value)) : resolved
  },
})
