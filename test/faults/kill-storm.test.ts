// A short version of `npm run kills`: callers repeat their keys while the service is killed (decisions.md 63).
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runKillStorm } from '../../lab/recovery/kills/kill-storm.ts'
import { runWorkerStorm } from '../../lab/recovery/kills/worker-storm.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'

setDefaultTimeout(slowTestMs)

test('every order is settled once after kills, and every interface agrees about it', async () => {
  const options = { orders: 60, atOnce: 10, kills: 3, abandoned: 12, seed: 1 } as const
  const report = await runKillStorm({ ...options, webhooks: 'off', note: () => undefined })
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({ orders: 60, kills: 4, abandoned: 12 })
  // Without an interrupted request the test would prove nothing.
  expect(report.repeats).toBeGreaterThan(0)
})

test('three programs that order while the service is killed get consistent responses about each order', async () => {
  const options = { workers: 3, orders: 60, atOnce: 4, seconds: 16, killEverySeconds: 5 } as const
  const report = await runWorkerStorm({ ...options, webhooks: 'on', note: () => undefined })
  expect(report.problems).toEqual([])
  // Every tenth order is declined. Two programs place nine: 3, 10, 17, 24, 31, 38, 45, 52 and 59, and the card of 10 is refused.
  expect(report).toMatchObject({
    orders: 60,
    paid: 54,
    declined: 6,
    placedTwice: 9,
    placedTwiceAndCharged: 8,
  })
  expect(report.kills).toBeGreaterThan(0)
  expect(report.interruptedOrders).toBeGreaterThan(0)
})
