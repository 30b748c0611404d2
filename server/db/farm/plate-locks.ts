// Locks the jobs of a plate together with their orders: first the orders by id, then the lead job, then the riders by id. A plate of one
// job has no riders.

import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { fail, type Result } from '../../domain/base/result.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { isRunning as isRunningState } from '../../domain/farm/jobs/job.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import type { PrintJobsTable } from '../schema/farm.ts'
import { lockJob } from './job-rows.ts'

export type Row = Selectable<PrintJobsTable>

export type LockedPlate = {
  /** The locked orders by id. */
  readonly orders: ReadonlyMap<OrderId, Order>
  /** The requested job. */
  readonly job: Row
  readonly lead: Row
  /** Includes the jobs that were cancelled after the plate was claimed. */
  readonly riders: readonly Row[]
}

/** Thrown when the plate of a job changed between reading and locking it. The transaction is then retried. */
class PlateMoved extends Error {}

const maxTries = 5

/** Runs in a transaction that locks the job's plate. Returns `absent` when there is no such job. */
export async function onPlate<T>(
  db: Db,
  id: PrintJobId,
  absent: T,
  run: (tx: Tx, plate: LockedPlate) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const plate = await lockPlate(tx, id)
        return plate === null ? absent : await run(tx, plate)
      })
    } catch (error) {
      if (!(error instanceof PlateMoved) || tries === maxTries) throw error
    }
  }
}

/** Runs like `onPlate`, and fails when there is no such job. */
export const onJobPlate = async <T>(
  db: Db,
  id: PrintJobId,
  run: (tx: Tx, plate: LockedPlate) => Promise<Result<T, FarmFailure>>,
): Promise<Result<T, FarmFailure>> =>
  await onPlate<Result<T, FarmFailure>>(db, id, fail({ kind: 'print_job_not_found' }), run)

type Member = { readonly id: PrintJobId; readonly order_id: OrderId; readonly lead: PrintJobId }

async function lockPlate(tx: Tx, id: PrintJobId): Promise<LockedPlate | null> {
  const { rows: members } = await sql<Member>`
    with asked as materialized (select coalesce(lead_id, id) as lead from print_jobs where id = ${id})
    select id, order_id, lead from print_jobs join asked on id = lead
    union all select id, order_id, lead from print_jobs join asked on lead_id = lead`.execute(tx)
  const [first] = members
  if (first === undefined) return null
  const orders = await lockOrders(
    tx,
    members.map(({ order_id }) => order_id),
  )
  const lead = await lockJob(tx, first.lead)
  const riders = lead === null || lead.place === null ? [] : await lockRiders(tx, lead.id)
  const rows = lead === null ? [] : [lead, ...riders]
  const job = rows.find((row) => row.id === id)
  if (lead === null || job === undefined || lead.lead_id !== null || rows.some(isStrange)) {
    throw new PlateMoved('the plate of a print job changes too often')
  }
  return { orders, job, lead, riders }

  function isStrange({ order_id }: Row): boolean {
    return !orders.has(order_id)
  }
}

async function lockOrders(tx: Tx, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, Order>> {
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, orderOfRow(row)]))
}

const lockRiders = (tx: Tx, leadId: PrintJobId): Promise<Row[]> =>
  tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .forUpdate()
    .execute()

export function orderOf({ orders }: Pick<LockedPlate, 'orders'>, { order_id }: Row): Order {
  const order = orders.get(order_id)
  if (order === undefined) throw new Error(`the order of a print job was not locked`)
  return order
}

export const isRunning = ({ state }: Pick<Row, 'state'>): boolean => isRunningState(state)

/** The jobs of a plate that its printer has. */
export const runningJobs = ({ lead, riders }: Pick<LockedPlate, 'lead' | 'riders'>) =>
  [lead, ...riders].filter(isRunning)
