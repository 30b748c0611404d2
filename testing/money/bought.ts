// Gift cards and credits that were bought at the stand-in, what they pay for, and what was booked about them.

import { expect } from 'bun:test'
import type { PurchaseId } from '../../server/domain/base/purchase-id.ts'
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
    /** A gift card. */
    bought: async (cents: number) => {
      const who = await buyer(service)
      const code = await giftCard(service, who, cents)
      const { id, payment_id: payment } = await lastPurchase(who)
      if (payment === null) throw new Error('not paid')
      const balance = () =>
        service.deps.giftCards.readBalance(giftCodeHash(service.deps.orderIds, code))
      return { who, code, id, payment, balance }
    },
    /** 50 credits for $20.00, besides the 5 that every account has. */
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
    /** $11.32 for a cube of 40 mm with postage; all of it by gift card where that has enough. */
    orderWith: async (code: string) => {
      const who = await buyer(service)
      const modelUrl = await storeCube(service, who, 40)
      const body = checkoutBody([{ modelUrl, color: 'Black' }], { giftCard: code })
      const [status, placed] = await post(service, who, '/api/checkout', body)
      expect([status, placed]).toEqual([201, expect.anything()])
      return placed as { code: string }
    },
    /** [kind, debit, credit, cents] of what was booked about the purchase after its sale. */
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
