// State of the planner of shared plates between rounds.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { Clock } from '../../base/ports.ts'
import type { SharedPlate } from '../../planning/arrange/share-plates.ts'
import type { Silhouette } from '../../planning/arrange/silhouette.ts'
import type { OpenPlateJob } from '../plate-plans.ts'
import type { FarmDeps } from '../ports.ts'
import type { OutlinedPart, Outlines } from './outlines.ts'

export type PlannerDeps = Pick<
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
  /** Yields to the event loop. */
  readonly pause: () => Promise<void>
}

/** A job with the planner's data about its line. */
export type Part = {
  /** Jobs of the same class can share a plate. */
  readonly className: string
  readonly silhouette: Silhouette
  /** The silhouette's source while the bounding box replaces it; null after it was computed. */
  readonly missing: OutlinedPart | null
  /** Width and depth of the part. */
  readonly sizeMm: readonly [number, number]
  readonly heightMm: number
  /** Number of triangles of all copies. */
  readonly triangles: number
}

export type PlannerMemory = {
  /** The part of each job; null = it shares no plate. */
  readonly parts: Map<PrintJobId, Part | null>
  readonly outlines: Outlines
  /** Jobs with missing data, and when they are checked again. */
  readonly unknown: Map<PrintJobId, number>
  /** Plates with one job, by job id. They can gain later jobs and are not planned again. */
  readonly singles: Map<PrintJobId, SharedPlate>
  /** State that the last round planned for. Nothing is planned until it changes. */
  seen: string
  /** When to plan even without a change, because another transaction had changed a job. */
  againAtMs: number
  /** When to check the due dates of waiting plates again. */
  promisesAtMs: number
}

export const createMemory = (outlines: Outlines): PlannerMemory => ({
  parts: new Map(),
  unknown: new Map(),
  outlines,
  singles: new Map(),
  seen: '',
  againAtMs: Infinity,
  promisesAtMs: 0,
})

/** Removes jobs that are no longer open. */
export function forget(
  { parts, unknown, singles }: PlannerMemory,
  open: readonly OpenPlateJob[],
): void {
  const ids = new Set(open.map(({ id }) => id))
  const shared = new Set(open.filter(({ place }) => place !== null).map(({ id }) => id))
  for (const id of parts.keys()) if (!ids.has(id)) parts.delete(id)
  for (const id of unknown.keys()) if (!ids.has(id)) unknown.delete(id)
  for (const id of singles.keys()) if (!ids.has(id) || shared.has(id)) singles.delete(id)
}
