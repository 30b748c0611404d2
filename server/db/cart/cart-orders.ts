// Orders of the website. The order, its lines and the gift card's share are written in one transaction.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { mustExist } from '../../domain/base/must-exist.ts'
import { contentOfLine, type OrderedLine } from '../../domain/cart/basket.ts'
import type {
  CartOrders,
  NewCartOrder,
  PlaceOptions,
  PlaceOutcome,
} from '../../domain/cart/ports.ts'
import type { DebtFailure } from '../../domain/gift-cards/debt.ts'
import { maxOpenOrders } from '../../domain/limits/open-checkouts.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db, Tx } from '../core/connect.ts'
import { provingNotWritten } from '../core/transactions/not-written.ts'
import { transact } from '../core/transactions/roll-back.ts'
import { owedBy } from '../gift-cards/debts.ts'
import { secondsUntilFree } from '../limits/open-checkouts.ts'
import { recordShare, type TakenShare, takeShare } from '../orders/gift-shares.ts'
import { type MailPlace, queueConfirmation } from '../orders/mail/order-mails.ts'
import { insertOrder, uniqueViolationOf } from '../orders/order-insert.ts'
import { isOrderClosed } from '../orders/order-statuses.ts'
import { isUnpaidWebOrder } from '../orders/rows/awaits-payment.ts'
import { addEvent } from '../orders/rows/order-events.ts'
import { insertLines } from '../orders/rows/order-lines.ts'
import { readById } from '../orders/rows/order-reads.ts'
import { lineOfRow } from '../orders/rows/printed-part.ts'

export function createCartOrders(db: Db, mailPlace: MailPlace): CartOrders {
  return {
    placeOrder: (order, options) => placeOrder(db, order, { ...options, mailPlace }),
  }
}

async function placeOrder(
  db: Db,
  order: NewCartOrder,
  options: PlaceOptions & { readonly mailPlace: MailPlace },
): Promise<PlaceOutcome> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await transact<PlaceOutcome>(db, (tx, rollBackWith) =>
        placeOrderIn(tx, order, { ...options, rollBackWith, beginCommit }),
      )
    } catch (error) {
      const rule = uniqueViolationOf(error)
      // Two runs of the same request have the same id and the same key.
      if (rule === 'id_taken' || rule === 'key_taken') return { kind: 'key_taken' }
      if (rule === 'code_taken') return { kind: rule }
      throw error
    }
  })
}

type PlaceEnds = {
  readonly rollBackWith: (outcome: PlaceOutcome) => never
  readonly beginCommit: () => void
}

async function placeOrderIn(
  tx: Tx,
  order: NewCartOrder,
  options: PlaceOptions & PlaceEnds & { readonly mailPlace: MailPlace },
): Promise<PlaceOutcome> {
  const taken = await takeGift(tx, order, options.giftCodeHash)
  if ('refused' in taken) return options.rollBackWith(taken.refused)
  const { share } = taken
  const { totalCents } = order.price
  const dueCents = totalCents - (share?.cents ?? 0)
  const { shownCents } = options
  // A concurrent order used part of the gift card.
  if (shownCents !== null && shownCents !== dueCents) {
    return options.rollBackWith({ kind: 'total_changed' })
  }
  const secondsLeft = dueCents > 0 ? await secondsUntilRoom(tx, order) : null
  if (secondsLeft !== null) return options.rollBackWith({ kind: 'too_many_open', secondsLeft })
  await insertCartOrder(tx, order, share)
  if (order.lines.length > 1) await insertLines(tx, order.id, order.lines)
  if (share !== null) await recordShare(tx, order.id, share)
  const isPaid = isPaidByGift(order, share)
  if (isPaid) await confirm(tx, order.id, options)
  const held = await holdLines(tx, order.id, { lines: options.basketLines, isPaid })
  if (!held) return options.rollBackWith({ kind: 'basket_changed' })
  options.beginCommit()
  return { kind: 'inserted' }
}

