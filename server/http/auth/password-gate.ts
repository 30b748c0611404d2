// Bounds how many passwords are hashed at a time. Hashing is made to be slow and runs on the threads that also write
// uploads to disk: 300 sign-ins at once kept every upload waiting for half a minute.

import { availableParallelism } from 'node:os'
import type { SignInFailure } from '../../domain/accounts/failure.ts'
import type { PoolObserver, PoolStats } from '../../domain/base/meter.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { retryHintSeconds } from '../../domain/base/retry-hints.ts'

export type PasswordGate = {
  readonly stats: () => PoolStats
  /** Whether `run` would refuse now. */
  readonly isFull: () => boolean
  /** Does the work in the order of the calls; refuses at once when too many wait. */
  readonly run: <T>(work: () => Promise<T>) => Promise<Result<T, SignInFailure>>
}

/** A hash takes about a tenth of a second: the last in the queue waits for some three seconds on a small machine. */
const queueLimit = 32
export const busy: SignInFailure = {
  kind: 'sign_in_busy',
  retryAfterSeconds: retryHintSeconds.busy,
}

export type PasswordGateOptions = {
  readonly maxRunning?: number
  readonly maxWaiting?: number
  readonly observer?: PoolObserver
}

export function createPasswordGate({
  maxRunning = Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting = queueLimit,
  observer,
}: PasswordGateOptions = {}): PasswordGate {
  let running = 0
  const waiting: (() => void)[] = []
  const isFull = () => running >= maxRunning && waiting.length >= maxWaiting
  return {
    stats: () => ({ workers: maxRunning, busy: running, queued: waiting.length }),
    isFull,
    run: async (work) => {
      if (isFull()) {
        observer?.onRefusal()
        return fail(busy)
      }
      const since = performance.now()
      // Work that ends passes its place to the next in the queue, so that no later call overtakes it.
      if (running >= maxRunning) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      const startedAt = performance.now()
      observer?.onWait(startedAt - since)
      try {
        return ok(await work())
      } finally {
        observer?.onRun(performance.now() - startedAt)
        const next = waiting.shift()
        if (next === undefined) {
          running -= 1
        } else {
          next()
        }
      }
    },
  }
}
