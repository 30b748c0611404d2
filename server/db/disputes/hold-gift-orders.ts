// Orders paid with a gift card whose own payment was reversed. They are held so that no buyer gets both the goods and the money, unless
// an operator decides otherwise.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import { planGiftBack, planGiftGone } from '../../domain/orders/disputes/hold-plan.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Tx } from '../core/connect.ts'
import { lockOrder } from '../farm/job-orders.ts'
import { carryOutHold } from './carry-out-hold.ts'
import type { PurchaseRow } from './purchase-return.ts'
import { lockCard } from './returned-gift-card.ts'
import type { ReviewContext } from './review-context.ts'

/** Condition on `orders`: part of the share was not returned to the card. */
const keepsShare = sql<boolean>`gift_cents > gift_refunded_cents`

/** Holds orders that have a share of the card and have not been shipped. */
export async function holdGiftOrders(
  applying: ReviewContext,
  orders: readonly Order[],
): Promise<void> {
  for (const order of orders) await carryOutHold(applying, order, planGiftGone(order))
}

/** Notes on the held orders that the payment is back. */
export async function explainGiftHolds(
  applying: ReviewContext,
  orders: readonly Order[],
): Promise<void> {
  for (const order of orders) await carryOutHold(applying, order, planGiftBack(order))
}

/** Whether a debt remains for a gift card that paid part of the order. */
export async function hasGiftDebt(tx: Tx, orderId: OrderId): Promise<boolean> {
  const debt = await tx
    .selectFrom('gift_card_entries')
    .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_entries.gift_card_id')
    .innerJoin('debts', 'debts.purchase_id', 'gift_cards.purchase_id')
    .innerJoin('orders', 'orders.id', 'gift_card_entries.order_id')
    .select('debts.id')
    .where('orders.id', '=', orderId)
    .where(keepsShare)
    .where('debts.left_cents', '>', 0)
    .executeTakeFirst()
  return debt !== undefined
}

/**
 * Locks the orders that have a share of the purchase's card, and then the card: code that returns a share locks the order first. An order
 * may take its share while this function waits for the card. It is then found afterwards, and all locks are released and taken again.
 */
export async function lockGiftOrders(tx: Tx, purchase: PurchaseRow): Promise<readonly Order[]> {
  for (;;) {
    await sql`savepoint gift_orders`.execute(tx)
    const ids = await giftOrderIds(tx, purchase.id)
    const orders: Order[] = []
    for (const id of ids) {
      const order = await lockOrder(tx, { id })
      if (order !== null) orders.push(order)
    }
    await lockCard(tx, purchase)
    const known = new Set(ids)
    const isComplete = (await giftOrderIds(tx, purchase.id)).every((id) => known.has(id))
    if (!isComplete) await sql`rollback to savepoint gift_orders`.execute(tx)
    await sql`release savepoint gift_orders`.execute(tx)
    if (isComplete) return orders
  }
}

async function giftOrderIds(tx: Tx, purchaseId: PurchaseId): Promise<readonly OrderId[]> {
  const rows = await tx
    .selectFrom('gift_cards')
    .innerJoin('gift_card_entries', 'gift_card_entries.gift_card_id', 'gift_cards.id')
    .innerJoin('orders', 'orders.id', 'gift_card_entries.order_id')
    .select('orders.id')
    .where('gift_cards.purchase_id', '=', purchaseId)
    .where('gift_card_entries.kind', '=', 'redeem')
    .where(keepsShare)
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id }) => id)
}
