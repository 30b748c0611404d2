// The geometry core's verdict as it is answered: with what the build volume adds, and in numbers that people can read.
import { buildVolumeMm, fitsBuildVolume, shrinkToFit } from '../catalog/build-volume.ts'
import type { Printability, ProcessReport, Remark } from '../measurement/processing.ts'

/** Status and score stay: see README.md. Codes of the core that say less about the same are dropped. */
export function answeredVerdict(report: ProcessReport): ProcessReport {
  const { dimensionsMm } = report.printability
  const told = fitsBuildVolume(dimensionsMm) ? report : withSize(report)
  return {
    ...told,
    printability: roundedPrintability(report.printability),
    issues: told.issues.map(plain),
    recommendations: told.recommendations.map(plain),
  }
}

function withSize(report: ProcessReport): ProcessReport {
  const { printability, printStatus, issues, recommendations } = report
  const { dimensionsMm } = printability
  const size = dimensionsMm.map((mm) => rounded(mm, 10)).join(' x ')
  const plate = buildVolumeMm.join(' x ')
  const remark = (code: string, message: string, sizeMm: number | null): Remark => ({
    code,
    message,
    at: null,
    sizeMm,
  })
  const issue = `It is ${size} mm; the build volume is ${plate} mm.`
  const advice = `Scale it to ${percentOf(shrinkToFit(dimensionsMm))}% or less, or split it.`
  return {
    ...report,
    printDetail: `${beginnings[printStatus]} it does not fit the ${plate} mm build volume. ${advice}`,
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

const beginnings = {
  ready: 'The model needs no repair, but as it is',
  repaired: 'The model was repaired, but as it is',
  'needs-redesign': 'The model needs a redesign, and',
} as const

/** Rounded down, so that what is scaled by it fits. */
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

/** To one part in `parts`; never minus zero. */
const rounded = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Without minus zeros, which a rounded coordinate can be. */
const plain = (remark: Remark): Remark => ({
  ...remark,
  message: remark.message.replaceAll(/(?<![\w.])-0(?![\d.])/g, '0'),
})
