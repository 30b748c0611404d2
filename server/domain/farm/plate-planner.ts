// Plans plates that jobs of several orders share, in the worker's rounds: what is printed from one spool with the same settings lies on one
// plate, most urgent first.

import { secondsOfCentihours } from '../base/centihours.ts'
import type { Clock } from '../base/ports.ts'
import type { PrintJobId } from '../base/print-job-id.ts'
import { Turns } from '../base/turns.ts'
import { quantityRange } from '../catalog/options.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { type PlateBed, takesPlateOf } from '../planning/arrange/plate-bed.ts'
import {
  isOverdue,
  type OpenJob,
  type PlateBounds,
  type SharedPlate,
  startSharing,
} from '../planning/arrange/share-plates.ts'
import type { Silhouette } from '../planning/arrange/silhouette.ts'
import { maxPlateSeconds } from '../planning/plates.ts'
import { readOrderOf } from './job-file.ts'
import { lineOf } from './line-of.ts'
import { knownSupports } from './line-supports.ts'
import { createOutlines, type OutlinedPart, type Outlines } from './outlines.ts'
import type { OpenPlateJob, PlannedPlate, SharingPrinter } from './plate-plans.ts'
import {
  type ClassRivals,
  closedPlates,
  createRivals,
  isAnyColor,
  plateOf,
  type Rivals,
} from './plate-promises.ts'
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
  readonly clock: Clock
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>
}

export type PlatePlanner = {
  /** One round. Returns the number of plates that were formed or grew. When the signal aborts, the rest is left for the next process. */
  readonly plan: (signal: AbortSignal) => Promise<number>
}

/** An order on a shared plate fails with all others on it. */
const maxOrders = 8
/** The triangles of all copies, 50 bytes each: a plate is one file for the slicer. */
const maxTriangles = 200_000
/** Jobs that are planned, most urgent first; those behind them are planned when these are printed. */
const maxJobs = 5_000
/** Jobs that are laid out on the plates that are there before one of them leads another plate. */
const batchJobs = 5
/** How long a round may hold the event loop. */
const mostHeldMs = 4
/** Supports stand beside what they carry. */
const supportsMm = 3
const tidiedAtOnce = 100
/** After which a job is looked at again whose size or supports were not known. */
const lookAgainMs = 60_000
/** How often it is looked whether plates that wait keep their promises. */
const promisesMs = 60_000
/** After which a plate is tried again of which another transaction had a job. */
const tryAgainMs = 10_000

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
  readonly parts: Map<PrintJobId, Part | null>
  readonly outlines: Outlines
  /** Jobs of which something is not known yet, and when they are looked at again. */
  readonly unknown: Map<PrintJobId, number>
  /** Plates of one job, by its id: they gain jobs that come later, and are not laid out again. */
  readonly singles: Map<PrintJobId, SharedPlate>
  /** What the last round planned; nothing is planned again before it changes. */
  seen: string
  /** When it is planned again all the same, because another transaction had a job. */
  againAtMs: number
  /** When it is looked again whether plates that wait keep their promises. */
  promisesAtMs: number
}

export function createPlatePlanner(deps: Deps): PlatePlanner {
  const outlines = createOutlines(deps)
  const memory: Memory = {
    parts: new Map(),
    unknown: new Map(),
    outlines,
    singles: new Map(),
    seen: '',
    againAtMs: Infinity,
    promisesAtMs: 0,
  }
  return {
    plan: async (signal) => {
      outlines.startRound()
      await deps.platePlans.tidy(tidiedAtOnce)
      const farm = await deps.platePlans.farm()
      if (deps.sharesPlates && farm.takesShared) {
        if (deps.slicer.readiness() !== 'ready') return 0
        return await planAll(deps, memory, farm.printers, signal)
      }
      // Nobody would claim what waits.
      for (const id of await deps.platePlans.listWaiting()) {
        await deps.platePlans.dissolve(id)
      }
      memory.seen = ''
      return 0
    },
  }
}

