// The geometry core as the page calls it: starts the worker when it is first needed, and replaces it when it breaks or takes too long.
import type { CoreFiles, CoreOutcome, CoreTask, FromCore, Surface, ToCore } from './messages.ts'

export type CoreAddresses = CoreFiles & { readonly coreWorker: string }

export type CoreListener = {
  readonly onReading?: (share: number) => void
  /** Called after the promise of `run` is fulfilled, at most once. */
  readonly onSurface?: (surface: Surface | null) => void
}

export type Core = {
  /** Never rejects: what breaks is an outcome. */
  readonly run: (task: CoreTask, listener?: CoreListener) => Promise<CoreOutcome>
  readonly close: () => void
}

/** As long as the server measures. */
const timeoutMs = 30_000

type Pending = CoreListener & {
  readonly resolve: (outcome: CoreOutcome) => void
  readonly timer: ReturnType<typeof setTimeout>
}

export function createCore({ coreWorker, coreWasm, dracoWasm }: CoreAddresses): Core {
  let worker: Worker | null = null
  let nextId = 1
  const pending = new Map<number, Pending>()
  const listeners = new Map<number, NonNullable<CoreListener['onSurface']>>()

  const stop = (outcome: CoreOutcome) => {
    worker?.terminate()
    worker = null
    listeners.clear()
    for (const [id] of pending) settle(id, outcome)
  }
  const settle = (id: number, outcome: CoreOutcome) => {
    const task = pending.get(id)
    if (task === undefined) return
    pending.delete(id)
    clearTimeout(task.timer)
    task.resolve(outcome)
  }
  const onMessage = ({ data }: MessageEvent<FromCore>) => {
    switch (data.kind) {
      case 'reading':
        return pending.get(data.id)?.onReading?.(data.share)
      case 'outcome': {
        const onSurface = pending.get(data.id)?.onSurface
        if (onSurface !== undefined) listeners.set(data.id, onSurface)
        return settle(data.id, data.outcome)
      }
      case 'surface': {
        listeners.get(data.id)?.(data.surface)
        listeners.delete(data.id)
        return
      }
      case 'broken':
        return stop({ kind: 'crashed', reason: data.reason })
    }
  }
  const started = (): Worker => {
    if (worker !== null) return worker
    worker = new Worker(coreWorker, { type: 'module' })
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', (event) =>
      stop({ kind: 'crashed', reason: event.message || 'the worker did not load' }),
    )
    worker.postMessage({ kind: 'start', coreWasm, dracoWasm } satisfies ToCore)
    return worker
  }

  return {
    run: (task, listener = {}) =>
      new Promise((resolve) => {
        const id = nextId++
        const timer = setTimeout(() => stop({ kind: 'timed_out' }), timeoutMs)
        pending.set(id, { ...listener, resolve, timer })
        started().postMessage({ kind: 'task', id, task } satisfies ToCore)
      }),
    close: () => stop({ kind: 'crashed', reason: 'closed' }),
  }
}
