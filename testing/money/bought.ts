// Gift cards and credits bought at the stand-in, the orders that they pay, and the bookings about them.

import { expect } from 'bun:test'
import type { PurchaseId } from '../../server/domain/base/ids/purchase-id.ts'
import { giftCodeHash } from '../../server/domain/gift-cards/code.ts'
import { type Buyer, buyer, checkoutBody, giftCard, pay, post, storeCube } from '../people/shop.ts'
import type { TestService } from '../service/service.ts'

export function boughtAt(service: TestService) {
  const lastPurchase = (who: Buyer) =>
    service.db
      .selectFrom('purchases')
      .select(['id', 'payment_id'])
      .where('account_id', '=', who.accountId)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()

  return {
    /** Buys a gift card. */
    bought: async (cents: number) => {
      const who = await buyer(service)
      const code = await giftCard(service, who, cents)
      const { id, payment_id: payment } = await lastPurchase(who)
      if (payment === null) throw new Error('not paid')
      const balance = () =>
        service.deps.giftCards.readBalance(giftCodeHash(service.deps.orderIds, code))
      return { who, code, id, payment, balance }
    },
    /** Buys 50 credits for $20.00, in addition to the 5 of every account. */
    pack: async () => {
      const who = await buyer(service)
      const [status, opened] = await post(service, who, '/api/account/credits', { pack: 50 })
      expect([status, opened]).toEqual([200, expect.anything()])
      await pay(service, opened.checkoutUrl)
      const { id, payment_id: payment } = await lastPurchase(who)
      return {
        who,
        id,
        payment: payment ?? '',
        credits: () => service.deps.credits.read(who.accountId),
      }
    },
    /** Places an order of $11.32 for a cube of 40 mm with postage; the gift card pays up to its balance. */
    orderWith: async (code: string) => {
      const who = await buyer(service)
      const modelUrl = await storeCube(service, who, 40)
      const body = checkoutBody([{ modelUrl, color: 'Black' }], { giftCard: code })
      const [status, placed] = await post(service, who, '/api/checkout', body)
      expect([status, placed]).toEqual([201, expect.anything()])
      return placed as { code: string }
    },
    /** Returns [kind, debit, credit, cents] of the bookings about the purchase after its sale. */
    booked: async (purchaseId: PurchaseId) => {
      const rows = await service.db
        .selectFrom('money_movements')
        .select(['kind', 'debit', 'credit', 'cents'])
        .where('purchase_id', '=', purchaseId)
        .orderBy('id')
        .execute()
      return rows.slice(1).map(({ kind, debit, credit, cents }) => [kind, debit, credit, cents])
    },
    owes: (who: Buyer) => service.deps.debts.owedBy(who.accountId),
  }
}
