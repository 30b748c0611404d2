// Compares a slice with figures derived from the mesh. The slicer silently drops outlines that are not closed, which makes the price too
// low, and no other check would detect it.
import type { Sliced, SliceWarning } from '../outcome/outcome.ts'
import type { SliceSettings } from '../settings/settings.ts'

export type Expected = {
  /** Volume of the repaired body. */
  readonly solidCm3: number
  /** An independent estimate of the filament at these settings. */
  readonly estimateCm3?: number
  /** Half of the estimate's 90 % range, in percent. */
  readonly estimateRangePercent?: number
}

/** Permitted difference between slice and estimate, as a share. Larger if the estimate itself is uncertain. */
const estimateTolerance = 0.35
const rangeTolerance = 2.5
/** Lines overlap and are rounded up: a solid cube takes 1.01 of its volume. */
const maxShareOfSolid = 1.05
/** Lower bound as a share of the infill alone, with a margin for its error. */
const minShareOfInfill = 0.8
/** Below this volume, the line width determines the amount rather than the body. */
const minComparedCm3 = 0.1

type Circumstances = { expected: Expected | undefined; settings: SliceSettings; raft: boolean }

/** Returns the warnings. The expected figures exclude supports and rafts, so with those only an amount that is too low is suspicious. */
export function plausibilityWarnings(
  { filamentCm3 }: Pick<Sliced, 'filamentCm3'>,
  { expected, settings, raft }: Circumstances,
): SliceWarning[] {
  if (!expected || expected.solidCm3 < minComparedCm3) return []
  const { solidCm3, estimateCm3, estimateRangePercent = 0 } = expected
  const extra = raft || settings.supports === true
  const warnings: SliceWarning[] = []
  if (!extra && filamentCm3 > solidCm3 * maxShareOfSolid) {
    warnings.push({ code: 'above_solid', text: compare('body', filamentCm3, solidCm3) })
  }
  if (filamentCm3 < (solidCm3 * settings.infillPercent * minShareOfInfill) / 100) {
    warnings.push({ code: 'below_solid', text: compare('body', filamentCm3, solidCm3) })
  }
  if (estimateCm3 !== undefined) {
    const apart = (filamentCm3 - estimateCm3) / estimateCm3
    const allowed = Math.max(estimateTolerance, (rangeTolerance * estimateRangePercent) / 100)
    if (apart < -allowed || (!extra && apart > allowed)) {
      warnings.push({
        code: 'far_from_estimate',
        text: compare('estimate', filamentCm3, estimateCm3),
      })
    }
  }
  return warnings
}

function compare(what: string, sliced: number, expected: number): string {
  return `The slice takes ${sliced.toFixed(2)} cm3 where the ${what} has ${expected.toFixed(2)} cm3.`
}
