// Silhouettes of parts, by the content of their model and its pose. Silhouettes that no plate needs are deleted, because computing them
// again takes milliseconds.
import { sql } from 'kysely'
import type { PartSilhouettes, SilhouetteKey } from '../../domain/farm/part-silhouettes.ts'
import { cellMm, type Silhouette } from '../../domain/planning/arrange/silhouette.ts'
import type { Db } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'
import { committedLocally } from '../core/transactions/local-commit.ts'
import type { CacheOptions } from './cached-outcomes.ts'

/** The time of the last use is exact to one day, which suffices for a deletion after weeks and saves a write per read. */
const usedDays = 1
const droppedAfterDays = 30
/** Four times what the planner reads. Each row takes 3 kB on average. */
const maxRows = 20_000

export function createPartSilhouettes(
  db: Db,
  { coreVersion }: Pick<CacheOptions, 'coreVersion'>,
): PartSilhouettes {
  const columnsOf = ({ sha256, format, units, orient }: SilhouetteKey) => ({
    sha256,
    format,
    units: units ?? ('' as const),
    oriented: orient,
    core_version: coreVersion,
  })
  return {
    read: async (key) => {
      const row = await db
        .selectFrom('part_silhouettes')
        .select([
          'width_mm',
          'depth_mm',
          'bits',
          sql<boolean>`used_at < now() - make_interval(days => ${usedDays})`.as('isOld'),
        ])
        .where((where) => where.and(columnsOf(key)))
        .executeTakeFirst()
      if (row === undefined) return null
      if (row.isOld) {
        await db
          .updateTable('part_silhouettes')
          .set({ used_at: sql`now()` })
          .where((where) => where.and(columnsOf(key)))
          .execute()
      }
      return silhouetteOf(row.width_mm, row.depth_mm, row.bits)
    },
    save: async (key, { widthMm, depthMm, bits }) => {
      await db
        .insertInto('part_silhouettes')
        .values({
          ...columnsOf(key),
          sha256: committedLocally(key.sha256),
          width_mm: widthMm,
          depth_mm: depthMm,
          bits: Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/** Returns null if the number of bits does not match the sides. */
function silhouetteOf(widthMm: number, depthMm: number, stored: Uint8Array): Silhouette | null {
  const [columns, rows] = [cellsOf(widthMm), cellsOf(depthMm)]
  if (stored.length !== 4 * Math.ceil(columns / 32) * rows) return null
  // Copied, because a typed array must start at a word boundary.
  const bits = new Uint32Array(stored.slice().buffer)
  return { widthMm, depthMm, cellMm, columns, rows, bits }
}

/** Returns the number of cells of a side, computed as in the geometry core. */
const cellsOf = (sideMm: number): number => Math.max(1, Math.ceil(sideMm / cellMm))

/** Deletes silhouettes of an earlier core, those that no plate needs, and the oldest ones above the limit. */
export async function sweepPartSilhouettes(db: Db, coreVersion: number): Promise<number> {
  const old = await removeRows(db, 'part_silhouettes', {
    where: sql`core_version < ${coreVersion} or used_at < now() - make_interval(days => ${droppedAfterDays})`,
  })
  const surplus = await removeRows(db, 'part_silhouettes', {
    where: sql`used_at < (select used_at from part_silhouettes order by used_at desc offset ${maxRows - 1} limit 1)`,
  })
  return old + surplus
}
