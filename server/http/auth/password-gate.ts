// Limits how many passwords are hashed concurrently. Hashing is deliberately slow and runs on the threads that also
// write uploads to disk: 300 simultaneous sign-ins delayed every upload by half a minute.

import { availableParallelism } from 'node:os'
import type { SignInFailure } from '../../domain/accounts/failure.ts'
import type { PoolObserver, PoolStats } from '../../domain/base/metrics/meter.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'

export type PasswordGate = {
  readonly stats: () => PoolStats
  /** Whether `run` would refuse now. */
  readonly isFull: () => boolean
  /** Runs the work in call order. Refuses immediately when too many calls wait. */
  readonly run: <T>(work: () => Promise<T>) => Promise<Result<T, SignInFailure>>
}

/**
 * Maximum queue length. A hash takes about a tenth of a second, so the last call waits for about three seconds on a
 * small machine.
 */
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
      // Finished work hands its slot to the next in the queue, so that no later call overtakes it.
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
