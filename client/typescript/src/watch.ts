// Polls a resource until it reaches a final state.
import { TimeoutError } from './errors.ts'
import { pause } from './pause.ts'

export type WatchedResource<T> = {
  readonly read: () => Promise<T>
  readonly hasEnded: (state: T) => boolean
  /** Whether two reads show the same state, so that the second need not be reported. */
  readonly isSame: (one: T, other: T) => boolean
  readonly intervalMs: (state: T) => number
  readonly signal: AbortSignal | undefined
  /** Time limit of the whole watch, in milliseconds. undefined means no limit. */
  readonly timeoutMs: number | undefined
  /** Describes the resource and its last state, for the error when the time has expired. */
  readonly describe: (state: T) => string
}

/**
 * Yields the state immediately, then each one that differs from the previous, and stops after the last. Throws
 * TimeoutError when the time has expired.
 */
export async function* watch<T>(watched: WatchedResource<T>): AsyncGenerator<T, void, void> {
  const { timeoutMs } = watched
  const endsAt = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs
  let state = await watched.read()
  yield state
  while (!watched.hasEnded(state)) {
    const leftMs = endsAt - Date.now()
    if (leftMs <= 0) {
      throw new TimeoutError(
        `${watched.describe(state)} after ${(timeoutMs ?? 0) / 1000} s. It is still in progress: wait again.`,
      )
    }
    await pause(Math.min(watched.intervalMs(state), leftMs), watched.signal)
    watched.signal?.throwIfAborted()
    const next = await watched.read()
    if (!watched.isSame(state, next)) yield next
    state = next
  }
}

/** Returns the last state of a watch, or the first that `isReached` accepts. */
export async function lastOf<T>(
  states: AsyncGenerator<T, void, void>,
  isReached: (state: T) => boolean = () => false,
): Promise<T | undefined> {
  let last: T | undefined
  for await (const state of states) {
    last = state
    if (isReached(state)) break
  }
  return last
}
