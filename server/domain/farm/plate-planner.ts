// Plans plates that jobs of several orders share, in the worker's rounds: what is printed from one spool with the same settings lies on one
// plate, most urgent first.
import { secondsOfCentihours } from '../base/centihours.ts'
import { quantityRange } from '../catalog/options.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { type PlateBed, takesPlateOf } from '../planning/arrange/plate-bed.ts'
import { type OpenJob, type SharedPlate, startSharing } from '../planning/arrange/share-plates.ts'
import type { Silhouette } from '../planning/arrange/silhouette.ts'
import { maxPlateSeconds } from '../planning/plates.ts'
import { readOrderOf } from './job-file.ts'
import { lineOf } from './line-of.ts'
import { knownSupports } from './line-supports.ts'
import { createOutlines, type OutlinedPart, type Outlines } from './outlines.ts'
import type { OpenPlateJob, PlannedPlate } from './plate-plans.ts'
import type { FarmDeps } from './ports.ts'
import { profilesFor } from './printers/plate-profiles.ts'

type Deps = Pick<
  FarmDeps,
  | 'sharesPlates'
  | 'platePlans'
  | 'plateProfiles'
  | 'printers'
  | 'orders'
  | 'orderLines'
  | 'printEstimates'
  | 'measurements'
  | 'slicer'
  | 'partSilhouettes'
  | 'meshes'
  | 'objects'
  | 'temporaryFiles'
  | 'clock'
  | 'log'
> & {
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>
}

export type PlatePlanner = {
  /** One round. Returns the number of plates that were formed or grew. When the signal aborts, the rest is left for the next process. */
  readonly plan: (signal: AbortSignal) => Promise<number>
}

/** What fails together. */
const maxOrders = 8
/** The triangles of all copies, 50 bytes each: a plate is one file for the slicer. */
const maxTriangles = 200_000
/** Jobs that are planned, most urgent first; those behind them are planned when these are printed. */
const maxJobs = 5_000
/** Jobs that are laid out before the event loop gets a turn. */
const batchJobs = 5
/** Supports stand beside what they carry. */
const supportsMm = 3
const tidiedAtOnce = 100
/** Time to spare below which a sliced job is not sliced again with others. */
const soonSeconds = 6 * 3600

/** A job with what the planner needs of its line. */
type Part = {
  /** Jobs of one class may share a plate. */
  readonly className: string
  readonly silhouette: Silhouette
  /** What its silhouette is made of while its box stands in for it; null once it has its own. */
  readonly missing: OutlinedPart | null
  /** Width and depth of the part. */
  readonly sizeMm: readonly [number, number]
  readonly heightMm: number
  /** All its copies together. */
  readonly triangles: number
}

type Memory = {
  /** By job; null = it shares no plate. */
  readonly parts: Map<string, Part | null>
  readonly outlines: Outlines
  /** Plates of one job, by its id: they gain jobs that come later, and are not laid out again. */
  readonly singles: Map<string, SharedPlate>
  /** What the last round planned; nothing is planned again before it changes. */
  seen: string
}

export function createPlatePlanner(deps: Deps): PlatePlanner {
  const outlines = createOutlines(deps)
  const memory: Memory = { parts: new Map(), outlines, singles: new Map(), seen: '' }
  return {
    plan: async (signal) => {
      outlines.startRound()
      await deps.platePlans.tidy(tidiedAtOnce)
      const farm = await deps.platePlans.farm()
      if (deps.sharesPlates && farm.takesShared) {
        if (deps.slicer.readiness() !== 'ready') return 0
        return await planAll(deps, memory, farm.hasIdlePrinter, signal)
      }
      // Nobody would claim what waits.
      for (const id of await deps.platePlans.listWaiting()) {
        await deps.platePlans.dissolve(id, { forGood: false })
      }
      memory.seen = ''
      return 0
    },
  }
}

async function planAll(
  deps: Deps,
  memory: Memory,
  hasIdlePrinter: boolean,
  signal: AbortSignal,
): Promise<number> {
  const [open, inUse] = await Promise.all([
    deps.platePlans.listOpen(maxJobs),
    deps.printers.profilesInUse(),
  ])
  const marks = open.map(({ id, leadId, place, isSliced }) => [
    id,
    leadId,
    place === null,
    isSliced,
  ])
  const seen = JSON.stringify([hasIdlePrinter, inUse, marks])
  const hasNew = await outlineBoxes(memory, signal)
  if (seen === memory.seen && !hasNew) return 0
  const bedsOf = (nozzleMm: number) =>
    profilesFor(inUse, nozzleMm).flatMap((profile) => deps.plateProfiles.bed(profile) ?? [])
  if (await endPlatesOfOtherBeds(deps, open, bedsOf)) return 0
  forget(memory, open)
  for (const job of open) {
    if (signal.aborted) return 0
    if (!memory.parts.has(job.id)) {
      memory.parts.set(job.id, await partOf(deps, memory, job, signal))
    }
  }
  // An idle printer prints what is sliced rather than wait for another slice, and so does an order that is due soon.
  const free = open.filter((job) => !(job.isSliced && (hasIdlePrinter || isDueSoon(job))))
  const classes = Map.groupBy(free, ({ id }) => memory.parts.get(id)?.className ?? null)
  let formed = 0
  for (const [className, jobs] of classes) {
    if (className === null) continue
    const nozzleMm = jobs[0]?.nozzleDiameter ?? 0
    formed += await planClass(deps, memory, { jobs, beds: bedsOf(nozzleMm) }, signal)
  }
  // What was formed is looked at once more: another transaction may have had a job.
  memory.seen = formed > 0 || signal.aborted ? '' : seen
  return formed
}

