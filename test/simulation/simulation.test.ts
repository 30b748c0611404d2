// Seeded simulation of the money (docs/money.md, "How it is tested"). `npm run simulate` runs more; a failure names seed and path.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { simulate } from './simulate.ts'
import { openStage, type Stage } from './stage.ts'

const runs = 500
/** A new one in every run of the tests, so that they see more with time. */
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => await stage.close())

test(`${runs} random histories of three hosts with faults keep the money right`, async () => {
  const simulated = await simulate(stage, { runs, seed })
  expect(simulated).toEqual({ kind: 'passed' })
}, 600_000)
