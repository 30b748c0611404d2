// The bridge of a process that has no slicer of its own: sends slices to slicing processes, with the outcomes of a local bridge.
import { type BridgeObserver, type SliceJob, type SlicerBridge, withModelOf } from '../bridge.ts'
import type { SliceOutcome, Unavailable } from '../outcome.ts'
import { checkSettings } from '../settings.ts'
import { type Instance, Instances, type Lookup } from './instances.ts'
import { ConnectionLost, sliceAt } from './slice-at.ts'

export type RemoteOptions = {
  /** Of the slicing processes, such as http://slicing:3000. */
  readonly url: string
  readonly observer?: BridgeObserver
  /** For tests. */
  readonly lookup?: Lookup
}

export type RemoteBridge = Pick<SlicerBridge, 'slice' | 'close'> & {
  /** Whether a slicing process responds and can slice. Never rejects. */
  readonly probe: () => Promise<boolean>
}

/** A second one reaches another process where there is one. */
const attempts = 2
const probeLimitMs = 2_000

export function createRemoteBridge({ url, observer, lookup }: RemoteOptions): RemoteBridge {
  const instances = new Instances(url, lookup)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const slice = async (job: SliceJob): Promise<SliceOutcome> => {
    checkSettings(job.settings)
    job.signal?.throwIfAborted()
    if (closing.signal.aborted) return closed
    const signals = [closing.signal, job.signal].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    const withModel = withModelOf(job)
    let tried: string | null = null
    let detail = ''
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        const instance: Instance = await instances.pick(tried).catch(noAddress)
        tried = instance.origin
        try {
          const parts = { origin: instance.origin, job, withModel, signal }
          return await sliceAt({ ...parts, ...(observer && { observer }) })
        } finally {
          instance.release()
        }
      } catch (error) {
        job.signal?.throwIfAborted()
        if (closing.signal.aborted) return closed
        // An error of making the model is the caller's own.
        if (!(error instanceof ConnectionLost)) throw error
        detail = error.message
      }
    }
    return { kind: 'unavailable', reason: 'unreachable', detail }
  }
  return {
    slice: (job) => {
      const outcome = slice(job)
      running.add(outcome)
      const forget = () => running.delete(outcome)
      outcome.then(forget, forget)
      return outcome
    },
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

function noAddress(cause: unknown): never {
  throw new ConnectionLost(cause instanceof Error ? cause.message : String(cause), { cause })
}

const closed: Unavailable = {
  kind: 'unavailable',
  reason: 'closed',
  detail: 'the service is stopping',
}
