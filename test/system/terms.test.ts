// The farm's terms in two processes on one database, as TERMS_FILE changes: both price by the same version at every
// moment, and the metrics name it.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRealServer, type RealServer, waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing, useDatabase } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
const internalKey = 'an-internal-key-for-tests'
const database = useDatabase({ poolSize: 1 })

/** Returns the price of a 1 g part, for which the minimum per part is billed. */
async function minimumOf({ baseUrl }: RealServer): Promise<number> {
  const bboxMm = { x: 5, y: 5, z: 5 }
  const response = await fetch(`${baseUrl}/api/price`, {
    method: 'POST',
    body: JSON.stringify({ bboxMm, color: 'Black' }),
  })
  return (await response.json()).subtotal
}

/** Returns the version that each process reports in its metrics. */
async function versionsOf({ baseUrl }: RealServer): Promise<number[]> {
  const headers = { 'x-internal-key': internalKey }
  const text = await (await fetch(`${baseUrl}/metrics`, { headers })).text()
  return [...text.matchAll(/^farm_terms_version\{[^}]*\} (\d+)/gm)].map(([, version]) =>
    Number(version),
  )
}

test('a changed file is stored by the first process that reads it, and is in force in both from its start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-terms-'))
  const file = join(folder, 'terms.json')
  const write = (version: number, minimumCentsPerPart: number) =>
    writeFileSync(file, JSON.stringify({ version, minimumCentsPerPart, reason: 'Costs.' }))
  try {
    write(1, 150)
    const env = { DATABASE_URL: database.url, TERMS_FILE: file, INTERNAL_KEY: internalKey }
    await using first = closing(await openRealServer({ env }))
    await using second = closing(await openRealServer({ env }))
    await first.start()
    await second.start()
    const stored = () => database.db.selectFrom('farm_terms').selectAll().orderBy('id').execute()
    // Two starts with one version store it once, a minute ahead.
    expect(await stored()).toHaveLength(1)
    expect([await minimumOf(first), await minimumOf(second)]).toEqual([1, 1])
    const holds = (server: RealServer, dollars: number) =>
      waitUntil(
        `a part costs ${dollars}`,
        async () => (await minimumOf(server)) === dollars,
        180_000,
      )
    await Promise.all([holds(first, 1.5), holds(second, 1.5)])

    // The file changes, and one process restarts: the other one follows without a restart.
    write(2, 250)
    expect(await second.stop()).toBe(0)
    await second.start()
    const [, newer] = await stored()
    if (newer === undefined) throw new Error('version 2 was not stored')
    const now = async () => {
      const { rows } = await database.pool.query('select clock_timestamp() as now')
      return (rows[0].now as Date).getTime()
    }
    const moment = newer.valid_from.getTime()
    let checkedBefore = 0
    for (;;) {
      const before = await now()
      const prices = await Promise.all([minimumOf(first), minimumOf(second)])
      const after = await now()
      // A price requested entirely before or after the start is that of the version in force.
      if (after < moment) {
        expect(prices).toEqual([1.5, 1.5])
        checkedBefore += 1
      }
      if (before > moment + 1_000) {
        expect(prices).toEqual([2.5, 2.5])
        break
      }
      await Bun.sleep(200)
    }
    expect(checkedBefore).toBeGreaterThan(0)
    await waitUntil('the metrics name the version', async () => {
      const versions = await versionsOf(first)
      return versions.length === 2 && versions.every((version) => version === Number(newer.id))
    })

    // An older file belongs to a process that starts late: it is ignored.
    write(1, 150)
    expect(await first.stop()).toBe(0)
    await first.start()
    expect(await minimumOf(first)).toBe(2.5)
    expect(first.logs().map(({ event }) => event)).toContain('terms.file_outdated')
    // Other terms under a stored version stop the start.
    write(2, 999)
    expect(await first.stop()).toBe(0)
    await expect(first.start()).rejects.toThrow('Set "version" to 3 or more.')
    expect(await minimumOf(second)).toBe(2.5)
    expect(await stored()).toHaveLength(2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
