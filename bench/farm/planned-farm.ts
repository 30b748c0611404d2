// A farm in memory with the planner of the worker. It measures planning rounds without a database,
// from silhouettes in their stored form.
import { defaultPrintOptions } from '../../server/domain/catalog/options.ts'
import type { OpenPlateJob, PlannedPlate } from '../../server/domain/farm/plate-plans.ts'
import { createPlatePlanner } from '../../server/domain/farm/shared-plates/plate-planner.ts'
import type { PlateBed } from '../../server/domain/planning/arrange/plate-bed.ts'
import type { OpenJob } from '../../server/domain/planning/arrange/share-plates.ts'

type PlannerDeps = Parameters<typeof createPlatePlanner>[0]

export type PlannedFarm = {
  /** Adds a job. The next round plans it. */
  readonly add: (job: OpenJob) => void
  /** Runs one round. Throws when the round shared no plate. */
  readonly plan: () => Promise<void>
  readonly plates: () => readonly PlannedPlate[]
  /** Returns the longest time so far that a round blocked the event loop, as processor time. */
  readonly heldMs: () => number
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function openFarm(beds: readonly PlateBed[], started: readonly OpenJob[]): PlannedFarm {
  const jobs = new Map<string, OpenJob>()
  const open = new Map<string, OpenPlateJob>()
  const plates = new Map<string, PlannedPlate>()
  const add = (job: OpenJob) => {
    jobs.set(job.id, job)
    open.set(job.id, openPlateJob(job))
  }
  for (const job of started) add(job)
  let [heldMs, beganMs] = [0, 0]
  const pause = async () => {
    heldMs = Math.max(heldMs, processorMs() - beganMs)
    await new Promise<void>((resolve) => setImmediate(resolve))
    beganMs = processorMs()
  }
  const jobOf = (id: string): OpenJob => {
    const job = jobs.get(id)
    if (job === undefined) throw new Error(`no job ${id}`)
    return job
  }
  // One order line as the planner reads it. Every job is a separate order here.
  const deps = {
    sharesPlates: true,
    platePlans: {
      farm: async () => ({ acceptsSharedPlates: true, printers: [] }),
      listOpen: async () => [...open.values()],
      listWaiting: async () => [],
      tidy: async () => 0,
      dissolve: async () => {},
      share: async (plate: PlannedPlate) => {
        const [lead] = plate.jobs
        if (lead === undefined) return false
        plates.set(lead.id, plate)
        for (const { id, place } of plate.jobs) {
          const leadId = id === lead.id ? null : lead.id
          open.set(id, { ...openPlateJob(jobOf(id)), place, leadId })
        }
        return true
      },
    },
    plateProfiles: { bed: (profile: string) => beds[Number(profile)] ?? null },
    printers: {
      profilesInUse: async () => beds.map((_, at) => ({ profile: `${at}`, nozzleMm: null })),
    },
    orders: {
      readByCode: async (code: string) => ({
        code,
        options: { ...defaultPrintOptions, note: null, units: null },
        file: { uri: '', sha256: code, format: 'stl' },
        supports: { decision: 'none', turnedMm: null },
        web: null,
      }),
    },
    printEstimates: { read: async () => null },
    measurements: { read: async () => ({ kind: 'mesh', report: { triangles: 1000 } }) },
    slicer: { readiness: () => 'ready' },
    partSilhouettes: {
      read: async ({ sha256 }: { readonly sha256: string }) => jobOf(sha256).silhouette,
    },
    clock: { now: () => new Date() },
    log: { info: () => {} },
    pause,
  } as unknown as PlannerDeps
  const planner = createPlatePlanner(deps)
  return {
    add,
    plan: async () => {
      beganMs = processorMs()
      if ((await planner.plan(new AbortController().signal)) === 0) {
        throw new Error('no plate was shared')
      }
    },
    plates: () => [...plates.values()],
    heldMs: () => heldMs,
  }
}

const openPlateJob = ({
  id,
  orderId,
  silhouette: { widthMm, depthMm },
  heightMm,
  copies,
  seconds,
}: OpenJob): OpenPlateJob => ({
  id,
  orderId,
  orderCode: id,
  line: null,
  parts: copies,
  material: 'pla',
  color: 'Black',
  nozzleDiameter: 0.4,
  centihours: Math.ceil(seconds / 36),
  dueInSeconds: null,
  sizeMm: [widthMm, depthMm, heightMm],
  mayShare: true,
  slicedFor: [],
  leadId: null,
  place: null,
})
