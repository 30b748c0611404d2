// Decides whether a job may wait for a worker: only if its predicted wait is short, and its result will be in time.

import type { QueueFull } from '../outcome/outcome.ts'

/** Predicted work, in milliseconds of one worker. */
export type Load = {
  readonly workers: number
  /** Remaining time of each running job. */
  readonly running: readonly number[]
  /** Waiting jobs that come before the new one. */
  readonly ahead: readonly number[]
  /** All waiting work, and the waiting work of the new job's lane. */
  readonly waitingMs: number
  readonly ownWaitingMs: number
}

export type AdmissionRequest = {
  readonly predictedMs: number
  readonly waitLimitMs: number
  /** Time until the caller needs the result. */
  readonly answerInMs: number
}

/** Why a job may not wait (`QueueFull` of outcome.ts). */
export type Scope = Exclude<QueueFull['scope'], 'wait'>

/** Returns the reason for a refusal, or undefined when the job may wait. */
export function refusalOf(load: Load, terms: AdmissionRequest): Scope | undefined {
  const waitMs = predictedWaitMs(load)
  if (waitMs > terms.waitLimitMs) return 'queue'
  if (waitMs + terms.predictedMs > terms.answerInMs) return 'deadline'
  // An account's waiting work may not exceed what it leaves for other accounts, so there is always capacity for a new one (Choudhury and
  // Hahne, 1998).
  const { ownWaitingMs, waitingMs, workers } = load
  const isCrowding = ownWaitingMs + waitingMs > terms.waitLimitMs * workers
  return ownWaitingMs > 0 && isCrowding ? 'account' : undefined
}

/** Returns the time until a worker is free for the new job. */
export function predictedWaitMs({
  workers,
  running,
  ahead,
}: Omit<Load, 'waitingMs' | 'ownWaitingMs'>): number {
  const free = [...running]
  while (free.length < workers) free.push(0)
  for (const work of ahead) {
    free.sort((a, b) => a - b)
    free[0] = (free[0] ?? 0) + work
  }
  return Math.min(...free)
}

/**
 * Returns the remaining time of a job that was predicted to take `predictedMs`. A job that takes longer than predicted usually takes much
 * longer.
 */
export function remainingMs(predictedMs: number, elapsedMs: number): number {
  return Math.max(predictedMs - elapsedMs, elapsedMs / 4)
}
