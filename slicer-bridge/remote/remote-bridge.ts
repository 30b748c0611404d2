// The bridge of a process that has no slicer of its own: sends slices to slicing processes, with the outcomes of a local bridge.
import * as v from 'valibot'
import { type BridgeObserver, type SliceJob, type SlicerBridge, withModelOf } from '../bridge.ts'
import type { Identity } from '../identity.ts'
import type { QueueFull, SliceOutcome, Unavailable } from '../outcome.ts'
import { checkSettings } from '../settings.ts'
import { type Instance, Instances, type Lookup } from './instances.ts'
import { ConnectionLost, type SliceAt, sliceAt } from './slice-at.ts'

export type RemoteOptions = {
  /** Address of the slicing processes, such as http://slicing:3000. */
  readonly url: string
  readonly observer?: BridgeObserver
  /** Headers of each slice's requests, such as its trace. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** For tests. */
  readonly lookup?: Lookup
}

export type RemoteBridge = Pick<SlicerBridge, 'slice' | 'close' | 'identity'> & {
  /** Whether a slicing process responds and can slice. Never rejects. */
  readonly probe: () => Promise<boolean>
}

/** A second one reaches another process where there is one, also after a refusal: each has a queue of its own. */
const attempts = 2
const probeLimitMs = 2_000
/** A replaced slicer is noticed after this; until then its slices are refused as those of another slicer. */
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
      ...{ job, withModel: withModelOf(job), signal, headers: headers() },
      ...(observer && { observer }),
    }
    const past: Past = { tried: null, refusal: null, detail: '' }
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        const outcome = await attemptOnce(instances, parts, past)
        if (outcome !== null) return outcome
      } catch (error) {
        job.signal?.throwIfAborted()
        if (closing.signal.aborted) return closed
        // An error of making the model is the caller's own.
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

/** The identity that a slicing process reports; the last known one while none responds. */
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
      // The next slice will find out what is wrong.
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

/** The outcome, or null after a refusal, which `past` then holds. */
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
    // The only slicing process has already refused.
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

/** The outcome when no attempt sliced. */
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
