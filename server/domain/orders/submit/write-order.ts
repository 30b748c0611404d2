// Writes a new order under an unused id and code. A failure here has charged nothing, because the charge follows.

import { closedAccountFailure } from '../../accounts/closed-account.ts'
import { AccountClosed } from '../../accounts/ports.ts'
import type { WriteOrderDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { type InsertOutcome, type OrderDeps, OrderNotWritten } from '../ports.ts'
import type { CodePrefix } from '../record/code.ts'
import { findingsOfLines } from '../record/file-review.ts'
import { derivedId, identityOf, type OrderSubject } from '../record/identity.ts'
import type { NewOrder } from '../record/order.ts'
import type { NewLine } from '../record/order-lines.ts'

/** One attempt to write the order. `Refusal`: additional reasons not to write it. */
export type Insert<Refusal> = (order: NewOrder) => Promise<InsertOutcome | Refusal>

export type WriteOutcome<Refusal> =
  | { readonly kind: 'written'; readonly order: NewOrder }
  | { readonly kind: 'not_inserted'; readonly outcome: Refusal }
  | { readonly kind: 'failed'; readonly failure: OrderFailure }

type UnwrittenOrder = Omit<NewOrder, 'id' | 'code' | 'fileReview'>

/**
 * Fails like a request without credentials if the account was deleted, with `order_not_written` if definitely nothing
 * was written, and with `order_unconfirmed` after any other error, because the order may exist.
 */
export async function writeOrder<Refusal extends { readonly kind: string }>(
  deps: WriteOrderDeps,
  unwritten: UnwrittenOrder,
  {
    lines,
    subject,
    insert,
    prefix,
  }: {
    readonly lines: readonly NewLine[]
    readonly subject: OrderSubject
    readonly insert: Insert<Refusal>
    readonly prefix?: CodePrefix
  },
): Promise<WriteOutcome<Refusal>> {
  try {
    const findings = await findingsOfLines(deps, lines)
    const fileReview = findings.length === 0 ? null : { findings, reviewed: null }
    const order = { ...unwritten, fileReview }
    let round = 0
    for (;;) {
      const { id, code } = identityOf(deps, subject, round, prefix)
      const written = await writeWithFreeCode({ ...order, id }, code, insert)
      if (written.kind !== 'id_taken') return written
      if (subject === null) throw new Error('a random order id was taken')
      round = await nextFreeRound(deps, subject, round)
    }
  } catch (error) {
    if (error instanceof AccountClosed) {
      const isOfKey =
        unwritten.payment.kind !== 'checkout' && unwritten.payment.credential === 'api_key'
      return { kind: 'failed', failure: closedAccountFailure({ isOfKey }) }
    }
    deps.log.error('order.not_written', { error })
    const failure: OrderFailure =
      error instanceof OrderNotWritten
        ? { kind: 'order_not_written', isTransient: error.transient }
        : { kind: 'order_unconfirmed', code: null }
    return { kind: 'failed', failure }
  }
}

/**
 * Retries with another code. Codes are uniform over 31^6, so collisions are rare but possible; eight consecutive
 * collisions indicate a broken random source.
 */
async function writeWithFreeCode<Refusal extends { readonly kind: string }>(
  order: Omit<NewOrder, 'code'>,
  code: (attempt: number) => string,
  insert: Insert<Refusal>,
): Promise<WriteOutcome<Refusal> | { readonly kind: 'id_taken' }> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const withCode = { ...order, code: code(attempt) }
    const outcome = await insert(withCode)
    if (isRefusal(outcome)) return { kind: 'not_inserted', outcome }
    if (outcome.kind === 'inserted') return { kind: 'written', order: withCode }
    if (outcome.kind === 'id_taken') return { kind: 'id_taken' }
  }
  throw new OrderNotWritten(false, new Error('no free order code was found'))
}

const isRefusal = <Refusal extends { readonly kind: string }>(
  outcome: InsertOutcome | Refusal,
): outcome is Refusal => !['inserted', 'code_taken', 'id_taken'].includes(outcome.kind)

const roundsPerQuery = 50

/**
 * Returns the next unused round. Rounds are used in sequence, at most one per day, because a key expires after 24
 * hours.
 */
async function nextFreeRound(
  { orders, orderIds }: Pick<OrderDeps, 'orders' | 'orderIds'>,
  subject: string,
  takenRound: number,
): Promise<number> {
  for (let first = takenRound + 1; ; first += roundsPerQuery) {
    const ids = Array.from({ length: roundsPerQuery }, (_, index) =>
      derivedId(orderIds, subject, first + index),
    )
    const takenIds = await orders.findTakenIds(ids)
    const free = ids.findIndex((id) => !takenIds.has(id))
    if (free >= 0) return first + free
  }
}
