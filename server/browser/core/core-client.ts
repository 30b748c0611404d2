// Client of the geometry core's worker. Starts the worker when it is first needed, and replaces it when it breaks,
// takes too long or uses too much memory.
import { measureTimeoutMs } from '../../domain/measurement/time-limit.ts'
import type { CoreFiles, CoreOutcome, CoreTask, FromCore, PartSurface, ToCore } from './messages.ts'

export type CoreAddresses = CoreFiles & {
  readonly coreWorker: string
  /** Measuring core, for pages that need the price of a file quickly. */
  readonly measuringWasm?: string
}

export type CoreListener = {
  readonly onReading?: (share: number) => void
  /** Called at most once, after the promise of `run` is fulfilled. */
  readonly onSurface?: (surface: PartSurface | null) => void
}

export type Core = {
  /** Loads the measuring core alone. */
  readonly prepare: () => void
  /** Loads and compiles the whole core, so that the first file does not wait for it. */
  readonly start: () => void
  /** Runs a task. Never rejects: failures are outcomes. */
  readonly run: (task: CoreTask, listener?: CoreListener) => Promise<CoreOutcome>
  readonly close: () => void
}

/** A file of 25 MB takes 134 MB of memory. Memory of larger files is released afterwards. */
const maxIdleBytes = 192 * 2 ** 20

type Pending = {
  readonly task: CoreTask
  readonly listener: CoreListener
  readonly resolve: (outcome: CoreOutcome) => void
}

export function createCore(addresses: CoreAddresses): Core {
  const { coreWorker, coreWasm, dracoWasm, measuringWasm } = addresses
  let worker: Worker | null = null
  /** Whether the worker was told to load the whole core. */
  let isStarted = false
  let nextId = 1
  /** Tasks in the worker's order, until the worker reports their end, which follows their outcome. */
  const tasks = new Map<number, Pending>()
  /** The task that the worker has started. */
  let running: { readonly id: number; readonly timer: ReturnType<typeof setTimeout> } | null = null

  const endWorker = () => {
    worker?.terminate()
    worker = null
    isStarted = false
    clearTimeout(running?.timer)
    running = null
  }
  /** Resolves the running task with the outcome, and moves the waiting ones to a new worker. */
  const replace = (outcome: CoreOutcome) => {
    const failed = running === null ? [...tasks.keys()] : [running.id]
    endWorker()
    for (const id of failed) {
      tasks.get(id)?.resolve(outcome)
      tasks.delete(id)
    }
    for (const [id, { task }] of tasks) post(id, task)
  }
  const begin = (id: number) => {
    clearTimeout(running?.timer)
    running = { id, timer: setTimeout(() => replace({ kind: 'timed_out' }), measureTimeoutMs) }
  }
  const pause = () => {
    clearTimeout(running?.timer)
    running = null
  }
  const end = (id: number, memoryBytes: number) => {
    tasks.delete(id)
    pause()
    if (tasks.size === 0 && memoryBytes > maxIdleBytes) endWorker()
  }
  const onMessage = ({ data }: MessageEvent<FromCore>) => {
    if (data.kind === 'broken') return replace({ kind: 'crashed', reason: data.reason })
    const pending = tasks.get(data.id)
    switch (data.kind) {
      case 'begun':
        return begin(data.id)
      case 'waiting':
        return pause()
      case 'reading':
        return pending?.listener.onReading?.(data.share)
      case 'outcome':
        return pending?.resolve(data.outcome)
      case 'surface':
        return pending?.listener.onSurface?.(data.surface)
      case 'ended':
        return end(data.id, data.memoryBytes)
    }
  }
  const prepared = (): Worker => {
    if (worker !== null) return worker
    const newWorker = new Worker(coreWorker, { type: 'module' })
    worker = newWorker
    newWorker.addEventListener('message', (event) => {
      // Messages of a replaced worker concern finished tasks.
      if (worker === newWorker) onMessage(event)
    })
    newWorker.addEventListener('error', (event) => {
      if (worker === newWorker) {
        replace({ kind: 'crashed', reason: event.message || 'the worker did not load' })
      }
    })
    if (measuringWasm !== undefined) {
      newWorker.postMessage({ kind: 'prepare', measuringWasm } satisfies ToCore)
    }
    return newWorker
  }
  const started = (): Worker => {
    const current = prepared()
    if (!isStarted) current.postMessage({ kind: 'start', coreWasm, dracoWasm } satisfies ToCore)
    isStarted = true
    return current
  }
  const post = (id: number, task: CoreTask) =>
    started().postMessage({ kind: 'task', id, task } satisfies ToCore)

  return {
    prepare: () => void prepared(),
    start: () => void started(),
    run: (task, listener = {}) =>
      new Promise((resolve) => {
        const id = nextId++
        tasks.set(id, { task, listener, resolve })
        post(id, task)
      }),
    close: () => {
      endWorker()
      for (const { resolve } of tasks.values()) resolve({ kind: 'crashed', reason: 'closed' })
      tasks.clear()
    },
  }
}
