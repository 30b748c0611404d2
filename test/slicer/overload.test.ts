// Ten times more slices than two slicers can make, in virtual time: accepted callers, their delays, and their
// success.
import { describe, expect, test } from 'bun:test'
import { quantile } from '../../bench/lib/statistics.ts'
import { randomOf, virtualLoad } from '../../testing/slicer/virtual-load.ts'

const workers = 2
/** Milliseconds; the mean is 1 s. */
const durations = [200, 300, 300, 400, 800, 1200, 1500, 1500, 2000, 1800]
const meanMs = 1000
const capacity = workers / meanMs

type Load = {
  readonly seed: number
  /** Arrival rate relative to the capacity of the workers. */
  readonly times: number
  readonly forMs: number
  /** Standard deviation of the logarithm of prediction over duration. */
  readonly predictionError?: number
  /** Number of additional callers that retry at the given time. */
  readonly obedient?: number
}

/** Simulates an overload. Refused callers do not return, unless they are obedient. */
async function overload({ seed, times, forMs, predictionError = 0.5, obedient = 0 }: Load) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const load = virtualLoad({ workers })
  const latencies: number[] = []
  const attempts: number[] = []
  let workMs = 0
  const send = (
    account: string,
    atMs: number,
    ended: (retryAfter: number | null, now: number) => void,
  ) => {
    const ms = durations[Math.floor(random() * durations.length)] ?? meanMs
    const predictedMs = ms * Math.exp(predictionError * normal())
    load.arrive({
      atMs,
      ms,
      job: { account, predictedMs },
      ended: (outcome, now) => {
        if (outcome.kind === 'done') {
          latencies.push(now - atMs)
          workMs += ms
        } else {
          // Refused immediately, not after a wait.
          expect([outcome.kind, now]).toEqual(['full', atMs])
        }
        ended(outcome.kind === 'full' ? outcome.retryAfterSeconds : null, now)
      },
    })
  }
  let at = 0
  for (let caller = 0; at < forMs; caller++) {
    send(`caller ${caller}`, at, () => {})
    at -= Math.log(1 - random()) / (times * capacity)
  }
  const obey = (account: string, atMs: number, attempt: number): void => {
    if (atMs >= forMs) return
    send(account, atMs, (retryAfter, now) => {
      if (retryAfter !== null) return obey(account, now + 1000 * retryAfter, attempt + 1)
      attempts.push(attempt)
      obey(account, now + 1000, 1)
    })
  }
  for (let caller = 0; caller < obedient; caller++) obey(`obedient ${caller}`, 100 * caller, 1)
  await load.run()
  return { latencies, attempts, share: workMs / (workers * forMs) }
}

describe('ten times too many slices', () => {
  test.each([1, 2, 3])(
    'accepted slices finish in time, and the slicers stay busy (seed %p)',
    async (seed) => {
      const { latencies, share } = await overload({ seed, times: 10, forMs: 200_000 })
      const alone = quantile(durations, 0.95)
      expect(quantile(latencies, 0.95)).toBeLessThan(2 * alone)
      expect(share).toBeGreaterThan(0.95)
    },
  )

  test('predictions that are wrong by a factor of 3 do not idle the slicers', async () => {
    const { share } = await overload({ seed: 4, times: 10, forMs: 200_000, predictionError: 1.1 })
    expect(share).toBeGreaterThan(0.95)
  })

  test('a caller that retries at the given time succeeds', async () => {
    const { attempts } = await overload({ seed: 5, times: 10, forMs: 200_000, obedient: 4 })
    expect(attempts.length).toBeGreaterThan(20)
    // Sent, refused, and accepted on return.
    expect(quantile(attempts, 0.5)).toBeLessThanOrEqual(2)
    expect(quantile(attempts, 0.9)).toBeLessThanOrEqual(3)
  })

  test('callers that all retry at their given times are served in sequence', async () => {
    const all = { seed: 6, times: 0.001, forMs: 300_000, obedient: 40 }
    const { attempts, share, latencies } = await overload(all)
    expect(quantile(attempts, 0.5)).toBeLessThanOrEqual(2)
    expect(quantile(attempts, 0.9)).toBeLessThanOrEqual(3)
    expect(share).toBeGreaterThan(0.9)
    expect(quantile(latencies, 0.95)).toBeLessThan(2 * quantile(durations, 0.95))
  })

  test('a load within the capacity is rarely refused', async () => {
    const { share } = await overload({ seed: 7, times: 0.5, forMs: 300_000 })
    expect(share / 0.5).toBeGreaterThan(0.85)
  })
})

test('a hundred models of one account do not delay another account', async () => {
  const load = virtualLoad({ workers })
  const ended: string[] = []
  for (let model = 0; model < 100; model++) {
    // At the rate of the slicers, and twice that rate.
    load.arrive({
      atMs: model * 250,
      ms: 1000,
      job: { account: 'many', predictedMs: 1000 },
      ended: () => {},
    })
  }
  const waits: number[] = []
  for (let model = 0; model < 5; model++) {
    const atMs = 2100 + model * 4000
    load.arrive({
      atMs,
      ms: 1000,
      job: { account: 'one', predictedMs: 1000 },
      ended: (outcome, now) => {
        ended.push(outcome.kind)
        waits.push(now - atMs - 1000)
      },
    })
  }
  await load.run()
  expect(ended).toEqual(['done', 'done', 'done', 'done', 'done'])
  // Waits for at most one model of the other account, which was running or first in the queue, and is not overtaken.
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(1500)
})
