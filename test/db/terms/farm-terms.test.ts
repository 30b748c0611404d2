// The stored versions of the farm's terms, and the file that stores them at the start of a process.
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createFarmTerms } from '../../../server/db/terms/farm-terms.ts'
import { contractTerms, terms } from '../../../server/domain/catalog/terms.ts'
import { applyTermsFile } from '../../../server/domain/terms/apply-file.ts'
import type { FarmTerms } from '../../../server/domain/terms/ports.ts'
import { leadSeconds } from '../../../server/domain/terms/schedule.ts'
import type { TermsFile } from '../../../server/domain/terms/terms-file.ts'
import { openTerms } from '../../../server/wiring/terms/open-terms.ts'
import { useDatabase } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const database = useDatabase({ poolSize: 3 })
const events: string[] = []
const warnings: unknown[] = []
const log = {
  info: (event: string) => void events.push(event),
  warn: (event: string, fields?: object) => {
    events.push(event)
    warnings.push({ event, ...fields })
  },
  error: (event: string) => void events.push(event),
}
let farmTerms: FarmTerms

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const planned = inDays(30)

const file = (version: number, minimumCentsPerPart: number, validFrom: Date | null = null) =>
  ({
    version,
    validFrom,
    reason: null,
    terms: { ...contractTerms, minimumCentsPerPart },
  }) satisfies TermsFile

const apply = (one: TermsFile) => applyTermsFile({ farmTerms, log }, one)

beforeAll(() => {
  farmTerms = createFarmTerms(database.db)
})

describe('the file at the start', () => {
  test('is stored once by processes that start concurrently, a minute ahead by the database’s clock', async () => {
    const both = await Promise.all([apply(file(1, 200)), apply(file(1, 200))])
    expect(both).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    const { rows } = await sql<{ lead: number }>`
      select extract(epoch from valid_from - stored_at)::float8 as lead from farm_terms`.execute(
      database.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.lead).toBeGreaterThanOrEqual(leadSeconds)
    expect(rows[0]?.lead).toBeLessThan(2 * leadSeconds)
    expect((await farmTerms.readHistory(1))[0]?.changes).toEqual([
      'Minimum per part: $1.00 to $2.00.',
    ])
  })

  verifies(
    'terms.same-version',
    'with the same version and other prices or another start stops the process',
    async () => {
      expect(await apply(file(1, 200))).toEqual({ ok: true, value: null })
      expect(await apply(file(1, 300))).toEqual({
        ok: false,
        failure:
          'version 1 was stored with other terms (Minimum per part: $2.00 to $3.00.) Set "version" to 2 or more.',
      })
      const moved = await apply(file(1, 200, new Date('2030-01-01T00:00:00Z')))
      expect(moved).toMatchObject({
        failure: expect.stringContaining('(validFrom: none to 2030-01-01T00:00:00.000Z.)'),
      })
    },
  )

  test('stops the start when a process with other prices stored first', async () => {
    let reads = 0
    const late: FarmTerms = {
      ...farmTerms,
      // The version that was read before the other process stored its version.
      readNewestFileVersion: () =>
        reads++ === 0 ? Promise.resolve(null) : farmTerms.readNewestFileVersion(),
      readFileVersion: (version) =>
        reads === 1 ? Promise.resolve(null) : farmTerms.readFileVersion(version),
    }
    expect(await applyTermsFile({ farmTerms: late, log }, file(1, 300))).toMatchObject({
      ok: false,
    })
  })

  test('states the changes from the terms in force before its start', async () => {
    await apply(file(2, 400, planned))
    await apply(file(3, 300, new Date(planned.getTime() + 1000)))
    const [newest] = await farmTerms.readHistory(1)
    expect(newest?.changes).toEqual(['Minimum per part: $4.00 to $3.00.'])
    expect(newest?.validFrom).toEqual(new Date(planned.getTime() + 1000))
  })

  verifies('terms.outdated', 'that is older than the newest stored one is ignored', async () => {
    expect(await apply(file(2, 999))).toEqual({ ok: true, value: null })
    expect(events.at(-1)).toBe('terms.file_outdated')
  })

  test('is read, checked and stored from its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'terms-'))
    const path = join(folder, 'terms.json')
    try {
      writeFileSync(path, '{"version": 4, "validFrom": "2020-01-01T00:00:00Z"}')
      const [third, second] = await farmTerms.readHistory(2)
      warnings.length = 0
      const open = await openTerms({ farmTerms, log }, path)
      const [fourth] = await farmTerms.readHistory(1)
      const event = 'terms.planned_replaced'
      const byNew = { event, replacedBy: fourth?.terms.version }
      expect(warnings).toEqual([
        { ...byNew, version: second?.terms.version, validFrom: second?.validFrom.toISOString() },
        { ...byNew, version: third?.terms.version, validFrom: third?.validFrom.toISOString() },
      ])
      expect(open.termsSchedule.holdsOwn).toBe(true)
      expect(open.termsSchedule.msUntilNext()).toBeGreaterThan((leadSeconds - 20) * 1000)
      open.close()
      writeFileSync(path, '{"version": 4, "minimumCentsPerPart": 500}')
      await expect(openTerms({ farmTerms, log }, path)).rejects.toThrow(
        `TERMS_FILE ${path}: version 4 was stored with other terms`,
      )
      expect(terms()).toBe(contractTerms)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

verifies(
  'terms.appended',
  'versions are only added, and take effect after they are stored',
  async () => {
    const refused = 'versions are only added'
    for (const statement of [
      'update farm_terms set reason = null',
      'delete from farm_terms',
      'truncate farm_terms',
    ]) {
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(refused)
    }
    await expect(
      sql`insert into farm_terms (valid_from, terms, source, stored_by, changes)
      values (now() - interval '1 second', '{}', 'desk', 'owner@example.com', '[]')`.execute(
        database.db,
      ),
    ).rejects.toThrow('farm_terms_check')
  },
)

test('the terms in force exclude planned versions that a later one replaced', async () => {
  // Planned above for 30 days ahead; version 4 of the file was stored later and takes effect in a minute.
  const { versions } = await farmTerms.readInForce()
  const newest = versions.at(-1)
  expect(newest?.fileVersion).toBe(4)
  await sql`insert into farm_terms (valid_from, terms, source, stored_by, changes, stored_at)
    values (clock_timestamp(), '{"shade": 1, "minimumCentsPerPart": 7}', 'desk', 'owner@example.com', '[]', now() - interval '1 hour')`.execute(
    database.db,
  )
  const after = await farmTerms.readInForce()
  expect(after.versions).toHaveLength(1)
  expect(after.versions[0]?.terms).toMatchObject({ minimumCentsPerPart: 7 })
})
