// Data of the overview. Every statement reads an index that contains only open, late or failed items, so that its cost does not grow with
// the number of finished orders.
import { sql } from 'kysely'
import * as v from 'valibot'
import { daySeconds } from '../../domain/base/time/day.ts'
import type { LateOrder } from '../../domain/desk/forecast.ts'
import type { OpenOrders } from '../../domain/desk/open-orders.ts'
import type { DeskReader, FarmSpeed } from '../../domain/desk/ports.ts'
import { openStatuses } from '../../domain/orders/record/status.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { remainingCentihours } from '../farm/load/remaining-work.ts'
import { isOrderOpen } from '../orders/order-statuses.ts'
import { attentionReader } from './attention.ts'

export function createDeskReader(database: Pick<OpenDatabase, 'db' | 'pool'>): DeskReader {
  return {
    openOrders: (speed) => readOpenOrders(database.db, speed),
    attention: attentionReader(database),
  }
}

const shown = 10

const openOrdersRow = v.variant('row', [
  v.object({
    row: v.literal('status'),
    status: v.picklist(openStatuses),
    orders: wholeNumber,
    late: wholeNumber,
    backlog: v.number(),
  }),
  v.object({
    row: v.literal('late'),
    code: v.string(),
    dueAt: v.date(),
    expectedAt: v.date(),
    count: wholeNumber,
  }),
])

/**
 * Reads the counts and the forecast in one statement, because most of its cost is finding the remaining work of each open order, a lookup
 * of its jobs.
 *
 * The farm works through the queue in this order: jobs on printers, then by priority and promised date. Held orders come last, because the
 * time of their release is unknown. Printed orders only wait for packing. Expected dates are rounded down to the hour.
 */
async function readOpenOrders(
  db: Db,
  { machineHoursPerDay, packingDays }: FarmSpeed,
): Promise<OpenOrders> {
  const rows = await readRows(
    db,
    openOrdersRow,
    sql`
    with work as materialized (
      select id, code, status, due_at, priority, held_at, ${remainingCentihours} as centihours from orders where ${isOrderOpen}
    ), statuses as (
      select status, count(*)::int as orders, count(*) filter (where due_at < now())::int as late, sum(centihours)::float8 as backlog
      from work group by status
    ), queue as (
      select code, due_at, sum(centihours) over (
        order by case when status = 'PRINTED' then 0 when held_at is not null then 3 when status = 'PRINTING' then 1 else 2 end,
          priority desc, due_at, id
        rows unbounded preceding) as centihours
      from work
    ), expected as (
      -- In seconds, which costs less than intervals.
      select code, due_at, date_part('epoch', due_at) as due, 3600 * floor((date_part('epoch', now())
        + ${daySeconds} * (centihours::float8 / 100 / ${machineHoursPerDay}::float8 + ${packingDays}::float8)) / 3600) as expected
      from queue
    ), late as (
      select code, due_at, to_timestamp(expected) as expected_at, count(*) over ()::int as count from expected
      where expected > due
      order by expected - due desc, code limit ${shown}
    )
    select 'status' as row, status, orders, late, backlog, null as code, null as "dueAt", null as "expectedAt", null as count
      from statuses
    union all select 'late', null, null, null, null, code, due_at, expected_at, count from late`,
  )
  const statuses = rows.filter((row) => row.row === 'status')
  const byStatus = { RECEIVED: 0, ACCEPTED: 0, PRINTING: 0, PRINTED: 0 }
  for (const { status, orders } of statuses) byStatus[status] = orders
  const sum = (column: 'backlog' | 'late') =>
    statuses.reduce((total, row) => total + row[column], 0)
  const late = rows
    .filter((row) => row.row === 'late')
    .sort((a, b) => delay(b) - delay(a) || (a.code < b.code ? -1 : 1))
  return {
    byStatus,
    backlogHundredths: sum('backlog'),
    late: sum('late'),
    forecast: {
      count: late[0]?.count ?? 0,
      orders: late.map(({ code, dueAt, expectedAt }) => ({ code, dueAt, expectedAt })),
    },
  }
}

const delay = ({ dueAt, expectedAt }: LateOrder): number => expectedAt.getTime() - dueAt.getTime()
