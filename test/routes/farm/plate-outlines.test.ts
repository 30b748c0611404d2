// Shared plates by the true outlines of parts: their source, the replacement for missing ones, and the drawing.

import { beforeEach, describe, expect, test } from 'bun:test'
import { faultsOf } from '../../../lab/plates/faults.ts'
import { print } from '../../../lab/plates/printer.ts'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { createPlatePlanner } from '../../../server/domain/farm/shared-plates/plate-planner.ts'
import { sliceNextPlate } from '../../../server/domain/farm/slices/slice-plates.ts'
import type { SilhouetteOutcome } from '../../../server/domain/measurement/processing.ts'
import { findSlicer } from '../../../slicer-bridge/readiness.ts'
import type { Bed } from '../../../slicer-bridge/vendor/bed.ts'
import { binaryStl, box, merge } from '../../../testing/models/meshes.ts'
import { type Claim, clearFarm, good, type Job, openFarm } from '../../../testing/people/farm.ts'
import type { FilePart } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(async () => {
  await clearFarm(service)
  await service.db.deleteFrom('part_silhouettes').execute()
})

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

/** 200 x 160 mm with arms of 30 mm: two of them fit a bed of 250 x 210 mm, but two boxes of their size do not. */
const bracket = (heightMm: number): FilePart => ({
  name: 'bracket.stl',
  bytes: binaryStl(merge(box([200, 30, heightMm]), box([30, 130, heightMm], [0, 30, 0]))),
})

async function queued(file: FilePart): Promise<Job> {
  const [job] = await farm.queue(await farm.order({}, file))
  if (job === undefined) throw new Error('the order has no job')
  return job
}

const read = async ({ id }: Pick<Job, 'id'>) => {
  const job = await service.deps.printJobs.read(id)
  if (job === null) throw new Error('the job vanished')
  return job
}

async function hearPrinter(): Promise<void> {
  await good(
    farm.report('mk4', {
      state: 'printing',
      files: ['gcode'],
      bedMm: { x: 250, y: 210, z: 220 },
    }),
  )
  await service.deps.printers.setAcceptsSharedPlates('mk4', true)
}

type Terms = {
  /** Replacement for the core's silhouette. */
  readonly silhouette?: () => Promise<SilhouetteOutcome>
  readonly now?: () => Date
}

/** Starts a process with a planner, and counts its silhouettes. */
function startPlanner({ silhouette, now }: Terms = {}) {
  let made = 0
  const { meshes, clock } = service.deps
  const planner = createPlatePlanner({
    ...service.deps,
    clock: now === undefined ? clock : { now },
    meshes: {
      ...meshes,
      silhouette: async (request) => {
        made += 1
        return await (silhouette?.() ?? meshes.silhouette(request))
      },
    },
    pause: async () => {},
  })
  return { plan: () => planner.plan(signal), made: () => made }
}

const page = async (path: string) =>
  await (await service.fetch(path, { headers: { cookie: farm.cookie } })).text()

describe.skipIf(findSlicer(null) === null)('outlines', () => {
  test('interlock two brackets, which are sliced in that layout', async () => {
    await hearPrinter()
    const jobs = [await queued(bracket(3)), await queued(bracket(3))]
    expect(await startPlanner().plan()).toBe(1)
    expect((await read(jobs[1] as Job)).leadId).toBe(jobs[0]?.id ?? printJobIdOf(''))
    await sliceNextPlate(service.deps, signal)
    const { job } = (await good(
      farm.asFarm('/api/farm/jobs/claim', { printer: 'mk4', sharedPlates: true }),
    )) as { job: Claim | null }
    if (job === null) throw new Error('no job')
    const response = await service.fetch(new URL(job.file.url, service.baseUrl).pathname, {
      headers: { 'x-internal-key': service.internalKey },
    })
    const printed = print(await response.text())
    expect(faultsOf(printed, { bed, material: 'PLA' })).toEqual([])
  }, 120_000)

  test('are made once per file, by whichever process plans it', async () => {
    await hearPrinter()
    const first = startPlanner()
    await queued(bracket(2))
    await queued(bracket(2))
    expect(await first.plan()).toBe(1)
    expect(first.made()).toBe(1)
    const second = startPlanner()
    await queued(bracket(2))
    await queued(bracket(2))
    expect(await second.plan()).toBe(1)
    expect(second.made()).toBe(0)
  }, 60_000)

  test('that cannot be made are boxes, until they exist', async () => {
    await hearPrinter()
    await queued(bracket(4))
    await queued(bracket(4))
    let isBroken = true
    let time = Date.now()
    const { deps } = service
    const planner = startPlanner({
      now: () => new Date(time),
      silhouette: async () => {
        if (isBroken) return { kind: 'busy', by: 'queue' }
        return await deps.meshes.silhouette({
          source: { path: brackets },
          format: 'stl',
          pose: { orient: false },
        })
      },
    })
    const brackets = deps.temporaryFiles.path()
    await Bun.write(brackets, bracket(4).bytes)
    try {
      expect(await planner.plan()).toBe(0)
      expect(planner.made()).toBe(1)
      // The failed outline is not retried in every round.
      isBroken = false
      expect(await planner.plan()).toBe(0)
      expect(planner.made()).toBe(1)
      time += 11 * 60_000
      expect(await planner.plan()).toBe(1)
      expect(planner.made()).toBe(2)
    } finally {
      await deps.temporaryFiles.remove(brackets)
    }
  }, 60_000)

  test('whose size differs from the measured part are not used', async () => {
    await hearPrinter()
    await queued(bracket(5))
    await queued(bracket(5))
    const small = async (): Promise<SilhouetteOutcome> => ({
      kind: 'silhouette',
      widthMm: 20,
      depthMm: 20,
      cellMm: 1,
      columns: 20,
      rows: 20,
      bits: new Uint32Array(20).fill(2 ** 20 - 1),
    })
    expect(await startPlanner({ silhouette: small }).plan()).toBe(0)
  }, 60_000)

  test('that fail with an error do not end the round', async () => {
    await hearPrinter()
    await queued({ name: 'a.stl', bytes: binaryStl(box([22, 20, 5])) })
    await queued({ name: 'b.stl', bytes: binaryStl(box([23, 20, 5])) })
    const broken = () => Promise.reject(new Error('the file shrank while it was read'))
    expect(await startPlanner({ silhouette: broken }).plan()).toBe(1)
  }, 60_000)

  test('are drawn on the page of the job, with boxes for missing ones', async () => {
    await hearPrinter()
    await queued(bracket(6))
    const rider = await queued(bracket(6))
    expect(await startPlanner().plan()).toBe(1)
    const shapes = async () => {
      const html = await page(`/operator/jobs/${rider.id}`)
      const paths = [...html.matchAll(/<path class="part" d="([^"]*)"/g)]
      return paths.map(([, path = '']) => path.split('L').length)
    }
    // The corners of an L.
    expect(await shapes()).toEqual([6, 6])
    await service.db.deleteFrom('part_silhouettes').execute()
    expect(await shapes()).toEqual([1, 1])
  }, 60_000)
})
