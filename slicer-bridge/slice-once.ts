// Slices every part only once: uses a stored verdict, or joins a slice in progress in this or another process, and starts a new slice only
// otherwise.

import type { JobOptions, SlicerBridge, WithModel } from './bridge.ts'
import type { Sliced, SliceOutcome, SliceRefusal } from './outcome/outcome.ts'
import type { SliceProgress } from './outcome/printed.ts'
import { sliceKey } from './settings/profile.ts'

/** An outcome that may be stored. A timeout, a crash or a full queue says nothing about the model. */
export type Verdict = Sliced | SliceRefusal

/** Stores verdicts, and coordinates processes so that only one slices a part. */
export type SliceCache = {
  read(key: string): Promise<Verdict | null>
  /**
   * Waits while another process holds the lease on the key. The lease of a dead process must expire automatically: no slice takes longer
   * than a few minutes, including its wait. Rejects when aborted.
   */
  claim(key: string, signal: AbortSignal): Promise<SliceClaim>
}

export type SliceClaim =
  | { readonly kind: 'stored'; readonly verdict: Verdict }
  | {
      readonly kind: 'mine'
      /** Stores the verdict and releases the lease. */
      readonly save: (verdict: Verdict) => Promise<void>
      /** Releases the lease without a verdict, so that another process may try. */
      readonly release: () => Promise<void>
    }

export type OnceJob = Omit<JobOptions, 'keepGcode'> & {
  /** Identifies the body: SHA-256 of the STL, or of all inputs from which it is made. */
  readonly geometryHash: string
  /**
   * Makes the STL, calls `use`, and removes the STL. Called only when a slice is needed, and once for all callers that share it, so it may
   * outlive the caller that supplied it.
   */
  readonly withModel: WithModel
}

export type OnceOutcome = {
  readonly outcome: SliceOutcome
  /** True when no slicer ran for this result, neither now nor in a shared run. */
  readonly cached: boolean
}

/** A run that several callers wait for. It is aborted when the last of them has disconnected. */
type Shared = {
  readonly run: Promise<OnceOutcome>
  readonly controller: AbortController
  readonly listeners: Set<(progress: SliceProgress) => void>
  /** Removes the run from the map, so that no further caller joins it. */
  readonly forget: () => void
  callers: number
}

type Slicer = Pick<SlicerBridge, 'slice' | 'identity'>

export type SliceOnce = (job: OnceJob) => Promise<OnceOutcome>

export function createSliceOnce(bridge: Slicer, cache: SliceCache): SliceOnce {
  const inFlight = new Map<string, Shared>()

  const begin = (key: string, job: OnceJob): Shared => {
    const controller = new AbortController()
    const listeners = new Set<(progress: SliceProgress) => void>()
    const onProgress = (progress: SliceProgress) => {
      for (const listener of listeners) listener(progress)
    }
    const { signal } = controller
    const run = sliceOrRead({ bridge, cache, key, job, onProgress, signal })
    const forget = () => {
      if (inFlight.get(key) === shared) inFlight.delete(key)
    }
    const shared: Shared = { run, controller, listeners, forget, callers: 0 }
    inFlight.set(key, shared)
    run.then(forget, forget)
    return shared
  }

  return async (job) => {
    job.signal?.throwIfAborted()
    const slicer = await bridge.identity()
    job.signal?.throwIfAborted()
    const key = sliceKey(job.geometryHash, job.settings, slicer ?? '')
    const keyed = slicer === null ? job : { ...job, slicer }
    const shared = inFlight.get(key)
    if (!shared) return join(begin(key, keyed), job)
    const result = await join(shared, job)
    if (!concernsOtherCaller(result.outcome)) return result
    return join(inFlight.get(key) ?? begin(key, keyed), job)
  }
}

/** Returns a function that checks whether the verdict is stored, without slicing. */
export function createIsSliced(bridge: Pick<Slicer, 'identity'>, cache: Pick<SliceCache, 'read'>) {
  return async ({
    geometryHash,
    settings,
  }: Pick<OnceJob, 'geometryHash' | 'settings'>): Promise<boolean> => {
    const key = sliceKey(geometryHash, settings, (await bridge.identity()) ?? '')
    return (await cache.read(key)) !== null
  }
}

/** Whether the run failed only because of the caller that started it: its queue share was exhausted, or its file was removed. */
function concernsOtherCaller(outcome: SliceOutcome): boolean {
  return (
    outcome.kind === 'queue_full' ||
    (outcome.kind === 'unavailable' && outcome.reason === 'model_gone')
  )
}

/** Waits for the shared run. The last caller to leave aborts it and waits until it has ended. */
async function join(shared: Shared, { signal, onProgress }: OnceJob): Promise<OnceOutcome> {
  shared.callers++
  if (onProgress) shared.listeners.add(onProgress)
  const left = Promise.withResolvers<never>()
  let joined = true
  const leave = () => {
    joined = false
    if (--shared.callers > 0) return left.reject(signal?.reason)
    shared.forget()
    shared.controller.abort(signal?.reason)
  }
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([shared.run, left.promise])
  } finally {
    if (joined) shared.callers--
    if (onProgress) shared.listeners.delete(onProgress)
    signal?.removeEventListener('abort', leave)
  }
}

type RunParts = {
  readonly bridge: Slicer
  readonly cache: SliceCache
  readonly key: string
  readonly job: OnceJob
  readonly onProgress: (progress: SliceProgress) => void
  readonly signal: AbortSignal
}

async function sliceOrRead(parts: RunParts): Promise<OnceOutcome> {
  const { bridge, cache, key, job, onProgress, signal } = parts
  const stored = await cache.read(key)
  if (stored) return { outcome: stored, cached: true }
  const claim = await cache.claim(key, signal)
  if (claim.kind === 'stored') return { outcome: claim.verdict, cached: true }
  let verdict: Verdict | undefined
  try {
    const outcome = await bridge.slice({ ...job, onProgress, signal })
    if (outcome.kind === 'sliced' || outcome.kind === 'refused') verdict = outcome
    return { outcome, cached: false }
  } finally {
    await (verdict ? claim.save(verdict) : claim.release())
  }
}
