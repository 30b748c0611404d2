// Figures for the cost of orders: the filament and the hours of their print jobs, the fees booked for them in the ledger, and their labels.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { JobWork, OrderWorkReader } from '../../domain/desk/order-cost.ts'
import { readLabelCosts } from '../carriers/label-costs.ts'
import type { Db } from '../core/connect.ts'
import { hoursAlone, isOfPlate } from '../farm/job-rows.ts'

export const createOrderCosts = (db: Db): OrderWorkReader => ({
  read: async (orderIds) => {
    const [jobs, fees, labels] = await Promise.all([
      readJobs(db, orderIds),
      readFees(db, orderIds),
      readLabelCosts(db, orderIds),
    ])
    const byOrder = Map.groupBy(jobs, ({ orderId }) => orderId)
    return new Map(
      orderIds.map((id) => [
        id,
        {
          jobs: (byOrder.get(id) ?? []).map(({ orderId: _, ...job }) => job),
          feeCents: fees.get(id) ?? null,
          labels: labels.get(id) ?? [],
        },
      ]),
    )
  },
})

type JobRow = JobWork & { readonly orderId: OrderId }

/**
 * Reads the jobs with their filament. The file is the job's own, or the slice that its claim got. The file of a shared plate is stored
 * with the lead job: its filament is divided among the jobs that were claimed together, in proportion to the hours that each takes alone,
 * as the time is.
 */
async function readJobs(db: Db, orderIds: readonly OrderId[]): Promise<readonly JobRow[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<JobRow>`
    select job.order_id as "orderId", job.line, job.state = 'done' as "isDone", job.parts, coalesce(job.good, 0) as good,
      coalesce(job.printed_seconds, job.centihours * 36) as seconds,
      round(1000 * file.grams * case when file.shared then ${timeShare('job')} / (
        select sum(${timeShare('member')}) from print_jobs member
        where (member.id = coalesce(job.lead_id, job.id) or member.lead_id = coalesce(job.lead_id, job.id))
          and member.plate_lease is not distinct from job.plate_lease)
        else job.parts::float8 / file.parts end)::int as milligrams
    from print_jobs job left join print_files file on file.id = coalesce(job.print_file_id, (
      select made.print_file_id from plate_slices made
      where ${isOfPlate('made', 'job')} and made.state = 'sliced'
        and (made.profile = job.slice_profile or job.slice_profile is null)
      order by made.profile limit 1))
    where job.order_id = any(${[...orderIds]}::uuid[]) and job.state <> 'cancelled'
    order by job.order_id, job.plate, job.id`.execute(db)
  return rows
}

const timeShare = (job: string) => sql`greatest(1, ${hoursAlone(job)})::float8`

async function readFees(
  db: Db,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<{ orderId: OrderId; cents: number }>`
    select order_id as "orderId", sum(case debit when 'fees' then cents else -cents end)::int as cents from money_movements
    where order_id = any(${[...orderIds]}::uuid[]) and 'fees' in (debit, credit) group by order_id`.execute(
    db,
  )
  return new Map(rows.map(({ orderId, cents }) => [orderId, cents]))
}
