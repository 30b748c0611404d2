// The geometry core's verdict as it is returned to callers: checked against the build volume, and with rounded numbers.
import { buildVolumeText, fitsBuildVolume, scaleToFit } from '../catalog/build-volume.ts'
import type { ReceivedMesh, ThinPlace, WallReport } from '../measurement/inspection.ts'
import type { Printability, ProcessReport, Remark } from '../measurement/processing.ts'

/** Status and score do not depend on the size (README.md). Our size remarks replace the core's. */
export function publicVerdict(report: ProcessReport): ProcessReport {
  const { dimensionsMm } = report.printability
  const sized = fitsBuildVolume(dimensionsMm) ? report : withSize(report)
  return {
    ...sized,
    printability: roundedPrintability(report.printability),
    issues: sized.issues.map(withoutMinusZeros),
    recommendations: sized.recommendations.map(withoutMinusZeros),
  }
}

function withSize(report: ProcessReport): ProcessReport {
  const { printability, printStatus, issues, recommendations } = report
  const { dimensionsMm } = printability
  const size = dimensionsMm.map((mm) => rounded(mm, 10)).join(' x ')
  const remark = (code: string, message: string, sizeMm: number | null): Remark => ({
    code,
    message,
    at: null,
    sizeMm,
  })
  const issue = `It is ${size} mm; the build volume is ${buildVolumeText}.`
  const advice = `Scale it to ${percentOf(scaleToFit(dimensionsMm))}% or less, or split it.`
  return {
    ...report,
    printDetail: `${detailStarts[printStatus]} it does not fit the ${buildVolumeText} build volume. ${advice}`,
    issues: [
      ...issues.filter(({ code }) => code !== 'too_large'),
      remark('too_large', issue, rounded(Math.max(...dimensionsMm), 100)),
    ],
    recommendations: [
      ...recommendations.filter(({ code }) => code !== 'scale_down'),
      remark('scale_down', advice, null),
    ],
  }
}

const detailStarts = {
  ready: 'The model needs no repair, but as it is',
  repaired: 'The model was repaired, but as it is',
  'needs-redesign': 'The model needs a redesign, and',
} as const

/** Rounded down, so that the scaled body fits. */
function percentOf(factor: number): number {
  const parts = factor >= 0.01 ? 10 : 10_000
  return Math.floor(factor * 100 * parts + 1e-4) / parts
}

const roundedPrintability = (measured: Printability): Printability => {
  const [x, y, z] = measured.dimensionsMm
  return {
    ...measured,
    dimensionsMm: [rounded(x, 100), rounded(y, 100), rounded(z, 100)],
    minFeatureMm: rounded(measured.minFeatureMm, 100),
    maxOverhangDeg: rounded(measured.maxOverhangDeg, 100),
    volumeCm3: rounded(measured.volumeCm3, 1000),
  }
}

/** Lengths to 0.01 mm, areas to 0.01 mm2 and volumes to 0.001 cm3, like those of the verdict. */
export function roundedFacts({
  received,
  walls,
}: {
  readonly received: ReceivedMesh
  readonly walls: WallReport
}): { readonly received: ReceivedMesh; readonly walls: WallReport } {
  const { volumeCm3 } = received
  const { minWallMm, thin } = walls
  return {
    received: { ...received, volumeCm3: volumeCm3 === null ? null : rounded(volumeCm3, 1000) },
    walls: {
      ...walls,
      minWallMm: minWallMm === null ? null : rounded(minWallMm, 100),
      thin: thin.map(roundedPlace),
    },
  }
}

const roundedPlace = ({ at: [x, y, z], thicknessMm, areaMm2 }: ThinPlace): ThinPlace => ({
  at: [rounded(x, 100), rounded(y, 100), rounded(z, 100)],
  thicknessMm: rounded(thicknessMm, 100),
  areaMm2: rounded(areaMm2, 100),
})

/** Rounded to 1/`parts`; never minus zero. */
const rounded = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Replaces minus zero, which rounded coordinates can be. */
const withoutMinusZeros = (remark: Remark): Remark => ({
  ...remark,
  message: remark.message.replaceAll(/(?<![\w.])-0(?![\d.])/g, '0'),
})
