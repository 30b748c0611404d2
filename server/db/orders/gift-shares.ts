// A gift card's share of an order: taken with the order, given back when the order is not paid. Every change is one
// transaction with the change of the order, and the balance is the sum of the ledger (decisions.md 39).

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/order-id.ts'
import { giftShareOf } from '../../domain/gift-cards/share.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Tx } from '../core/connect.ts'

export type TakenShare = { readonly cardId: string; readonly cents: number }

/**
 * Takes the card's share of a total; null when there is no such card or nothing is left on it. Concurrent orders wait for the
 * card's row, so together they cannot take more than it has. The ledger's line follows with `recordShare`, once the order exists.
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

/** For an order that is closed unpaid. Gives the share back once, however often the order is closed. */
export async function returnShare(tx: Tx, { id, web }: Pick<Order, 'id' | 'web'>): Promise<void> {
  if (web === null || web.giftCents === 0) return
  const cardId = await cardOf(tx, id)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('gift_card_entries')
    .values({ gift_card_id: cardId, kind: 'return', cents: web.giftCents, order_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'kind'])
        // Not parameters: a prepared statement could not be matched with the partial index.
        .where(sql<boolean>`kind in ('redeem', 'return')`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (added === 1n) await changeBalance(tx, cardId, web.giftCents)
}

async function cardOf(tx: Tx, orderId: OrderId): Promise<string> {
  const row = await tx
    .selectFrom('orders')
    .select('gift_card_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (row.gift_card_id === null) throw new Error(`order ${orderId} has no gift card`)
  return row.gift_card_id
}

async function changeBalance(tx: Tx, cardId: string, cents: number): Promise<void> {
  await tx
    .updateTable('gift_cards')
    .set({ balance_cents: sql`balance_cents + ${cents}` })
    .where('id', '=', cardId)
    .execute()
}