/** Gives parts the silhouettes that they lacked in the round before: those that are alone on a plate are laid anew. */
async function outlineBoxes(
  { parts, outlines, singles }: Memory,
  signal: AbortSignal,
): Promise<boolean> {
  let hasNew = false
  for (const [id, part] of parts) {
    if (part === null || part.missing === null || signal.aborted) continue
    const silhouette = await outlines.of(part.missing, signal)
    if (silhouette === null) continue
    parts.set(id, { ...part, silhouette, missing: null })
    singles.delete(id)
    hasNew = true
  }
  return hasNew
}

/** Dissolves plates that were laid out for beds which are in service no more. Returns whether there was one. */
async function endPlatesOfOtherBeds(
  { platePlans }: Pick<Deps, 'platePlans'>,
  open: readonly OpenPlateJob[],
  bedsOf: (nozzleMm: number) => readonly PlateBed[],
): Promise<boolean> {
  const ended = open.filter(
    ({ leadId, place, nozzleDiameter }) =>
      leadId === null && place !== null && !isInService(place.bed, bedsOf(nozzleDiameter)),
  )
  for (const { id } of ended) await platePlans.dissolve(id, { forGood: false })
  return ended.length > 0
}

const isInService = (bed: PlateBed, beds: readonly PlateBed[]): boolean =>
  beds.some((other) => takesPlateOf(other, bed) && other.heightMm >= bed.heightMm)

const isDueSoon = ({ dueInSeconds, hoursHundredths }: OpenPlateJob): boolean =>
  dueInSeconds !== null && dueInSeconds < secondsOfCentihours(hoursHundredths) + soonSeconds

/** Jobs that are not open any more. */
function forget({ parts, singles }: Memory, open: readonly OpenPlateJob[]): void {
  const ids = new Set(open.map(({ id }) => id))
  const shared = new Set(open.filter(({ place }) => place !== null).map(({ id }) => id))
  for (const id of parts.keys()) if (!ids.has(id)) parts.delete(id)
  for (const id of singles.keys()) if (!ids.has(id) || shared.has(id)) singles.delete(id)
}

/** Null where a part's size or supports are not known, or it is printed in another pose than was planned. */
async function partOf(
  deps: Deps,
  { outlines }: Memory,
  job: OpenPlateJob,
  signal: AbortSignal,
): Promise<Part | null> {
  const { sizeMm } = job
  if (sizeMm === null) return null
  const order = await readOrderOf(deps, job)
  // Who prints a plate reads the note of one order.
  if (order.options.note !== null) return null
  const line = await lineOf(deps, order, job.line)
  const supports = await knownSupports(deps, line)
  if (supports === null) return null
  const { turnedMm, decision } = supports
  if (turnedMm?.some((side, axis) => side !== sizeMm[axis])) return null
  const { format, sha256, uri } = line.file
  if (format === 'gcode') return null
  const measured = await deps.measurements.read({ sha256, format, units: line.options.units })
  const triangles = measured?.kind === 'mesh' ? measured.report.triangles * job.parts : null
  if (triangles === null || triangles > maxTriangles) return null
  const [width, depth, heightMm] = sizeMm
  const settings = sliceSettings(line.options)
  const spool = [job.material, job.color.toLowerCase()]
  const isSupported = decision === 'supports'
  const className = JSON.stringify([...spool, settings, isSupported])
  const { units } = line.options
  const printed = { sha256, format, units, orient: decision === 'turn', uri }
  const outlined: OutlinedPart = {
    ...printed,
    sizeMm: [width, depth],
    borderMm: isSupported ? supportsMm : 0,
  }
  const known = await outlines.of(outlined, signal)
  const border = 2 * outlined.borderMm
  const silhouette = known ?? outlines.box(width + border, depth + border)
  const missing = known === null ? outlined : null
  return { className, silhouette, missing, sizeMm: [width, depth], heightMm, triangles }
}

