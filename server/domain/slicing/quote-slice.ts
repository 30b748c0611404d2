// The real slice of a stored model at the default settings, kept with it: made once, answered from then on.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { SliceableFormat } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { SlicingFailure } from './failure.ts'
import { type MeasurePrintDeps, type SlicedPrint, slicePrint } from './measure-print.ts'
import type { Slice, SliceAnalysis, SlicingDeps } from './ports.ts'

export type SliceQuote = {
  /** False when a slicer ran for this answer. */
  readonly cached: boolean
  readonly analysis: SliceAnalysis
}

/** contract.md 8.5 has no row for a model that does not print; "the quote stays on the estimate" would be untrue of it. */
type QuoteSliceFailure = SlicingFailure | Extract<MeasurementFailure, { kind: 'nothing_prints' }>

type QuoteSliceDeps = MeasurePrintDeps &
  Pick<SlicingDeps, 'printModels' | 'objects' | 'temporaryFiles' | 'clock'>

/** From the request on, fetching and measuring the model included: callers and what is between seldom wait two minutes. */
const sliceByMs = 100_000

/** Order of checks: generation, stored answer, slicer, managed storage, format, slice (contract.md 8.5). */
export async function quoteSlice(
  deps: QuoteSliceDeps,
  caller: AccountCaller,
  generationId: unknown,
): Promise<Result<SliceQuote, QuoteSliceFailure>> {
  const startedAt = performance.now()
  if (typeof generationId !== 'string' || generationId === '') {
    return fail({ kind: 'slice_generation_required' })
  }
  const { accountId } = caller
  const found = await deps.printModels.readForSlicing(accountId, plain(generationId))
  if (found === null || found.modelUri === null) return fail({ kind: 'slice_generation_not_found' })
  const { modelUri, model, units, analysis } = found
  const key = deps.objects.parseUri(modelUri)
  if (key !== null && model === null) return fail({ kind: 'slice_generation_not_found' })
  if (analysis !== null) return ok({ cached: true, analysis })
  if (deps.slicer.readiness() !== 'ready') return fail({ kind: 'slicer_not_configured' })
  if (key === null || model === null) return fail({ kind: 'slice_model_not_managed' })
  const format = sliceableFormat(model)
  if (format === null) return fail({ kind: 'slice_format_unsupported' })
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) {
    return copy.failure.kind === 'missing'
      ? fail({ kind: 'slice_generation_not_found' })
      : fail({ kind: 'slice_failed', retryAfterSeconds: null })
  }
  const { path } = copy.value
  try {
    const { sha256 } = model
    const request = { path, sha256, format, units, settings: defaultSliceSettings, accountId }
    const sliced = await slicePrint(deps, { ...request, sliceBy: startedAt + sliceByMs })
    if (!sliced.ok && sliced.failure.kind === 'nothing_prints') return fail(sliced.failure)
    const slice = sliced.ok ? sliceOf(sliced.value) : fail(failureOf(sliced.failure))
    if (!slice.ok) return slice
    const fresh = analysisOf(slice.value.slice, deps.clock.now())
    const kept = await deps.printModels.saveSlice(accountId, plain(generationId), fresh)
    return ok({ cached: slice.value.cached, analysis: kept })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** What no id has and no database holds is cut off. */
const plain = (id: string) => id.slice(0, 200).replaceAll('\0', ' ')

function sliceableFormat({ format }: StoredModel): Exclude<SliceableFormat, 'glb'> | null {
  return format === 'stl' || format === 'obj' || format === '3mf' ? format : null
}

function sliceOf({
  outcome,
  cached,
}: SlicedPrint): Result<{ slice: Slice; cached: boolean }, SlicingFailure> {
  return outcome.kind === 'sliced' ? ok({ slice: outcome, cached }) : fail(failureOf(outcome))
}

/** Whatever ended it: the quote stays on the estimate. */
function failureOf(failure: { readonly kind: string; readonly retryAfterSeconds?: number }) {
  const { retryAfterSeconds = null } = failure
  return { kind: 'slice_failed', retryAfterSeconds } as const
}

function analysisOf({ filamentCm3, seconds, layers }: Slice, now: Date): SliceAnalysis {
  return { filamentCm3, seconds, layers, sliceScale: 1, slicedAt: now.toISOString() }
}
