// What is printed of a part that overhangs: the part as it is, turned, or with supports (decisions.md 46). The core decides it with the
// estimate.
import { buildVolumeMm } from '../catalog/build-volume.ts'
import type { MeshReport } from '../models/report.ts'
import type { Estimated, SupportPlan } from './processing.ts'

/** What was decided for a part, and what its supports take. Quotes and orders keep it. */
export type PartSupports = {
  readonly decision: SupportPlan['decision']
  /** For one part; 0 unless it is printed with supports. null = not estimated. */
  readonly filamentCm3: number | null
  readonly seconds: number | null
  /** Area of the layers that rest on nothing as the file has the part; null = not estimated. */
  readonly unsupportedMm2: number | null
  /** Dimensions of the part as it is printed; null unless it is turned. */
  readonly turnedMm: Sides | null
}

type Sides = readonly [number, number, number]

/** How the mesh is sliced. */
export type PrintPose = {
  readonly supports: boolean
  /** Laid on the face on which it prints best. */
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

/** No slice of the judged parts with supports took more than this above its estimate (geometry/README.md). */
const supportedRangePercent = 8

/** The estimate of what is printed: supports included, or in the better pose. */
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

/** The core knows no plate: a part that does not lie on one when it is turned is printed with supports. */
function planOf({ supports }: Pick<Estimated, 'supports'>): SupportPlan {
  const { decision, turned } = supports
  if (decision !== 'turn' || (turned !== null && liesIn(buildVolumeMm, turned.dimensionsMm))) {
    return supports
  }
  return { ...supports, decision: 'supports', turned: null }
}

/** Whether a part lies in a volume as it stands, or turned by 90 degrees about its height. */
export function liesIn([width, depth, height]: Sides, [x, y, z]: Sides): boolean {
  const lies = (across: number, along: number) => across <= width && along <= depth
  return z <= height && (lies(x, y) || lies(y, x))
}

/** The sides of the part as it is printed. */
export const printedSides = <T>(sides: T, supports: Pick<PartSupports, 'turnedMm'> | null) =>
  supports?.turnedMm ?? sides

/** The measurement with the sides of the part as it is printed. */
export const printedReport = (
  report: MeshReport,
  supports: Pick<PartSupports, 'turnedMm'>,
): MeshReport => ({ ...report, dimensionsMm: printedSides(report.dimensionsMm, supports) })
