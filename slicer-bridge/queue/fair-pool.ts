// A fixed number of concurrent jobs behind a queue in which accounts take turns. A job waits only if its predicted wait is short. Any
// other job is rejected immediately, with the time to retry. Independent of slicing.
import { predictedWaitMs, refusalOf, remainingMs, type Scope } from './admission.ts'
import { FairQueue } from './fair-queue.ts'
import type { Full, Job, PoolOptions, PoolOutcome, PoolStats } from './pool-terms.ts'
import { ReturnTimes } from './return-times.ts'
import { WaitLimit } from './wait-limit.ts'

type Work<T> = (signal: AbortSignal) => Promise<T>

type Entry<T> = {
  readonly lane: string
  readonly isNormal: boolean
  readonly predictedMs: number
  readonly work: Work<T>
  readonly since: number
  /** Aborts the job when it is running. */
  readonly controller: AbortController
  readonly resolve: (outcome: PoolOutcome<T>) => void
  readonly reject: (reason: unknown) => void
  timer?: ReturnType<typeof setTimeout>
  /** Removes the listener on the caller's signal and the wait timer. */
  settle: () => void
}

type Running = { readonly startedAt: number; readonly finished: Promise<void> }

/** Mean number of jobs from every waiting lane that precede a background job. */
const backgroundDelay = 3

export class FairPool<T> {
  readonly #queue = new FairQueue<Entry<T>>()
  readonly #running = new Map<Entry<T>, Running>()
  readonly #counts = { started: 0, waitedMs: 0, ranMs: 0, full: 0, cancelled: 0 }
  readonly #returns: ReturnTimes
  readonly #now: () => number
  /** Learns from normal jobs. */
  readonly #limit: WaitLimit
  #closed = false

  readonly #options: PoolOptions

  constructor(options: PoolOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#limit = new WaitLimit({ maxMs: options.maxWaitMs })
    this.#returns = new ReturnTimes({ workers: options.workers, now: this.#now })
  }

  /**
   * Runs a job. Rejects with the signal's reason when the caller aborts, and with the error that `work` throws. The promise of a running
   * job settles when its work has settled, so an aborted job has cleaned up by then.
   */
  run(job: Job, work: Work<T>, signal?: AbortSignal): Promise<PoolOutcome<T>> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#closed) return Promise.resolve({ kind: 'closed' })
    const lane = laneOf(job)
    const predictedMs = job.predictedMs ?? this.#limit.typicalMs
    const scope = this.#refusal(job, predictedMs)
    if (scope) return Promise.resolve(this.#full(lane, scope, predictedMs))
    this.#returns.accept(lane)
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#cancel(entry, signal?.reason)
      const entry: Entry<T> = {
        lane,
        isNormal: job.priority !== 'background',
        predictedMs,
        work,
        since: this.#now(),
        controller: new AbortController(),
        resolve,
        reject,
        settle: () => {
          clearTimeout(entry.timer)
          signal?.removeEventListener('abort', onAbort)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#queue.push(lane, entry, { work: predictedMs, delay: this.#delayOf(job) })
      if (this.#running.size < this.#options.workers) {
        this.#next()
      } else {
        this.#limitWait(entry)
      }
    })
  }

  stats(): PoolStats {
    const { workers } = this.#options
    const { length: queued } = this.#queue
    const backlogMs = this.#backlogMs()
    return { workers, busy: this.#running.size, queued, backlogMs, ...this.#counts }
  }

  /** Ends waiting jobs as `closed`. Aborts running jobs and waits for them. */
  async close(): Promise<void> {
    this.#closed = true
    for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
      entry.settle()
      entry.resolve({ kind: 'closed' })
    }
    for (const entry of this.#running.keys()) entry.controller.abort(new Error('closed'))
    await Promise.all([...this.#running.values()].map(({ finished }) => finished))
  }

  #refusal(job: Job, predictedMs: number): Scope | undefined {
    const { workers, queueLimit, maxWaitMs } = this.#options
    // Keeps the workers busy, regardless of the predictions.
    if (this.#running.size < workers) return undefined
    if (this.#queue.length >= queueLimit) return 'queue'
    const lane = laneOf(job)
    const ahead = this.#queue.ahead(lane, this.#delayOf(job))
    const load = {
      workers,
      running: this.#remaining(),
      ahead: ahead.map((entry) => entry.predictedMs),
      waitingMs: this.#queue.work(),
      ownWaitingMs: this.#queue.work(lane),
    }
    const { priority = 'normal', answerInMs = Number.POSITIVE_INFINITY } = job
    if (priority === 'background') {
      return refusalOf(load, { predictedMs, waitLimitMs: maxWaitMs, answerInMs })
    }
    const returns = this.#returns.returns(lane)
    const waitLimitMs = this.#limit.limitMs(returns)
    const scope = refusalOf(load, { predictedMs, waitLimitMs, answerInMs })
    if (returns === 0) this.#limit.decided(scope === 'queue')
    return scope
  }

  #delayOf({ priority }: Job): number {
    return priority === 'background' ? backgroundDelay * this.#limit.typicalMs : 0
  }

  #remaining(): number[] {
    const now = this.#now()
    return [...this.#running].map(([{ predictedMs }, { startedAt }]) =>
      remainingMs(predictedMs, now - startedAt),
    )
  }

  #backlogMs(): number {
    const ahead = this.#queue.all().map((entry) => entry.predictedMs)
    return predictedWaitMs({ workers: this.#options.workers, running: this.#remaining(), ahead })
  }

  #full(lane: string, scope: Full['scope'], workMs: number): Full {
    this.#counts.full++
    this.#options.observer?.onRefusal()
    const roomInMs = this.#backlogMs() - this.#limit.baseMs
    const retryAfterSeconds = this.#returns.refuse(lane, { roomInMs, workMs })
    return { kind: 'full', scope, retryAfterSeconds }
  }

  #limitWait(entry: Entry<T>): void {
    entry.timer = setTimeout(() => {
      this.#queue.remove(entry)
      entry.settle()
      entry.resolve(this.#full(entry.lane, 'wait', entry.predictedMs))
    }, this.#options.waitLimitMs)
  }

  #start(entry: Entry<T>): void {
    clearTimeout(entry.timer)
    const startedAt = this.#now()
    const waitedMs = startedAt - entry.since
    this.#counts.started++
    this.#counts.waitedMs += waitedMs
    this.#options.observer?.onWait(waitedMs)
    const finished = entry
      .work(entry.controller.signal)
      .then(
        (value) => () => {
          if (entry.isNormal) this.#limit.onRun(this.#now() - startedAt)
          entry.resolve({ kind: 'done', value })
        },
        (error) => () => (this.#closed ? entry.resolve({ kind: 'closed' }) : entry.reject(error)),
      )
      .then((settle) => {
        this.#release(entry, startedAt)
        settle()
        this.#next()
      })
    this.#running.set(entry, { startedAt, finished })
  }

  #release(entry: Entry<T>, startedAt: number): void {
    const ranMs = this.#now() - startedAt
    this.#counts.ranMs += ranMs
    this.#options.observer?.onRun(ranMs)
    entry.settle()
    this.#running.delete(entry)
  }

  #cancel(entry: Entry<T>, reason: unknown): void {
    this.#counts.cancelled++
    if (this.#queue.remove(entry)) {
      entry.settle()
      entry.reject(reason)
    } else {
      entry.controller.abort(reason)
    }
  }

  #next(): void {
    const entry = this.#queue.shift()
    if (entry) this.#start(entry)
  }
}

const laneOf = ({ account, priority = 'normal' }: Job) => `${priority} ${account}`
