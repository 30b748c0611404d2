// The worker slices plates of accepted orders: the order of plates, failed slices, and the view of operators.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { PrintJobId } from '../../../server/domain/base/ids/print-job-id.ts'
import { farmBed, wantedSlices } from '../../../server/domain/farm/printers/plate-profiles.ts'
import type { PlateRequest, PlateSlice } from '../../../server/domain/farm/slice-ports.ts'
import { sliceNextPlate } from '../../../server/domain/farm/slices/slice-plates.ts'
import { crossStl, teeStl } from '../../../testing/models/overhangs.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { CUBE, type FilePart } from '../../../testing/people/submit.ts'
import { scriptedSlicer } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({
  env: { SLICER_PATH: slicer.path, VIEWER_EMAILS: 'viewer@example.com' },
}))
const farm = use(
  () => openFarm(service),
  () => {},
)
afterAll(() => slicer.end())
beforeEach(async () => {
  slicer.script(null)
  await clearFarm(service)
})

const TEE: FilePart = { name: 'tee.stl', bytes: teeStl() }
const CROSS: FilePart = { name: 'cross.stl', bytes: crossStl() }

const sliceOne = (signal = new AbortController().signal) => sliceNextPlate(service.deps, signal)
const queued = async (fields = {}, file = CUBE) => {
  const code = await farm.order(fields, file)
  const [job] = await farm.queue(code)
  if (job === undefined) throw new Error('the order has no job')
  return { code, id: job.id }
}
/** Returns the requests to the plate slicer when the worker slices that many plates. */
async function slicedRequests(count: number) {
  const { slice } = service.deps.plateSlicer
  const asked: PlateRequest[] = []
  service.replace({
    plateSlicer: {
      slice: (request) => {
        asked.push(request)
        return slice(request)
      },
    },
  })
  for (let made = 0; made < count; made += 1) await sliceOne()
  return asked.map(({ settings: { supports = false }, orient, report }) => {
    const height = report?.dimensionsMm[2] ?? 0
    return { supports, orient, heightMm: Math.round(height) }
  })
}

const asItIs = { filamentCm3: 0, seconds: 0, unsupportedMm2: 0, turnedMm: null }
const decide = (code: string, supports: unknown) =>
  service.db
    .updateTable('orders')
    .set({ supports: supports === null ? null : JSON.stringify(supports) })
    .where('code', '=', code)
    .execute()
const take = () => service.deps.plateSlices.take(60, wantedSlices([]))
const slicingOf = async (id: PrintJobId) => (await service.deps.printJobs.read(id))?.slicing
/** Ends all waits. */
const becomeDue = () => service.db.updateTable('plate_slices').set({ due_at: sql`now()` }).execute()
const page = async (path: string, cookie = farm.cookie) =>
  await (await service.fetch(path, { headers: { cookie } })).text()
const sliceAgain = (cookie = farm.cookie) =>
  service.fetch('/operator/jobs/slice', {
    method: 'POST',
    headers: { cookie, origin: service.baseUrl },
    body: new URLSearchParams(),
  })

