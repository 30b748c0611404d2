// Retries of calls to other services.
import { setTimeout as sleep } from 'node:timers/promises'

/** Outcome of one attempt. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** Waits. Rejects when aborted. */
export type RetryDelay = (ms: number, signal?: AbortSignal) => Promise<void>

export type RetryOptions<T> = {
  /** Number of attempts, including the first one. */
  readonly attempts: number
  readonly isRetryable: (outcome: Attempt<T>) => boolean
  /** Returns the wait after attempt `attempt`, which starts at 1. */
  readonly delayMs: (outcome: Attempt<T>, attempt: number) => number
  /** Ends a wait immediately; `retry` then rejects with its reason. */
  readonly signal?: AbortSignal
  /** For tests. */
  readonly pause?: RetryDelay
}

/** Repeats `work` while its outcome is retryable. Returns or throws the outcome of the last attempt. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { attempts, isRetryable, delayMs, signal, pause = abortableSleep } = options
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await settle(work)
    if (attempt === attempts || !isRetryable(outcome)) {
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    await pause(delayMs(outcome, attempt), signal)
  }
}

/** Returns an exponential delay plus up to the same amount at random, so that callers that failed together do not retry together. */
export const backoffMs = (firstMs: number, attempt: number): number =>
  firstMs * 2 ** (attempt - 1) * (1 + Math.random())

async function settle<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

async function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
