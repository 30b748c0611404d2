// The filament of plates: booked once from the spool in the printer, however a claim ends, and plates for which the spool has enough come
// first. Each order is of sliced files whose parts weigh what the test states.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import { type Claim, clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { sharedPlates } from '../../../testing/people/shared-plates.ts'
import { spoolShelf } from '../../../testing/people/spools.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))

const shelf = spoolShelf(service)
const shared = sharedPlates(service, farm)

const ready = (name: string) => good(farm.report(name, { state: 'ready' }))
/** Queues an order of one part of that many grams. All are due on one day, so they are claimed in their order. */
async function queued(grams: number, fields: Record<string, string> = {}): Promise<string> {
  const code = await farm.order({ material: 'pla', color: 'Black', ...fields })
  await service.db
    .updateTable('orders')
    .set({ grams_per_part: grams, due_at: new Date('2026-12-24') })
    .where('code', '=', code)
    .execute()
  await farm.queue(code)
  return code
}
const send = (job: Claim, what: 'heartbeat' | 'done' | 'fail', body: object = {}) =>
  farm.asFarm(`/api/farm/jobs/${job.id}/${what}`, { lease: job.lease, ...body })
const beat = (job: Claim, progress: number) =>
  good(send(job, 'heartbeat', { printing: true, progress }))
const change = (job: Claim, action: object) =>
  farm.asOperator(`/api/farm/jobs/${job.id}/change`, action)
const openPlates = async () =>
  (await service.db.selectFrom('plate_filament').selectAll().execute()).length

