// Plates are sliced for the models and beds of the farm's printers, and each printer gets a matching slice. Uses the
// real slicer.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsOf } from '../../../lab/plates/faults.ts'
import { print } from '../../../lab/plates/printer.ts'
import { type PrintJobId, printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { wantedSlices } from '../../../server/domain/farm/printers/plate-profiles.ts'
import { slicePlate } from '../../../server/domain/farm/slices/slice-plate.ts'
import { sliceNextPlate } from '../../../server/domain/farm/slices/slice-plates.ts'
import { findSlicer } from '../../../slicer-bridge/readiness.ts'
import type { Bed } from '../../../slicer-bridge/vendor/bed.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { binaryStl, box } from '../../../testing/models/meshes.ts'
import { roundPrinter, squarePrinter, vendorBundle } from '../../../testing/models/vendor-bundle.ts'
import { type Claim, clearFarm, good, openFarm } from '../../../testing/people/farm.ts'
import { CUBE, type FilePart } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
writeFileSync(join(folder, 'Example.ini'), vendorBundle)
afterAll(() => rmSync(folder, { recursive: true }))

const service = useService(() => ({ env: { SLICER_PROFILES: folder } }))
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))

const rectangle = (x: number, y: number, heightMm: number): Bed => ({
  outline: [
    [0, 0],
    [x, 0],
    [x, y],
    [0, y],
  ],
  center: [x / 2, y / 2],
  heightMm,
})
const round: Bed = {
  outline: Array.from({ length: 60 }, (_, index) => {
    const angle = (index * Math.PI) / 30
    return [125 * Math.cos(angle), 125 * Math.sin(angle)] as const
  }),
  center: [0, 0],
  heightMm: 300,
}

/** Report and bed of each printer. */
const printers = {
  farm: { facts: {}, bed: rectangle(340, 320, 340) },
  mk4: { facts: { bedMm: { x: 250, y: 210, z: 220 } }, bed: rectangle(250, 210, 220) },
  square: { facts: { model: squarePrinter }, bed: rectangle(220, 220, 250) },
  mini: { facts: { bedMm: { x: 180, y: 180, z: 180 } }, bed: rectangle(180, 180, 180) },
  delta: { facts: { model: roundPrinter.toUpperCase() }, bed: round },
} as const
type Name = keyof typeof printers

const report = async (name: Name) =>
  await good(farm.report(name, { state: 'ready', files: ['gcode'], ...printers[name].facts }))
const queue = async (file: FilePart, fields = {}) => {
  const code = await farm.order(fields, file)
  return { code, jobs: await farm.queue(code) }
}
/** Slices everything that is due. Returns the number of attempted slices. */
const sliceAll = async () => {
  const { signal } = new AbortController()
  for (let count = 0; ; count += 1) {
    if (!(await sliceNextPlate(service.deps, signal))) return count
  }
}
const claim = async (printer: string) =>
  ((await good(farm.asFarm('/api/farm/jobs/claim', { printer }))) as { job: Claim | null }).job
const download = async ({ file }: Claim) =>
  await (
    await service.fetch(new URL(file.url, service.baseUrl).pathname, {
      headers: { 'x-internal-key': service.internalKey },
    })
  ).text()
const slices = async (jobId: PrintJobId) =>
  Object.fromEntries(
    (await service.deps.plateSlices.list(jobId)).map(({ profile, state }) => [profile, state]),
  )
const plate = (x: number, y: number, z: number): FilePart => ({
  name: 'plate.stl',
  bytes: binaryStl(box([x, y, z])),
})

