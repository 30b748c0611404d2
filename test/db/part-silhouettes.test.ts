// Silhouettes in the database: keyed by content and pose, stored exactly, and kept only as long as plates request
// them.
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import {
  createPartSilhouettes,
  sweepPartSilhouettes,
} from '../../server/db/models/part-silhouettes.ts'
import type { SilhouetteKey } from '../../server/domain/farm/part-silhouettes.ts'
import { boxSilhouette } from '../../server/domain/planning/arrange/silhouette.ts'
import { randomSilhouette } from '../../testing/models/silhouettes.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()
beforeEach(() => database.db.deleteFrom('part_silhouettes').execute())

const key: SilhouetteKey = { sha256: 'a'.repeat(64), format: 'stl', units: null, orient: false }
const open = (coreVersion = 1) => createPartSilhouettes(database.db, { coreVersion })
const count = async () => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from part_silhouettes`.execute(database.db)
  return rows[0]?.rows
}
const usedDaysAgo = (days: number) =>
  database.db
    .updateTable('part_silhouettes')
    .set({ used_at: sql`now() - make_interval(days => ${days})` })
    .execute()

test('a silhouette is returned as it was saved, whatever its sides', async () => {
  const random = seededRandom(3)
  for (let round = 0; round < 40; round += 1) {
    const saved = randomSilhouette(random, round % 4 === 0 ? 300 : 70)
    const each = { ...key, sha256: `${round}` }
    await open().save(each, saved)
    expect(await open().read(each)).toEqual(saved)
  }
})

test('a different content, unit, pose or core has a different silhouette', async () => {
  await open().save(key, boxSilhouette(20, 10))
  for (const other of [
    { ...key, sha256: 'b'.repeat(64) },
    { ...key, format: 'obj' as const },
    { ...key, units: 'in' as const },
    { ...key, orient: true },
  ]) {
    expect(await open().read(other)).toBeNull()
  }
  expect(await open(2).read(key)).toBeNull()
  expect(await open().read(key)).not.toBeNull()
})

test('only one of two equal silhouettes made concurrently is stored', async () => {
  await Promise.all([1, 2, 3].map(() => open().save(key, boxSilhouette(20, 10))))
  expect(await count()).toBe(1)
})

test('a silhouette whose bits do not match its sides counts as absent', async () => {
  await open().save(key, boxSilhouette(20, 10))
  await database.db.updateTable('part_silhouettes').set({ width_mm: 33 }).execute()
  expect(await open().read(key)).toBeNull()
})

test('the sweep drops silhouettes that were not read within 30 days, and those of an earlier core', async () => {
  await open().save(key, boxSilhouette(20, 10))
  await usedDaysAgo(29)
  expect(await sweepPartSilhouettes(database.db, 1)).toBe(0)
  // A read counts as use.
  await open().read(key)
  await database.db
    .updateTable('part_silhouettes')
    .set({ used_at: sql`used_at - interval '2 days'` })
    .execute()
  expect(await sweepPartSilhouettes(database.db, 1)).toBe(0)
  await usedDaysAgo(31)
  expect(await sweepPartSilhouettes(database.db, 1)).toBe(1)
  await open().save(key, boxSilhouette(20, 10))
  expect(await sweepPartSilhouettes(database.db, 2)).toBe(1)
})

test('the sweep keeps the 20,000 that were requested last', async () => {
  await sql`insert into part_silhouettes (sha256, format, units, oriented, core_version, width_mm, depth_mm, bits, used_at)
    select n::text, 'stl', '', false, 1, 1, 1, '\\x01000000', now() - make_interval(secs => n) from generate_series(1, 20100) n`.execute(
    database.db,
  )
  await sweepPartSilhouettes(database.db, 1)
  expect(await count()).toBe(20_000)
  const { rows } = await sql<{ oldest: number }>`
    select max(sha256::int) as oldest from part_silhouettes`.execute(database.db)
  expect(rows[0]?.oldest).toBe(20_000)
})
