// The geometry core's verdict in the form that callers receive: checked against the build volume, and with rounded numbers.
import {
  buildVolumeText,
  fitsBuildVolume,
  scaleToFit,
  shownSidesMm,
} from '../catalog/build-volume.ts'
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

/** A thinner place is an edge that tapers to nothing: the error bound of the walls. */
const sharpMm = 0.05
/** A body counts as made of thin walls when they are at least this share of its surface. */
const mostlyThinShare = 0.05
const maxThinIssues = 3

/**
 * The verdict with the measured walls. Some thin places do not change the status: most of them are edges, and they print, if weakly. A body
 * made of thin walls needs a redesign, because `ready` means walls above 0.8 mm (contract.md 3.3).
 */
export function withWalls(
  report: ProcessReport,
  { thin, limitMm }: Pick<WallReport, 'thin' | 'limitMm'>,
  surfaceCm2: number,
): ProcessReport {
  if (thin.length === 0 || report.printStatus === 'needs-redesign') return report
  const walls = thin.filter((place) => !isSharp(place))
  const thinnestMm = rounded(Math.min(...walls.map(({ thicknessMm }) => thicknessMm)), 100)
  const areaMm2 = thin.reduce((sum, place) => sum + place.areaMm2, 0)
  const withRemarks: ProcessReport = {
    ...report,
    issues: [...report.issues, ...thin.slice(0, maxThinIssues).map((at) => thinIssue(at, limitMm))],
    recommendations: [...report.recommendations, thicken(limitMm)],
  }
  if (areaMm2 >= mostlyThinShare * surfaceCm2 * 100) {
    const printDetail =
      walls.length === 0
        ? `Most of the body tapers to sharp edges, below the ${limitMm} mm that print reliably.`
        : `The walls are too thin: ${thinnestMm} mm, where ${limitMm} mm print reliably.`
    return { ...withRemarks, printStatus: 'needs-redesign', printabilityScore: 45, printDetail }
  }
  const detail = report.printDetail.replace(/ as it is\.$/, '.')
  return {
    ...withRemarks,
    printDetail:
      walls.length === 0
        ? `${detail} Its sharp edges may come out blunt.`
        : `${detail} Walls of ${thinnestMm} mm may come out weak or missing.`,
  }
}

const isSharp = ({ thicknessMm }: ThinPlace) => thicknessMm < sharpMm

function thinIssue(place: ThinPlace, limitMm: number): Remark {
  const { at, thicknessMm, areaMm2 } = roundedPlace(place)
  const where = `at (${at.join(', ')}) mm`
  const message = isSharp(place)
    ? `An edge tapers to nothing ${where}: ${areaMm2} mm² are below the ${limitMm} mm that print reliably.`
    : `A wall is ${thicknessMm} mm thick ${where}, over ${areaMm2} mm²; ${limitMm} mm print reliably.`
  return withoutMinusZeros({
    code: 'thin_walls',
    message,
    at,
    sizeMm: null,
  })
}

const thicken = (limitMm: number): Remark => ({
  code: 'thicken',
  message: `Make the walls that the issues name at least ${limitMm} mm thick.`,
  at: null,
  sizeMm: null,
})

function withSize(report: ProcessReport): ProcessReport {
  const { printability, printStatus, issues, recommendations } = report
  const { dimensionsMm } = printability
  const size = shownSidesMm(dimensionsMm).join(' x ')
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

/** Rounded to 1/`parts`; never -0. */
const rounded = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Replaces -0, which rounded coordinates can be. */
const withoutMinusZeros = (remark: Remark): Remark => ({
  ...remark,
  message: remark.message.replaceAll(/(?<![\w.])-0(?![\d.])/g, '0'),
})