async function planAll(
  deps: Deps,
  memory: Memory,
  printers: readonly SharingPrinter[],
  signal: AbortSignal,
): Promise<number> {
  const [waiting, inUse] = await Promise.all([
    deps.platePlans.listOpen(maxJobs),
    deps.printers.profilesInUse(),
  ])
  const open = waiting.filter(({ mayShare }) => mayShare)
  const marks = waiting.map(({ id, leadId, place, mayShare, slicedFor }) => [
    ...[id, leadId, place === null, mayShare, slicedFor],
  ])
  const seen = JSON.stringify([printers, inUse, marks])
  const nowMs = deps.clock.now().getTime()
  const turns = new Turns({ pause: deps.pause, mostMs: mostHeldMs })
  const isSeen = seen === memory.seen && nowMs < Math.min(memory.againAtMs, memory.promisesAtMs)
  const hasNew = await outlineBoxes(memory, signal)
  if (isSeen && !hasNew && !open.some((job) => isToBeRead(deps, memory, job))) return 0
  const bedsOf = (nozzleMm: number) =>
    profilesFor(inUse, nozzleMm).flatMap((profile) => deps.plateProfiles.bed(profile) ?? [])
  const rivals = createRivals(waiting, printers)
  await turns.next()
  if (await endPlatesOfOtherBeds(deps, open, bedsOf)) return 0
  if (await endOverduePlates(deps, { open, rivals, turns })) return 0
  memory.promisesAtMs = nowMs + promisesMs
  forget(memory, open)
  for (const job of open) {
    if (signal.aborted) return 0
    if (isToBeRead(deps, memory, job)) await readPart(deps, memory, job, signal)
    await turns.next()
  }
  const closed = new Set([...closedPlates(open, printers), ...platesOfUnknownParts(memory, open)])
  const free = open.filter((job) => !closed.has(plateOf(job)))
  await turns.next()
  const classes = Map.groupBy(free, ({ id }) => memory.parts.get(id)?.className ?? null)
  let [formed, isRefused] = [0, false]
  for (const [className, jobs] of classes) {
    const [first] = jobs
    if (className === null || first === undefined) continue
    const work = { jobs, beds: bedsOf(first.nozzleDiameter), rivals: rivals(first), turns }
    const planned = await planClass(deps, memory, work, signal)
    formed += planned.formed
    isRefused ||= planned.isRefused
  }
  // What was formed is looked at once more.
  memory.seen = formed > 0 || signal.aborted ? '' : seen
  memory.againAtMs = isRefused ? deps.clock.now().getTime() + tryAgainMs : Infinity
  return formed
}

/** Gives parts the silhouettes that they lacked in the round before: those that are alone on a plate are laid out again. */
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

function isToBeRead({ clock }: Pick<Deps, 'clock'>, memory: Memory, { id }: OpenPlateJob): boolean {
  const againAtMs = memory.unknown.get(id)
  return againAtMs === undefined ? !memory.parts.has(id) : clock.now().getTime() >= againAtMs
}

async function readPart(
  deps: Deps,
  memory: Memory,
  job: OpenPlateJob,
  signal: AbortSignal,
): Promise<void> {
  const part = await partOf(deps, memory, job, signal)
  if (part === 'unknown') {
    memory.unknown.set(job.id, deps.clock.now().getTime() + lookAgainMs)
    return
  }
  memory.unknown.delete(job.id)
  memory.parts.set(job.id, part)
}

/** What another process formed may have parts that this one cannot lay. */
const platesOfUnknownParts = (
  { parts }: Memory,
  open: readonly OpenPlateJob[],
): readonly PrintJobId[] =>
  open.filter(({ id, place }) => place !== null && parts.get(id) == null).map(plateOf)

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
  for (const { id } of ended) await platePlans.dissolve(id)
  return ended.length > 0
}

type Waiting = {
  readonly open: readonly OpenPlateJob[]
  readonly rivals: Rivals
  readonly turns: Turns
}

/** Dissolves plates that waited too long for what they print: their jobs are laid out again. Returns whether there was one. */
async function endOverduePlates(
  { platePlans, log }: Pick<Deps, 'platePlans' | 'log'>,
  { open, rivals, turns }: Waiting,
): Promise<boolean> {
  const plates = Map.groupBy(
    open.filter(({ place }) => place !== null),
    plateOf,
  )
  let isOne = false
  for (const [leadId, jobs] of plates) {
    await turns.next()
    const lead = jobs.find(({ id }) => id === leadId)
    if (lead === undefined) continue
    const { ofColor, rankOf } = rivals(lead)
    const waiting = jobs.map(({ id, hoursHundredths, dueInSeconds }) => ({
      ...{ id, dueInSeconds, rank: rankOf.get(id) ?? Infinity },
      seconds: secondsOfCentihours(hoursHundredths),
    }))
    if (!isOverdue(waiting, ofColor(lead.color))) continue
    await platePlans.dissolve(leadId)
    log.info('farm.plate_overdue', { jobId: leadId, jobs: jobs.length })
    isOne = true
  }
  return isOne
}

const isInService = (bed: PlateBed, beds: readonly PlateBed[]): boolean =>
  beds.some((other) => takesPlateOf(other, bed) && other.heightMm >= bed.heightMm)

