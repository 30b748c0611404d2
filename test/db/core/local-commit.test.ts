// Commits that wait for a standby: those of caches do not, and the setting ends with their transaction.
import { describe, expect, test } from 'bun:test'
import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import {
  createMeasurements,
  createPrintEstimates,
} from '../../../server/db/models/cached-outcomes.ts'
import { createSliceCache } from '../../../server/db/models/slices.ts'
import type { Database } from '../../../server/db/schema/database.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase({ poolSize: 2 })
const log = { warn: () => undefined, error: () => undefined }
const sha256 = 'a'.repeat(64)
const key = { sha256, format: 'stl', units: null } as const
const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const
const refused = { kind: 'unreadable', code: 'empty', message: 'No triangles.' } as const

type Work = (tx: Transaction<Database>) => Promise<unknown>

/** Returns the setting at the commit of the work, and the setting of the connection afterwards. */
async function commitOf(work: Work, configured: string) {
  return database.db.connection().execute(async (connection) => {
    const read = (db: typeof connection) =>
      sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`
        .execute(db)
        .then(({ rows }) => rows[0]?.setting)
    await sql`select set_config('synchronous_commit', ${configured}, false)`.execute(connection)
    const inside = await connection.transaction().execute(async (tx) => {
      await work(tx)
      return read(tx)
    })
    const after = await read(connection)
    await sql`reset synchronous_commit`.execute(connection)
    return [inside, after]
  })
}

const cases: readonly (readonly [string, Work])[] = [
  [
    'a measurement',
    (tx) =>
      createMeasurements({ db: tx, pool: database.pool }, { coreVersion: 1, log }).save(
        key,
        refused,
      ),
  ],
  [
    'an estimate',
    (tx) => createPrintEstimates(tx, { coreVersion: 1, log }).save({ ...key, settings }, refused),
  ],
  [
    'the lease of a slice',
    async (tx) => {
      const cache = createSliceCache(tx, { schema: v.object({}), log })
      const claim = await cache.claim('lease', new AbortController().signal)
      if (claim.kind === 'mine') await claim.release()
    },
  ],
]

describe('a commit that does not wait for standbys', () => {
  test.each(cases)('is that of %s', async (_, work) => {
    expect(await commitOf(work, 'on')).toEqual(['local', 'on'])
  })

  test.each(cases)('waits for nothing when the server has this setting: %s', async (_, work) => {
    expect(await commitOf(work, 'off')).toEqual(['off', 'off'])
  })
})
