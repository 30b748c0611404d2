// Determines whether the parts of jobs can share a plate, with which others, and in which pose.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { sliceSettings } from '../../measurement/slice-settings.ts'
import { readOrderOf } from '../claim/job-file.ts'
import { lineOf } from '../line-of.ts'
import { knownSupports } from '../line-supports.ts'
import type { OpenPlateJob } from '../plate-plans.ts'
import type { OutlinedPart } from './outlines.ts'
import type { Part, PlannerDeps, PlannerMemory } from './planner-memory.ts'
import { plateOf } from './plate-promises.ts'

/** Limit for all copies, at 50 bytes per triangle, because a plate is one file for the slicer. */
export const maxTriangles = 200_000
/** Space for supports, which extend beyond the part. */
const supportsMm = 3
/** Interval at which jobs with unknown size or supports are read again. */
const lookAgainMs = 60_000

/** Adds the silhouettes that were missing in the last round. Parts that are alone on a plate are planned again. */
export async function outlineBoxes(
  { parts, outlines, singles }: PlannerMemory,
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

export function isToBeRead(
  { clock }: Pick<PlannerDeps, 'clock'>,
  memory: PlannerMemory,
  { id }: OpenPlateJob,
): boolean {
  const againAtMs = memory.unknown.get(id)
  return againAtMs === undefined ? !memory.parts.has(id) : clock.now().getTime() >= againAtMs
}

export async function readPart(
  deps: PlannerDeps,
  memory: PlannerMemory,
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

/** Returns plates with parts that this process cannot place, because another process formed them. */
export const platesOfUnknownParts = (
  { parts }: PlannerMemory,
  open: readonly OpenPlateJob[],
): readonly PrintJobId[] =>
  open.filter(({ id, place }) => place !== null && parts.get(id) == null).map(plateOf)

/**
 * Returns null if the part is printed in a different pose from the planned one, or cannot share a plate for another
 * permanent reason.
 */
async function partOf(
  deps: PlannerDeps,
  { outlines }: PlannerMemory,
  job: OpenPlateJob,
  signal: AbortSignal,
): Promise<Part | 'unknown' | null> {
  const { sizeMm } = job
  if (sizeMm === null) return 'unknown'
  const order = await readOrderOf(deps, job)
  // The note applies to one order, but a shared plate prints several.
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
