// Compares a slice with what the mesh lets us expect. The slicer drops outlines that are not closed in
// silence, and then the bill is too low: nothing else would show it.
import type { Sliced, SliceWarning } from './outcome.ts'
import type { SliceSettings } from './settings.ts'

export type Expected = {
  /** Of the repaired body. */
  readonly solidCm3: number
  /** An independent estimate of the filament at these settings. */
  readonly estimateCm3?: number
  /** Half the estimate's own 90 % range, percent. */
  readonly estimateRangePercent?: number
}

/** Where estimate and slicer may part, as a share: this far, or further where the estimate itself is unsure. */
const APART = 0.35
const APART_OF_RANGE = 2.5
/** Lines overlap and round up: a solid cube comes to 1.01 of its volume. */
const ABOVE_SOLID = 1.05
/** The infill alone, with room for its own error. */
const BELOW_INFILL = 0.8
/** Under this the width of a line decides, not the body. */
const SMALLEST_CM3 = 0.1

type Circumstances = { expected: Expected | undefined; settings: SliceSettings; raft: boolean }

/** Supports and rafts are not in the expectation, so with them only too little is doubtful. */
export function doubts(
  { filamentCm3 }: Pick<Sliced, 'filamentCm3'>,
  { expected, settings, raft }: Circumstances,
): SliceWarning[] {
  if (!expected || expected.solidCm3 < SMALLEST_CM3) return []
  const { solidCm3, estimateCm3, estimateRangePercent = 0 } = expected
  const extra = raft || settings.supports === true
  const found: SliceWarning[] = []
  if (!extra && filamentCm3 > solidCm3 * ABOVE_SOLID) {
    found.push({ code: 'above_solid', text: compare('body', filamentCm3, solidCm3) })
  }
  if (filamentCm3 < (solidCm3 * settings.infillPercent * BELOW_INFILL) / 100) {
    found.push({ code: 'below_solid', text: compare('body', filamentCm3, solidCm3) })
  }
  if (estimateCm3 !== undefined) {
    const apart = (filamentCm3 - estimateCm3) / estimateCm3
    const allowed = Math.max(APART, (APART_OF_RANGE * estimateRangePercent) / 100)
    if (apart < -allowed || (!extra && apart > allowed)) {
      found.push({ code: 'far_from_estimate', text: compare('estimate', filamentCm3, estimateCm3) })
    }
  }
  return found
}

function compare(what: string, sliced: number, expected: number): string {
  return `The slice takes ${sliced.toFixed(2)} cm3 where the ${what} has ${expected.toFixed(2)} cm3.`
}
