// Converts counted spools from rows.
import { type Selectable, sql } from 'kysely'
import type { CountedSpool } from '../../domain/farm/spools/spool.ts'
import type { Db, Tx } from '../core/connect.ts'
import { leftMilligrams } from '../farm/plate-filament.ts'
import type { SpoolsTable } from '../schema/spools.ts'

export type SpoolRow = Selectable<SpoolsTable> & { readonly left_milligrams: number }

export const selectSpools = (db: Db | Tx) =>
  db.selectFrom('spools').selectAll().select(leftMilligrams.as('left_milligrams'))

export async function readSpool(db: Db | Tx, id: number): Promise<CountedSpool | null> {
  const row = await selectSpools(db).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : spoolOfRow(row)
}

export function spoolOfRow(row: SpoolRow): CountedSpool {
  return {
    id: row.id,
    material: row.material,
    color: row.color,
    fullGrams: row.full_grams,
    emptyGrams: row.empty_grams,
    priceCents: row.price_cents,
    lot: row.lot,
    gramsLeft: Math.round(row.left_milligrams / 1000),
    printer: row.printer,
    slot: row.printer === null ? null : row.slot,
    openedAt: row.opened_at,
    emptiedAt: row.emptied_at,
    createdAt: row.created_at,
    version: row.version,
  }
}

/** Adds an operator's movement to the ledger of a spool. */
export const addMovement = (
  tx: Tx,
  movement: {
    readonly spoolId: number
    readonly kind: 'added' | 'weighed' | 'emptied'
    readonly milligrams: number
    readonly by: string
  },
) =>
  sql`insert into spool_movements (spool_id, kind, milligrams, by)
    values (${movement.spoolId}, ${movement.kind}, ${movement.milligrams}, ${movement.by})`.execute(
    tx,
  )
