// What the planner of shared plates keeps between its rounds.

import type { Clock } from '../../base/ports.ts'
import type { PrintJobId } from '../../base/print-job-id.ts'
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
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>
}

/** A job with what the planner needs of its line. */
export type Part = {
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

export type Memory = {
  /** The part of each job; null = it shares no plate. */
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

export const createMemory = (outlines: Outlines): Memory => ({
  parts: new Map(),
  unknown: new Map(),
  outlines,
  singles: new Map(),
  seen: '',
  againAtMs: Infinity,
  promisesAtMs: 0,
})

/** Jobs that are not open any more. */
export function forget({ parts, unknown, singles }: Memory, open: readonly OpenPlateJob[]): void {
  const ids = new Set(open.map(({ id }) => id))
  const shared = new Set(open.filter(({ place }) => place !== null).map(({ id }) => id))
  for (const id of parts.keys()) if (!ids.has(id)) parts.delete(id)
  for (const id of unknown.keys()) if (!ids.has(id)) unknown.delete(id)
  for (const id of singles.keys()) if (!ids.has(id) || shared.has(id)) singles.delete(id)
}
