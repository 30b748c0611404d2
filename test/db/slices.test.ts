// Slices stored in a real PostgreSQL, and the leases by which processes agree on who slices: one at a time, and never
// indefinitely.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { createPrintEstimates } from '../../server/db/models/cached-outcomes.ts'
import { createSliceCache } from '../../server/db/models/slices.ts'
import type { EstimateKey } from '../../server/domain/measurement/ports.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { until } from '../../testing/service/until.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase({ poolSize: 12 })
const warnings: string[] = []
const note = (event: string) => void warnings.push(event)
const log = { warn: note, error: note }
const quick = { leaseSeconds: 0.6, pollMs: { first: 10, max: 30 } }
const schema = v.object({ grams: v.number() })
/** Opens the store as another process does. */
const open = (leases = quick) => createSliceCache(database.db, { schema, log, leases })

const never = new AbortController().signal
const mine = async (cache: ReturnType<typeof open>, key: string) => {
  const claim = await cache.claim(key, never)
  if (claim.kind !== 'mine') throw new Error(`the key is ${claim.kind}`)
  return claim
}
const row = (key: string) =>
  database.db.selectFrom('slices').selectAll().where('key', '=', key).executeTakeFirst()

/** Waits until the first lease has ended. A key that is free then has no row, or another holder. */
async function outlivesItsLease(key: string): Promise<void> {
  const first = await row(key)
  const end = Number(first?.leased_until) + quick.leaseSeconds * 1000
  await until(async () => {
    const now = await row(key)
    expect(now?.holder).toBe(first?.holder ?? '')
    return Number(now?.leased_until) > end
  })
}

describe('leases', () => {
  test('a saved verdict is returned to all waiting callers, and to later reads', async () => {
    const key = 'saved'
    const holder = await mine(open(), key)
    expect(await open().read(key)).toBeNull()
    const waiting = [open(), open(), open()].map((cache) => cache.claim(key, never))
    await holder.save({ grams: 7 })
    const stored = { kind: 'stored', verdict: { grams: 7 } } as const
    expect(await Promise.all(waiting)).toEqual([stored, stored, stored])
    expect(await open().read(key)).toEqual({ grams: 7 })
    expect(await row(key)).toMatchObject({ holder: null, leased_until: null })
  })

  test('a key released without a verdict goes to the next claim, and leaves no row', async () => {
    const key = 'released'
    const holder = await mine(open(), key)
    const next = open().claim(key, never)
    await holder.release()
    const second = await next
    expect(second.kind).toBe('mine')
    if (second.kind === 'mine') await second.release()
    expect(await row(key)).toBeUndefined()
  })

  test('only one of many concurrent callers gets the key', async () => {
    const key = 'many'
    const controller = new AbortController()
    const claims = Array.from({ length: 10 }, () => open().claim(key, controller.signal))
    const first = await Promise.any(claims)
    await outlivesItsLease(key)
    controller.abort(new Error('enough'))
    const ends = await Promise.allSettled(claims)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    if (first.kind === 'mine') await first.release()
  })

  test('a live holder keeps its key for longer than a lease', async () => {
    const key = 'kept'
    const holder = await mine(open(), key)
    const controller = new AbortController()
    const other = open()
      .claim(key, controller.signal)
      .catch((error: Error) => error.message)
    await outlivesItsLease(key)
    controller.abort(new Error('left'))
    expect(await other).toBe('left')
    await holder.release()
  })

  test('a killed holder’s key is free when its lease has expired', async () => {
    const key = 'killed'
    const args = [database.url, key, String(quick.leaseSeconds)]
    const holder = Bun.spawn([process.execPath, join(import.meta.dir, 'hold-slice.ts'), ...args], {
      stdout: 'pipe',
    })
    const { value } = await holder.stdout.getReader().read()
    expect(new TextDecoder().decode(value).trim()).toBe('mine')
    const next = open().claim(key, never)
    await outlivesItsLease(key)
    expect((await row(key))?.verdict).toBeNull()
    holder.kill('SIGKILL')
    await holder.exited
    const claim = await next
    expect(claim.kind).toBe('mine')
    if (claim.kind === 'mine') await claim.save({ grams: 1 })
    expect(await open().read(key)).toEqual({ grams: 1 })
  })

  test('a verdict that arrives after its lease was lost is stored, and the first one stays', async () => {
    const key = 'late'
    const late = await mine(open({ ...quick, leaseSeconds: 900 }), key)
    await database.db
      .updateTable('slices')
      .set({ leased_until: new Date(0) })
      .where('key', '=', key)
      .execute()
    const second = await mine(open(), key)
    await late.save({ grams: 2 })
    await second.save({ grams: 3 })
    expect(await open().read(key)).toEqual({ grams: 2 })
    const gone = await mine(open(), 'late too')
    await database.db.deleteFrom('slices').where('key', '=', 'late too').execute()
    await gone.save({ grams: 4 })
    expect(await open().read('late too')).toEqual({ grams: 4 })
  })

  test('a holder that lost its lease does not change the lease of the next one', async () => {
    const key = 'lost'
    const first = await mine(open({ ...quick, leaseSeconds: 900 }), key)
    await database.db
      .updateTable('slices')
      .set({ leased_until: new Date(0) })
      .where('key', '=', key)
      .execute()
    const second = await mine(open(), key)
    await first.release()
    expect((await row(key))?.holder).not.toBeNull()
    await second.release()
  })

  test('a database outage does not lose the slice', async () => {
    const own = await testDatabase({ poolSize: 2 })
    const claim = await createSliceCache(own.db, { schema, log, leases: quick }).claim('x', never)
    if (claim.kind !== 'mine') throw new Error(claim.kind)
    await own.close()
    await claim.save({ grams: 1 })
    await until(() => warnings.includes('slice.not_kept'))
    expect(warnings).toContain('slice.not_kept')
  })
})

describe('estimates', () => {
  const key: EstimateKey = {
    sha256: 'ab',
    format: 'stl',
    units: null,
    settings: { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' },
  }
  const estimate = {
    kind: 'estimated',
    filamentCm3: 3.25,
    seconds: 700,
    plates: [],
    layers: 100,
    rangePercent: 5,
    supports: {
      decision: 'turn',
      unsupportedMm2: 200,
      filamentCm3: 4,
      seconds: 300,
      turned: {
        dimensionsMm: [10, 20, 30],
        filamentCm3: 3.5,
        seconds: 650,
        plates: [],
        layers: 50,
        rangePercent: 3,
      },
    },
  } as const

  test('are found by content, unit, settings and the version of the core', async () => {
    const estimates = createPrintEstimates(database.db, { coreVersion: 3, log })
    expect(await estimates.read(key)).toBeNull()
    await estimates.save(key, estimate)
    await estimates.save(key, { ...estimate, layers: 1 })
    expect(await estimates.read(key)).toEqual(estimate)
    const others: EstimateKey[] = [
      { ...key, sha256: 'cd' },
      { ...key, format: 'obj' },
      { ...key, units: 'in' },
      { ...key, settings: { ...key.settings, infillPercent: 21 } },
      { ...key, settings: { ...key.settings, layerHeightMm: 0.1 } },
      { ...key, settings: { ...key.settings, nozzleMm: 0.6 } },
      { ...key, settings: { ...key.settings, flow: 'high' } },
    ]
    for (const other of others) expect(await estimates.read(other)).toBeNull()
    expect(await createPrintEstimates(database.db, { coreVersion: 4, log }).read(key)).toBeNull()
  })
})
