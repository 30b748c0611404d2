// The worker's planner puts parts of several orders on one plate, and the worker slices the complete plate. Uses the
// real slicer.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { faultsOf } from '../../../lab/plates/faults.ts'
import { print } from '../../../lab/plates/printer.ts'
import { printFileIdOf } from '../../../server/domain/base/ids/print-file-id.ts'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { createPlatePlanner } from '../../../server/domain/farm/shared-plates/plate-planner.ts'
import { sliceNextPlate } from '../../../server/domain/farm/slices/slice-plates.ts'
import { findSlicer } from '../../../slicer-bridge/readiness.ts'
import type { Bed } from '../../../slicer-bridge/vendor/bed.ts'
import { binaryStl, box } from '../../../testing/models/meshes.ts'
import { type Claim, clearFarm, good, type Job, openFarm } from '../../../testing/people/farm.ts'
import { CUBE, type FilePart } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))

const pause = async () => {}
const { signal } = new AbortController()
const bed: Bed = {
  outline: [
    [0, 0],
    [250, 0],
    [250, 210],
    [0, 210],
  ],
  center: [125, 105],
  heightMm: 220,
}
const profile = '250 x 210 x 220 mm'
const report = async (printer: string, state = 'printing', files = ['gcode']) => {
  await good(farm.report(printer, { state, files, bedMm: { x: 250, y: 210, z: 220 } }))
  await service.deps.printers.setAcceptsSharedPlates(printer, true)
}
const queued = async (fields = {}, file: FilePart = CUBE): Promise<Job> => {
  const [job] = await farm.queue(await farm.order(fields, file))
  if (job === undefined) throw new Error('the order has no job')
  return job
}
const planner = use(
  () => createPlatePlanner({ ...service.deps, pause }),
  () => {},
)
const plan = () => planner.plan(signal)
const sliceAll = async () => {
  for (let count = 0; ; count += 1) {
    if (!(await sliceNextPlate(service.deps, signal))) return count
  }
}
const read = async ({ id }: Job) => {
  const job = await service.deps.printJobs.read(id)
  if (job === null) throw new Error('the job vanished')
  return job
}
const claim = async (printer: string) =>
  (
    (await good(farm.asFarm('/api/farm/jobs/claim', { printer, sharedPlates: true }))) as {
      job: Claim | null
    }
  ).job
const download = async ({ file }: Claim) =>
  await (
    await service.fetch(new URL(file.url, service.baseUrl).pathname, {
      headers: { 'x-internal-key': service.internalKey },
    })
  ).text()
const wide: FilePart = { name: 'wide.stl', bytes: binaryStl(box([60, 30, 5])) }

