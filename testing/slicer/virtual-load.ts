// Drives a pool through virtual time: jobs of known durations, callers that arrive at known times. Deterministic.
import { FairPool } from '../../slicer-bridge/queue/fair-pool.ts'
import type { Job, PoolOptions, PoolOutcome } from '../../slicer-bridge/queue/pool-terms.ts'

export type Arrival = {
  readonly atMs: number
  readonly job: Job
  /** Real duration in milliseconds. */
  readonly ms: number
  readonly ended: (outcome: PoolOutcome<string>, nowMs: number) => void
}

export function virtualLoad(options: Partial<PoolOptions> = {}) {
  let now = 0
  const events: { at: number; order: number; act: () => void }[] = []
  let count = 0
  const at = (ms: number, act: () => void) => {
    events.push({ at: ms, order: count++, act })
  }
  const pool = new FairPool<string>({
    workers: 2,
    maxWaitMs: 20_000,
    waitLimitMs: 1e9,
    queueLimit: 64,
    now: () => now,
    ...options,
  })
  const arrive = ({ atMs, job, ms, ended }: Arrival) =>
    at(atMs, () => {
      const work = () =>
        new Promise<string>((resolve) => {
          at(now + ms, () => resolve('done'))
        })
      void pool.run(job, work).then((outcome) => ended(outcome, now))
    })
  const run = async () => {
    while (events.length > 0) {
      events.sort((a, b) => b.at - a.at || b.order - a.order)
      const event = events.pop()
      now = event?.at ?? now
      event?.act()
      // Every promise settles before the next event.
      for (let turn = 0; turn < 8; turn++) await Promise.resolve()
    }
    await pool.close()
  }
  return { arrive, run, pool }
}

/** Returns uniform numbers in 0..1 from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
