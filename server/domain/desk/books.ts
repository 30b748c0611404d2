// The books of a month, as of now or as of its closing.

import { parsePayoutId } from '../base/ids/payout-id.ts'
import { keysOf } from '../base/keys-of.ts'
import { neighborMonth } from '../base/time/month.ts'
import { obstacleOf } from '../books/close-month.ts'
import type { BooksFailure } from '../books/failure.ts'
import type {
  BooksDeps,
  DaySum,
  MonthFigures,
  MonthPayout,
  MonthState,
  OwnedTransaction,
  TieOutState,
} from '../books/ports.ts'

type Deps = Pick<BooksDeps, 'books'>

export type BooksOfMonth = {
  /** Such as 2026-11. */
  readonly month: string
  /** For a closed month, the figures of the closing. */
  readonly figures: MonthFigures
  readonly state: MonthState
  /** Why the month cannot be closed now; null if it can. */
  readonly obstacle: BooksFailure | null
  /** Whether movements were booked in the month after it was closed. */
  readonly isChanged: boolean
  readonly tieOut: TieOutState
}

export async function readBooks({ books }: Deps, month: string): Promise<BooksOfMonth> {
  const [state, figures, tieOut] = await Promise.all([
    books.monthState(month),
    books.figures(month),
    books.tieOut(),
  ])
  const closed = state.closing?.figures
  return {
    month,
    state,
    figures: closed ?? figures,
    obstacle: obstacleOf(month, state),
    isChanged: closed !== undefined && !hasSameSums(closed, figures),
    tieOut,
  }
}

/** Compares sums of the ledger only, because payouts and their state can change after the closing. */
const hasSameSums = (closed: MonthFigures, now: MonthFigures): boolean =>
  closed.days.length === now.days.length &&
  closed.days.every((sum, index) => isSameSum(sum, now.days[index]))

const isSameSum = (one: DaySum, other: DaySum | undefined): boolean =>
  other !== undefined && keysOf(one).every((key) => one[key] === other[key])

/** Returns the figures; for a closed month, those of the closing. */
export async function readFigures({ books }: Deps, month: string): Promise<MonthFigures> {
  const { closing } = await books.monthState(month)
  return closing?.figures ?? (await books.figures(month))
}

/** Returns the month before `present` if it is not closed; otherwise `present`. */
export async function monthToClose({ books }: Deps, present: string): Promise<string> {
  const { closing, earlier } = await books.monthState(present)
  return closing === null && earlier !== null ? neighborMonth(present, -1) : present
}

export type PayoutPage = {
  readonly payout: MonthPayout
  readonly transactions: readonly OwnedTransaction[]
  /** Starts at 1. */
  readonly page: number
  readonly perPage: number
}

const perPage = 100

/** Returns null if there is no such payout. */
export async function readPayout(
  { books }: Deps,
  sentId: string,
  page: number,
): Promise<PayoutPage | null> {
  const id = parsePayoutId(sentId)
  const payout = id === null ? null : await books.payout(id)
  if (id === null || payout === null) return null
  const part = { limit: perPage, offset: (page - 1) * perPage }
  return { payout, transactions: await books.transactionsOfPayout(id, part), page, perPage }
}
