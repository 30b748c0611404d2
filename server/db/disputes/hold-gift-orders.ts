// Orders that a gift card paid for whose own payment went back: nobody has both goods and money, unless an operator decides so.
import { sql } from 'kysely'
import { lockById } from '../fulfillment/order-work.ts'
import type { Applying } from './applying.ts'
import { holdFor } from './hold-for.ts'
import type { Tx } from './purchase-return.ts'

const reasons = {
  gone: 'The payment of the gift card that paid for this order went back.',
  back: 'The payment of this order’s gift card is back. Release the hold to go on with the order.',
} as const

/** Orders that have a share of the card and have not shipped. */
export async function holdGiftOrders(applying: Applying, purchaseId: string): Promise<void> {
  for (const order of await lockGiftOrders(applying.tx, purchaseId)) {
    await holdFor(applying, order, reasons.gone, { isNew: true })
  }
}

/** The payment is back: the hold remains until an operator releases it, and its reason says so. */
export async function explainGiftHolds(applying: Applying, purchaseId: string): Promise<void> {
  for (const order of await lockGiftOrders(applying.tx, purchaseId)) {
    if (order.hold?.reason !== reasons.gone) continue
    await holdFor(applying, order, reasons.back, { isNew: false })
  }
}

/** Also called before the card is locked, because orders are locked before their cards elsewhere. */
export async function lockGiftOrders(tx: Tx, purchaseId: string) {
  const rows = await tx
    .selectFrom('gift_cards')
    .innerJoin('gift_card_entries', 'gift_card_entries.gift_card_id', 'gift_cards.id')
    .innerJoin('orders', 'orders.id', 'gift_card_entries.order_id')
    .select('orders.id')
    .where('gift_cards.purchase_id', '=', purchaseId)
    .where('gift_card_entries.kind', '=', 'redeem')
    .where(sql<boolean>`gift_cents > gift_refunded_cents`)
    .orderBy('orders.id')
    .execute()
  const orders = []
  for (const { id } of rows) orders.push(await lockById(tx, id))
  return orders.filter((order) => order !== null)
}
