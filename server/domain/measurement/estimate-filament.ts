// Estimates filament and time without a slicer. Computed once for the same content and settings.

import type { TemporaryFiles } from '../models/ports.ts'
import type { CertainEstimate, EstimateKey, MeasurementDeps, ModelRequest } from './ports.ts'
import type { Estimated, EstimateOutcome, EstimateRequest } from './processing.ts'

export type EstimateDeps = Pick<MeasurementDeps, 'printEstimates'> & {
  readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate'>
}

/** `cached`: the estimate is known to the request, or stored. */
export async function estimateFilament(
  deps: EstimateDeps,
  request: ModelRequest,
): Promise<EstimateOutcome & { readonly cached: boolean }> {
  const stored = await readEstimate(deps, request)
  if (stored !== null) return { ...stored, cached: true }
  return { ...(await makeEstimate(deps, request)), cached: false }
}

const readEstimate = async (
  { printEstimates }: Pick<EstimateDeps, 'printEstimates'>,
  request: ModelRequest,
): Promise<CertainEstimate | null> =>
  request.known?.estimate ?? (await printEstimates.read(keyOf(request)))

const keyOf = ({ sha256, format, units, settings }: ModelRequest): EstimateKey => ({
  sha256,
  format,
  units,
  settings,
})

async function makeEstimate(
  { printEstimates, meshes }: EstimateDeps,
  request: ModelRequest & Pick<EstimateRequest, 'priority'>,
): Promise<EstimateOutcome> {
  const { path, format, units, settings, priority, signal } = request
  const outcome = await meshes.estimate({
    source: { path },
    format,
    settings,
    ...(units && { units }),
    ...(priority && { priority }),
    ...(signal && { signal }),
  })
  if (outcome.kind === 'estimated' || outcome.kind === 'unreadable') {
    await printEstimates.save(keyOf(request), outcome)
  }
  return outcome
}

/** Including the wait for the core. A usual part takes a tenth of a second, the largest ones longer than a caller should wait. */
const soonMs = 20_000

/** Until when a response waits for all its estimates, by performance.now(). */
export const soonDeadline = (): number => performance.now() + soonMs

export type EstimateSoonDeps = EstimateDeps &
  Pick<MeasurementDeps, 'log' | 'runningEstimates'> & {
    readonly temporaryFiles: Pick<TemporaryFiles, 'hold'>
  }

/**
 * For responses that may do without the estimate: null where there is none, where there is none by the deadline, and where it fails, as when
 * storage does not return the file. A job that has begun goes on after the response, behind what others wait for, and its estimate is
 * stored. None begins after the deadline. Rejects only when the request's signal is aborted.
 */
export async function estimateSoon(
  deps: EstimateSoonDeps,
  { signal, ...request }: ModelRequest,
  deadline: number,
): Promise<Estimated | null> {
  signal?.throwIfAborted()
  const stored = await readEstimate(deps, request).catch((error: unknown) => {
    deps.log.warn('measurement.not_estimated', { sha256: request.sha256, error })
    return null
  })
  if (stored !== null) return estimatedOrNull(stored)
  if (performance.now() >= deadline) return null
  const job = deps.runningEstimates.share(JSON.stringify(keyOf(request)), () =>
    estimateBehind(deps, request),
  )
  return await waitFor(job, deadline, signal)
}

const estimatedOrNull = (outcome: EstimateOutcome): Estimated | null =>
  outcome.kind === 'estimated' ? outcome : null

/** Never rejects. The file stays until the job has ended. */
async function estimateBehind(
  deps: EstimateSoonDeps,
  request: ModelRequest,
): Promise<Estimated | null> {
  const release = deps.temporaryFiles.hold(request.path)
  try {
    return estimatedOrNull(await makeEstimate(deps, { ...request, priority: 'low' }))
  } catch (error) {
    deps.log.warn('measurement.not_estimated', { sha256: request.sha256, error })
    return null
  } finally {
    await release().catch((error: unknown) => {
      deps.log.warn('model.copy_not_removed', { path: request.path, error })
    })
  }
}

/** null when the deadline comes first. */
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
