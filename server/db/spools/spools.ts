// Counted spools. Each function is one statement or one transaction.
import { sql } from 'kysely'
import * as v from 'valibot'
import { printJobIdOf } from '../../domain/base/ids/print-job-id.ts'
import type { AddedSpools, Spools } from '../../domain/farm/spools/ports.ts'
import { movementKinds, type SpoolMovement } from '../../domain/farm/spools/spool.ts'
import type { Db } from '../core/connect.ts'
import { idOf, readRows } from '../core/read-rows.ts'
import { recordAction } from '../core/record-action.ts'
import { readFilamentStock } from './filament-stock.ts'
import { changeSpool } from './spool-changes.ts'
import { addMovement, readSpool, selectSpools, spoolOfRow } from './spool-rows.ts'

export const createSpools = (db: Db): Spools => ({
  add: (spools) => addSpools(db, spools),
  change: (id, change) => changeSpool(db, id, change),
  read: (id) => readSpool(db, id),
  list: async (which, limit) => {
    const spools = selectSpools(db).limit(limit)
    const rows =
      which === 'empty'
        ? spools.where('emptied_at', 'is not', null).orderBy('emptied_at', 'desc').orderBy('id')
        : spools
            .where('emptied_at', 'is', null)
            .orderBy(sql`printer is null`)
            .orderBy('printer')
            .orderBy('slot')
            .orderBy('material')
            .orderBy(sql`lower(color)`)
            .orderBy('id')
    return (await rows.execute()).map(spoolOfRow)
  },
  movements: (id, limit) => listMovements(db, id, limit),
  stock: (historyDays) => readFilamentStock(db, historyDays),
})

async function addSpools(
  db: Db,
  { by, count, runId, ...spool }: AddedSpools & { readonly by: string },
): Promise<readonly number[]> {
  const { material, color, fullGrams, emptyGrams, priceCents, lot } = spool
  return await db.transaction().execute(async (tx) => {
    const earlier =
      runId === null
        ? []
        : await tx
            .selectFrom('spools')
            .select('id')
            .where('run_id', '=', runId)
            .orderBy('id')
            .execute()
    if (earlier.length > 0) return earlier.map(({ id }) => id)
    const rows = await tx
      .insertInto('spools')
      .values(
        Array.from({ length: count }, () => ({
          material,
          color,
          full_grams: fullGrams,
          empty_grams: emptyGrams,
          price_cents: priceCents,
          lot,
          run_id: runId,
          created_by: by,
        })),
      )
      .returning('id')
      .execute()
    for (const { id } of rows) {
      await addMovement(tx, { spoolId: id, kind: 'added', milligrams: fullGrams * 1000, by })
      await recordAction(tx, {
        by,
        kind: 'spool_changed',
        subject: String(id),
        detail: { action: 'add' },
      })
    }
    return rows.map(({ id }) => id)
  })
}

const movementRow = v.object({
  at: v.date(),
  kind: v.picklist(movementKinds),
  grams: v.number(),
  gramsLeft: v.number(),
  jobId: v.nullable(idOf(printJobIdOf)),
  orderCode: v.nullable(v.string()),
  by: v.string(),
})

async function listMovements(db: Db, id: number, limit: number): Promise<readonly SpoolMovement[]> {
  const rows = await readRows(
    db,
    movementRow,
    sql`
    select at, kind, grams, "gramsLeft", job_id as "jobId", orders.code as "orderCode", by from (
      select id, at, kind, job_id, by, milligrams / 1000.0::float8 as grams,
        sum(milligrams) over (order by id)::float8 / 1000 as "gramsLeft"
      from spool_movements where spool_id = ${id}
    ) as movement left join print_jobs on print_jobs.id = job_id left join orders on orders.id = print_jobs.order_id
    order by movement.id desc limit ${limit}`,
  )
  return rows.map(({ jobId, orderCode, ...movement }) => ({
    ...movement,
    plate: jobId === null ? null : { jobId, orderCode },
  }))
}
