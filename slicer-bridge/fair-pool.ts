// A fixed number of concurrent jobs behind a bounded queue with a wait limit, in which accounts take
// turns. Independent of slicing.
import { FairQueue } from './fair-queue.ts'

/** Is told of the jobs as they go through the pool; times in milliseconds. */
export type PoolObserver = {
  readonly waited: (ms: number) => void
  readonly ran: (ms: number) => void
  readonly refused: () => void
}

export type PoolOptions = {
  readonly observer?: PoolObserver
  readonly workers: number
  /** Jobs that may wait. */
  readonly queueLimit: number
  /** Jobs of one account that may wait or run while all workers are busy. */
  readonly perAccountLimit: number
  /** A job that has waited longer ends as `full`. */
  readonly waitLimitMs: number
}

export type Full = {
  readonly kind: 'full'
  readonly scope: 'queue' | 'account' | 'wait'
  readonly retryAfterSeconds: number
}

export type PoolOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Full
  | { readonly kind: 'closed' }

export type PoolStats = {
  readonly workers: number
  readonly busy: number
  readonly queued: number
  /** Jobs that a worker started, and their waiting and running time in total. */
  readonly started: number
  readonly waitedMs: number
  readonly ranMs: number
  readonly full: number
  readonly cancelled: number
}

type Work<T> = (signal: AbortSignal) => Promise<T>

type Entry<T> = {
  readonly account: string
  readonly work: Work<T>
  readonly since: number
  /** Aborts the job once it runs. */
  readonly controller: AbortController
  readonly resolve: (outcome: PoolOutcome<T>) => void
  readonly reject: (reason: unknown) => void
  timer?: ReturnType<typeof setTimeout>
  /** Removes the listener on the caller's signal and the wait timer. */
  settle: () => void
}

/** Assumed duration of a job until one has been measured. */
const initialAverageMs = 5000
const retrySeconds = { min: 1, max: 300 } as const

export class FairPool<T> {
  readonly #queue = new FairQueue<Entry<T>>()
  readonly #running = new Map<Entry<T>, Promise<void>>()
  readonly #counts = { started: 0, waitedMs: 0, ranMs: 0, full: 0, cancelled: 0 }
  #averageMs = initialAverageMs
  #closed = false

  readonly #options: PoolOptions

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Rejects with the signal's reason when the caller aborts, and with the error that `work` throws. The
   * promise of a running job settles when its work has, so an aborted job has cleaned up by then.
   */
  run(account: string, work: Work<T>, signal?: AbortSignal): Promise<PoolOutcome<T>> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#closed) return Promise.resolve({ kind: 'closed' })
    const full = this.refusal(account)
    if (full) return Promise.resolve(full)
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#cancel(entry, signal?.reason)
      const entry: Entry<T> = {
        account,
        work,
        since: performance.now(),
        controller: new AbortController(),
        resolve,
        reject,
        settle: () => {
          clearTimeout(entry.timer)
          signal?.removeEventListener('abort', onAbort)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      if (this.#running.size < this.#options.workers) this.#start(entry)
      else this.#wait(entry)
    })
  }

  /** The refusal that a job of this account would get now, counted as one; `undefined` when there is room. */
  refusal(account: string): Full | undefined {
    const { workers, queueLimit, perAccountLimit } = this.#options
    if (this.#running.size < workers) return undefined
    const runningHere = [...this.#running.keys()].filter(
      (entry) => entry.account === account,
    ).length
    if (runningHere + this.#queue.waiting(account) >= perAccountLimit) return this.#full('account')
    return this.#queue.length >= queueLimit ? this.#full('queue') : undefined
  }

  stats(): PoolStats {
    const { workers } = this.#options
    return { workers, busy: this.#running.size, queued: this.#queue.length, ...this.#counts }
  }

  /** Ends waiting jobs as `closed`; aborts running ones and waits for them. */
  async close(): Promise<void> {
    this.#closed = true
    for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
      entry.settle()
      entry.resolve({ kind: 'closed' })
    }
    for (const entry of this.#running.keys()) entry.controller.abort(new Error('closed'))
    await Promise.all(this.#running.values())
  }

  #full(scope: Full['scope']): Full {
    this.#counts.full++
    this.#options.observer?.refused()
    const waitMs = ((this.#queue.length + 1) * this.#averageMs) / this.#options.workers
    const seconds = Math.ceil(waitMs / 1000)
    const retryAfterSeconds = Math.min(retrySeconds.max, Math.max(retrySeconds.min, seconds))
    return { kind: 'full', scope, retryAfterSeconds }
  }

  #wait(entry: Entry<T>): void {
    this.#queue.push(entry.account, entry)
    entry.timer = setTimeout(() => {
      this.#queue.remove(entry.account, entry)
      entry.settle()
      entry.resolve(this.#full('wait'))
    }, this.#options.waitLimitMs)
  }

  #start(entry: Entry<T>): void {
    clearTimeout(entry.timer)
    const started = performance.now()
    this.#counts.started++
    this.#counts.waitedMs += started - entry.since
    this.#options.observer?.waited(started - entry.since)
    const finished = entry
      .work(entry.controller.signal)
      .then(
        (value) => () => entry.resolve({ kind: 'done', value }),
        (error) => () => (this.#closed ? entry.resolve({ kind: 'closed' }) : entry.reject(error)),
      )
      .then((settle) => {
        this.#release(entry, performance.now() - started)
        settle()
        this.#next()
      })
    this.#running.set(entry, finished)
  }

  #release(entry: Entry<T>, ranMs: number): void {
    this.#counts.ranMs += ranMs
    this.#options.observer?.ran(ranMs)
    this.#averageMs += (ranMs - this.#averageMs) / 8
    entry.settle()
    this.#running.delete(entry)
  }

  #cancel(entry: Entry<T>, reason: unknown): void {
    this.#counts.cancelled++
    if (this.#queue.remove(entry.account, entry)) {
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
