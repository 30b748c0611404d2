// The bridge of a process without a slicer: sends slices to slicing processes, with the same outcomes as a local bridge.
import * as v from 'valibot'
import { type BridgeObserver, type SliceJob, type SlicerBridge, withModelOf } from '../bridge.ts'
import type { Identity } from '../identity.ts'
import type { QueueFull, SliceOutcome, Unavailable } from '../outcome/outcome.ts'
import { checkSettings } from '../settings/settings.ts'
import { type Instance, Instances, type Lookup } from './instances.ts'
import { ConnectionLost, type SliceAt, sliceAt } from './slice-at.ts'

export type RemoteOptions = {
  /** Address of the slicing processes, for example http://slicing:3000. */
  readonly url: string
  readonly observer?: BridgeObserver
  /** Returns additional headers of each slice's requests, such as its trace. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** For tests. */
  readonly lookup?: Lookup
}

export type RemoteBridge = Pick<SlicerBridge, 'slice' | 'close' | 'identity'> & {
  /** Returns whether a slicing process responds and can slice. Never rejects. */
  readonly probe: () => Promise<boolean>
}

/** A second attempt reaches another process if there is one, even after a refusal, because each process has a separate queue. */
const maxAttempts = 2
const probeLimitMs = 2_000
/** Time after which a replaced slicer is noticed. Until then, its slices are rejected as those of another slicer. */
const identityMs = 30_000

export function createRemoteBridge({
  url,
  observer,
  headers = () => ({}),
  lookup,
}: RemoteOptions): RemoteBridge {
  const instances = new Instances(url, lookup)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const slice = async (job: SliceJob): Promise<SliceOutcome> => {
    checkSettings(job.settings)
    job.signal?.throwIfAborted()
    if (closing.signal.aborted) return closed
    const signals = [closing.signal, job.signal].filter((each) => each !== undefined)
    const signal = AbortSignal.any(signals)
    const parts = {
      job,
      withModel: withModelOf(job),
      signal,
      headers: headers(),
      ...(observer && { observer }),
    }
    const past: Past = { tried: null, refusal: null, detail: '' }
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      try {
        const outcome = await attemptOnce(instances, parts, past)
        if (outcome !== null) return outcome
      } catch (error) {
        job.signal?.throwIfAborted()
        if (closing.signal.aborted) return closed
        // An error in making the model belongs to the caller.
        if (!(error instanceof ConnectionLost)) throw error
        past.detail = error.message
      }
    }
    return notSliced(job, past, observer)
  }
  return {
    slice: (job) => {
      const outcome = slice(job)
      running.add(outcome)
      const forget = () => running.delete(outcome)
      outcome.then(forget, forget)
      return outcome
    },
    identity: createRemoteIdentity(instances),
    probe: async () => {
      try {
        const instance: Instance = await instances.pick(null)
        instance.release()
        const signal = AbortSignal.timeout(probeLimitMs)
        const response = await fetch(`${instance.origin}/readyz`, { signal, keepalive: false })
        await response.arrayBuffer()
        return response.ok
      } catch {
        return false
      }
    },
    close: async () => {
      closing.abort(new Error('closed'))
      await Promise.allSettled(running)
    },
  }
}

const readySchema = v.object({ parts: v.object({ slicer: v.nullable(v.string()) }) })

/** Creates the identity that a slicing process reports, or the last known one while none responds. */
function createRemoteIdentity(instances: Instances): Identity {
  let known: string | null = null
  let question: Promise<void> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    try {
      const instance = await instances.pick(null)
      instance.release()
      const signal = AbortSignal.timeout(probeLimitMs)
      const response = await fetch(`${instance.origin}/readyz`, { signal, keepalive: false })
      const body = v.safeParse(readySchema, await response.json())
      if (body.success && body.output.parts.slicer !== null) known = body.output.parts.slicer
    } catch {
      // The next slice will reveal the problem.
    }
  }
  return async () => {
    if (question === null || performance.now() - askedAt >= identityMs) {
      askedAt = performance.now()
      question = ask()
    }
    await question
    return known
  }
}

/** Results of earlier attempts at a slice. */
type Past = { tried: string | null; refusal: QueueFull | null; detail: string }

/** Returns the outcome, or null after a refusal, which is then in `past`. */
async function attemptOnce(
  instances: Instances,
  parts: Omit<SliceAt, 'origin'>,
  past: Past,
): Promise<SliceOutcome | null> {
  // The slice was queued and has waited long enough.
  if (past.refusal?.scope === 'wait') return null
  const instance = await instances.pick(past.tried).catch(noAddress)
  const { origin } = instance
  try {
    // The only slicing process has already rejected the slice.
    if (past.refusal !== null && origin === past.tried) return null
    past.tried = origin
    const outcome = await sliceAt({ ...parts, origin })
    if (outcome.kind !== 'queue_full') return outcome
    past.refusal = past.refusal === null ? outcome : sooner(past.refusal, outcome)
    return null
  } finally {
    instance.release()
  }
}

/** Returns the outcome when no attempt sliced. */
function notSliced(
  { priority = 'normal' }: SliceJob,
  { refusal, detail }: Past,
  observer: BridgeObserver | undefined,
): QueueFull | Unavailable {
  if (refusal === null) return { kind: 'unavailable', reason: 'unreachable', detail }
  observer?.onRefusal()
  observer?.turnedAway?.(refusal.scope, priority)
  return refusal
}

const sooner = (one: QueueFull, other: QueueFull): QueueFull =>
  other.retryAfterSeconds < one.retryAfterSeconds ? other : one

function noAddress(cause: unknown): never {
  throw new ConnectionLost(cause instanceof Error ? cause.message : String(cause), { cause })
}

const closed: Unavailable = {
  kind: 'unavailable',
  reason: 'closed',
  detail: 'the service is stopping',
}