/** Returns whether another transaction waits for this one, after a bounded number of looks. */
async function isWaitedFor(tx: Pick<typeof service.db, 'getExecutor'>): Promise<boolean> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  for (let looks = 0; looks < 500; looks += 1) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity where ${own[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))) as waiting`.execute(
      tx,
    )
    if (rows[0]?.waiting) return true
  }
  return false
}

describe('a plate takes its filament', () => {
  test('once, however often it is reported as done', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const job = await mustClaim(farm)
    await beat(job, 0.5)
    expect(await shelf.left(spool)).toBe(1000)
    for (let times = 0; times < 3; times += 1) await good(send(job, 'done', { good: 1 }))
    expect(await shelf.movements(spool)).toEqual([
      ['added', 1000],
      ['printed', -40],
    ])
    expect(await shelf.left(spool)).toBe(960)
    expect(await openPlates()).toBe(0)
  })

  test('once, when several reports arrive together', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const job = await mustClaim(farm)
    await Promise.all([1, 2, 3, 4].map(() => good(send(job, 'done', { good: 1 }))))
    expect(await shelf.left(spool)).toBe(960)
  })

  test('all of it for scrap, and again for the reprint', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    await good(send(await mustClaim(farm), 'done', { good: 0 }))
    expect(await shelf.left(spool)).toBe(960)
    await good(send(await mustClaim(farm), 'done', { good: 1 }))
    expect(await shelf.left(spool)).toBe(920)
  })

  test('by progress when it fails, once for each claim', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const first = await mustClaim(farm)
    await beat(first, 0.25)
    for (let times = 0; times < 2; times += 1) {
      await good(send(first, 'fail', { reason: 'The nozzle is clogged.' }))
    }
    expect(await shelf.left(spool)).toBe(990)
    const second = await mustClaim(farm)
    expect(second.id).toBe(first.id)
    await good(send(second, 'done', { good: 1 }))
    expect(await shelf.left(spool)).toBe(950)
  })

  test('by its last progress when the heartbeat before the failure states none', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const job = await mustClaim(farm)
    await beat(job, 0.5)
    await good(send(job, 'heartbeat', { printing: true }))
    await good(send(job, 'fail', { reason: 'The nozzle is clogged.' }))
    expect(await shelf.left(spool)).toBe(980)
  })

  test('nothing when it fails before it printed', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    await good(send(await mustClaim(farm), 'fail', { reason: 'No contact.', attempt: false }))
    expect(await shelf.movements(spool)).toEqual([['added', 1000]])
  })

  test.each(['cancel', 'requeue'])('by progress when an operator sends %s', async (action) => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const job = await mustClaim(farm)
    await beat(job, 0.5)
    await good(change(job, { action }))
    await send(job, 'heartbeat', { printing: true, progress: 0.6 })
    await send(job, 'done', { good: 1 })
    expect(await shelf.left(spool)).toBe(980)
  })

  test('by progress when the printer falls silent', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    await beat(await mustClaim(farm), 0.75)
    await farm.expire()
    await recoverExpiredJobs(service.deps)
    await recoverExpiredJobs(service.deps)
    expect(await shelf.left(spool)).toBe(970)
  })

  test('all of it when the printer finished and an operator queues it again', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const job = await mustClaim(farm)
    await beat(job, 0.9)
    await good(farm.report('p1', { state: 'finished', jobId: job.id }))
    await good(change(job, { action: 'requeue' }))
    expect(await shelf.left(spool)).toBe(960)
  })

  test('when an operator counts it on the desk', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    await good(change(await mustClaim(farm), { action: 'finish', scrap: 0 }))
    expect(await shelf.left(spool)).toBe(960)
  })

  // The slice of a shared plate has 3 g, whatever the parts of its orders weigh.
  test('together for the orders that share it', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    const { claim } = await shared.printing(1, 1)
    for (let times = 0; times < 2; times += 1) await good(shared.report(claim, 'done', { good: 2 }))
    expect(await shelf.movements(spool)).toEqual([
      ['added', 1000],
      ['printed', -3],
    ])
    expect(await openPlates()).toBe(0)
  })

  test('as a whole when one of its orders is cancelled, whichever it is', async () => {
    for (const place of [0, 1]) {
      await clearFarm(service)
      await ready('p1')
      const spool = await shelf.loaded('p1')
      const { jobs, claim } = await shared.printing(1, 1)
      const [job, other] = [jobs[place], jobs[1 - place]]
      if (job === undefined || other === undefined) throw new Error('no job')
      await beat(claim, 0.5)
      await good(shared.change(job, { action: 'cancel' }))
      expect([place, await shelf.left(spool)]).toEqual([place, 1000])
      const counts = [{ jobId: other.id, good: 1, scrap: 0 }]
      await good(shared.report(claim, 'done', { jobs: counts }))
      expect([place, await shelf.left(spool)]).toEqual([place, 997])
    }
  })

  test('by progress when all of its orders are cancelled', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    const { jobs, claim } = await shared.printing(1, 1)
    await beat(claim, 0.5)
    await Promise.all(jobs.map((job) => good(shared.change(job, { action: 'cancel' }))))
    expect(await shelf.movements(spool)).toEqual([
      ['added', 1000],
      ['printed', -1.5],
    ])
  })
})

// Orders that share plates would otherwise each wait for the plate that the other has locked.
test.each([0, 1])('a cancelled order locks its plates by lease, first job: %d', async (lower) => {
  await ready('p1')
  await shelf.loaded('p1')
  const code = await queued(40)
  await queued(40)
  const jobs = [await mustClaim(farm), await mustClaim(farm)]
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error('no order')
  const leases = jobs.map(
    (_, at) => `${at === lower ? '0' : 'f'}0000000-0000-4000-8000-000000000000`,
  )
  for (const [at, { id, lease }] of jobs.entries()) {
    const plate = at + 1
    await sql`update plate_filament set lease = ${leases[at]}::uuid where lease = ${lease}`.execute(
      service.db,
    )
    await sql`update print_jobs set order_id = ${order.id}, plate = ${plate}, lease = ${leases[at]}::uuid where id = ${id}`.execute(
      service.db,
    )
  }
  const body = await statusChange(service.deps, code, { status: 'CANCELLED' })
  const { cancelling, free } = await service.db.transaction().execute(async (tx) => {
    await sql`select from plate_filament where lease = ${leases[lower]}::uuid for update`.execute(
      tx,
    )
    const sent = farm.asOperator(`/api/operator/orders/${code}/status`, body)
    await isWaitedFor(tx)
    const { rows } = await sql`select lease from plate_filament for update skip locked`.execute(tx)
    return { cancelling: sent, free: rows.length }
  })
  expect((await cancelling).status).toBe(200)
  expect(free).toBe(2)
  expect(await openPlates()).toBe(0)
})

describe('a spool that is changed during a print', () => {
  test('is charged for the printed part, and the next spool for the rest', async () => {
    await ready('p1')
    const first = await shelf.loaded('p1')
    await queued(100)
    const job = await mustClaim(farm)
    await beat(job, 0.3)
    await shelf.change(first, { action: 'empty' })
    expect(await shelf.movements(first)).toEqual([
      ['added', 1000],
      ['printed', -30],
      ['emptied', -970],
    ])
    // 20 g are printed from no counted spool.
    await beat(job, 0.5)
    const second = await shelf.loaded('p1')
    await good(send(job, 'done', { good: 1 }))
    expect(await shelf.left(second)).toBe(950)
    expect(await shelf.left(first)).toBe(0)
  })

  test('that is weighed is afterwards charged only for the rest of the plate', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(100)
    const job = await mustClaim(farm)
    await beat(job, 0.4)
    await shelf.change(spool, { action: 'weigh', grams: 900, isGross: false })
    expect(await shelf.movements(spool)).toEqual([
      ['added', 1000],
      ['printed', -40],
      ['weighed', -60],
    ])
    await good(send(job, 'done', { good: 1 }))
    expect(await shelf.left(spool)).toBe(840)
  })

  test('that is loaded next to an uncounted one gives nothing to the plate', async () => {
    await ready('p1')
    await shelf.add()
    const version = (await service.deps.printers.read('p1'))?.version ?? 0
    const spools = [{ slot: 1, material: 'pla' as const, color: 'Black', gramsLeft: null }]
    await service.deps.printers.change('p1', {
      action: 'spools',
      by: 'ops@example.com',
      version,
      spools,
    })
    await queued(100)
    const job = await mustClaim(farm)
    const second = await shelf.loaded('p1', 1000, { slot: 2 })
    await good(send(job, 'done', { good: 1 }))
    expect(await shelf.left(second)).toBe(1000)
  })

  test('is not used by a claim that is recorded while it is unloaded', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    await queued(40)
    const claimed = await service.db.transaction().execute(async (tx) => {
      await sql`update spools set printer = null, slot = null where id = ${spool}`.execute(tx)
      const claiming = farm.claim()
      await isWaitedFor(tx)
      return { claiming }
    })
    expect(await claimed.claiming).not.toBeNull()
    const plate = await service.db.selectFrom('plate_filament').selectAll().executeTakeFirst()
    expect(plate?.spool_id).toBeNull()
  })

  test('is put on the shelf when its slot gets another color', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1')
    const printer = await service.deps.printers.read('p1')
    const spools = [{ slot: 1, material: 'pla' as const, color: 'White', gramsLeft: null }]
    const saved = await service.deps.printers.change('p1', {
      action: 'spools',
      by: 'ops@example.com',
      version: printer?.version ?? 0,
      spools,
    })
    expect(saved.ok).toBe(true)
    expect(await shelf.read(spool)).toMatchObject({ printer: null, slot: null, gramsLeft: 1000 })
  })
})

describe('a claim', () => {
  test('without counted spools takes the plates in their order, and counts nothing', async () => {
    await good(
      farm.report('p1', {
        state: 'ready',
        spools: [{ slot: 1, material: 'pla', color: 'Black', gramsLeft: 5 }],
      }),
    )
    const [large] = [await queued(900), await queued(4)]
    const job = await mustClaim(farm)
    expect(job.orderCode).toBe(large)
    expect(await openPlates()).toBe(0)
  })

  test('prefers a plate for which the spool has enough', async () => {
    await ready('p1')
    await shelf.loaded('p1', 50)
    const [large, exact] = [await queued(51), await queued(50)]
    expect((await mustClaim(farm)).orderCode).toBe(exact)
    expect((await mustClaim(farm)).orderCode).toBe(large)
  })

  test('gets a plate with a warning if the spool has enough for no plate', async () => {
    await ready('p1')
    const spool = await shelf.loaded('p1', 50)
    const [first] = [await queued(70), await queued(60)]
    const job = await mustClaim(farm)
    expect(job.orderCode).toBe(first)
    const history = await service.deps.printJobs.history(job.id)
    expect(history.at(-1)).toMatchObject({
      kind: 'claimed',
      detail: `Spool ${spool} has 50 g left, and the plate needs 70 g.`,
    })
    await good(send(job, 'done', { good: 1 }))
    expect(await shelf.left(spool)).toBe(-20)
    // The next claim of a spool that has less than nothing is given as well.
    expect(await farm.claim()).not.toBeNull()
  })

  test('has no warning if the spool has enough', async () => {
    await ready('p1')
    await shelf.loaded('p1', 70)
    await queued(70)
    const job = await mustClaim(farm)
    const history = await service.deps.printJobs.history(job.id)
    expect(history.at(-1)).toMatchObject({ kind: 'claimed', detail: null })
  })

  test('never gets another color than the loaded one', async () => {
    await ready('p1')
    await shelf.loaded('p1', 50)
    await queued(10, { color: 'White' })
    expect(await farm.claim()).toBeNull()
  })

  test.each(['empty', 'unload', 'move'] as const)(
    'gets no job after the last spool is gone by %s, until the form is saved without any',
    async (action) => {
      await ready('p1')
      await ready('p2')
      const spool = await shelf.loaded('p1')
      const code = await queued(10)
      await shelf.change(
        spool,
        action === 'move' ? { action: 'load', printer: 'p2', slot: 1 } : { action },
      )
      expect(await farm.claim()).toBeNull()
      const { printers } = await service.deps.platePlans.farm()
      expect(printers[0]?.spools).toEqual([])
      const version = (await service.deps.printers.read('p1'))?.version ?? 0
      await service.deps.printers.change('p1', {
        action: 'spools',
        by: 'ops@example.com',
        version,
        spools: [],
      })
      expect((await service.deps.platePlans.farm()).printers[0]?.spools).toBeNull()
      expect((await mustClaim(farm)).orderCode).toBe(code)
    },
  )

  test('takes the first slot that has enough', async () => {
    await ready('p1')
    const [low, second, third] = [
      await shelf.loaded('p1', 30, { slot: 1 }),
      await shelf.loaded('p1', 500, { slot: 2 }),
      await shelf.loaded('p1', 900, { slot: 3 }),
    ]
    await queued(40)
    await good(send(await mustClaim(farm), 'done', { good: 1 }))
    expect([await shelf.left(low), await shelf.left(second), await shelf.left(third)]).toEqual([
      30, 460, 900,
    ])
  })

  test('treats an uncounted spool in another slot as sufficient', async () => {
    await ready('p1')
    await shelf.loaded('p1', 50)
    const printer = await service.deps.printers.read('p1')
    const spools = [
      { slot: 1, material: 'pla' as const, color: 'Black', gramsLeft: null },
      { slot: 2, material: 'pla' as const, color: 'Black', gramsLeft: null },
    ]
    await service.deps.printers.change('p1', {
      action: 'spools',
      by: 'ops@example.com',
      version: printer?.version ?? 0,
      spools,
    })
    const [large] = [await queued(900), await queued(10)]
    expect((await mustClaim(farm)).orderCode).toBe(large)
  })
})