type ClassWork = { readonly jobs: readonly OpenPlateJob[]; readonly beds: readonly PlateBed[] }

async function planClass(
  deps: Deps,
  memory: Memory,
  { jobs, beds }: ClassWork,
  signal: AbortSignal,
): Promise<number> {
  const open = jobs.flatMap((job) => openJob(memory, job))
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const standing = standingPlates(memory, jobs)
  const planned = new Set(standing.flatMap(({ jobIds }) => jobIds))
  const bounds = { maxSeconds: maxPlateSeconds, maxOrders }
  const sharing = startSharing(open, beds, bounds, standing)
  for (let from = 0; from < open.length; from += batchJobs) {
    const batch = open.slice(from, from + batchJobs)
    if (batch.every(({ id }) => planned.has(id))) continue
    if (signal.aborted) return 0
    sharing.add(batch)
    await deps.pause()
  }
  let formed = 0
  for (const plate of sharing.plates()) {
    const [first] = plate.jobIds
    const together = within(plate, byId, memory)
    if (together.length < 2) {
      if (plate.jobIds.length === 1) memory.singles.set(first, plate)
      continue
    }
    // A plate that is waiting already, and gained nothing.
    if (together.every((id) => byId.get(id)?.place != null)) continue
    const shared = plannedPlate(plate, together, memory)
    if (!(await deps.platePlans.share(shared))) continue
    for (const id of together) memory.singles.delete(id)
    deps.log.info('farm.plate_shared', { jobId: first, jobs: together.length })
    formed += 1
  }
  return formed
}

function openJob({ parts }: Memory, job: OpenPlateJob): readonly OpenJob[] {
  const part = parts.get(job.id)
  if (part == null) return []
  const { silhouette, heightMm } = part
  const { id, orderId, parts: copies, hoursHundredths, dueInSeconds } = job
  const seconds = secondsOfCentihours(hoursHundredths)
  return [{ id, orderId, silhouette, heightMm, copies, seconds, dueInSeconds }]
}

/** Plates that wait for a printer, and jobs that were alone on theirs. */
function standingPlates({ singles }: Memory, jobs: readonly OpenPlateJob[]): SharedPlate[] {
  const plates = Map.groupBy(
    jobs.filter(({ place }) => place !== null),
    ({ id, leadId }) => leadId ?? id,
  )
  const shared = [...plates.values()].flatMap((members): SharedPlate[] => {
    const lead = members.find(({ leadId }) => leadId === null)
    if (lead?.place == null) return []
    const riders = members.filter((member) => member !== lead)
    return [
      {
        jobIds: [lead.id, ...riders.map(({ id }) => id)],
        bed: lead.place.bed,
        seconds: members.reduce(
          (sum, { hoursHundredths }) => sum + secondsOfCentihours(hoursHundredths),
          0,
        ),
        copies: members.flatMap(({ id, place }) =>
          (place?.copies ?? []).map((copy) => ({ part: id, ...copy })),
        ),
      },
    ]
  })
  const alone = jobs.flatMap(({ id, place }) => (place === null ? (singles.get(id) ?? []) : []))
  return [...shared, ...alone]
}

/** The jobs of a plate as far as one file may print them; none where one that waits already would not lead any more. */
function within(
  { jobIds }: SharedPlate,
  byId: ReadonlyMap<string, OpenPlateJob>,
  { parts }: Memory,
): readonly string[] {
  const waiting = jobIds.filter((id) => byId.get(id)?.place != null)
  const lead = waiting.find((id) => byId.get(id)?.leadId === null)
  if (lead !== undefined && lead !== jobIds[0]) return []
  let [copies, triangles] = [0, 0]
  const counted = (id: string): boolean => {
    const job = byId.get(id)
    const more = parts.get(id)?.triangles ?? maxTriangles
    if (job === undefined) return false
    if (copies + job.parts > quantityRange.max || triangles + more > maxTriangles) return false
    copies += job.parts
    triangles += more
    return true
  }
  const kept = waiting.filter(counted)
  if (kept.length < waiting.length) return []
  const more = jobIds.filter((id) => !waiting.includes(id) && counted(id))
  const all = jobIds.filter((id) => kept.includes(id) || more.includes(id))
  return all[0] === jobIds[0] ? all : []
}

function plannedPlate(
  { bed, copies }: SharedPlate,
  jobIds: readonly string[],
  { parts }: Memory,
): PlannedPlate {
  return {
    jobs: jobIds.map((id) => {
      const own = copies.filter(({ part }) => part === id)
      return {
        id,
        place: {
          copies: own.map(({ xMm, yMm, turnDegrees }) => ({ xMm, yMm, turnDegrees })),
          sizeMm: parts.get(id)?.sizeMm ?? [0, 0],
          bed,
        },
      }
    }),
  }
}
