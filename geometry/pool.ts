// A fixed number of workers behind a bounded queue. A job that traps, runs out of memory or times
// out loses only its own result; its worker is replaced. Low-priority jobs (repairs and pictures)
// and visitors' jobs leave one worker free for other jobs, if the pool has more than one worker. A
// visitor's job is stopped early when more important jobs wait.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Completed, FromWorker, JobOutcome, PlaceTask, Task, ToWorker } from './messages.ts'
import { FairQueue, type QueueLimit, type TaskPriority } from './queue.ts'

/** Callbacks that report the progress of jobs; times in milliseconds. */
export type PoolObserver = {
  onWait: (ms: number) => void
  onRun: (ms: number) => void
  onRefusal: () => void
}

export type PoolOptions = {
  observer?: PoolObserver
  module: Promise<WebAssembly.Module>
  workers: number
  queueLimit: number
  timeoutMs: number
  /**
   * A visitor's job that has run this long is stopped as `busy` when a job of normal or high
   * priority waits.
   */
  yieldAfterMs: number
  /** A visitor's job that has waited this long is refused as `busy`. */
  visitorWaitMs: number
  memoryLimitBytes: number
}

export type JobOptions = {
  signal?: AbortSignal
  priority?: TaskPriority
  /** Callers of the same priority take turns. */
  caller?: string
  /**
   * Limit of processor time, where the system reports it. The pool's time limit always applies.
   * Default: the pool's limit.
   */
  timeoutMs?: number
  /**
   * Receives the processor time of the job, even if the job has no result. Receives the run time
   * where the system does not report processor time.
   */
  onRun?: (ms: number) => void
}

export type PoolStats = {
  workers: number
  busy: number
  queued: number
  /** Counters since the pool was created. */
  completed: number
  timedOut: number
  crashed: number
  refusedBusy: number
  cancelled: number
  /** Workers replaced because their memory exceeded the limit. */
  recycled: number
  /** Visitors' jobs that were stopped because more important jobs waited. */
  yielded: number
}

type Job = {
  task: Task
  priority: TaskPriority
  timeoutMs: number
  onRun: (ms: number) => void
  resolve: (outcome: JobOutcome) => void
  reject: (error: unknown) => void
  /** Clears the job's timer and abort listener. */
  settle: () => void
  timer?: ReturnType<typeof setTimeout>
  /** Fires when a visitor's job has waited too long. */
  waitTimer?: ReturnType<typeof setTimeout>
  /** Fires when a visitor's job may be stopped in favor of another. */
  yieldTimer?: ReturnType<typeof setTimeout>
  /** Time of arrival, or of the start once the job has started, by performance.now(). */
  since: number
  /** Processor time of the worker when the job started, milliseconds. */
  cpuSinceMs: number
}

type Slot = {
  worker: Worker
  job: Job | undefined
  /** The operating system's thread id; null while it is unknown or where it is not reported. */
  thread: number | null
}

