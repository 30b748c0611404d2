// Silhouettes of parts, by the content of their model and its pose. What no plate asked for is dropped: it is made again in milliseconds.
import { sql } from 'kysely'
import type { PartSilhouettes, SilhouetteKey } from '../../domain/farm/part-silhouettes.ts'
import { cellMm, type Silhouette } from '../../domain/planning/arrange/silhouette.ts'
import type { Db } from '../core/connect.ts'
import { committedLocally } from '../core/local-commit.ts'
import { removeRows } from '../core/remove-rows.ts'
import type { CacheOptions } from './cached-outcomes.ts'

/** A day is exact enough for what is dropped after weeks, and spares a write for each read. */
const usedDays = 1
const droppedAfterDays = 30
/** Four times what the planner looks at; 3 kB each on average. */
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

/** Null where the bits are not those of its sides. */
function silhouetteOf(widthMm: number, depthMm: number, stored: Uint8Array): Silhouette | null {
  const [columns, rows] = [cellsOf(widthMm), cellsOf(depthMm)]
  if (stored.length !== 4 * Math.ceil(columns / 32) * rows) return null
  // A copy begins at the border of a word.
  const bits = new Uint32Array(stored.slice().buffer)
  return { widthMm, depthMm, cellMm, columns, rows, bits }
}

/** The number of cells of a side, as the geometry core counts them. */
const cellsOf = (sideMm: number): number => Math.max(1, Math.ceil(sideMm / cellMm))

/** Drops those of an earlier core, those that no plate asked for, and the oldest ones beyond a bound. */
export async function sweepPartSilhouettes(db: Db, coreVersion: number): Promise<number> {
  const old = await removeRows(db, 'part_silhouettes', {
    where: sql`core_version < ${coreVersion} or used_at < now() - make_interval(days => ${droppedAfterDays})`,
  })
  const surplus = await removeRows(db, 'part_silhouettes', {
    where: sql`used_at < (select used_at from part_silhouettes order by used_at desc offset ${maxRows - 1} limit 1)`,
  })
  return old + surplus
}
