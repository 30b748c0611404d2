// Estimates filament and time without a slicer. Computed once for the same content and settings.

import type { MeasurementDeps, ModelRequest } from './ports.ts'
import type { EstimateOutcome } from './processing.ts'

/** Never includes supports. `cached`: the estimate was read from the database. */
export async function estimateFilament(
  deps: Pick<MeasurementDeps, 'printEstimates'> & {
    readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate'>
  },
  { path, sha256, format, units, settings, signal }: ModelRequest,
): Promise<EstimateOutcome & { readonly cached: boolean }> {
  const key = { sha256, format, units, settings }
  const stored = await deps.printEstimates.read(key)
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
