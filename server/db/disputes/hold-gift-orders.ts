// Orders that a gift card paid for whose own payment went back: no buyer has both the goods and the money, unless an operator decides so.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { PurchaseId } from '../../domain/base/purchase-id.ts'
import { planGiftBack, planGiftGone } from '../../domain/orders/disputes/hold-plan.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Tx } from '../core/connect.ts'
import { lockOrder } from '../farm/job-orders.ts'
import type { Applying } from './applying.ts'
import { carryOutHold } from './carry-out-hold.ts'
import type { PurchaseRow } from './purchase-return.ts'
import { lockCard } from './returned-gift-card.ts'

/** A condition on `orders`: not all of the share was returned to the card. */
const keepsShare = sql<boolean>`gift_cents > gift_refunded_cents`

/** Holds orders that have a share of the card and have not shipped. */
export async function holdGiftOrders(applying: Applying, orders: readonly Order[]): Promise<void> {
  for (const order of orders) await carryOutHold(applying, order, planGiftGone(order))
}

/** The payment is back. */
export async function explainGiftHolds(
  applying: Applying,
  orders: readonly Order[],
): Promise<void> {
  for (const order of orders) await carryOutHold(applying, order, planGiftBack(order))
}

/** Whether something is owed of a gift card that has a share of the order. */
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
 * Locks the orders that have a share of the purchase's card, and then the card: whatever gives a share back locks the order first. An order
 * that took its share while this waited for the card is found afterwards; then all of the locks are given up and taken again.
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
