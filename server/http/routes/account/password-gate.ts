// Bounds how many passwords are hashed at a time. Hashing is made to be slow and runs on the threads that also write
// uploads to disk: 300 sign-ins at once kept every upload waiting for half a minute.
import { availableParallelism } from 'node:os'
import type { SignInFailure } from '../../../domain/accounts/failure.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'

export type PasswordGate = {
  /** Whether `run` would refuse now. */
  readonly isFull: () => boolean
  /** Does the work in the order of the calls; refuses at once when too many wait. */
  readonly run: <T>(work: () => Promise<T>) => Promise<Result<T, SignInFailure>>
}

/** A hash takes about a tenth of a second: the last in the queue waits for some three seconds on a small machine. */
const queueLimit = 32
export const busy: SignInFailure = { kind: 'sign_in_busy', retryAfterSeconds: 5 }

export function createPasswordGate(
  maxRunning: number = Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: number = queueLimit,
): PasswordGate {
  let running = 0
  const waiting: (() => void)[] = []
  const isFull = () => running >= maxRunning && waiting.length >= maxWaiting
  return {
    isFull,
    run: async (work) => {
      if (isFull()) return fail(busy)
      // Work that ends passes its place to the next in the queue, so that no later call overtakes it.
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return ok(await work())
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
