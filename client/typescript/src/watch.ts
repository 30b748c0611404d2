// Reading something again and again until it has ended.
import { pause } from './pause.ts'

export type WatchedResource<T> = {
  readonly read: () => Promise<T>
  readonly hasEnded: (state: T) => boolean
  /** Whether two reads show the same state, so that the second is not worth telling. */
  readonly isSame: (one: T, other: T) => boolean
  readonly intervalMs: (state: T) => number
  readonly signal: AbortSignal | undefined
}

/** Yields the state at once, then each one that differs from the last, and ends with the last. */
export async function* watch<T>(watched: WatchedResource<T>): AsyncGenerator<T, void, void> {
  let state = await watched.read()
  yield state
  while (!watched.hasEnded(state)) {
    await pause(watched.intervalMs(state), watched.signal)
    watched.signal?.throwIfAborted()
    const next = await watched.read()
    if (!watched.isSame(state, next)) yield next
    state = next
  }
}

/** The last state of a watch, or the first that `isReached` accepts. */
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
