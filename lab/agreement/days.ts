// The days of a history. A history runs within minutes, so some of its orders are moved to earlier days in the books.
import { withoutTriggers } from '../../testing/database/without-triggers.ts'
import type { History, OrderRecord } from './record.ts'
import type { Stage } from './stage.ts'

export type Days = {
  /** A day such as 2026-11-26. */
  readonly began: string
  readonly ended: string
  /** Months with entries in the books, such as 2026-11. */
  readonly months: readonly string[]
}

const spread = 3
const dayMs = 24 * 3600_000

export const today = (): string => new Date().toISOString().slice(0, 10)

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

const daysAgo = ({ orders }: History, order: OrderRecord): number => orders.indexOf(order) % spread

/** Dates the movements and documents of one in three orders back by one day, and those of another third by two. */
export async function spreadOverDays({ service, history }: Stage, began: string): Promise<Days> {
  for (let days = 1; days < spread; days += 1) {
    const moved = history.orders.filter((order) => daysAgo(history, order) === days)
    const codes = moved.map(({ code }) => code)
    const which = 'order_id in (select id from orders where code = any($2))'
    for (const statement of [
      `update money_movements set booked_at = booked_at - make_interval(days => $1) where ${which} and kind not like 'fee%'`,
      `update billing_documents set issued_at = issued_at - make_interval(days => $1) where ${which}`,
    ]) {
      await withoutTriggers(service.service.database.pool, statement, [days, codes])
    }
  }
  const ended = today()
  const first = daysBefore(began, spread - 1)
  const months = [...new Set([first, began, ended].map((day) => day.slice(0, 7)))]
  return { began, ended, months }
}

/**
 * Returns by day the orders whose money moved on it; gift cards and credits belong to the last one. Null when
 * midnight has passed meanwhile.
 */
export function byDay(
  history: History,
  { began, ended }: Days,
): ReadonlyMap<string, History> | null {
  if (began !== ended) return null
  const nothing: History = {
    orders: [],
    cards: [],
    credits: [],
    charges: [],
    told: [],
    payouts: [],
  }
  const days = Array.from({ length: spread }, (_, daysBack): [string, History] => {
    const orders = history.orders.filter((order) => daysAgo(history, order) === daysBack)
    return [
      daysBefore(ended, daysBack),
      daysBack === 0 ? { ...history, orders } : { ...nothing, orders },
    ]
  })
  return new Map(days)
}
