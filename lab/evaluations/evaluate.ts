// Many stories, each from a separate seed, and their results.
import { planOf } from './plan.ts'
import type { Stage } from './stage.ts'
import { type RunAgent, type StoryResult, tellStory } from './story.ts'

export type Tally = {
  readonly stories: Map<string, number>
  readonly orders: Map<string, number>
  readonly struck: Map<string, number>
}

export type Evaluated = { readonly tally: Tally; readonly failed: readonly StoryResult[] }

export type EvaluateOptions = {
  readonly stories: number
  readonly seed: number
  /** Only agents of this habit. */
  readonly habit?: string | null
  /** Ends with the first story that fails. */
  readonly stops?: boolean
  /** The scripted agent by default. */
  readonly runAgent?: RunAgent
}

export async function evaluate(stage: Stage, options: EvaluateOptions): Promise<Evaluated> {
  const { stories, seed, habit = null, stops = false, runAgent } = options
  const tally: Tally = { stories: new Map(), orders: new Map(), struck: new Map() }
  const failed: StoryResult[] = []
  for (let index = 0; index < stories; index += 1) {
    const result = await tellStory(stage, planOf(seed + index, habit), runAgent)
    addTo(tally, result)
    if (result.wrongs.length === 0) continue
    failed.push(result)
    if (stops) break
  }
  return { tally, failed }
}

function addTo({ stories, orders, struck }: Tally, { plan, report, ...result }: StoryResult): void {
  count(stories, plan.habits.name)
  count(orders, report.kind === 'order' ? report.order.standing : report.kind)
  for (const kind of result.struck) count(struck, kind)
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Returns the faults, the seed and the complete transcript. */
export const describeStory = ({ plan, wrongs, transcript }: StoryResult): string =>
  [...wrongs, `npm run evaluate -- --seed ${plan.seed} --stories 1`, ...transcript].join('\n')
