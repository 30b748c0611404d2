// A gift card's share of an order. It is taken with the order and returned to the card if the order is not paid. Every change is in one
// transaction with the change of the order, and the balance is the sum of the ledger (decisions.md 39).

import { sql } from 'kysely'
import type { GiftCardId } from '../../domain/base/ids/gift-card-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { giftShareOf } from '../../domain/gift-cards/share.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Tx } from '../core/connect.ts'

export type TakenShare = { readonly cardId: GiftCardId; readonly cents: number }

/**
 * Takes the card's share of a total. Returns null when there is no such card or it is empty. Concurrent orders wait for the card's row, so
 * together they cannot take more than its balance. `recordShare` writes the ledger's line once the order exists.
 */
export async function takeShare(
  tx: Tx,
  { codeHash, totalCents }: { readonly codeHash: string; readonly totalCents: number },
): Promise<TakenShare | null> {
  const card = await tx
    .selectFrom('gift_cards')
    .select(['id', 'balance_cents'])
    .where('code_hash', '=', codeHash)
    .where('voided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (card === undefined) return null
  const cents = giftShareOf(card.balance_cents, totalCents)
  if (cents === 0) return null
  await changeBalance(tx, card.id, -cents)
  return { cardId: card.id, cents }
}

export async function recordShare(
  tx: Tx,
  orderId: OrderId,
  { cardId, cents }: TakenShare,
): Promise<void> {
  await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: cardId, kind: 'redeem', cents: -cents, order_id: orderId })
    .execute()
}

/** Returns the share of an order that is closed unpaid to the card, once, however often the order is closed. */
export async function returnShare(tx: Tx, { id, web }: Pick<Order, 'id' | 'web'>): Promise<void> {
  if (web === null || web.giftCents === 0) return
  const cardId = await cardOf(tx, id)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: cardId, kind: 'return', cents: web.giftCents, order_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'kind'])
        // Literals, because the planner could not use the partial index with parameters in a prepared statement.
        .where(sql<boolean>`kind in ('redeem', 'return')`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (added === 1n) await changeBalance(tx, cardId, web.giftCents)
}

async function cardOf(tx: Tx, orderId: OrderId): Promise<GiftCardId> {
  const row = await tx
    .selectFrom('orders')
    .select('gift_card_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (row.gift_card_id === null) throw new Error(`The order ${orderId} has no gift card.`)
  return row.gift_card_id
}

async function changeBalance(tx: Tx, cardId: GiftCardId, cents: number): Promise<void> {
  await tx
    .updateTable('gift_cards')
    .set({ balance_cents: sql`balance_cents + ${cents}` })
    .where('id', '=', cardId)
    .execute()
}
