// Orders of the website: written with their lines and the gift card's share in one transaction.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { Checkouts, NewCartOrder, PlaceOptions } from '../../domain/cart/ports.ts'
import type { DebtFailure } from '../../domain/gift-cards/debt.ts'
import { maxOpenOrders } from '../../domain/limits/open-checkouts.ts'
import { changeSources } from '../../domain/orders/change.ts'
import type { Order } from '../../domain/orders/order.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db, Tx } from '../core/connect.ts'
import { provingNotWritten } from '../core/not-written.ts'
import { transact } from '../core/roll-back.ts'
import { owedBy } from '../gift-cards/debts.ts'
import { secondsUntilFree } from '../limits/open-checkouts.ts'
import { recordShare, type TakenShare, takeShare } from '../orders/gift-shares.ts'
import { queueConfirmation } from '../orders/mail/order-mails.ts'
import { insertOrder, uniqueViolationOf } from '../orders/order-insert.ts'
import { addEvent } from '../orders/rows/order-events.ts'
import { insertLines } from '../orders/rows/order-lines.ts'
import { readById } from '../orders/rows/order-reads.ts'

/** `baseUrl`: where the links in mails lead. */
export function createCheckouts(db: Db, { baseUrl }: { readonly baseUrl: string }): Checkouts {
  return {
    place: (order, options) => place(db, order, { ...options, baseUrl }),
  }
}

type PlaceOutcome = Awaited<ReturnType<Checkouts['place']>>

async function place(
  db: Db,
  order: NewCartOrder,
  options: PlaceOptions & { readonly baseUrl: string },
): ReturnType<Checkouts['place']> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await transact<PlaceOutcome>(db, (tx, rollBackWith) =>
        placeIn(tx, order, { ...options, rollBackWith, beginCommit }),
      )
    } catch (error) {
      const rule = uniqueViolationOf(error)
      // Two runs of one request have the same id and the same key.
      if (rule === 'id_taken' || rule === 'key_taken') return 'key_taken'
      if (rule === 'code_taken') return rule
      throw error
    }
  })
}

type PlaceEnds = {
  readonly rollBackWith: (outcome: PlaceOutcome) => never
  readonly beginCommit: () => void
}

async function placeIn(
  tx: Tx,
  order: NewCartOrder,
  options: PlaceOptions & PlaceEnds & { readonly baseUrl: string },
): Promise<PlaceOutcome> {
  const taken = await takeGift(tx, order, options.giftCodeHash)
  if ('refused' in taken) return taken.refused
  const { share } = taken
  const { totalCents } = order.price
  const dueCents = totalCents - (share?.cents ?? 0)
  const { shownCents } = options
  // A concurrent order took from the gift card.
  if (shownCents !== null && shownCents !== dueCents) return options.rollBackWith('total_changed')
  const secondsLeft = dueCents > 0 ? await secondsUntilRoom(tx, order) : null
  if (secondsLeft !== null) return options.rollBackWith({ kind: 'too_many_open', secondsLeft })
  await insertCartOrder(tx, order, share)
  if (order.lines.length > 1) await insertLines(tx, order.id, order.lines)
  if (share !== null) await recordShare(tx, order.id, share)
  if (share?.cents === totalCents) await confirm(tx, order.id, options)
  const isPaid = share?.cents === totalCents
  const held = await holdLines(tx, order.id, { lineIds: options.basketLineIds, isPaid })
  if (!held) return options.rollBackWith('basket_changed')
  options.beginCommit()
  return 'inserted'
}

type TakenGift =
  | { readonly share: TakenShare | null }
  | { readonly refused: 'gift_unusable' | DebtFailure }

/** The share is null without a gift card. */
async function takeGift(
  tx: Tx,
  { accountId, price: { totalCents } }: NewCartOrder,
  codeHash: string | null,
): Promise<TakenGift> {
  if (codeHash === null) return { share: null }
  const owedCents = await owedBy(tx, accountId)
  if (owedCents > 0) return { refused: { kind: 'account_in_debt', owedCents } }
  const share = await takeShare(tx, { codeHash, totalCents })
  return share === null ? { refused: 'gift_unusable' } : { share }
}

/**
 * Seconds until the account may have another order that waits for its payment; null = now. A request that is repeated under its key does
 * not count as another order: its own insert detects it.
 */
async function secondsUntilRoom(tx: Tx, { accountId, id }: NewCartOrder): Promise<number | null> {
  await lockAccount(tx, accountId)
  const rows = sql`select created_at from orders
    where account_id = ${accountId} and source = 'web' and status = 'PENDING_PAYMENT' and not paid
      and not exists (select from orders where id = ${id})`
  return await secondsUntilFree(tx, rows, maxOpenOrders)
}

type OrderedLines = { readonly lineIds: readonly string[]; readonly isPaid: boolean }

/**
 * The lines wait in the basket for the order's payment; those of an order that is paid leave it. False when one is gone, or belongs to
 * another order that is not given up: a concurrent checkout of the same lines waits here for the first one.
 */
async function holdLines(
  tx: Tx,
  orderId: OrderId,
  { lineIds, isPaid }: OrderedLines,
): Promise<boolean> {
  if (lineIds.length === 0) return true
  // A statement of its own: the next one sees the order of the checkout that this one has waited for.
  await tx
    .selectFrom('basket_lines')
    .select('id')
    .where('id', 'in', lineIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const isFree = sql<boolean>`not exists (select from orders o where o.id = basket_lines.order_id
    and (o.paid or o.status not in ('CANCELLED', 'REJECTED')))`
  const changed = isPaid
    ? await tx
        .deleteFrom('basket_lines')
        .where('id', 'in', lineIds)
        .where(isFree)
        .executeTakeFirstOrThrow()
    : await tx
        .updateTable('basket_lines')
        .set({ order_id: orderId })
        .where('id', 'in', lineIds)
        .where(isFree)
        .executeTakeFirstOrThrow()
  const count = 'numDeletedRows' in changed ? changed.numDeletedRows : changed.numUpdatedRows
  return Number(count) === lineIds.length
}

async function insertCartOrder(
  tx: Tx,
  order: NewCartOrder,
  share: TakenShare | null,
): Promise<void> {
  const { lines, requestHash } = order
  const isPaid = share?.cents === order.price.totalCents
  const sum = (of: (line: NewCartOrder['lines'][number]) => number) =>
    lines.length === 1
      ? null
      : lines.reduce((total, line) => total + of(line) * line.options.quantity, 0)
  await insertOrder(tx, order, null, {
    line_count: lines.length,
    lines_grams: sum(({ price }) => price.gramsPerPart),
    lines_centihours: sum(({ price }) => price.centihoursPerPart),
    request_hash: requestHash,
    gift_card_id: share?.cardId ?? null,
    gift_cents: share?.cents ?? 0,
    ...(isPaid && { paid: true, status: 'RECEIVED' as const, version: 2, unpaid_reason: null }),
  })
}

/** The order is paid by the gift card alone. */
async function confirm(
  tx: Tx,
  orderId: OrderId,
  { dueAt, baseUrl }: PlaceOptions & { readonly baseUrl: string },
): Promise<void> {
  const placed = await readById(tx, orderId)
  if (placed === null) throw new Error(`order ${orderId} vanished`)
  const order: Order = { ...placed, dueAt: dueAt(placed) }
  await tx.updateTable('orders').set({ due_at: order.dueAt }).where('id', '=', orderId).execute()
  await addEvent(tx, order, changeSources.giftCard, { ...order, status: 'PENDING_PAYMENT' })
  await queueConfirmation(tx, order, baseUrl)
}
