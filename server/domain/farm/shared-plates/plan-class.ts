// Plans the jobs of one class, which can share plates, and stores the shared plates.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { secondsOfCentihours } from '../../base/time/centihours.ts'
import type { Turns } from '../../base/turns.ts'
import { isAnyColor, quantityRange } from '../../catalog/options.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import {
  type OpenJob,
  type PlateBounds,
  type SharedPlate,
  startSharing,
} from '../../planning/arrange/share-plates.ts'
import { maxPlateSeconds } from '../../planning/plates.ts'
import type { OpenPlateJob, PlannedPlate } from '../plate-plans.ts'
import type { PlannerDeps, PlannerMemory } from './planner-memory.ts'
import { maxTriangles } from './plate-parts.ts'
import { type ClassRivals, plateOf } from './plate-promises.ts'

/** Limits the damage of a failed print, which affects every order on the plate. */
const maxOrders = 8
/** Number of jobs that are placed on existing plates before one of them starts a new plate. */
const batchJobs = 5

type ClassWork = {
  readonly jobs: readonly OpenPlateJob[]
  readonly beds: readonly PlateBed[]
  readonly rivals: ClassRivals
  readonly turns: Turns
}

export type PlanCounts = {
  readonly formed: number
  /** Whether a plate was refused because another transaction had changed a job. */
  readonly isRefused: boolean
}

export async function planClass(
  deps: PlannerDeps,
  memory: PlannerMemory,
  { jobs, beds, rivals, turns }: ClassWork,
  signal: AbortSignal,
): Promise<PlanCounts> {
  const open: OpenJob[] = []
  for (const job of jobs) {
    open.push(...openJob(memory, job, rivals.rankOf))
    await turns.next()
  }
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const standing = standingPlates(memory, jobs)
  await turns.next()
  const bounds: PlateBounds = {
    maxSeconds: maxPlateSeconds,
    maxOrders,
    maxCopies: quantityRange.max,
    maxTriangles,
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
    // The plate already waits and gained no jobs.
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
  { parts }: PlannerMemory,
  job: OpenPlateJob,
  rankOf: ReadonlyMap<PrintJobId, number>,
): readonly OpenJob[] {
  const part = parts.get(job.id)
  if (part == null) return []
  const { silhouette, heightMm, triangles } = part
  const { id, orderId, parts: copies, centihours, dueInSeconds } = job
  const color = isAnyColor(job.color) ? null : job.color.toLowerCase()
  const seconds = secondsOfCentihours(centihours)
  const rank = rankOf.get(id) ?? Infinity
  const size = { silhouette, heightMm, copies, triangles }
  return [{ id, orderId, ...size, color, seconds, dueInSeconds, rank }]
}

/** Returns plates that wait for a printer, and jobs that are alone on their plate. */
function standingPlates({ singles }: PlannerMemory, jobs: readonly OpenPlateJob[]): SharedPlate[] {
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
        seconds: members.reduce((sum, { centihours }) => sum + secondsOfCentihours(centihours), 0),
        copies: members.flatMap(({ id, place }) =>
          (place?.copies ?? []).map((copy) => ({ part: id, ...copy })),
        ),
      },
    ]
  })
  const alone = jobs.flatMap(({ id, place }) => (place === null ? (singles.get(id) ?? []) : []))
  return [...shared, ...alone]
}

function plannedPlate(
  { bed, copies, jobIds }: SharedPlate,
  { parts }: PlannerMemory,
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
