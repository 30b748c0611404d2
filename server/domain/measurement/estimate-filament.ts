// Estimates filament and time without a slicer. Computed once for the same content and settings.

import type { MeasurementDeps, ModelRequest } from './ports.ts'
import type { Estimated, EstimateOutcome } from './processing.ts'

export type EstimateDeps = Pick<MeasurementDeps, 'printEstimates'> & {
  readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate'>
}

/** `cached`: the estimate is known to the request, or stored. */
export async function estimateFilament(
  deps: EstimateDeps,
  { path, sha256, format, units, settings, known, signal }: ModelRequest,
): Promise<EstimateOutcome & { readonly cached: boolean }> {
  const key = { sha256, format, units, settings }
  const stored = known?.estimate ?? (await deps.printEstimates.read(key))
  if (stored !== null) return { ...stored, cached: true }
  const outcome = await deps.meshes.estimate({
    source: { path },
    format,
    settings,
    ...(units && { units }),
    ...(signal && { signal }),
  })
  if (outcome.kind === 'estimated' || outcome.kind === 'unreadable') {
    await deps.printEstimates.save(key, outcome)
  }
  return { ...outcome, cached: false }
}

/** Including the wait for the core. A usual part takes a tenth of a second, the largest ones longer than a caller should wait. */
const soonMs = 20_000

/**
 * For responses that may do without the estimate: null where there is none, where there is none soon, and where it fails, as when storage
 * does not return the file. Rejects only when the request's signal is aborted.
 */
export async function estimateSoon(
  deps: EstimateDeps & Pick<MeasurementDeps, 'log'>,
  request: ModelRequest,
): Promise<Estimated | null> {
  const late = AbortSignal.timeout(soonMs)
  const signal = request.signal === undefined ? late : AbortSignal.any([request.signal, late])
  try {
    const estimate = await estimateFilament(deps, { ...request, signal })
    return estimate.kind === 'estimated' ? estimate : null
  } catch (error) {
    request.signal?.throwIfAborted()
    if (!late.aborted) deps.log.warn('measurement.not_estimated', { sha256: request.sha256, error })
    return null
  }
}
