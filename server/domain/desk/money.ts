// Revenue, refunds, and every payment that needs a person.
import { addDays, dayOf } from '../base/time/day.ts'
import type { LedgerCheck } from '../money/ports.ts'
import type { BoardRefund, OperatorDeps, UnpaidOrder, UnsettledCharge } from '../operators/ports.ts'
import type { DeskDeps } from './ports.ts'
import { noMoves, type SumsByKind } from './throughput.ts'

/** Takings and refunds, computed as on the overview and throughput pages, plus declined charges. */
export type MoneySums = Pick<SumsByKind, 'received' | 'refunded'> & { readonly declined: number }

export type MoneyOverview = {
  readonly today: MoneySums
  /** The last seven days, including today. */
  readonly week: MoneySums
  readonly unsettled: readonly UnsettledCharge[]
  /** Payments without an order that await a refund or a decision. */
  readonly unmatched: number
  readonly refunds: readonly BoardRefund[]
  readonly unpaid: readonly UnpaidOrder[]
  readonly declined: readonly UnpaidOrder[]
  /** null = no check has run. */
  readonly ledger: LedgerCheck | null
  /** Maximum number of rows in a list. */
  readonly limit: number
}

type Deps = Pick<OperatorDeps, 'moneyBoard' | 'ledger'> &
  Pick<DeskDeps, 'throughput' | 'clock' | 'timeZone'>

/** Length of each list. */
const maxRows = 50

export async function readMoney(deps: Deps): Promise<MoneyOverview> {
  const { moneyBoard: board } = deps
  const [sums, unsettled, unmatched, refunds, unpaid, declined, ledger] = await Promise.all([
    readSums(deps),
    board.unsettledCharges(maxRows),
    board.unmatchedCount(),
    board.refunds(maxRows),
    board.unpaidOrders(maxRows),
    board.declinedOrders(maxRows),
    deps.ledger.lastCheck(),
  ])
  return { ...sums, unsettled, unmatched, refunds, unpaid, declined, ledger, limit: maxRows }
}

async function readSums({
  moneyBoard,
  throughput,
  clock,
  timeZone,
}: Deps): Promise<Pick<MoneyOverview, 'today' | 'week'>> {
  const to = dayOf(clock.now(), timeZone)
  const [{ steps, total }, declinedToday, declined] = await Promise.all([
    throughput.read({ from: addDays(to, -6), to, step: 'day' }),
    moneyBoard.declinedCount({ days: 1, timeZone }),
    moneyBoard.declinedCount({ days: 7, timeZone }),
  ])
  const today = steps.at(-1) ?? noMoves
  return { today: { ...today, declined: declinedToday }, week: { ...total, declined } }
}
