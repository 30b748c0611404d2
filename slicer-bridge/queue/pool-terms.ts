// The types of a job pool: its input, its results, and its reports.
import type { Scope } from './admission.ts'

/** Called as jobs pass through the pool. Times are in milliseconds. */
export type PoolObserver = {
  readonly onWait: (ms: number) => void
  readonly onRun: (ms: number) => void
  readonly onRefusal: () => void
}

export type PoolOptions = {
  readonly observer?: PoolObserver
  readonly workers: number
  /** The longest predicted wait. Lower when jobs are short or many are rejected (wait-limit.ts). */
  readonly maxWaitMs: number
  /** A job that has waited longer, because its prediction was wrong, ends as `full`. */
  readonly waitLimitMs: number
  /** Maximum number of waiting jobs, however short they are. */
  readonly queueLimit: number
  /** For tests, in milliseconds. */
  readonly now?: () => number
}

/** `background`: some later jobs of other accounts overtake it, and it may wait up to `maxWaitMs`. */
export type Priority = 'normal' | 'background'

export type Job = {
  readonly account: string
  readonly priority?: Priority
  /** Defaults to the duration of recent jobs. */
  readonly predictedMs?: number
  /** Time until the caller needs the result. Defaults to no limit. */
  readonly answerInMs?: number
}

export type Full = {
  readonly kind: 'full'
  /** `wait`: the job was accepted, but no worker became free in time. */
  readonly scope: Scope | 'wait'
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
  /** Predicted wait of a job at the end of the queue. */
  readonly backlogMs: number
  /** Jobs that a worker started, with their total waiting and running time. */
  readonly started: number
  readonly waitedMs: number
  readonly ranMs: number
  readonly full: number
  readonly cancelled: number
}
