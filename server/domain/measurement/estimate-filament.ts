// Estimates filament and time without a slicer. Each combination of content and settings is computed once.

import type { TemporaryFiles } from '../models/ports.ts'
import type { EstimateKey, MeasurementDeps, ModelRequest } from './ports.ts'
import type { CertainEstimate, Estimated, EstimateOutcome, EstimateRequest } from './processing.ts'

export type EstimateDeps = Pick<MeasurementDeps, 'printEstimates'> & {
  readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate'>
}

/** `cached`: the request already has the estimate, or it is stored. */
export async function estimateFilament(
  deps: EstimateDeps,
  request: ModelRequest,
): Promise<EstimateOutcome & { readonly cached: boolean }> {
  const stored = await readEstimate(deps, request)
  if (stored !== null) return { ...stored, cached: true }
  return { ...(await makeEstimate(deps, request)), cached: false }
}

/** A mesh that the slicer may be unable to slice. */
type EstimatedModel = Omit<ModelRequest, 'format'> & Pick<EstimateRequest, 'format'>

export const readEstimate = async (
  { printEstimates }: Pick<EstimateDeps, 'printEstimates'>,
  request: EstimatedModel,
): Promise<CertainEstimate | null> =>
  request.known?.estimate ?? (await printEstimates.read(keyOf(request)))

type CacheDeps = Pick<EstimateDeps, 'printEstimates'> & Pick<MeasurementDeps, 'log'>

/** Like `readEstimate`, for responses in which the estimate is optional: also returns null if it cannot be read. */
export async function readOptionalEstimate(
  deps: CacheDeps,
  request: EstimatedModel,
): Promise<CertainEstimate | null> {
  try {
    return await readEstimate(deps, request)
  } catch (error) {
    deps.log.warn('measurement.not_estimated', { sha256: request.sha256, error })
    return null
  }
}

/** Stores an estimate that was made during an inspection of its model. Never rejects. */
export async function saveEstimate(
  { printEstimates, log }: CacheDeps,
  request: EstimatedModel,
  estimate: CertainEstimate,
): Promise<void> {
  try {
    await printEstimates.save(keyOf(request), estimate)
  } catch (error) {
    log.warn('measurement.not_estimated', { sha256: request.sha256, error })
  }
}

/**
 * Announces an estimate that another core job also makes, so that others wait for it instead of computing it. Returns
 * the function that ends their wait; calling it with null makes them start their own. Returns null if the same
 * estimate is already being made.
 */
export function claimEstimate(
  { runningEstimates }: Pick<MeasurementDeps, 'runningEstimates'>,
  request: EstimatedModel,
): ((estimate: CertainEstimate | null) => void) | null {
  const { promise, resolve, reject } = Promise.withResolvers<EstimateOutcome>()
  const started: true[] = []
  const start = () => {
    started.push(true)
    return promise
  }
  const shared = runningEstimates.share(JSON.stringify(keyOf(request)), start, () => false)
  shared.catch(() => {})
  if (started.length === 0) return null
  return (estimate) => {
    if (estimate === null) {
      reject(new Error('the inspection ended without an estimate'))
    } else {
      resolve(estimate)
    }
  }
}

const keyOf = ({ sha256, format, units, settings }: EstimatedModel): EstimateKey => ({
  sha256,
  format,
  units,
  settings,
})

async function makeEstimate(
  { printEstimates, meshes }: EstimateDeps,
  request: EstimatedModel,
): Promise<EstimateOutcome> {
  const { path, format, units, settings, signal } = request
  const outcome = await meshes.estimate({
    source: { path },
    format,
    settings,
    ...(units && { units }),
    ...(signal && { signal }),
  })
  if (outcome.kind === 'estimated' || outcome.kind === 'unreadable') {
    await printEstimates.save(keyOf(request), outcome)
  }
  return outcome
}

/**
 * Includes the wait for the core. An ordinary part takes a tenth of a second; the largest parts take longer than a
 * caller should wait.
 */
const soonMs = 20_000

/** Returns the deadline for all estimates of a response, in the clock of performance.now(). */
export const soonDeadline = (): number => performance.now() + soonMs

export type EstimateSoonDeps = EstimateDeps &
  Pick<MeasurementDeps, 'log' | 'runningEstimates'> & {
    readonly temporaryFiles: Pick<TemporaryFiles, 'hold'>
  }

/**
 * Returns the estimate; null if there is none by the deadline. A started job continues after the deadline, and its
 * estimate is stored; no job starts later. Rejects if the request's signal is aborted, or if the file cannot be read.
 */
export async function estimateInTime(
  deps: EstimateSoonDeps,
  { signal, ...request }: EstimatedModel,
  deadline: number,
): Promise<(EstimateOutcome & { readonly cached: boolean }) | null> {
  signal?.throwIfAborted()
  const stored = await readEstimate(deps, request)
  if (stored !== null) return { ...stored, cached: true }
  if (performance.now() >= deadline) return null
  const key = JSON.stringify(keyOf(request))
  let isWaiting = true
  const start = () => estimateOnward(deps, request)
  const job = deps.runningEstimates.share(key, start, () => isWaiting)
  try {
    const outcome = await waitFor(job, deadline, signal)
    return outcome === null ? null : { ...outcome, cached: false }
  } finally {
    isWaiting = false
  }
}

/**
 * Like `estimateInTime`, for responses in which the estimate is optional: also returns null if it fails, for example
 * because storage does not return the file. Uses the caller's priority: a paid order waits for it, and must not queue
 * behind visitors' models. Rejects only if the request's signal is aborted.
 */
export async function estimateSoon(
  deps: EstimateSoonDeps,
  request: EstimatedModel,
  deadline: number,
): Promise<Estimated | null> {
  try {
    const outcome = await estimateInTime(deps, request, deadline)
    if (outcome?.kind !== 'estimated') return null
    const { cached: _, ...estimate } = outcome
    return estimate
  } catch (error) {
    request.signal?.throwIfAborted()
    deps.log.warn('measurement.not_estimated', { sha256: request.sha256, error })
    return null
  }
}

/** Keeps the file until the job has ended. */
async function estimateOnward(
  deps: EstimateSoonDeps,
  request: EstimatedModel,
): Promise<EstimateOutcome> {
  const { path } = request
  const release = deps.temporaryFiles.hold(path)
  try {
    return await makeEstimate(deps, request)
  } finally {
    await release().catch((error: unknown) => {
      deps.log.warn('model.copy_not_removed', { path, error })
    })
  }
}

/** Returns null if the deadline comes first. */
async function waitFor<T>(
  job: Promise<T>,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<T | null> {
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  const timer = setTimeout(() => resolve(null), Math.max(0, deadline - performance.now()))
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  job.then(resolve, reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
