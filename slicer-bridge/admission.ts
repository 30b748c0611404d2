// Decides whether a job may wait for a worker: only if its predicted wait is short, and its result comes in time.

/** Predicted work in milliseconds of one worker. */
export type Load = {
  readonly workers: number
  /** The rest of each running job. */
  readonly running: readonly number[]
  /** The waiting jobs that come before the new one. */
  readonly ahead: readonly number[]
  /** All waiting work, and that of the new job's lane. */
  readonly waitingMs: number
  readonly ownWaitingMs: number
}

export type AdmissionRequest = {
  readonly predictedMs: number
  readonly waitLimitMs: number
  /** Time until the caller needs the result. */
  readonly answerInMs: number
}

/** `queue`: the wait would be too long; `account`: most of the waiting work is its own; `deadline`: it would end too late. */
export type Scope = 'queue' | 'account' | 'deadline'

/** Undefined = it may wait. */
export function refusalOf(load: Load, terms: AdmissionRequest): Scope | undefined {
  const waitMs = predictedWaitMs(load)
  if (waitMs > terms.waitLimitMs) return 'queue'
  if (waitMs + terms.predictedMs > terms.answerInMs) return 'deadline'
  // An account may have as much waiting as is left for the others, so there is always room for a new one (Choudhury and Hahne, 1998).
  const { ownWaitingMs, waitingMs, workers } = load
  const isCrowding = ownWaitingMs + waitingMs > terms.waitLimitMs * workers
  return ownWaitingMs > 0 && isCrowding ? 'account' : undefined
}

/** How long it takes until a worker is free for the new job. */
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

/** The rest of a job that was predicted to take `predictedMs`. A job that takes longer than predicted usually takes much longer. */
export function remainingMs(predictedMs: number, elapsedMs: number): number {
  return Math.max(predictedMs - elapsedMs, elapsedMs / 4)
}