/** Whether the share of the gift card pays the complete order. */
const isPaidByGift = ({ price }: Pick<NewCartOrder, 'price'>, share: TakenShare | null): boolean =>
  share?.cents === price.totalCents

type TakenGift =
  | { readonly share: TakenShare | null }
  | { readonly refused: { readonly kind: 'gift_unusable' } | DebtFailure }

/** Takes the gift card's share of the order. Returns a null share when there is no gift card. */
async function takeGift(
  tx: Tx,
  { accountId, price: { totalCents } }: NewCartOrder,
  codeHash: string | null,
): Promise<TakenGift> {
  if (codeHash === null) return { share: null }
  const owedCents = await owedBy(tx, accountId)
  if (owedCents > 0) return { refused: { kind: 'account_in_debt', owedCents } }
  const share = await takeShare(tx, { codeHash, totalCents })
  return share === null ? { refused: { kind: 'gift_unusable' } } : { share }
}

/**
 * Seconds until the account may have another order that waits for payment; null when it may have one now. A request that is repeated with
 * the same key is not another order: its own insert detects the repetition.
 */
async function secondsUntilRoom(tx: Tx, { accountId, id }: NewCartOrder): Promise<number | null> {
  await lockAccount(tx, accountId)
  const rows = sql`select created_at from orders
    where account_id = ${accountId} and ${isUnpaidWebOrder}
      and not exists (select from orders where id = ${id})`
  return await secondsUntilFree(tx, rows, maxOpenOrders)
}

type HeldLines = { readonly lines: readonly OrderedLine[]; readonly isPaid: boolean }

/**
 * Keeps the lines in the basket until the order is paid, and then removes them. Returns false when a line is missing,
 * was changed since it was priced, or belongs to another order that is still open. A concurrent checkout of the same lines waits here for
 * the first one.
 */
async function holdLines(tx: Tx, orderId: OrderId, { lines, isPaid }: HeldLines): Promise<boolean> {
  if (lines.length === 0) return true
  const lineIds = lines.map(({ id }) => id)
  // A separate statement, so that the next statement sees the order of a checkout that this one waited for.
  const rows = await tx
    .selectFrom('basket_lines')
    .selectAll()
    .where('id', 'in', lineIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = new Map(rows.map((row) => [row.id, contentOfLine(lineOfRow(row))]))
  if (lines.some(({ id, content }) => now.get(id) !== content)) return false
  const isFree = sql<boolean>`not exists (select from orders o where o.id = basket_lines.order_id
    and (o.paid or not ${isOrderClosed}))`
  const change = isPaid
    ? tx.deleteFrom('basket_lines').where('id', 'in', lineIds).where(isFree)
    : tx
        .updateTable('basket_lines')
        .set({ order_id: orderId })
        .where('id', 'in', lineIds)
        .where(isFree)
  const { numAffectedRows = 0n } = await tx.executeQuery(change.compile())
  return Number(numAffectedRows) === lineIds.length
}

async function insertCartOrder(
  tx: Tx,
  order: NewCartOrder,
  share: TakenShare | null,
): Promise<void> {
  const { lines, requestHash } = order
  const isPaid = isPaidByGift(order, share)
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
    ...(isPaid && {
      paid: true,
      status: 'RECEIVED' as const,
      version: 2,
      unpaid_cause: null,
      unpaid_reason: null,
    }),
  })
}

/** Confirms an order that the gift card pays in full. */
async function confirm(
  tx: Tx,
  orderId: OrderId,
  { dueAt, mailPlace }: PlaceOptions & { readonly mailPlace: MailPlace },
): Promise<void> {
  const placed = mustExist(await readById(tx, orderId), `order ${orderId}`)
  const order: Order = { ...placed, dueAt: dueAt(placed) }
  await tx.updateTable('orders').set({ due_at: order.dueAt }).where('id', '=', orderId).execute()
  await addEvent(tx, order, changeSources.giftCard, { ...order, status: 'PENDING_PAYMENT' })
  await queueConfirmation(tx, order, mailPlace)
}
