// A fixed number of jobs at a time, a bounded queue before them in which accounts take turns, and a
// limit on the wait. Knows nothing of slicing.
import { FairQueue } from './fair-queue.ts'

export type PoolOptions = {
  readonly workers: number
  /** Jobs that may wait. */
  readonly queueLimit: number
  /** Jobs of one account that may wait or run, while no worker is free. */
  readonly perAccountLimit: number
  /** A job that has waited longer is answered `full`. */
  readonly waitLimitMs: number
}

export type Full = {
  readonly kind: 'full'
  readonly scope: 'queue' | 'account' | 'wait'
  readonly retryAfterSeconds: number
}

export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Full
  | { readonly kind: 'closed' }

export type PoolStats = {
  readonly workers: number
  readonly busy: number
  readonly queued: number
  /** Jobs that a worker took, and what they waited and ran all in all. */
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
  /** Ends the job once it runs. */
  readonly controller: AbortController
  readonly resolve: (answer: Answer<T>) => void
  readonly reject: (reason: unknown) => void
  timer?: ReturnType<typeof setTimeout>
  /** Forgets the caller's signal and the wait. */
  settle: () => void
}

/** Of a job's length before any is known, and its bounds as advice. */
const GUESS_MS = 5000
const RETRY_SECONDS = { least: 1, most: 300 } as const

export class FairPool<T> {
  private readonly queue = new FairQueue<Entry<T>>()
  private readonly running = new Map<Entry<T>, Promise<void>>()
  private readonly counts = { started: 0, waitedMs: 0, ranMs: 0, full: 0, cancelled: 0 }
  private averageMs = GUESS_MS
  private closed = false

  private readonly options: PoolOptions

  constructor(options: PoolOptions) {
    this.options = options
  }

  /**
   * Rejects with the signal's reason when the caller aborts, and with what `work` throws. The promise
   * of a running job settles when its work has: an aborted one has cleaned up by then.
   */
  run(account: string, work: Work<T>, signal?: AbortSignal): Promise<Answer<T>> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.closed) return Promise.resolve({ kind: 'closed' })
    const full = this.refusal(account)
    if (full) return Promise.resolve(full)
    return new Promise((resolve, reject) => {
      const onAbort = () => this.cancel(entry, signal?.reason)
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
      if (this.running.size < this.options.workers) this.start(entry)
      else this.wait(entry)
    })
  }

  /** What a job of this account would be answered now, or `undefined` when there is room. Counts as an answer. */
  refusal(account: string): Full | undefined {
    const { workers, queueLimit, perAccountLimit } = this.options
    if (this.running.size < workers) return undefined
    const held = [...this.running.keys()].filter((entry) => entry.account === account).length
    if (held + this.queue.waiting(account) >= perAccountLimit) return this.full('account')
    return this.queue.length >= queueLimit ? this.full('queue') : undefined
  }

  stats(): PoolStats {
    const { workers } = this.options
    return { workers, busy: this.running.size, queued: this.queue.length, ...this.counts }
  }

  /** Waiting jobs are answered `closed`, running ones are aborted and waited for. */
  async close(): Promise<void> {
    this.closed = true
    for (let entry = this.queue.shift(); entry; entry = this.queue.shift()) {
      entry.settle()
      entry.resolve({ kind: 'closed' })
    }
    for (const entry of this.running.keys()) entry.controller.abort(new Error('closed'))
    await Promise.all(this.running.values())
  }

  private full(scope: Full['scope']): Full {
    this.counts.full++
    const waitMs = ((this.queue.length + 1) * this.averageMs) / this.options.workers
    const seconds = Math.ceil(waitMs / 1000)
    const retryAfterSeconds = Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, seconds))
    return { kind: 'full', scope, retryAfterSeconds }
  }

  private wait(entry: Entry<T>): void {
    this.queue.push(entry.account, entry)
    entry.timer = setTimeout(() => {
      this.queue.remove(entry.account, entry)
      entry.settle()
      entry.resolve(this.full('wait'))
    }, this.options.waitLimitMs)
  }

  private start(entry: Entry<T>): void {
    clearTimeout(entry.timer)
    const started = performance.now()
    this.counts.started++
    this.counts.waitedMs += started - entry.since
    const finished = entry
      .work(entry.controller.signal)
      .then(
        (value) => () => entry.resolve({ kind: 'done', value }),
        (error) => () => (this.closed ? entry.resolve({ kind: 'closed' }) : entry.reject(error)),
      )
      .then((answer) => {
        this.release(entry, performance.now() - started)
        answer()
        this.next()
      })
    this.running.set(entry, finished)
  }

  private release(entry: Entry<T>, ranMs: number): void {
    this.counts.ranMs += ranMs
    this.averageMs += (ranMs - this.averageMs) / 8
    entry.settle()
    this.running.delete(entry)
  }

  private cancel(entry: Entry<T>, reason: unknown): void {
    this.counts.cancelled++
    if (this.queue.remove(entry.account, entry)) {
      entry.settle()
      entry.reject(reason)
    } else {
      entry.controller.abort(reason)
    }
  }

  private next(): void {
    const entry = this.queue.shift()
    if (entry) this.start(entry)
  }
}