describe.skipIf(findSlicer(null) === null)('a plate', () => {
  test('is offered to each printer with a bed that fits it, and stays on that bed', async () => {
    const names = Object.keys(printers) as Name[]
    for (const name of names) await report(name)
    const parts = new Map<Name, string>()
    for (const name of names) {
      const { jobs } = await queue(CUBE)
      parts.set(name, jobs[0]?.id ?? '')
    }
    expect(await sliceAll()).toBe(names.length ** 2)
    for (const name of names) {
      const job = await claim(name)
      if (job === null) throw new Error(`${name} got no job`)
      const { bed } = printers[name]
      expect([name, faultsOf(print(await download(job)), { bed, material: 'PLA' })]).toEqual([
        name,
        [],
      ])
    }
  }, 120_000)

  test('is never sliced larger than the build volume in the claim', async () => {
    const { jobs } = await queue(CUBE)
    await service.deps.printers.recordContact('mk4', { state: 'ready', jobId: null })
    await sliceAll()
    const volumeMm = { x: 250, y: 210, z: 220 }
    const ask = async () =>
      (
        (await good(farm.asFarm('/api/farm/jobs/claim', { printer: 'mk4', volumeMm }))) as {
          job: Claim | null
        }
      ).job
    expect(await ask()).toBeNull()
    await sliceAll()
    const job = await ask()
    if (job === null) throw new Error('no job')
    expect(job.id).toBe(jobs[0]?.id ?? printJobIdOf(''))
    const { bed } = printers.mk4
    expect(faultsOf(print(await download(job)), { bed, material: 'PLA' })).toEqual([])
  }, 60_000)

  test('that does not fit a small bed is for the other printers and does not fail', async () => {
    await report('mini')
    await report('mk4')
    const { jobs } = await queue(plate(200, 150, 5))
    const id = jobs[0]?.id ?? printJobIdOf('')
    await sliceAll()
    expect(await slices(id)).toEqual({
      '180 x 180 x 180 mm': 'unfit',
      '250 x 210 x 220 mm': 'sliced',
    })
    expect(await claim('mini')).toBeNull()
    expect((await service.deps.printJobs.summarize('UTC')).sliceFailed).toBe(0)
    expect((await claim('mk4'))?.id).toBe(id)
  }, 60_000)

  test('that fits no bed needs an operator', async () => {
    await report('mini')
    const { jobs } = await queue(plate(200, 150, 5))
    await sliceAll()
    const [job] = [await service.deps.printJobs.read(jobs[0]?.id ?? printJobIdOf(''))]
    expect(job?.slicing).toEqual({
      state: 'failed',
      reason: 'It does not fit 180 x 180 x 180 mm.',
    })
    expect((await service.deps.printJobs.summarize('UTC')).sliceFailed).toBe(1)
  })

  test('is rotated when it fits only that way', async () => {
    await report('mk4')
    await queue(plate(205, 240, 3))
    await sliceAll()
    const job = await claim('mk4')
    if (job === null) throw new Error('no job')
    const { layers } = print(await download(job))
    expect(layers?.max[0]).toBeGreaterThan(240)
    expect(layers?.max[1]).toBeLessThan(210)
  }, 60_000)

  test('has at most as many parts as fit the smallest bed that fits the part', async () => {
    await report('mini')
    await report('farm')
    // 170 mm of the bed fit two parts of 80 mm with a gap of 10 mm.
    const { jobs } = await queue(plate(80, 80, 2), { quantity: '8' })
    expect(jobs.map(({ parts }) => parts)).toEqual([4, 4])
    const { jobs: large } = await queue(plate(200, 150, 5), { quantity: '2' })
    // 330 mm and 310 mm fit one column and two rows.
    expect(large.map(({ parts }) => parts)).toEqual([2])
  })

  test('keeps its slices when its printer returns it', async () => {
    await report('mini')
    await report('square')
    await queue(CUBE)
    await sliceAll()
    const first = await claim('mini')
    if (first === null) throw new Error('no job')
    await good(
      farm.asFarm(`/api/farm/jobs/${first.id}/fail`, { lease: first.lease, reason: 'Jam' }),
    )
    const second = await claim('square')
    expect(second?.id).toBe(first.id)
    expect(second?.file.sha256).not.toBe(first.file.sha256)
    expect(await sliceAll()).toBe(0)
  }, 60_000)

  test('with a single part that is scrap is printed again from the slice for the printer', async () => {
    await report('mini')
    await report('square')
    await queue(CUBE)
    await sliceAll()
    const first = await claim('mini')
    if (first === null) throw new Error('no job')
    const { lease } = first
    await good(farm.asFarm(`/api/farm/jobs/${first.id}/done`, { lease, good: 0, scrap: 1 }))
    const second = await claim('square')
    expect(second?.id).not.toBe(first.id)
    expect(second?.file.sha256).not.toBe(first.file.sha256)
  }, 60_000)

  test('that is planned with a slice of the farm is for the printers of that slice', async () => {
    await report('mini')
    const { code, jobs } = await queue(CUBE, { quantity: '1' })
    await sliceAll()
    const [made] = await service.db
      .selectFrom('print_files')
      .select('id')
      .orderBy('created_at', 'desc')
      .execute()
    const cancel = { action: 'cancel', version: (await farm.jobs(code))[0]?.version }
    await good(farm.asOperator(`/api/farm/jobs/${jobs[0]?.id}/change`, cancel))
    await farm.queue(code, { plates: [{ parts: 1, fileId: made?.id }] })
    await report('square')
    expect(await claim('square')).toBeNull()
    expect(await claim('mini')).not.toBeNull()
  }, 60_000)

  test('that an operator slices again has the new settings for every printer', async () => {
    await report('mini')
    await report('square')
    const { jobs } = await queue(CUBE)
    const id = jobs[0]?.id ?? printJobIdOf('')
    await sliceAll()
    await good(farm.asOperator(`/api/farm/jobs/${id}/reslice`, { layerHeight: 0.28 }))
    expect(await sliceAll()).toBe(1)
    const heights = await service.db
      .selectFrom('plate_slices')
      .innerJoin('print_files', 'print_files.id', 'plate_slices.print_file_id')
      .select('settings')
      .execute()
    expect(
      heights.map(({ settings }) => (settings as { layerHeightMm: number }).layerHeightMm),
    ).toEqual([0.28, 0.28])
  }, 60_000)
})

