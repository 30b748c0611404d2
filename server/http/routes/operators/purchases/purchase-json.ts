// Purchases and debts as operators' programs read them.
import * as v from 'valibot'
import {
  type Debt,
  purchaseRefundStates,
  returnKinds,
  type SoldPurchase,
} from '../../../../domain/operators/purchase-desk.ts'
import { type JsonOf, moment, named, orNull, says, text, whole } from '../../../contract/schemas.ts'

export const debtView = named(
  'BuyerDebt',
  v.object({
    id: text('The debt.'),
    purchaseId: text('The purchase whose payment was returned.'),
    email: text('The buyer.'),
    cents: whole('The amount that was spent before its payment was reversed, in cents.'),
    leftCents: whole('Amount still owed, in cents.'),
    owedBackCents: whole(
      'Amount that the buyer paid of it before the payment came back, and that was not refunded yet, in cents.',
    ),
    note: orNull(text('How it was closed.')),
    at: moment('The time at which the payment was returned.'),
  }),
  'Debt of a buyer for a gift card or credits.',
)

export const purchaseView = named(
  'SoldPurchase',
  v.object({
    id: text('The purchase.'),
    kind: says(v.picklist(['gift_card', 'credits']), 'Kind of the purchase.'),
    buyerEmail: text('The account that bought it.'),
    recipientEmail: orNull(text('The recipient of a gift card.')),
    credits: orNull(whole('The credits of a pack.')),
    amountCents: whole('Its price, in cents.'),
    unspentCents: whole('Unspent amount of it, in cents.'),
    paymentId: orNull(text('Its payment at the card processor.')),
    paidAt: orNull(moment('The time at which it was paid.')),
    voidedAt: orNull(moment('The time at which an operator voided a gift card.')),
    returns: says(
      v.array(
        v.object({
          id: text('The refund or dispute at the card processor.'),
          kind: says(v.picklist(returnKinds), 'How the payment was returned.'),
          cents: whole('The returned amount, in cents.'),
          takenCents: whole('The unspent part of it, which was withdrawn.'),
          at: moment('The time at which it was noticed.'),
          reinstatedAt: orNull(moment('The time at which the payment came back.')),
        }),
      ),
      'Oldest first.',
    ),
    refunds: says(
      v.array(
        v.object({
          id: text('The refund.'),
          amountCents: whole('The refunded amount, in cents.'),
          reason: text('Why.'),
          requestedBy: text('The operator.'),
          state: says(
            v.picklist(purchaseRefundStates),
            '`open`: its outcome is not known yet. It is requested again under its key, so no money is moved twice.',
          ),
        }),
      ),
      'Refunds that operators requested, oldest first.',
    ),
    debts: says(v.array(debtView), 'Oldest first, closed ones included.'),
  }),
  'A gift card or a pack of credits that was sold.',
)

export const purchaseExample = {
  id: '0b9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c',
  kind: 'gift_card' as const,
  buyerEmail: 'ada@example.com',
  recipientEmail: 'grace@example.com',
  credits: null,
  amountCents: 5000,
  unspentCents: 5000,
  paymentId: 'pi_1',
  paidAt: '2026-11-24T09:00:00.000Z',
  voidedAt: null,
  returns: [],
  refunds: [],
  debts: [],
}

export const debtExample = {
  id: '2c9f2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c',
  purchaseId: purchaseExample.id,
  email: 'ada@example.com',
  cents: 1132,
  leftCents: 0,
  owedBackCents: 0,
  note: 'Paid by bank transfer.',
  at: '2026-11-25T09:00:00.000Z',
}

export const purchaseJson = (purchase: SoldPurchase): JsonOf<typeof purchaseView> => {
  const { goods } = purchase
  return {
    id: purchase.id,
    kind: goods.kind,
    buyerEmail: purchase.buyerEmail,
    recipientEmail: goods.kind === 'gift_card' ? goods.recipientEmail : null,
    credits: goods.kind === 'credits' ? goods.credits : null,
    amountCents: purchase.amountCents,
    unspentCents: purchase.unspentCents,
    paymentId: purchase.paymentId,
    paidAt: purchase.paidAt?.toISOString() ?? null,
    voidedAt: purchase.voidedAt?.toISOString() ?? null,
    returns: purchase.returns.map(({ at, reinstatedAt, ...returned }) => ({
      ...returned,
      at: at.toISOString(),
      reinstatedAt: reinstatedAt?.toISOString() ?? null,
    })),
    refunds: purchase.refunds.map(({ id, amountCents, reason, requestedBy, state }) => ({
      id,
      amountCents,
      reason,
      requestedBy,
      state,
    })),
    debts: purchase.debts.map(debtJson),
  }
}

export const debtJson = ({ at, ...debt }: Debt): JsonOf<typeof debtView> => ({
  ...debt,
  at: at.toISOString(),
})
