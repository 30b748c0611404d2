// The small form of `npm run kills`: callers repeat their keys while the service is killed (decisions.md 63).
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runKillStorm } from '../../lab/recovery/kills/kill-storm.ts'

setDefaultTimeout(600_000)

test('after kills every order is settled once, and every interface says the same of it', async () => {
  const options = { orders: 60, atOnce: 10, kills: 3, abandoned: 12, seed: 1 } as const
  const report = await runKillStorm({ ...options, webhooks: 'off', note: () => undefined })
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({ orders: 60, kills: 4, abandoned: 12 })
  // Without an interrupted request the test would prove nothing.
  expect(report.repeats).toBeGreaterThan(0)
})