describe('the next plate', () => {
  test('is sliced automatically, and claimed with its file', async () => {
    const { code, id } = await queued({ quantity: '3', material: 'petg' })
    expect(await farm.claim({ files: ['gcode'] })).toBeNull()
    expect(await sliceOne()).toBe(true)
    expect(await farm.jobs(code)).toMatchObject([{ id, fileKind: 'gcode', version: 2 }])
    const history = await service.deps.printJobs.history(id)
    expect(history.at(-1)).toMatchObject({ kind: 'sliced', by: 'slicer' })
    expect(await slicingOf(id)).toBeNull()
    expect((await mustClaim(farm, { files: ['gcode'] })).id).toBe(id)
    expect(await sliceOne()).toBe(false)
  })

  verifies('decision.supports.claim', 'is sliced as designed, with advice', async () => {
    const model = { files: ['model'] }
    const tee = await queued({}, TEE)
    // 50 x 20 x 40 mm, and 50 x 40 x 20 mm on its face.
    expect(await farm.claim({ ...model, volumeMm: { x: 60, y: 60, z: 30 } })).toBeNull()
    expect(await mustClaim(farm, { ...model, volumeMm: { x: 60, y: 30, z: 50 } })).toMatchObject({
      id: tee.id,
      fileKind: 'model',
      supports: {
        decision: 'supports',
        turnedMm: null,
        advice: 'Print it as designed, with supports.',
      },
    })
    await queued({}, TEE)
    const turned = await mustClaim(farm, { ...model, printer: 'p2' })
    expect(turned['supports']).toMatchObject({
      decision: 'turn',
      turnedMm: { x: expect.closeTo(50, 3), y: expect.closeTo(40, 3), z: expect.closeTo(20, 3) },
    })
    const plainJob = await queued()
    expect(await mustClaim(farm, { ...model, printer: 'p3' })).toMatchObject({
      id: plainJob.id,
      supports: { decision: 'none', turnedMm: null },
    })
    await queued({}, CROSS)
    await sliceOne()
    const sliced = await mustClaim(farm, { files: ['gcode'], printer: 'p4' })
    expect(sliced['supports']).toBeNull()
  })

  verifies('decision.supports.plates', 'is sliced as it was decided', async () => {
    const jobs = [await queued(), await queued({}, TEE), await queued({}, CROSS)]
    const asked = await slicedRequests(jobs.length)
    expect(asked).toEqual([
      { supports: false, orient: false, heightMm: 20 },
      { supports: false, orient: true, heightMm: 20 },
      { supports: true, orient: false, heightMm: 60 },
    ])
  })

  verifies(
    'decision.supports.plates',
    'is sliced like the first plate of its line, which decides',
    async () => {
      const code = await farm.order({ quantity: '2' }, CROSS)
      const body = await statusChange(service.deps, code, { status: 'ACCEPTED' })
      await good(farm.asOperator(`/api/operator/orders/${code}/status`, body))
      await good(farm.asOperator('/api/farm/jobs', { code, plates: [{ parts: 1 }, { parts: 1 }] }))
      await decide(code, null)
      expect(await slicedRequests(1)).toMatchObject([{ supports: true }])
      const order = await service.deps.orders.readByCode(code)
      expect(order?.supports).toMatchObject({ decision: 'supports' })
      // By now the core finds that the part needs no supports.
      await service.db.deleteFrom('print_estimates').execute()
      const asDesigned = {
        decision: 'none',
        unsupportedMm2: 0,
        filamentCm3: 0,
        seconds: 0,
      } as const
      service.replace({
        meshes: {
          estimate: async () => ({
            kind: 'estimated',
            filamentCm3: 17,
            seconds: 3600,
            plates: [],
            layers: 300,
            rangePercent: 5,
            supports: { ...asDesigned, turned: null },
          }),
        },
      })
      expect(await slicedRequests(1)).toMatchObject([{ supports: true }])
    },
  )

  verifies(
    'decision.supports.plates',
    'is sliced by the decision for its order, whatever the estimate is now',
    async () => {
      const { code } = await queued({}, CROSS)
      await decide(code, { ...asItIs, decision: 'none' })
      await service.db.deleteFrom('print_estimates').execute()
      expect(await slicedRequests(1)).toMatchObject([{ supports: false, orient: false }])
    },
  )

  verifies(
    'decision.supports.plates',
    'is sliced by the printability check, when there is no estimate',
    async () => {
      const { code } = await queued({}, CROSS)
      await decide(code, null)
      service.replace({
        printEstimates: { read: async () => null },
        meshes: { estimate: async () => ({ kind: 'timed_out' }) },
      })
      expect(await slicedRequests(1)).toMatchObject([{ supports: true, orient: false }])
    },
  )

  verifies(
    'decision.supports.plates',
    'is not rotated when only the pose of the file fits',
    async () => {
      const { code } = await queued({}, TEE)
      const turned = { decision: 'turn', filamentCm3: 0, seconds: 0, unsupportedMm2: 100 }
      await decide(code, { ...turned, turnedMm: [400, 20, 10] })
      expect(await slicedRequests(1)).toEqual([{ supports: true, orient: false, heightMm: 40 }])
    },
  )

  verifies(
    'decision.supports.plates',
    'contains as many rotated parts as fit on a bed',
    async () => {
      // On 340 x 320 mm, 5 mm from the edges and 10 mm apart: 5 x 10 parts of 50 x 20 mm standing, 5 x 6 of 50 x 40 mm
      // lying.
      const code = await farm.order({ quantity: '40' }, TEE)
      await farm.queue(code)
      expect((await farm.jobs(code)).map(({ parts }) => parts)).toEqual([20, 20])
    },
  )

  test('is the plate of an urgent order first, and never that of an order that may not be printed', async () => {
    const [held, late, urgent] = [await queued(), await queued(), await queued()]
    const set = (code: string, values: Record<string, unknown>) =>
      service.db.updateTable('orders').set(values).where('code', '=', code).execute()
    const hold = { held_reason: 'No spool', held_at: new Date(), held_by: 'ada@example.com' }
    await set(held.code, hold)
    await set(urgent.code, { priority: 1 })
    const taken = []
    for (let count = 0; count < 3; count += 1) {
      taken.push((await take())?.jobId)
    }
    expect(taken).toEqual([urgent.id, late.id, undefined])
  })

  test('is taken by one process, and by another when the lease has expired', async () => {
    const { id } = await queued()
    const takes = await Promise.all([1, 2, 3].map(take))
    expect(takes.filter((taken) => taken !== null)).toMatchObject([{ jobId: id, attempt: 1 }])
    await becomeDue()
    expect(await take()).toMatchObject({ jobId: id, profile: farmBed, attempt: 2 })
  })

  test('is released for the next process when this one stops', async () => {
    const { id } = await queued()
    const stopping = new AbortController()
    slicer.script('/bin/sleep 30')
    const slicing = sliceOne(stopping.signal)
    setTimeout(() => stopping.abort(new Error('the worker stops')), 300)
    expect(await slicing).toBe(true)
    slicer.script(null)
    expect(await slicingOf(id)).toEqual({ state: 'waiting', reason: null })
    expect(await sliceOne()).toBe(true)
    expect(await slicingOf(id)).toBeNull()
  })

  test('does not exist without a slicer', async () => {
    const { id } = await queued()
    slicer.setDown(true)
    try {
      expect(await sliceOne()).toBe(false)
    } finally {
      slicer.setDown(false)
    }
    expect(await slicingOf(id)).toBeNull()
  })
})

