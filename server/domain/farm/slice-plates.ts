// The worker slices the plates of accepted orders, before a printer asks for them.
import type { FarmDeps, TakenPlate } from './ports.ts'
import { type ResliceRefusal, resliceJob } from './reslice-job.ts'

/** In the history of jobs. */
const slicer = 'slicer'

/** Longer than any slice takes: both profiles, each in its time limit, and the wait for a slicer. */
const leaseSeconds = 600

/** What may pass is tried this often, each time after a longer wait. */
const maxAttempts = 5
const waitSeconds = 30

type Deps = FarmDeps

/** Slices one plate. Returns whether there was one. When the signal aborts, the plate is left for the next process. */
export async function sliceNextPlate(deps: Deps, signal: AbortSignal): Promise<boolean> {
  if (deps.slicer.readiness() !== 'ready') return false
  const taken = await deps.plateSlices.take(leaseSeconds)
  if (taken === null) return false
  try {
    await slice(deps, taken, signal)
  } catch (error) {
    const reason = 'The service could not slice it.'
    await (signal.aborted
      ? deps.plateSlices.tryLater(taken.jobId, { seconds: 0, reason: null })
      : later(deps, taken, { reason, retryAfterSeconds: null }))
    if (!signal.aborted) deps.log.error('farm.slice_broke', { jobId: taken.jobId, error })
  }
  return true
}

async function slice(deps: Deps, taken: TakenPlate, signal: AbortSignal): Promise<void> {
  const { jobId: id, version } = taken
  const sliced = await resliceJob(deps, slicer, { id, version, settings: {}, signal })
  if (sliced.ok) return await deps.plateSlices.end(id)
  const outcome = outcomeOf(sliced.failure)
  switch (outcome.kind) {
    case 'gone':
      return await deps.plateSlices.end(id)
    case 'later':
      return await later(deps, taken, outcome)
    case 'failed':
      deps.log.warn('farm.slice_failed', { jobId: id, reason: outcome.reason })
      return await deps.plateSlices.fail(id, outcome.reason)
  }
}

async function later(
  { plateSlices, log }: Deps,
  { jobId, attempt }: TakenPlate,
  { reason, retryAfterSeconds }: { reason: string; retryAfterSeconds: number | null },
): Promise<void> {
  if (attempt >= maxAttempts) {
    log.warn('farm.slice_failed', { jobId, reason, attempts: attempt })
    return await plateSlices.fail(jobId, reason)
  }
  const seconds = Math.max(retryAfterSeconds ?? 0, waitSeconds * attempt)
  await plateSlices.tryLater(jobId, { seconds, reason })
}

/** `gone`: the job needs no slice any more, or has changed and is taken again. */
type Outcome =
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'failed'; readonly reason: string }

function outcomeOf(failure: ResliceRefusal): Outcome {
  switch (failure.kind) {
    case 'print_job_not_found':
    case 'job_in_state':
    case 'job_changed':
    case 'reslice_sliced_file':
      return { kind: 'gone' }
    case 'reslice_failed': {
      const { reason, retryAfterSeconds } = failure
      return retryAfterSeconds === null
        ? { kind: 'failed', reason }
        : { kind: 'later', reason, retryAfterSeconds }
    }
    case 'mesh_unreadable':
      return { kind: 'failed', reason: failure.reason }
    case 'model_too_large':
      return { kind: 'failed', reason: 'It is larger than the largest printer.' }
    default:
      return { kind: 'later', reason: 'Its model could not be read.', retryAfterSeconds: null }
  }
}
