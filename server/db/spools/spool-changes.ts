// Operators' changes of counted spools. Plates that are being printed are locked first, then spools, then the printer, as at the end of a
// claim. What a plate has used so far is booked before the change.

import { sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { PrinterFailure } from '../../domain/farm/printers/failure.ts'
import type { SpoolFailure } from '../../domain/farm/spools/failure.ts'
import type { SpoolChange } from '../../domain/farm/spools/ports.ts'
import { type CountedSpool, filamentOf } from '../../domain/farm/spools/spool.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { nextVersion } from '../farm/job-rows.ts'
import { bookFilament, hasUncounted, isLoadedFor } from '../farm/plate-filament.ts'
import { addMovement, readSpool } from './spool-rows.ts'

type Failure = SpoolFailure | PrinterFailure

export async function changeSpool(
  db: Db,
  id: number,
  change: SpoolChange,
): Promise<Result<CountedSpool, Failure>> {
  return await db.transaction().execute(async (tx) => {
    const printer = change.action === 'load' ? change.printer : null
    await bookFilament(tx, { spoolId: id, printer })
    const spool = await readSpool(tx, id)
    if (spool === null) return fail({ kind: 'spool_not_found' })
    if (spool.version !== change.version) return fail({ kind: 'spool_changed' })
    const applied = await apply(tx, spool, change)
    if (!applied.ok) return applied
    const { by, action } = change
    await tx.updateTable('spools').set({ version: nextVersion }).where('id', '=', id).execute()
    await recordAction(tx, { by, kind: 'spool_changed', subject: String(id), detail: { action } })
    return ok((await readSpool(tx, id)) ?? spool)
  })
}

async function apply(
  tx: Tx,
  spool: CountedSpool,
  change: SpoolChange,
): Promise<Result<void, Failure>> {
  const { id, emptiedAt } = spool
  if (emptiedAt !== null && change.action !== 'weigh') return fail({ kind: 'spool_empty' })
  switch (change.action) {
    case 'weigh': {
      const grams = filamentOf(spool, change)
      if (typeof grams !== 'number') return fail({ kind: 'spool_weight_wrong', ...grams })
      await setLeft(tx, id, { kind: 'weighed', grams, by: change.by })
      // Restores a spool that was marked as empty by mistake.
      await tx.updateTable('spools').set({ emptied_at: null }).where('id', '=', id).execute()
      return ok(undefined)
    }
    case 'load':
      return await load(tx, spool, change)
    case 'unload':
      await unload(tx, sql<boolean>`id = ${id}`)
      return ok(undefined)
    case 'empty':
      await setLeft(tx, id, { kind: 'emptied', grams: 0, by: change.by })
      await unload(tx, sql<boolean>`id = ${id}`)
      await tx
        .updateTable('spools')
        .set({ emptied_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()
      return ok(undefined)
  }
}

/** Sets what is left on a spool by a movement of the difference. */
async function setLeft(
  tx: Tx,
  id: number,
  { kind, grams, by }: { kind: 'weighed' | 'emptied'; grams: number; by: string },
): Promise<void> {
  const { rows } = await sql<{ milligrams: number }>`
    select (${grams * 1000}::bigint - coalesce(sum(milligrams), 0))::bigint as milligrams
    from spool_movements where spool_id = ${id}`.execute(tx)
  await addMovement(tx, { spoolId: id, kind, milligrams: rows[0]?.milligrams ?? 0, by })
}

async function load(
  tx: Tx,
  { id, material, color, printer: before, slot: slotBefore }: CountedSpool,
  { printer, slot, by }: Extract<SpoolChange, { action: 'load' }>,
): Promise<Result<void, Failure>> {
  if (before === printer && slotBefore === slot) return ok(undefined)
  // The loaded spools are set at the desk from now on, as with the form of the printer.
  const known = await tx
    .updateTable('printers')
    .set({ version: nextVersion, spools_by: by, spools_counted: true })
    .where('name', '=', printer)
    .returning('name')
    .executeTakeFirst()
  if (known === undefined) return fail({ kind: 'printer_not_found' })
  await unload(tx, sql<boolean>`id = ${id} or (printer = ${printer} and slot = ${slot})`)
  await tx
    .updateTable('spools')
    .set({ printer, slot, opened_at: sql<Date>`coalesce(opened_at, now())` })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('printer_spools')
    .values({ printer, slot, material, color, grams_left: null })
    .onConflict((row) =>
      row.columns(['printer', 'slot']).doUpdateSet({ material, color, grams_left: null }),
    )
    .execute()
  // The rest of a plate that this printer prints is taken from the spool, unless it may be printed from one that is not counted.
  await sql`
    update plate_filament set spool_id = ${id} from spools
    where spools.id = ${id} and plate_filament.printer = ${printer} and plate_filament.spool_id is null
      and ${isLoadedFor('spools', 'plate_filament')} and not ${hasUncounted(printer, 'plate_filament')}`.execute(
    tx,
  )
  return ok(undefined)
}

/** Puts loaded spools on the shelf: their slots are empty. */
async function unload(tx: Tx, which: ReturnType<typeof sql<boolean>>): Promise<void> {
  await sql`
    with shelved as (
      update spools set printer = null, slot = null, version = spools.version + 1 from spools before
      where spools.id = before.id and spools.id in (select id from spools where ${which})
      returning before.id, before.printer, before.slot
    ), freed as (
      update plate_filament set spool_id = null from shelved where spool_id = shelved.id
    )
    delete from printer_spools using shelved
    where printer_spools.printer = shelved.printer and printer_spools.slot = shelved.slot`.execute(
    tx,
  )
}
