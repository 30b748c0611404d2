// The types of a pool of jobs: its input, its results, and what it reports.
import type { Scope } from './admission.ts'

/** Is called as jobs go through the pool; times in milliseconds. */
export type PoolObserver = {
  readonly onWait: (ms: number) => void
  readonly onRun: (ms: number) => void
  readonly onRefusal: () => void
}

export type PoolOptions = {
  readonly observer?: PoolObserver
  readonly workers: number
  /** The longest predicted wait. Less when jobs are short or many are refused: wait-limit.ts. */
  readonly maxWaitMs: number
  /** A job that has waited longer, because its prediction was wrong, ends as `full`. */
  readonly waitLimitMs: number
  /** Jobs that may wait, however short they are. */
  readonly queueLimit: number
  /** For tests; milliseconds. */
  readonly now?: () => number
}

/** `background`: some later jobs of other accounts overtake it, and it may wait up to `maxWaitMs`. */
export type Priority = 'normal' | 'background'

export type Job = {
  readonly account: string
  readonly priority?: Priority
  /** Default: the duration of recent jobs. */
  readonly predictedMs?: number
  /** Time until the caller needs the result. Default: no limit. */
  readonly answerInMs?: number
}

export type Full = {
  readonly kind: 'full'
  /** `wait`: it was accepted, but no worker became free in time. */
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
  /** Predicted wait of a job that would come last. */
  readonly backlogMs: number
  /** Jobs that a worker started, and their waiting and running time in total. */
  readonly started: number
  readonly waitedMs: number
  readonly ranMs: number
  readonly full: number
  readonly cancelled: number
}
