// Decides how a part is printed (decisions.md 46): by its estimate, or without one by the printability check.
import { fail, ok, type Result } from '../base/result.ts'
import {
  type EstimateSoonDeps,
  estimateFilament,
  estimateInTime,
} from '../measurement/estimate-filament.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import type { MeasurementDeps, ModelRequest } from '../measurement/ports.ts'
import { type EstimateOutcome, supportsCode } from '../measurement/processing.ts'
import { type PartSupports, supportsOf } from '../measurement/supports.ts'
import { checkPrintability } from '../printability/check-printability.ts'

export type DecideSupportsDeps = EstimateSoonDeps & {
  readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate' | 'process'>
}

export type DecidedSupports = {
  readonly supports: PartSupports
  readonly estimate: Exclude<EstimateOutcome, { kind: 'busy' }> & { readonly cached: boolean }
}

type Busy = Extract<MeasurementFailure, { kind: 'measuring_unavailable' }>

/**
 * Without an estimate, the part is printed in the pose of its file, with supports if the printability check recommends
 * them. Fails only if the geometry core is busy or has no estimate by `decideBy` (in the clock of performance.now());
 * the estimate is stored when it is ready. Rejects when aborted.
 */
export async function decideSupports(
  deps: DecideSupportsDeps,
  request: ModelRequest,
  decideBy?: number,
): Promise<Result<DecidedSupports, Busy>> {
  const estimate =
    decideBy === undefined
      ? await estimateFilament(deps, request)
      : await estimateInTime(deps, request, decideBy)
  if (estimate === null) return fail(measuringBusy({ kind: 'busy' }))
  if (estimate.kind === 'busy') return fail(measuringBusy(estimate))
  if (estimate.kind === 'estimated') return ok({ supports: supportsOf(estimate), estimate })
  const checked = await checkPrintability(deps, request)
  if (checked.ok) {
    const { recommendations } = checked.value
    const supports = withoutEstimate(recommendations.some(({ code }) => code === supportsCode))
    return ok({ supports, estimate })
  }
  const { failure } = checked
  if (failure.kind === 'measuring_unavailable') return fail(failure)
  return ok({ supports: withoutEstimate(false), estimate })
}

export const withoutEstimate = (recommended: boolean): PartSupports => ({
  decision: recommended ? 'supports' : 'none',
  filamentCm3: recommended ? null : 0,
  seconds: recommended ? null : 0,
  unsupportedMm2: null,
  turnedMm: null,
})