describe('a plate that cannot be sliced', () => {
  const refuse = () => slicer.script('echo "The print is empty." >&2; exit 1')

  test('is listed with its reason, and retried when an operator requests it', async () => {
    const { code, id } = await queued()
    refuse()
    await sliceOne()
    const slicing = await slicingOf(id)
    expect(slicing?.state).toBe('failed')
    const html = await page('/operator/jobs?view=unsliced')
    expect(html).toContain(`/operator/orders/${code}`)
    expect(html).toContain(`Failed: ${slicing?.reason}`)
    expect(html).toContain('1 cannot be sliced')
    expect(await sliceOne()).toBe(false)
    slicer.script(null)
    const again = await sliceAgain()
    expect([again.status, again.headers.get('location')]).toEqual([
      303,
      '/operator/jobs?view=unsliced',
    ])
    expect(await sliceOne()).toBe(true)
    expect(await farm.jobs(code)).toMatchObject([{ fileKind: 'gcode' }])
    expect(await page('/operator/jobs?view=unsliced')).toContain('Every queued job has its G-code.')
  })

  test('is left to operators: a viewer sees it without a button', async () => {
    await queued()
    refuse()
    await sliceOne()
    const viewer = await service.signIn('viewer@example.com')
    const html = await page('/operator/jobs?view=unsliced', viewer)
    expect(html).toContain('Failed: ')
    expect(html).not.toContain('/operator/jobs/slice')
    expect((await sliceAgain(viewer)).status).toBe(403)
    expect(await sliceOne()).toBe(false)
  })

  const withSlicer = (slice: () => Promise<PlateSlice>) => ({
    ...service.deps,
    plateSlicer: { slice, sliceShared: slice },
  })
  /** Returns the state after each attempt, or the seconds until the next one. */
  const attempts = async (count: number, slice: () => Promise<PlateSlice>) => {
    const seen: unknown[] = []
    for (let attempt = 1; attempt <= count; attempt += 1) {
      expect(await sliceNextPlate(withSlicer(slice), new AbortController().signal)).toBe(true)
      const { rows } = await sql<{ state: string; wait: number }>`
        select state, round(extract(epoch from due_at - now()))::int as wait from plate_slices`.execute(
        service.db,
      )
      seen.push(rows[0]?.state === 'failed' ? 'failed' : rows[0]?.wait)
      await becomeDue()
    }
    return seen
  }

  test('is tried five times when slicing fails, with growing delays', async () => {
    const { id } = await queued()
    const broken = async () => {
      throw new Error('no such folder')
    }
    // 30 s for each attempt.
    expect(await attempts(5, broken)).toEqual([30, 60, 90, 120, 'failed'])
    expect(await slicingOf(id)).toEqual({
      state: 'failed',
      reason: 'The service could not slice it.',
    })
  })

  test('is tried five times when the slicer crashes on it', async () => {
    const { id } = await queued()
    const crashed = async () =>
      ({ kind: 'crashed', reason: 'signal', detail: 'killed by signal 9' }) as const
    expect(await attempts(5, crashed)).toEqual([30, 60, 90, 120, 'failed'])
    expect((await slicingOf(id))?.reason).toBe('The slicer crashed on it.')
  })

  test('waits for a busy slicer without a limit', async () => {
    const { id } = await queued()
    const busy = async () => ({ kind: 'queue_full', retryAfterSeconds: 45 }) as const
    expect(await attempts(7, busy)).toEqual([45, 45, 45, 45, 45, 45, 45])
    expect(await slicingOf(id)).toEqual({ state: 'waiting', reason: 'All slicers are busy.' })
    expect(await sliceOne()).toBe(true)
    expect(await slicingOf(id)).toBeNull()
  })

  test('is abandoned when every process that took it has ended', async () => {
    const { id } = await queued()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await take())?.attempt).toBe(attempt)
      await becomeDue()
    }
    expect(await sliceOne()).toBe(true)
    expect(await slicingOf(id)).toEqual({
      state: 'failed',
      reason: 'The service crashed while slicing it.',
    })
  })

  test('is not counted once its order is cancelled, and a process with an expired lease leaves it alone', async () => {
    const { code, id } = await queued()
    const first = await take()
    await becomeDue()
    const second = await take()
    if (first === null || second === null) throw new Error('no plate was taken')
    await service.deps.plateSlices.fail(first, { state: 'failed', reason: 'late' })
    expect((await slicingOf(id))?.state).toBe('slicing')
    await service.deps.plateSlices.fail(second, { state: 'failed', reason: 'The print is empty.' })
    expect(await page('/operator/jobs?view=unsliced')).toContain('1 cannot be sliced')
    const [job] = await farm.jobs(code)
    const cancel = { action: 'cancel', version: job?.version }
    expect((await farm.asOperator(`/api/farm/jobs/${id}/change`, cancel)).status).toBe(200)
    expect(await page('/operator/jobs?view=unsliced')).not.toContain('cannot be sliced')
  })

  test('is forgotten once it was sliced on request, or got another file', async () => {
    const { code, id } = await queued()
    refuse()
    await sliceOne()
    slicer.script(null)
    await farm.asOperator(`/api/farm/jobs/${id}/reslice`, { supports: false })
    expect(await farm.jobs(code)).toMatchObject([{ fileKind: 'gcode' }])
    expect(await service.deps.plateSlices.list(id)).toMatchObject([{ state: 'sliced' }])
  })
})
