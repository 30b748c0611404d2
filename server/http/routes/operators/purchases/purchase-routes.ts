// Routes for operators' programs: gift cards and credits.

import * as v from 'valibot'
import { ok } from '../../../../domain/base/result.ts'
import {
  maxEmailAddressCharacters,
  maxPurchaseSearch,
  maxReasonCharacters,
} from '../../../../domain/base/text/text-lengths.ts'
import { retryHintSeconds } from '../../../../domain/base/time/retry-hints.ts'
import {
  findPurchases,
  readPurchase,
  reissueGiftCard,
  voidGiftCard,
} from '../../../../domain/operators/purchase-desk.ts'
import { refundPurchase } from '../../../../domain/operators/refund-purchase.ts'
import { json } from '../../../contract/body.ts'
import { cents, orAbsent, text } from '../../../contract/body-parts.ts'
import { idInPath } from '../../../contract/contract.ts'
import {
  forOperators,
  forOperatorsAndViewers,
  noLongerPays,
} from '../../../contract/field-texts.ts'
import { named, says } from '../../../contract/schemas.ts'
import { operator, viewer } from '../../../middleware/access.ts'
import { route } from '../../../middleware/route.ts'
import { purchaseExample, purchaseJson, purchaseView } from './purchase-json.ts'

const path = '/api/operator/purchases'
const shared = { tag: 'Operators', access: operator } as const
const idParameter = idInPath('purchase', 'The purchase’s id.')

export const findPurchasesRoute = route({
  ...shared,
  access: viewer,
  method: 'GET',
  path,
  id: 'findPurchases',
  summary: 'Find gift cards and packs of credits',
  description: `${forOperatorsAndViewers} Paid ones, the newest 50.`,
  parameters: [
    {
      name: 'q',
      in: 'query',
      description:
        'The id, the payment, a part of the buyer’s or recipient’s address, or the code of a gift card.',
      schema: { type: 'string', maxLength: maxPurchaseSearch },
    },
    {
      name: 'unsettled',
      in: 'query',
      description:
        '`yes`: only those with a debt, with money that is owed back to the buyer, or with a refund whose outcome is not known.',
      schema: { type: 'string', enum: ['yes'] },
    },
  ],
  response: {
    description: 'The purchases.',
    schema: named(
      'SoldPurchases',
      v.object({ purchases: says(v.array(purchaseView), 'Newest first.') }),
      'Purchases that were found.',
    ),
    example: { purchases: [purchaseExample] },
  },
  refusals: [],
  handler: async function find({ deps }, { query }) {
    const purchases = await findPurchases(deps, {
      text: (query['q'] ?? '').slice(0, maxPurchaseSearch),
      isUnsettled: query['unsettled'] === 'yes',
    })
    return ok({ purchases: purchases.map(purchaseJson) })
  },
})

export const readPurchaseRoute = route({
  ...shared,
  access: viewer,
  method: 'GET',
  path: `${path}/:purchase`,
  id: 'readPurchase',
  summary: 'Read a gift card or pack of credits',
  description: forOperatorsAndViewers,
  parameters: [idParameter],
  response: { description: 'The purchase.', schema: purchaseView, example: purchaseExample },
  refusals: [{ kind: 'purchase_not_found' }],
  handler: async function read({ deps }, { params }) {
    const purchase = await readPurchase(deps, params.purchase)
    return purchase.ok ? ok(purchaseJson(purchase.value)) : purchase
  },
})

const refundBody = v.object({ amountCents: orAbsent(cents), reason: text(maxReasonCharacters) })

export const refundPurchaseRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/:purchase/refund`,
  id: 'refundPurchase',
  summary: 'Refund a gift card or credits',
  description:
    `${forOperators} The money goes back to the card that paid, and the value is taken from the gift card or the ` +
    'account immediately. Without `amountCents`, refunds the unspent amount. More than that leaves a debt of the buyer. ' +
    'Repeat a refund with an unknown outcome with the same amount. Until its outcome is known, the purchase allows no other refund.',
  parameters: [idParameter],
  body: json(refundBody, { example: { reason: 'Bought by mistake.' }, refused: [{ reason: '' }] }),
  response: {
    description: 'The purchase.',
    schema: purchaseView,
    example: { ...purchaseExample, unspentCents: 0 },
  },
  refusals: [
    { kind: 'purchase_not_found' },
    { kind: 'purchase_unpaid' },
    { kind: 'purchase_refund_too_large', leftCents: 0 },
    { kind: 'purchase_spent', leftCents: 1132 },
    { kind: 'purchase_refund_open', amountCents: 868 },
    { kind: 'purchase_refund_refused', reason: 'Charge ch_1 has been charged back.' },
    { kind: 'processor_unavailable' },
    { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor },
  ],
  handler: async function refund({ deps }, { caller, params, body }) {
    const request = { id: params.purchase, ...body }
    const refunded = await refundPurchase(deps, caller.email, request)
    return refunded.ok ? ok(purchaseJson(refunded.value)) : refunded
  },
})

export const voidGiftCardRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/:purchase/void`,
  id: 'voidGiftCard',
  summary: 'Void a gift card',
  description: `${forOperators} ${noLongerPays}`,
  parameters: [idParameter],
  response: {
    description: 'The purchase.',
    schema: purchaseView,
    example: { ...purchaseExample, unspentCents: 0, voidedAt: '2026-11-26T09:00:00.000Z' },
  },
  refusals: [{ kind: 'purchase_not_found' }, { kind: 'gift_card_voided' }],
  handler: async function voidCard({ deps }, { caller, params }) {
    const done = await voidGiftCard(deps, caller.email, params.purchase)
    return done.ok ? ok(purchaseJson(done.value)) : done
  },
})

const reissueBody = v.object({ email: text(maxEmailAddressCharacters) })

export const reissueGiftCardRoute = route({
  ...shared,
  method: 'POST',
  path: `${path}/:purchase/reissue`,
  id: 'reissueGiftCard',
  summary: 'Send a gift card to another address',
  description: `${forOperators} It gets another code, and the previous one is no longer valid.`,
  parameters: [idParameter],
  body: json(reissueBody, { example: { email: 'grace@example.com' }, refused: [{ email: '' }] }),
  response: { description: 'The purchase.', schema: purchaseView, example: purchaseExample },
  refusals: [
    { kind: 'gift_recipient_invalid' },
    { kind: 'purchase_not_found' },
    { kind: 'purchase_unpaid' },
    { kind: 'gift_card_voided' },
  ],
  handler: async function reissue({ deps }, { caller, params, body }) {
    const outcome = await reissueGiftCard(deps, caller.email, {
      id: params.purchase,
      ...body,
    })
    return outcome.ok ? ok(purchaseJson(outcome.value)) : outcome
  },
})

export const purchaseRoutes = [
  findPurchasesRoute,
  readPurchaseRoute,
  refundPurchaseRoute,
  voidGiftCardRoute,
  reissueGiftCardRoute,
]