describe.skipIf(findSlicer(null) === null)('the planner', () => {
  test('puts jobs of one class on a plate, most urgent first, and slices it in that layout', async () => {
    await report('mk4')
    const [late, soon] = [await queued({ quantity: '2' }), await queued({}, wide)]
    const other = [await queued({ material: 'petg' }), await queued({ layerHeight: '0.3' })]
    const due = (job: Job, at: string) =>
      service.db
        .updateTable('orders')
        .set({ due_at: new Date(at) })
        .where('code', '=', job.orderCode)
        .execute()
    await due(late, '2026-11-02')
    await due(soon, '2026-11-01')
    expect(await plan()).toBe(1)
    expect((await read(soon)).leadId).toBeNull()
    expect((await read(late)).leadId).toBe(soon.id)
    for (const job of other) expect((await read(job)).plateJobs).toEqual([])
    // Nothing changes without a new job.
    expect(await plan()).toBe(0)
    await sliceAll()
    const claimedJob = await claim('mk4')
    expect(claimedJob).toMatchObject({ id: soon.id, plateJobs: [{ parts: 1 }, { parts: 2 }] })
    if (claimedJob === null) throw new Error('no job')
    const printed = print(await download(claimedJob))
    expect(faultsOf(printed, { bed, material: 'PLA' })).toEqual([])
    const file = await service.deps.printJobs.readFile(
      (await read(soon)).printFileId ?? printFileIdOf(''),
    )
    const solid = (60 * 30 * 5 + 2 * 20 ** 3) / 1000
    // Walls, tops and bottoms, and 15 % infill: at least a third, and at most all of the solid.
    const cm3 = (file?.grams ?? 0) / 1.24
    expect(cm3).toBeGreaterThan(solid / 3)
    expect(cm3).toBeLessThan(solid * 1.1)
    expect(file).toMatchObject({ parts: 3, isShared: true, profile })
  }, 120_000)

  test('adds a later order to a plate that waits, and removes a cancelled one', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const third = await queued()
    expect(await plan()).toBe(1)
    expect((await read(third)).leadId).toBe(jobs[0]?.id ?? printJobIdOf(''))
    await sliceAll()
    await good(farm.asOperator(`/api/farm/jobs/${jobs[1]?.id}/change`, { action: 'cancel' }))
    expect(await claim('mk4')).toBeNull()
    await sliceAll()
    const job = await claim('mk4')
    expect(job).toMatchObject({
      id: jobs[0]?.id,
      plateJobs: [{ jobId: jobs[0]?.id }, { jobId: third.id }],
    })
  }, 120_000)

  test('leaves a more urgent job to a separate plate, and the waiting plate keeps growing', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const rush = await queued()
    await service.db
      .updateTable('orders')
      .set({ priority: 2 })
      .where('code', '=', rush.orderCode)
      .execute()
    const later = await queued()
    await plan()
    await plan()
    const leads = [jobs[0]?.id, rush.id]
    expect((await read(rush)).leadId).toBeNull()
    expect(leads).toContain((await read(later)).leadId ?? printJobIdOf(''))
    expect((await read(jobs[0] as Job)).plateJobs.length).toBeGreaterThan(1)
  }, 60_000)

  test('lets a job without a color join any color, and lead only others without one', async () => {
    await report('mk4')
    const red = await queued({ color: 'Red' })
    const [any, other] = [await queued({ color: '' }), await queued({ color: '' })]
    const blue = await queued({ color: 'Blue' })
    expect(await plan()).toBe(1)
    for (const job of [any, other]) expect((await read(job)).leadId).toBe(red.id)
    expect((await read(blue)).plateJobs).toEqual([])
  }, 60_000)

  test('takes a job that was listed before its estimate was known', async () => {
    await report('mk4')
    let nowMs = Date.now()
    const clock = { now: () => new Date(nowMs) }
    let isKnown = false
    const { printEstimates } = service.deps
    const early = createPlatePlanner({
      ...service.deps,
      pause,
      clock,
      printEstimates: {
        ...printEstimates,
        read: async (request) => (isKnown ? await printEstimates.read(request) : null),
      },
    })
    await queued({}, wide)
    await queued({}, wide)
    await service.db.updateTable('orders').set({ supports: null }).execute()
    expect(await early.plan(signal)).toBe(0)
    isKnown = true
    expect(await early.plan(signal)).toBe(0)
    nowMs += 60_000
    expect(await early.plan(signal)).toBe(1)
  }, 60_000)

  test('retries a plate when another transaction had locked one of its jobs', async () => {
    await report('mk4')
    let nowMs = Date.now()
    let isHeld = true
    const { platePlans } = service.deps
    const busy = createPlatePlanner({
      ...service.deps,
      pause,
      clock: { now: () => new Date(nowMs) },
      platePlans: { ...platePlans, share: async (plate) => !isHeld && platePlans.share(plate) },
    })
    await queued()
    await queued()
    expect(await busy.plan(signal)).toBe(0)
    isHeld = false
    nowMs += 10_000
    expect(await busy.plan(signal)).toBe(1)
  }, 60_000)

  test('closes no plate for an idle printer that cannot print it', async () => {
    await report('petg', 'ready')
    await service.db
      .insertInto('printer_spools')
      .values({ printer: 'petg', slot: 1, material: 'petg', color: 'Black' })
      .execute()
    await queued()
    await queued()
    await sliceAll()
    expect(await plan()).toBe(1)
  }, 60_000)

  test('closes the whole plate when one of its jobs is due soon', async () => {
    await report('mk4')
    const [lead, rider] = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    await sliceAll()
    await service.db
      .updateTable('orders')
      .set({ due_at: sql`now() + interval '5 hours'` })
      .where('code', 'in', [lead.orderCode, rider.orderCode])
      .execute()
    const [third, fourth] = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    expect((await read(lead)).plateJobs).toHaveLength(2)
    expect((await read(fourth)).leadId).toBe(third.id)
  }, 60_000)

  test('lays out a plate again that has waited until its first job would be late', async () => {
    await report('mk4')
    const [lead, rider] = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const seconds = (await read(lead)).centihours * 36
    await service.db
      .updateTable('orders')
      .set({ due_at: sql`now() + make_interval(secs => ${1.2 * seconds})` })
      .where('code', '=', lead.orderCode)
      .execute()
    const later = createPlatePlanner({
      ...service.deps,
      pause,
      clock: { now: () => new Date(Date.now() + 60_000) },
    })
    await later.plan(signal)
    for (const job of [lead, rider]) expect((await read(job)).plateJobs).toEqual([])
    // Twice the plate's time exceeds the limit.
    expect(await later.plan(signal)).toBe(0)
  }, 60_000)

  test('omits printers without a profile, so that the others print the plate', async () => {
    await report('mk4')
    await good(
      farm.report('large', {
        state: 'printing',
        files: ['gcode'],
        bedMm: { x: 300, y: 300, z: 300 },
      }),
    )
    await service.deps.printers.setAcceptsSharedPlates('large', true)
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const { plateSlicer } = service.deps
    const known: string[] = [profile]
    const deps = {
      ...service.deps,
      plateSlicer: {
        ...plateSlicer,
        sliceShared: async (request: Parameters<typeof plateSlicer.sliceShared>[0]) =>
          known.includes(request.profile)
            ? await plateSlicer.sliceShared(request)
            : ({ kind: 'no_profile', why: 'The slicer has no profile of it.' } as const),
      },
    }
    while (await sliceNextPlate(deps, signal));
    for (const job of jobs) expect((await read(job)).plateJobs).toHaveLength(2)
    expect((await claim('mk4'))?.['plateJobs']).toHaveLength(2)
    // When no printer is left, each job reports the problem separately.
    await clearFarm(service)
    await report('mk4')
    known.length = 0
    const others = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    await sliceNextPlate(deps, signal)
    for (const job of others) expect((await read(job)).plateJobs).toEqual([])
  }, 120_000)

  test('leaves a sliced job to an idle printer, and a job that fills a bed alone', async () => {
    await report('mk4', 'ready')
    const sliced = [await queued(), await queued()]
    await sliceAll()
    expect(await plan()).toBe(0)
    await report('mk4', 'printing')
    expect(await plan()).toBe(1)
    await service.db.deleteFrom('plate_slices').execute()
    const full = await queued({}, { name: 'full.stl', bytes: binaryStl(box([230, 190, 2])) })
    const small = await queued({ infill: '30' })
    await plan()
    expect((await read(full)).plateJobs).toEqual([])
    expect((await read(small)).plateJobs).toEqual([])
    expect((await read(sliced[1] as Job)).plateJobs).toHaveLength(2)
  }, 120_000)

  test('plans no shared plate for printers that slice themselves', async () => {
    await report('own', 'printing', ['model'])
    await queued()
    await queued()
    expect(await plan()).toBe(0)
  }, 60_000)

  test('plans no shared plate when a printer’s program does not accept them', async () => {
    await report('mk4')
    await report('old')
    await farm.claim({ printer: 'old', materials: ['tpu'], sharedPlates: undefined })
    await queued()
    await queued()
    expect(await plan()).toBe(0)
    await farm.claim({ printer: 'old', materials: ['tpu'] })
    expect(await plan()).toBe(1)
    // A printer that is added later finds its jobs as before.
    await report('older')
    await service.deps.printers.setAcceptsSharedPlates('older', false)
    await plan()
    await sliceAll()
    expect(
      await farm.claim({ printer: 'older', files: undefined, sharedPlates: undefined }),
    ).not.toBeNull()
  }, 60_000)

  test('puts at most eight orders on a plate', async () => {
    await report('mk4')
    for (let index = 0; index < 10; index += 1) await queued()
    expect(await plan()).toBe(2)
    const rows = await service.db
      .selectFrom('print_jobs')
      .select((select) => select.fn.countAll<string>().as('jobs'))
      .groupBy((group) => group.fn.coalesce('lead_id', 'id'))
      .execute()
    expect(rows.map(({ jobs }) => Number(jobs)).toSorted((a, b) => b - a)).toEqual([8, 2])
  }, 60_000)

  test('prints jobs alone when their plate cannot be sliced', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const { plateSlicer } = service.deps
    const sliceShared = async () =>
      ({ kind: 'refused', reason: 'unreadable_model', message: 'It is not closed.' }) as const
    await sliceNextPlate({ ...service.deps, plateSlicer: { ...plateSlicer, sliceShared } }, signal)
    for (const job of jobs) {
      expect(await read(job)).toMatchObject({ plateJobs: [], aloneReason: 'unsliced' })
    }
    expect(await plan()).toBe(0)
    await sliceAll()
    expect((await claim('mk4'))?.id).toBe(jobs[0]?.id ?? printJobIdOf(''))
  }, 60_000)

  test('prints a job alone when its part differs in size from the layout, and shares the plate of the others', async () => {
    await report('mk4')
    const [lead, off, third] = [await queued(), await queued(), await queued()]
    expect(await plan()).toBe(1)
    // Cubes of 20 mm.
    await service.db
      .updateTable('print_jobs')
      .set({ place: sql`jsonb_set(place, '{sizeMm}', '[20, 19.8]')` })
      .where('id', '=', off.id)
      .execute()
    await sliceNextPlate(service.deps, signal)
    for (const job of [lead, off, third]) expect((await read(job)).plateJobs).toEqual([])
    expect((await read(off)).aloneReason).toBe('misplaced')
    const page = await service.fetch(`/operator/jobs/${off.id}`, {
      headers: { cookie: farm.cookie },
    })
    expect(await page.text()).toContain(
      'The size of its part differs from the size planned for the plate.',
    )
    expect((await farm.jobs(off.orderCode))[0]).toMatchObject({ aloneReason: 'misplaced' })
    expect(await plan()).toBe(1)
    expect((await read(third)).leadId).toBe(lead.id)
    expect((await read(third)).aloneReason).toBeNull()
    expect((await read(off)).leadId).toBeNull()
    await sliceAll()
    expect((await claim('mk4'))?.['plateJobs']).toHaveLength(2)
    const alone = await claim('mk4')
    expect(alone?.id).toBe(off.id)
    // The reprinted part is laid out the same way.
    const spoiled = { lease: alone?.lease, good: 0, scrap: 1 }
    await good(farm.asFarm(`/api/farm/jobs/${off.id}/done`, spoiled))
    const again = (await farm.jobs(off.orderCode)).find(({ state }) => state === 'queued')
    expect(again).toMatchObject({ aloneReason: 'misplaced' })
  }, 120_000)

  test('lays out reprints with other work', async () => {
    await report('mk4')
    const [lead, rider] = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    await sliceAll()
    const { lease } = (await claim('mk4')) ?? {}
    const jobs = [
      { jobId: lead.id, good: 1, scrap: 0 },
      { jobId: rider.id, good: 0, scrap: 1 },
    ]
    await good(farm.asFarm(`/api/farm/jobs/${lead.id}/done`, { lease, jobs }))
    const again = (await farm.jobs(rider.orderCode)).find(({ state }) => state === 'queued')
    if (again === undefined) throw new Error('nothing is printed again')
    const later = await queued()
    expect(await plan()).toBe(1)
    const plate = await read(later)
    expect(plate.plateJobs.map(({ jobId }) => jobId).toSorted()).toEqual(
      [again.id, later.id].toSorted(),
    )
  }, 120_000)

  test('keeps the planned layout of parts within 0.1 mm of their size', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    await service.db
      .updateTable('print_jobs')
      .set({ place: sql`jsonb_set(place, '{sizeMm}', '[20.09, 19.91]')` })
      .execute()
    await sliceAll()
    expect((await claim('mk4'))?.['plateJobs']).toHaveLength(jobs.length)
  }, 120_000)

  test('is off with SHARED_PLATES=off', async () => {
    await report('mk4')
    await queued()
    await queued()
    const off = createPlatePlanner({ ...service.deps, sharesPlates: false, pause })
    expect(await off.plan(signal)).toBe(0)
  }, 60_000)

  test('dissolves waiting plates when sharing is turned off', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    const off = createPlatePlanner({ ...service.deps, sharesPlates: false, pause })
    await off.plan(signal)
    for (const job of jobs) expect((await read(job)).plateJobs).toEqual([])
  }, 60_000)

  test('dissolves a plate when its bed is no longer in service', async () => {
    await report('mk4')
    const jobs = [await queued(), await queued()]
    expect(await plan()).toBe(1)
    await service.db
      .updateTable('print_jobs')
      .set({ place: sql`jsonb_set(place, '{bed,widthMm}', '300')` })
      .execute()
    await queued()
    expect(await plan()).toBe(0)
    for (const job of jobs) expect((await read(job)).plateJobs).toEqual([])
    expect(await plan()).toBe(1)
  }, 60_000)

  test('prints orders with a note alone: a claim shows the note of one order', async () => {
    await report('mk4')
    await queued({ note: 'Fragile.' })
    await queued({ note: 'Fragile.' })
    expect(await plan()).toBe(0)
  }, 60_000)

  test('keeps a changed plate when the slice of its earlier state fails', async () => {
    await report('mk4')
    const [lead, rider, third] = [await queued(), await queued(), await queued()]
    expect(await plan()).toBe(1)
    const { plateSlicer } = service.deps
    const sliceShared = async () => {
      await good(farm.asOperator(`/api/farm/jobs/${rider.id}/change`, { action: 'cancel' }))
      return { kind: 'refused', reason: 'unreadable_model', message: 'It is not closed.' } as const
    }
    await sliceNextPlate({ ...service.deps, plateSlicer: { ...plateSlicer, sliceShared } }, signal)
    expect((await read(third)).leadId).toBe(lead.id)
  }, 60_000)
})