describe('the firmware of a file', () => {
  const klipper = `${gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })}\n; gcode_flavor = klipper\n`
  const hear = async (firmware: 'marlin' | 'klipper') => {
    await service.deps.printers.recordContact('p1', { state: 'ready', jobId: null })
    await service.db.updateTable('printers').set({ firmware }).where('name', '=', 'p1').execute()
  }

  test('is checked when a plate is planned with an upload', async () => {
    const code = await farm.order({}, CUBE)
    const body = new FormData()
    body.set('code', code)
    body.set('file', new Blob([klipper]), 'plate.gcode')
    const { fileId } = (await good(farm.asOperator('/api/farm/print-upload', body))) as {
      fileId: string
    }
    await farm.queue(code, { plates: [{ parts: 1, fileId }] })
    await hear('marlin')
    expect(await claim('p1')).toBeNull()
    await hear('klipper')
    expect(await claim('p1')).not.toBeNull()
  })

  test('is checked when the queue does not know it', async () => {
    await queue({ name: 'part.gcode', bytes: klipper })
    await service.db.updateTable('print_jobs').set({ flavor: null }).execute()
    await hear('marlin')
    expect(await claim('p1')).toBeNull()
    const job = await service.db.selectFrom('print_jobs').selectAll().executeTakeFirstOrThrow()
    expect([job.state, job.flavor, job.attempts]).toEqual(['queued', 'klipper', 0])
    await hear('klipper')
    expect(await claim('p1')).not.toBeNull()
  })
})

test('a printer that accepts models and claimed one keeps it, although a slice is made meanwhile', async () => {
  const { jobs } = await queue(CUBE)
  const id = jobs[0]?.id ?? printJobIdOf('')
  const taken = await service.deps.plateSlices.take(60, wantedSlices([]))
  if (taken === null) throw new Error('no plate')
  const job = await service.deps.printJobs.read(printJobIdOf(id))
  if (job === null) throw new Error('no job')
  const claimed = (await good(
    farm.asFarm('/api/farm/jobs/claim', { printer: 'p1', files: ['model'] }),
  )) as { job: Claim }
  const sliced = await slicePlate(service.deps, { job, profile: '', settings: {}, by: 'slicer' })
  if (!sliced.ok) throw new Error(JSON.stringify(sliced.failure))
  expect(await service.deps.plateSlices.keep(taken, sliced.value.file, [])).toBe(true)
  expect(await service.deps.printJobs.read(printJobIdOf(id))).toMatchObject({
    fileKind: 'model',
    printFileId: null,
  })
  expect(await download(claimed.job)).not.toContain('G28')
})

test('a file for another firmware is not handed out', async () => {
  const klipper = `${gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })}\n; gcode_flavor = klipper\n`
  const { jobs } = await queue({ name: 'part.gcode', bytes: klipper })
  await service.deps.printers.recordContact('voron', { state: 'ready', jobId: null })
  const setFirmware = (firmware: 'marlin' | 'klipper') =>
    service.db.updateTable('printers').set({ firmware }).where('name', '=', 'voron').execute()
  await setFirmware('marlin')
  expect(await claim('voron')).toBeNull()
  await setFirmware('klipper')
  expect((await claim('voron'))?.id).toBe(jobs[0]?.id ?? printJobIdOf(''))
})