/** Jobs that are not open any more. */
function forget({ parts, unknown, singles }: Memory, open: readonly OpenPlateJob[]): void {
  const ids = new Set(open.map(({ id }) => id))
  const shared = new Set(open.filter(({ place }) => place !== null).map(({ id }) => id))
  for (const id of parts.keys()) if (!ids.has(id)) parts.delete(id)
  for (const id of unknown.keys()) if (!ids.has(id)) unknown.delete(id)
  for (const id of singles.keys()) if (!ids.has(id) || shared.has(id)) singles.delete(id)
}

/** Null where it is printed in another pose than was planned, or by itself for any other reason that stays. */
async function partOf(
  deps: Deps,
  { outlines }: Memory,
  job: OpenPlateJob,
  signal: AbortSignal,
): Promise<Part | 'unknown' | null> {
  const { sizeMm } = job
  if (sizeMm === null) return 'unknown'
  const order = await readOrderOf(deps, job)
  // Who prints a plate reads the note of one order.
  if (order.options.note !== null) return null
  const line = await lineOf(deps, order, job.line)
  const supports = await knownSupports(deps, line)
  if (supports === null) return 'unknown'
  const { turnedMm, decision } = supports
  if (turnedMm?.some((side, axis) => side !== sizeMm[axis])) return null
  const { format, sha256, uri } = line.file
  if (format === 'gcode') return null
  const measured = await deps.measurements.read({ sha256, format, units: line.options.units })
  if (measured === null) return 'unknown'
  const triangles = measured.kind === 'mesh' ? measured.report.triangles * job.parts : null
  if (triangles === null || triangles > maxTriangles) return null
  const [width, depth, heightMm] = sizeMm
  const settings = sliceSettings(line.options)
  const isSupported = decision === 'supports'
  const className = JSON.stringify([job.material, settings, isSupported])
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

type ClassWork = {
  readonly jobs: readonly OpenPlateJob[]
  readonly beds: readonly PlateBed[]
  readonly rivals: ClassRivals
  readonly turns: Turns
}

type Planned = {
  readonly formed: number
  /** Whether another transaction had a job of a plate. */
  readonly isRefused: boolean
}

async function planClass(
  deps: Deps,
  memory: Memory,
  { jobs, beds, rivals, turns }: ClassWork,
  signal: AbortSignal,
): Promise<Planned> {
  const open: OpenJob[] = []
  for (const job of jobs) {
    open.push(...openJob(memory, job, rivals.rankOf))
    await turns.next()
  }
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const standing = standingPlates(memory, jobs)
  await turns.next()
  const bounds: PlateBounds = {
    ...{ maxSeconds: maxPlateSeconds, maxOrders, maxCopies: quantityRange.max, maxTriangles },
    rivals: rivals.ofColor,
  }
  const sharing = startSharing(open, beds, bounds, standing)
  for (let from = 0; from < open.length; from += batchJobs) {
    if (signal.aborted) return { formed: 0, isRefused: false }
    await turns.take(sharing.add(open.slice(from, from + batchJobs)))
  }
  let [formed, isRefused] = [0, false]
  for (const plate of sharing.plates()) {
    await turns.next()
    const { jobIds } = plate
    if (jobIds.length === 1) {
      memory.singles.set(jobIds[0], plate)
      continue
    }
    // A plate that is waiting already, and gained nothing.
    if (jobIds.every((id) => byId.get(id)?.place != null)) continue
    if (!(await deps.platePlans.share(plannedPlate(plate, memory)))) {
      isRefused = true
      continue
    }
    for (const id of jobIds) memory.singles.delete(id)
    deps.log.info('farm.plate_shared', { jobId: jobIds[0], jobs: jobIds.length })
    formed += 1
  }
  return { formed, isRefused }
}

function openJob(
  { parts }: Memory,
  job: OpenPlateJob,
  rankOf: ReadonlyMap<PrintJobId, number>,
): readonly OpenJob[] {
  const part = parts.get(job.id)
  if (part == null) return []
  const { silhouette, heightMm, triangles } = part
  const { id, orderId, parts: copies, hoursHundredths, dueInSeconds } = job
  const color = isAnyColor(job.color) ? null : job.color.toLowerCase()
  const seconds = secondsOfCentihours(hoursHundredths)
  const rank = rankOf.get(id) ?? Infinity
  const size = { silhouette, heightMm, copies, triangles }
  return [{ id, orderId, ...size, color, seconds, dueInSeconds, rank }]
}

/** Plates that wait for a printer, and jobs that were alone on theirs. */
function standingPlates({ singles }: Memory, jobs: readonly OpenPlateJob[]): SharedPlate[] {
  const plates = Map.groupBy(
    jobs.filter(({ place }) => place !== null),
    plateOf,
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

function plannedPlate({ bed, copies, jobIds }: SharedPlate, { parts }: Memory): PlannedPlate {
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
