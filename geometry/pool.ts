// A fixed number of workers, a bounded queue before them. A job that traps, runs out of memory or
// out of time costs its own answer and its worker, which is replaced; nothing else. Jobs of low priority
// (big repairs) leave one worker to the others, where there is more than one.
import { Worker } from 'node:worker_threads'
import type { FromWorker, JobOutcome, Task, ToWorker } from './messages.ts'
import { type Priority, PriorityQueue } from './queue.ts'

export type PoolOptions = {
  module: Promise<WebAssembly.Module>
  workers: number
  queueLimit: number
  timeoutMs: number
  memoryLimitBytes: number
}

export type JobOptions = { signal?: AbortSignal; priority?: Priority }

export type PoolStats = {
  workers: number
  busy: number
  queued: number
  /** Since the pool was made. */
  answered: number
  timedOut: number
  crashed: number
  refusedBusy: number
  cancelled: number
  /** Workers replaced because their memory had grown past the ceiling. */
  recycled: number
}

type Job = {
  task: Task
  priority: Priority
  resolve: (outcome: JobOutcome) => void
  reject: (error: unknown) => void
  /** Ends what waits for the job: timer, abort listener. */
  settle: () => void
  timer?: ReturnType<typeof setTimeout>
}

type Slot = { worker: Worker; job: Job | undefined }

export class WorkerPool {
  private readonly slots = new Set<Slot>()
  private readonly queue: PriorityQueue<Job>
  private readonly counts = {
    answered: 0,
    timedOut: 0,
    crashed: 0,
    refusedBusy: 0,
    cancelled: 0,
    recycled: 0,
  }
  private module: WebAssembly.Module | undefined
  private closed = false

  private readonly options: PoolOptions

  constructor(options: PoolOptions) {
    this.options = options
    this.queue = new PriorityQueue(options.queueLimit)
  }

  /** Compiles the module and starts one worker. */
  async ready(): Promise<void> {
    this.module = await this.options.module
    if (this.slots.size === 0 && !this.closed) this.spawn(this.module)
  }

  /**
   * Runs one job. Rejects only when the caller aborts, the pool is closed or the source cannot be
   * read; whatever the file does to us is an outcome.
   */
  async run(task: Task, { signal, priority = 'normal' }: JobOptions): Promise<JobOutcome> {
    signal?.throwIfAborted()
    this.module ??= await this.options.module
    signal?.throwIfAborted()
    if (this.closed) throw new Error('the geometry pool is closed')
    return new Promise((resolve, reject) => {
      const onAbort = () => this.cancel(job, signal?.reason)
      const settle = () => {
        clearTimeout(job.timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const job: Job = { task, priority, resolve, reject, settle }
      signal?.addEventListener('abort', onAbort, { once: true })
      const slot = priority === 'low' && !this.roomForLow() ? undefined : this.idle()
      if (slot) return this.start(slot, job)
      if (this.queue.push(job, priority)) return
      this.counts.refusedBusy++
      settle()
      resolve({ kind: 'busy' })
    })
  }

  stats(): PoolStats {
    const busy = [...this.slots].filter((slot) => slot.job).length
    return { workers: this.options.workers, busy, queued: this.queue.length, ...this.counts }
  }

  /** Stops every worker; jobs that had no answer yet are rejected. */
  close(): void {
    this.closed = true
    const reason = new Error('the geometry pool was closed')
    for (let job = this.queue.shift(); job; job = this.queue.shift()) {
      job.settle()
      job.reject(reason)
    }
    for (const slot of [...this.slots]) {
      const { job } = slot
      this.discard(slot)
      job?.settle()
      job?.reject(reason)
    }
  }

  /** Low jobs may run on all workers but one. */
  private roomForLow(): boolean {
    const running = [...this.slots].filter(({ job }) => job?.priority === 'low').length
    return running < Math.max(1, this.options.workers - 1)
  }

  private idle(): Slot | undefined {
    for (const slot of this.slots) if (!slot.job) return slot
    if (this.slots.size < this.options.workers && this.module) return this.spawn(this.module)
    return undefined
  }

  private spawn(module: WebAssembly.Module): Slot {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref() // An idle pool does not keep the process alive.
    const slot: Slot = { worker, job: undefined }
    worker.on('message', (message: FromWorker) => this.answer(slot, message))
    worker.on('error', (error) => this.breakDown(slot, error.message))
    worker.on('exit', () => this.breakDown(slot, 'the worker ended'))
    worker.postMessage({ module } satisfies ToWorker)
    this.slots.add(slot)
    return slot
  }

  private start(slot: Slot, job: Job): void {
    slot.job = job
    slot.worker.ref()
    job.timer = setTimeout(() => this.expire(slot, job), this.options.timeoutMs)
    try {
      const { task, transfer } = movable(job.task)
      slot.worker.postMessage({ task } satisfies ToWorker, transfer)
    } catch (error) {
      // Bytes that were moved elsewhere before: the caller's mistake, not the worker's.
      this.release(slot)
      job.settle()
      job.reject(error)
      this.next()
    }
  }

  private answer(slot: Slot, { result, memoryBytes }: FromWorker): void {
    const { job } = slot
    if (!job) return
    if (result.kind === 'broken') {
      this.breakDown(slot, result.reason)
      return
    }
    this.release(slot)
    job.settle()
    if (memoryBytes > this.options.memoryLimitBytes) {
      this.counts.recycled++
      this.discard(slot)
    }
    if (result.kind === 'error') job.reject(new Error(result.message))
    else {
      this.counts.answered++
      job.resolve(result.outcome)
    }
    this.next()
  }

  private breakDown(slot: Slot, reason: string): void {
    if (!this.slots.has(slot)) return
    const { job } = slot
    this.discard(slot)
    if (job) {
      this.counts.crashed++
      job.settle()
      job.resolve({ kind: 'crashed', reason })
    }
    this.next()
  }

  private expire(slot: Slot, job: Job): void {
    if (slot.job !== job) return
    this.discard(slot)
    this.counts.timedOut++
    job.settle()
    job.resolve({ kind: 'timed_out' })
    this.next()
  }

  private cancel(job: Job, reason: unknown): void {
    this.counts.cancelled++
    this.queue.remove(job)
    for (const slot of [...this.slots]) if (slot.job === job) this.discard(slot)
    job.settle()
    job.reject(reason)
    this.next()
  }

  private release(slot: Slot): void {
    slot.job = undefined
    slot.worker.unref()
  }

  private discard(slot: Slot): void {
    this.slots.delete(slot)
    slot.job = undefined
    void slot.worker.terminate()
  }

  private next(): void {
    while (!this.closed && this.queue.length > 0) {
      const slot = this.idle()
      const job = slot && this.queue.shift({ low: this.roomForLow() })
      if (!slot || !job) return
      this.start(slot, job)
    }
  }
}

/** Bytes are moved, not copied, unless they are a part of a buffer that others may hold. */
function movable(task: Task): { task: Task; transfer: ArrayBuffer[] } {
  if (!('bytes' in task.source)) return { task, transfer: [] }
  const { bytes } = task.source
  // A Buffer's own slice() would share what Bun hands out to others.
  const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
  const transfer = whole.buffer instanceof ArrayBuffer ? [whole.buffer] : []
  return { task: { ...task, source: { bytes: whole } }, transfer }
}