export class WorkerPool {
  readonly #slots = new Set<Slot>()
  readonly #queue: FairQueue<Job>
  readonly #counts = {
    completed: 0,
    timedOut: 0,
    crashed: 0,
    refusedBusy: 0,
    cancelled: 0,
    recycled: 0,
    yielded: 0,
  }
  #module: WebAssembly.Module | undefined
  #closed = false

  readonly #options: PoolOptions

  constructor(options: PoolOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.queueLimit)
  }

  /** Compiles the module and starts one worker. */
  async ready(): Promise<void> {
    this.#module = await this.#options.module
    if (this.#slots.size === 0 && !this.#closed) this.#spawn(this.#module)
  }

  /**
   * Runs one job. Rejects only when the caller aborts, the pool is closed or the source cannot be
   * read. Everything that the file causes is an outcome.
   */
  async run(task: Task, options: JobOptions): Promise<JobOutcome> {
    const { signal, priority = 'normal', caller, onRun = () => {} } = options
    const { timeoutMs = this.#options.timeoutMs } = options
    signal?.throwIfAborted()
    this.#module ??= await this.#options.module
    signal?.throwIfAborted()
    if (this.#closed) throw new Error('the geometry pool is closed')
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#cancel(job, signal?.reason)
      const settle = () => {
        clearTimeout(job.timer)
        clearTimeout(job.yieldTimer)
        clearTimeout(job.waitTimer)
        signal?.removeEventListener('abort', onAbort)
      }
      const since = performance.now()
      const times = { timeoutMs, since, cpuSinceMs: 0 }
      const job: Job = { task, priority, onRun, resolve, reject, settle, ...times }
      signal?.addEventListener('abort', onAbort, { once: true })
      const slot = leavesRoom(priority) && !this.#roomForLow() ? undefined : this.#idle()
      if (slot) return this.#start(slot, job)
      const refusal = this.#queue.push(job, { priority, caller })
      if (refusal !== null) return this.#refuse(job, refusal)
      if (priority === 'visitor') {
        job.waitTimer = setTimeout(() => {
          if (this.#queue.remove(job)) this.#refuse(job, 'queue')
        }, this.#options.visitorWaitMs)
      }
      this.#makeRoom()
    })
  }

  stats(): PoolStats {
    const busy = [...this.#slots].filter((slot) => slot.job).length
    return { workers: this.#options.workers, busy, queued: this.#queue.length, ...this.#counts }
  }

  /** Terminates every worker; unfinished jobs are rejected. */
  close(): void {
    this.#closed = true
    const reason = new Error('the geometry pool was closed')
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      job.settle()
      job.reject(reason)
    }
    for (const slot of [...this.#slots]) {
      const { job } = slot
      this.#discard(slot)
      job?.settle()
      job?.reject(reason)
    }
  }

  #refuse(job: Job, by: QueueLimit): void {
    this.#counts.refusedBusy++
    this.#options.observer?.onRefusal()
    job.settle()
    job.resolve({ kind: 'busy', by })
  }

  /** Stops visitors' jobs that have run long enough while a more important job waits. */
  #makeRoom(): void {
    for (const slot of [...this.#slots]) {
      const { job } = slot
      if (job?.priority !== 'visitor' || !this.#queue.hasMoreImportant()) continue
      const leftMs = job.since + this.#options.yieldAfterMs - performance.now()
      clearTimeout(job.yieldTimer)
      if (leftMs > 0) {
        job.yieldTimer = setTimeout(() => this.#makeRoom(), leftMs)
      } else {
        this.#end(slot, { kind: 'busy', by: 'queue' }, 'yielded')
      }
    }
  }

  /**
   * Returns whether a low-priority or visitor's job may start. Such jobs may occupy all workers but
   * one.
   */
  #roomForLow(): boolean {
    const running = [...this.#slots].filter(({ job }) => job && leavesRoom(job.priority)).length
    return running < Math.max(1, this.#options.workers - 1)
  }

  #idle(): Slot | undefined {
    for (const slot of this.#slots) if (!slot.job) return slot
    if (this.#slots.size < this.#options.workers && this.#module) return this.#spawn(this.#module)
    return undefined
  }

  #spawn(module: WebAssembly.Module): Slot {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref() // An idle pool must not keep the process alive.
    const slot: Slot = { worker, job: undefined, thread: null }
    worker.on('message', (message: FromWorker) => {
      if ('thread' in message) {
        slot.thread = message.thread
      } else {
        this.#complete(slot, message)
      }
    })
    worker.on('error', (error) => this.#crash(slot, error.message))
    worker.on('exit', () => this.#crash(slot, 'the worker ended'))
    worker.postMessage({ module } satisfies ToWorker)
    this.#slots.add(slot)
    return slot
  }

  #start(slot: Slot, job: Job): void {
    slot.job = job
    clearTimeout(job.waitTimer)
    const now = performance.now()
    this.#options.observer?.onWait(now - job.since)
    job.since = now
    job.cpuSinceMs = cpuMsOf(slot) ?? 0
    slot.worker.ref()
    job.timer = setTimeout(() => this.#expire(slot, job), job.timeoutMs)
    try {
      const { task, transfer } = transferable(job.task)
      slot.worker.postMessage({ task } satisfies ToWorker, transfer)
    } catch (error) {
      // The bytes were already transferred. This is an error of the caller, so the worker is kept.
      this.#release(slot)
      job.settle()
      job.reject(error)
      this.#next()
    }
  }

  #complete(slot: Slot, { result, memoryBytes }: Completed): void {
    const { job } = slot
    if (!job) return
    if (result.kind === 'broken') {
      this.#crash(slot, result.reason)
      return
    }
    this.#release(slot)
    job.settle()
    if (memoryBytes > this.#options.memoryLimitBytes) {
      this.#counts.recycled++
      this.#discard(slot)
    }
    if (result.kind === 'error') {
      job.reject(new Error(result.message))
    } else {
      this.#counts.completed++
      job.resolve(result.outcome)
    }
    this.#next()
  }

  #crash(slot: Slot, reason: string): void {
    if (!this.#slots.has(slot)) return
    const { job } = slot
    this.#discard(slot)
    if (job) {
      this.#counts.crashed++
      job.settle()
      job.resolve({ kind: 'crashed', reason })
    }
    this.#next()
  }

  #expire(slot: Slot, job: Job): void {
    if (slot.job !== job) return
    const usedMs = usedMsOf(slot, job)
    const leftMs = this.#options.timeoutMs - (performance.now() - job.since)
    // Other processes used the core in the meantime, so the job still has processor time left.
    if (usedMs < job.timeoutMs && leftMs > 0) {
      const againMs = Math.min(leftMs, Math.max(20, job.timeoutMs - usedMs))
      job.timer = setTimeout(() => this.#expire(slot, job), againMs)
      return
    }
    this.#end(slot, { kind: 'timed_out' }, 'timedOut')
  }

  #end(slot: Slot, outcome: JobOutcome, counted: 'timedOut' | 'yielded'): void {
    const { job } = slot
    this.#discard(slot)
    this.#counts[counted]++
    job?.settle()
    job?.resolve(outcome)
    this.#next()
  }

  #cancel(job: Job, reason: unknown): void {
    this.#counts.cancelled++
    this.#queue.remove(job)
    for (const slot of [...this.#slots]) if (slot.job === job) this.#discard(slot)
    job.settle()
    job.reject(reason)
    this.#next()
  }

  #release(slot: Slot): void {
    this.#observeRun(slot)
    slot.job = undefined
    slot.worker.unref()
  }

  #discard(slot: Slot): void {
    this.#slots.delete(slot)
    this.#observeRun(slot)
    slot.job = undefined
    void slot.worker.terminate()
  }

  #observeRun(slot: Slot): void {
    const { job } = slot
    if (!job) return
    this.#options.observer?.onRun(performance.now() - job.since)
    job.onRun(usedMsOf(slot, job))
  }

  #next(): void {
    while (!this.#closed && this.#queue.length > 0) {
      const slot = this.#idle()
      const job = slot && this.#queue.shift({ low: this.#roomForLow() })
      if (!slot || !job) return
      this.#start(slot, job)
    }
  }
}

/**
 * Returns the processor time of a job, or its run time where the system does not report processor
 * time.
 */
function usedMsOf(slot: Slot, job: Job): number {
  const cpuMs = cpuMsOf(slot)
  return cpuMs === null ? performance.now() - job.since : cpuMs - job.cpuSinceMs
}

/** Returns the processor time of a worker's thread (Linux). */
function cpuMsOf({ thread }: Slot): number | null {
  if (thread === null) return null
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return null // The thread has terminated.
  }
}

const leavesRoom = (priority: TaskPriority) => priority === 'low' || priority === 'visitor'

/**
 * Returns the buffers that only one part uses, each once. Several jobs may share a file that is on
 * a plate.
 */
function buffersOf({ work: { parts } }: PlaceTask): ArrayBuffer[] {
  const whole = parts.flatMap(({ stl: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
  return [...new Set(whole)]
}

/**
 * Moves the bytes into a transfer list. Bytes inside a buffer that others may use are copied
 * instead.
 */
function transferable(task: Task): { task: Task; transfer: ArrayBuffer[] } {
  if (!('source' in task)) return { task, transfer: buffersOf(task) }
  if (!('bytes' in task.source)) return { task, transfer: [] }
  const { bytes } = task.source
  // A copy is needed because Buffer.slice() would share the memory of Bun's buffer pool.
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  const transfer = whole.buffer instanceof ArrayBuffer ? [whole.buffer] : []
  return { task: { ...task, source: { bytes: whole } }, transfer }
}
