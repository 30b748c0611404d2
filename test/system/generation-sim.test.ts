// A few histories of generations with faults. `npm run generation-sim` runs 500.
import { expect, test } from 'bun:test'
import { playHistories } from '../../lab/generation/play.ts'

test('generations are paid and delivered, or refunded, whatever fails', async () => {
  const { failures, jobs, tally } = await playHistories({ histories: 8, seed: 1 })
  expect(failures).toBe(0)
  // Otherwise the histories would prove nothing.
  expect(jobs).toBeGreaterThan(30)
  expect(tally.get('job done')).toBeGreaterThan(10)
  expect(tally.get('job error')).toBeGreaterThan(5)
}, 240_000)
