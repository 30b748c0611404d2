// The geometry core's verdict as sent to callers: compared with the build volume, and with rounded numbers.
import {
  buildVolumeText,
  fitsBuildVolume,
  percentToFit,
  shownSidesMm,
} from '../catalog/build-volume.ts'
import type { ReceivedMesh, ThinPlace, WallReport } from '../measurement/inspection.ts'
import {
  type Printability,
  type ProcessReport,
  type Remark,
  tooLargeCode,
} from '../measurement/processing.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { printDetail } from './print-detail.ts'
import { withSupports } from './with-supports.ts'

/**
 * Returns the public verdict. Status and score do not depend on the size (README.md). The service's size remarks
 * replace the core's.
 */
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

/** A thinner place is an edge that tapers to nothing: the error bound of the wall measurement. */
const sharpMm = 0.05
/** A body consists of thin walls if they are at least this share of its surface. */
const mostlyThinShare = 0.05
const maxThinIssues = 3

/**
 * Returns the verdict with the measured walls. A few thin places do not change the status: most of them are edges,
 * which print with reduced strength. A body of thin walls needs a redesign, because `ready` means walls above 0.8 mm
 * (contract.md 3.3). `supports`: null without an estimate.
 */
export function withWalls(
  verdict: ProcessReport,
  { thin, limitMm }: Pick<WallReport, 'thin' | 'limitMm'>,
  surfaceCm2: number,
  supports: PartSupports | null,
): ProcessReport {
  const report = supports === null ? verdict : withSupports(verdict, supports)
  if (thin.length === 0 || report.printStatus === 'needs-redesign') return report
  const walls = thin.filter((place) => !isSharp(place))
  const thinnestMm = roundTo(Math.min(...walls.map(({ thicknessMm }) => thicknessMm)), 100)
  const areaMm2 = thin.reduce((sum, place) => sum + place.areaMm2, 0)
  const withRemarks: ProcessReport = {
    ...report,
    issues: [...report.issues, ...thin.slice(0, maxThinIssues).map((at) => thinIssue(at, limitMm))],
    recommendations: [...report.recommendations, thicken(limitMm)],
  }
  if (areaMm2 >= mostlyThinShare * surfaceCm2 * 100) {
    const detail =
      walls.length === 0
        ? `Most of the body tapers to sharp edges, below the ${limitMm} mm that print reliably.`
        : `The walls are too thin: ${thinnestMm} mm, where ${limitMm} mm print reliably.`
    return {
      ...withRemarks,
      printStatus: 'needs-redesign',
      printabilityScore: 45,
      printDetail: detail,
    }
  }
  const detail =
    printDetail(verdict, supports?.decision ?? null, { hasRemarks: true }) ?? report.printDetail
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
  const advice = `Scale it to ${percentToFit(dimensionsMm)}% or less, or split it.`
  return {
    ...report,
    printDetail: `${detailStarts[printStatus]} it does not fit the ${buildVolumeText} build volume. ${advice}`,
    issues: [
      ...issues.filter(({ code }) => code !== tooLargeCode),
      remark(tooLargeCode, issue, roundTo(Math.max(...dimensionsMm), 100)),
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

const roundedPrintability = (measured: Printability): Printability => {
  const [x, y, z] = measured.dimensionsMm
  return {
    ...measured,
    dimensionsMm: [roundTo(x, 100), roundTo(y, 100), roundTo(z, 100)],
    minFeatureMm: roundTo(measured.minFeatureMm, 100),
    maxOverhangDeg: roundTo(measured.maxOverhangDeg, 100),
    volumeCm3: roundTo(measured.volumeCm3, 1000),
  }
}

/** Rounds lengths to 0.01 mm, areas to 0.01 mm2 and volumes to 0.001 cm3, like those of the verdict. */
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
    received: { ...received, volumeCm3: volumeCm3 === null ? null : roundTo(volumeCm3, 1000) },
    walls: {
      ...walls,
      minWallMm: minWallMm === null ? null : roundTo(minWallMm, 100),
      thin: thin.map(roundedPlace),
    },
  }
}

const roundedPlace = ({ at: [x, y, z], thicknessMm, areaMm2 }: ThinPlace): ThinPlace => ({
  at: [roundTo(x, 100), roundTo(y, 100), roundTo(z, 100)],
  thicknessMm: roundTo(thicknessMm, 100),
  areaMm2: roundTo(areaMm2, 100),
})

/** Rounds to 1/`parts`; never returns -0. */
const roundTo = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Replaces -0, which can result from rounding coordinates. */
const withoutMinusZeros = (remark: Remark): Remark => ({
  ...remark,
  message: remark.message.replaceAll(/(?<![\w.])-0(?![\d.])/g, '0'),
})
