// Slices a stored model with default settings, for POST /api/slice-quote. The slice is stored with the model and made
// only once.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { SliceableFormat } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { SlicingFailure } from './failure.ts'
import { type MeasurePrintDeps, type SlicedPrint, slicePrint } from './measure-print.ts'
import type { PrintMeasurementRequest, Slice, SliceAnalysis, SlicingDeps } from './ports.ts'

export type SliceQuote = {
  /** False if a slicer ran for this response. */
  readonly cached: boolean
  readonly analysis: SliceAnalysis
}

/**
 * contract.md 8.5 has no row for a model from which nothing prints; its 502, "the quote stays on the estimate", would
 * be wrong.
 */
type QuoteSliceFailure = SlicingFailure | Extract<MeasurementFailure, { kind: 'nothing_prints' }>

type QuoteSliceDeps = MeasurePrintDeps &
  Pick<SlicingDeps, 'printModels' | 'objects' | 'temporaryFiles' | 'clock'>

/** Includes fetching and measuring the model. Clients and proxies often time out after two minutes. */
const sliceDeadlineMs = 100_000

/** Order of checks: generation, stored slice, slicer, managed storage, format, slice (contract.md 8.5). */
export async function quoteSlice(
  deps: QuoteSliceDeps,
  caller: AccountCaller,
  generationId: unknown,
): Promise<Result<SliceQuote, QuoteSliceFailure>> {
  const sliceBy = performance.now() + sliceDeadlineMs
  if (typeof generationId !== 'string' || generationId === '') {
    return fail({ kind: 'slice_generation_required' })
  }
  const { accountId } = caller
  const id = toPlainId(generationId)
  const found = await deps.printModels.readForSlicing(accountId, id)
  if (found === null || found.modelUri === null) return fail({ kind: 'slice_generation_not_found' })
  const { modelUri, model, units, analysis } = found
  const key = deps.objects.parseUri(modelUri)
  if (key !== null && model === null) return fail({ kind: 'slice_generation_not_found' })
  const analysisKey = await deps.slicer.analysisKey()
  // A slice of another slicer or profile is repeated if there is a slicer.
  const isCurrent = analysisKey === null || analysis?.key === analysisKey
  if (analysis !== null && isCurrent) return ok({ cached: true, analysis })
  if (deps.slicer.readiness() !== 'ready') return fail({ kind: 'slicer_not_configured' })
  if (key === null || model === null) return fail({ kind: 'slice_model_not_managed' })
  const format = sliceableFormat(model)
  if (format === null) return fail({ kind: 'slice_format_unsupported' })
  const { sha256 } = model
  const slice = await sliceStored(deps, { key, sha256, format, units, accountId, sliceBy })
  if (!slice.ok) return slice
  const fresh = analysisOf(slice.value.slice, deps.clock.now(), analysisKey)
  const stored = await deps.printModels.saveSlice(accountId, id, fresh)
  return ok({ cached: slice.value.cached, analysis: stored })
}

type StoredMesh = Omit<PrintMeasurementRequest, 'path' | 'settings'> & { readonly key: string }

async function sliceStored(
  deps: QuoteSliceDeps,
  { key, ...mesh }: StoredMesh,
): Promise<Result<{ slice: Slice; cached: boolean }, QuoteSliceFailure>> {
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) {
    return copy.failure.kind === 'missing'
      ? fail({ kind: 'slice_generation_not_found' })
      : fail({ kind: 'slice_failed', retryAfterSeconds: null })
  }
  const { path } = copy.value
  try {
    const sliced = await slicePrint(deps, { ...mesh, path, settings: defaultSliceSettings })
    if (sliced.ok) return sliceOf(sliced.value)
    return fail(
      sliced.failure.kind === 'nothing_prints' ? sliced.failure : failureOf(sliced.failure),
    )
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** Removes characters that no id contains and the database cannot store. */
const toPlainId = (id: string) => id.slice(0, 200).replaceAll('\0', ' ')

function sliceableFormat({ format }: StoredModel): Exclude<SliceableFormat, 'glb'> | null {
  return format === 'stl' || format === 'obj' || format === '3mf' ? format : null
}

function sliceOf({
  outcome,
  cached,
}: SlicedPrint): Result<{ slice: Slice; cached: boolean }, SlicingFailure> {
  return outcome.kind === 'sliced' ? ok({ slice: outcome, cached }) : fail(failureOf(outcome))
}

/** Maps the failure. Every slice failure is the same for the caller: the quote stays on the estimate. */
function failureOf(failure: { readonly kind: string; readonly retryAfterSeconds?: number }) {
  const { retryAfterSeconds = null } = failure
  return { kind: 'slice_failed', retryAfterSeconds } as const
}

function analysisOf(
  { filamentCm3, seconds, layers }: Slice,
  now: Date,
  key: string | null,
): SliceAnalysis {
  const made = { filamentCm3, seconds, layers, slicedAt: now.toISOString() }
  return { ...made, sliceScale: 1, ...(key !== null && { key }) }
}
