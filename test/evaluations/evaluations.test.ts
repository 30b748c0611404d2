// Agents of every habit buy while faults occur (README.md). `npm run evaluate` runs a thousand stories, from other
// seeds.
import { expect } from 'bun:test'
import { describeStory, evaluate } from '../../lab/evaluations/evaluate.ts'
import { openStage } from '../../lab/evaluations/stage.ts'
import { cases } from '../../testing/depth.ts'
import { use } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

const stories = cases(100)
const seed = Number(process.env['SEED'] ?? 1)

const stage = use(openStage)

verifies(
  ['quote.once', 'mcp.tool.create-print-order.timeout', 'decision.mcp-foreign-text'],
  `${stories} stories end with at most one order, no charge without consent, and an agent that knows the outcome`,
  async () => {
    const { tally, failed } = await evaluate(stage, { stories, seed })
    expect(failed.map(describeStory)).toEqual([])
    // Otherwise the stories would prove nothing.
    expect(tally.orders.get('charged') ?? 0).toBeGreaterThan(stories / 3)
    const faults = [...tally.struck.values()].reduce((sum, count) => sum + count, 0)
    expect(faults).toBeGreaterThan(stories / 2)
  },
  { timeout: 600_000 },
)
