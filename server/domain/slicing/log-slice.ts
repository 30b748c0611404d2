// Logs each slice with its estimate, to track the error of estimates for real parts.

import type { Estimated } from '../measurement/processing.ts'
import type { Slice, SliceRequest, SliceResult, SlicingDeps } from './ports.ts'

/** The estimate made for a new slice; null if there was none. */
export type ExpectedSlice = Estimated | null

type LoggedSlice = Pick<SliceRequest, 'accountId' | 'sha256' | 'format' | 'settings' | 'orient'>

export function logSlice(
  log: SlicingDeps['log'],
  { accountId, sha256, format, settings, orient = false }: LoggedSlice,
  { outcome, cached }: SliceResult,
  estimate: ExpectedSlice,
): void {
  const facts = { accountId, sha256, format, settings, orient }
  if (outcome.kind !== 'sliced') {
    // /readyz reports a missing slicer.
    const level = outcome.kind === 'unavailable' ? 'debug' : 'warn'
    log[level]('slice.none', { ...facts, outcome })
    return
  }
  if (cached) return
  const { filamentCm3, seconds, layers } = outcome
  const warnings = outcome.warnings.map(({ code }) => code)
  const slice = { filamentCm3, seconds, layers, warnings }
  log.info('slice.made', { ...facts, ...slice, ...(estimate && errorOf(estimate, outcome)) })
}

/** Returns the error of the estimate, in percent of the slice. */
function errorOf(estimate: NonNullable<ExpectedSlice>, { filamentCm3, seconds }: Slice) {
  const percent = (value: number, of: number) => Math.round((1000 * (value - of)) / of) / 10
  return {
    estimateCm3: estimate.filamentCm3,
    estimateSeconds: estimate.seconds,
    filamentErrorPercent: percent(estimate.filamentCm3, filamentCm3),
    secondsErrorPercent: percent(estimate.seconds, seconds),
  }
}
