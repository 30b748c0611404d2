// How an overhanging part is printed: unchanged, reoriented, or with supports (decisions.md 46). The core decides it
// together with the estimate.
import { buildVolumeMm } from '../catalog/build-volume.ts'
import type { MeshReport } from '../models/report.ts'
import type { Estimated, SupportPlan } from './processing.ts'

/** The decision for a part, and the filament and time of its supports. Stored with quotes and orders. */
export type PartSupports = {
  readonly decision: SupportPlan['decision']
  /** For one part; 0 unless it is printed with supports. null = not estimated. */
  readonly filamentCm3: number | null
  readonly seconds: number | null
  /** Area of unsupported layers in the pose of the file; null = not estimated. */
  readonly unsupportedMm2: number | null
  /** Dimensions of the part as printed; null unless it is reoriented. */
  readonly turnedMm: Sides | null
}

type Sides = readonly [number, number, number]

/** The pose in which the mesh is sliced. */
export type PrintPose = {
  readonly supports: boolean
  /** Whether the part is laid on the face on which it prints best. */
  readonly orient: boolean
}

export const poseOf = ({ decision }: Pick<PartSupports, 'decision'>): PrintPose => ({
  supports: decision === 'supports',
  orient: decision === 'turn',
})

export function supportsOf(estimate: Pick<Estimated, 'supports'>): PartSupports {
  const { decision, filamentCm3, seconds, unsupportedMm2, turned } = planOf(estimate)
  const takes = decision === 'supports' ? { filamentCm3, seconds } : { filamentCm3: 0, seconds: 0 }
  return { decision, ...takes, unsupportedMm2, turnedMm: turned?.dimensionsMm ?? null }
}

/** In percent. No slice of the evaluated parts with supports exceeded its estimate by more (geometry/README.md). */
const supportedRangePercent = 8

/** Returns the estimate of the actual print: including supports, or in the better pose. */
export function printedAs(estimate: Estimated): Estimated {
  const { decision, turned, filamentCm3, seconds } = planOf(estimate)
  if (turned !== null) {
    const { dimensionsMm: _, ...print } = turned
    return { ...estimate, ...print }
  }
  if (decision !== 'supports') return estimate
  return {
    ...estimate,
    rangePercent: Math.max(estimate.rangePercent, supportedRangePercent),
    filamentCm3: estimate.filamentCm3 + filamentCm3,
    seconds: estimate.seconds + seconds,
    plates: estimate.plates.map((plate) => ({
      copies: plate.copies,
      seconds: plate.seconds + plate.copies * seconds,
    })),
  }
}

/**
 * Returns the plan. The core does not know the plate, so a part that does not fit one after reorientation is printed
 * with supports.
 */
function planOf({ supports }: Pick<Estimated, 'supports'>): SupportPlan {
  const { decision, turned } = supports
  if (decision !== 'turn' || (turned !== null && liesIn(buildVolumeMm, turned.dimensionsMm))) {
    return supports
  }
  return { ...supports, decision: 'supports', turned: null }
}

/** Whether a part fits into a volume in its pose or rotated by 90 degrees about its vertical axis. */
export function liesIn([width, depth, height]: Sides, [x, y, z]: Sides): boolean {
  const lies = (across: number, along: number) => across <= width && along <= depth
  return z <= height && (lies(x, y) || lies(y, x))
}

/** Returns the dimensions of the part as printed. */
export const printedSides = <T>(sides: T, supports: Pick<PartSupports, 'turnedMm'> | null) =>
  supports?.turnedMm ?? sides

/** Returns the measurement with the dimensions of the part as printed. */
export const printedReport = (
  report: MeshReport,
  supports: Pick<PartSupports, 'turnedMm'>,
): MeshReport => ({ ...report, dimensionsMm: printedSides(report.dimensionsMm, supports) })
