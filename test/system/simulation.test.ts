// Seeded simulation of the money (docs/money.md, "Simulation"). `npm run simulate` runs longer, from other seeds.
import { expect, test } from 'bun:test'
import { simulate } from '../../lab/simulation/simulate.ts'
import { openStage } from '../../lab/simulation/stage.ts'
import { cases } from '../../testing/depth.ts'
import { use } from '../../testing/use.ts'

const runs = cases(200)
const seed = Number(process.env['SEED'] ?? 1)

const stage = use(openStage)

test('a seed repeats its histories call by call', async () => {
  const seen: unknown[] = []
  for (let time = 0; time < 2; time += 1) {
    const before = stage.calls.count
    await simulate(stage, { runs: 15, seed })
    seen.push(stage.calls.count - before)
  }
  expect(seen[0]).toBeGreaterThan(15)
  expect(seen[1]).toBe(seen[0])
})

test(`the money is correct in ${runs} random histories of three hosts with faults`, async () => {
  expect(await simulate(stage, { runs, seed })).toEqual({ kind: 'passed' })
  // Otherwise the histories would prove nothing. A quick run is too short for rare events.
  const least = runs < 200 ? 0 : runs / 20
  const seldom = Object.entries(stage.tally).filter(([, count]) => count < least)
  expect(seldom).toEqual([])
}, 600_000)
