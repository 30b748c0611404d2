// Shortens minutes for which a test cannot wait. Only durations that are unique to the code under test may be
// shortened.
import { atEndOfTest } from '../database/end-of-test.ts'

/**
 * `shorten` receives the requested wait and returns the actual one, in ms. Applies until the returned function is
 * called.
 */
export function shortTimers(shorten: (ms: number) => number): () => void {
  const { setTimeout: pause } = globalThis
  const { timeout } = AbortSignal
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => pause(run, shorten(ms)),
  })
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout(shorten(ms)) })
  return () => {
    Object.assign(globalThis, { setTimeout: pause })
    Object.assign(AbortSignal, { timeout })
  }
}

/**
 * Shortens the pauses before a step of a generation is retried. Ends with the test, or when the returned function is
 * called.
 */
export function hurryRetries(): () => void {
  const restore = shortTimers((ms) => (ms === 5_000 ? 5 : ms))
  atEndOfTest(restore)
  return restore
}
