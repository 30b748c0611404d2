// Slices every part once: a stored answer first, then a slice that is under way, here or in another
// process, and only then one of our own.
import type { SliceJob, SlicerBridge } from './bridge.ts'
import type { SliceOutcome } from './outcome.ts'
import type { SliceProgress } from './printed.ts'
import { sliceKey } from './profile.ts'
import type { Verdict } from './verdict.ts'

/** Where verdicts are kept, and where processes agree on who slices. */
export type SliceCache = {
  read(key: string): Promise<Verdict | null>
  /**
   * Waits while another process holds the key. A lease whose holder has died must lapse by itself:
   * no slice takes longer than a few minutes with its wait. Rejects when aborted.
   */
  claim(key: string, signal: AbortSignal): Promise<Claim>
}

export type Claim =
  | { readonly kind: 'stored'; readonly verdict: Verdict }
  | {
      readonly kind: 'mine'
      /** Stores the verdict and gives the key up. */
      readonly save: (verdict: Verdict) => Promise<void>
      /** Gives the key up without a verdict: the next one tries. */
      readonly release: () => Promise<void>
    }

export type OnceJob = Pick<SliceJob, 'settings' | 'accountId' | 'signal' | 'onProgress'> & {
  /** Names the body: SHA-256 of the STL, or of all that it is made from. */
  readonly geometryHash: string
  /**
   * Makes the STL, calls `use`, removes it. Called only when a slice is due, and once for all callers
   * that share it: it may outlive the caller who brought it.
   */
  readonly withModel: WithModel
}

type Model = Pick<SliceJob, 'stlPath' | 'expected'>
export type WithModel = (
  use: (model: Model) => Promise<SliceOutcome>,
  signal: AbortSignal,
) => Promise<SliceOutcome>

export type OnceOutcome = {
  readonly outcome: SliceOutcome
  /** True when no slicer ran for this answer, now or in a shared run. */
  readonly cached: boolean
}

/** A run that several callers wait for; it goes on until the last of them has left. */
type Shared = {
  readonly run: Promise<OnceOutcome>
  readonly controller: AbortController
  readonly listeners: Set<(progress: SliceProgress) => void>
  /** Nobody joins it any more. */
  readonly forget: () => void
  callers: number
}

type Slicer = Pick<SlicerBridge, 'slice' | 'refusal'>

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
    const key = sliceKey(job.geometryHash, job.settings)
    const shared = inFlight.get(key)
    if (!shared) return join(begin(key, job), job)
    const answer = await join(shared, job)
    if (!isOthers(answer.outcome)) return answer
    return join(inFlight.get(key) ?? begin(key, job), job)
  }
}

/** The place that was missing was another account's, the file that is gone another caller's: this one has its own. */
function isOthers(outcome: SliceOutcome): boolean {
  return (
    outcome.kind === 'queue_full' ||
    (outcome.kind === 'unavailable' && outcome.reason === 'model_gone')
  )
}

/** Waits for the shared run. The last caller who leaves aborts it, and waits until it has ended. */
async function join(shared: Shared, { signal, onProgress }: OnceJob): Promise<OnceOutcome> {
  shared.callers++
  if (onProgress) shared.listeners.add(onProgress)
  const left = Promise.withResolvers<never>()
  let here = true
  const leave = () => {
    here = false
    if (--shared.callers > 0) return left.reject(signal?.reason)
    shared.forget()
    shared.controller.abort(signal?.reason)
  }
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([shared.run, left.promise])
  } finally {
    if (here) shared.callers--
    if (onProgress) shared.listeners.delete(onProgress)
    signal?.removeEventListener('abort', leave)
  }
}

type Begun = {
  readonly bridge: Slicer
  readonly cache: SliceCache
  readonly key: string
  readonly job: OnceJob
  readonly onProgress: (progress: SliceProgress) => void
  readonly signal: AbortSignal
}

async function sliceOrRead(begun: Begun): Promise<OnceOutcome> {
  const { cache, key, signal } = begun
  const stored = await cache.read(key)
  if (stored) return { outcome: stored, cached: true }
  const claim = await cache.claim(key, signal)
  if (claim.kind === 'stored') return { outcome: claim.verdict, cached: true }
  let verdict: Verdict | undefined
  try {
    const outcome = await slice(begun)
    if (outcome.kind === 'sliced' || outcome.kind === 'refused') verdict = outcome
    return { outcome, cached: false }
  } finally {
    await (verdict ? claim.save(verdict) : claim.release())
  }
}

/** Asks before the model is made: an overload, or no slicer, must not cost geometry as well. */
async function slice({ bridge, job, signal, onProgress }: Begun): Promise<SliceOutcome> {
  const { settings, accountId, withModel } = job
  const refusal = bridge.refusal(accountId)
  if (refusal) return refusal
  return withModel(
    (model) => bridge.slice({ ...model, settings, accountId, signal, onProgress }),
    signal,
  )
}
