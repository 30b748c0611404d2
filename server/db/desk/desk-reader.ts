// What the overview reads. Every statement reads an index that holds only what is open, late or broken, so that it costs the same
// with any number of orders that are done.
import { sql } from 'kysely'
import type { LateForecast, LateOrder } from '../../domain/desk/forecast.ts'
import type { OpenOrders, OpenStatus } from '../../domain/desk/overview.ts'
import type { DeskReader, FarmSpeed } from '../../domain/desk/ports.ts'
import type { Db } from '../core/connect.ts'
import { remainingCentihours } from '../orders/remaining-work.ts'
import { readAttention } from './attention.ts'
import { isOpen } from './open-orders.ts'

export function createDeskReader(db: Db): DeskReader {
  return {
    openOrders: () => readOpenOrders(db),
    attention: () => readAttention(db),
    forecast: (speed) => readForecast(db, speed),
  }
}

type OpenRow = { status: OpenStatus; orders: number; backlog: number; late: number }

async function readOpenOrders(db: Db): Promise<OpenOrders> {
  const { rows } = await sql<OpenRow>`
    select status, count(*)::int as orders, count(*) filter (where due_at < now())::int as late,
      coalesce(sum(${remainingCentihours}), 0)::float8 as backlog
    from orders where ${isOpen} and paid
    group by status`.execute(db)
  const byStatus = { RECEIVED: 0, ACCEPTED: 0, PRINTING: 0, PRINTED: 0 }
  for (const { status, orders } of rows) byStatus[status] = orders
  const sum = (column: 'backlog' | 'late') => rows.reduce((total, row) => total + row[column], 0)
  return { byStatus, backlogHundredths: sum('backlog'), late: sum('late') }
}

const shown = 10

/**
 * The queue in the order in which the farm works it off: what is on printers, then by priority and promised date. What is held comes
 * last, since its release has no date. Printed orders wait for packing alone. Expected dates are cut to the hour.
 */
async function readForecast(
  db: Db,
  { machineHoursPerDay, packingDays }: FarmSpeed,
): Promise<LateForecast> {
  const { rows } = await sql<LateOrder & { count: number }>`
    with queue as (
      select code, due_at, sum(${remainingCentihours}) over (
        order by case when status = 'PRINTED' then 0 when held_at is not null then 3 when status = 'PRINTING' then 1 else 2 end,
          priority desc, due_at, id
        rows unbounded preceding) as centihours
      from orders where ${isOpen} and paid
    ), expected as (
      -- In seconds, which costs less than intervals.
      select code, due_at, date_part('epoch', due_at) as due, 3600 * floor((date_part('epoch', now())
        + 86400 * (centihours::float8 / 100 / ${machineHoursPerDay}::float8 + ${packingDays}::float8)) / 3600) as expected
      from queue
    )
    select code, due_at as "dueAt", to_timestamp(expected) as "expectedAt", count(*) over ()::int as count from expected
    where expected > due
    order by expected - due desc, code limit ${shown}`.execute(db)
  const orders = rows.map(({ code, dueAt, expectedAt }) => ({ code, dueAt, expectedAt }))
  return { count: rows[0]?.count ?? 0, orders }
}
