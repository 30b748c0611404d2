// `npm run evaluate`: agents of every habit buy from the service while things go wrong (README.md).
//   npm run evaluate -- [--stories 1000] [--seed N] [--habit "reads only text"]
//   npm run evaluate -- --bugs [part of a name]   puts bugs back one by one; each must be found
//   npm run evaluate -- --model [--stories 20]    only the language model of OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL
// Ends with 1 when a story fails, and prints its seed and transcript.
import { parseArgs } from 'node:util'
import { putBugsBack } from '../simulation/put-bugs-back.ts'
import { bugs } from './bugs.ts'
import { describeStory, type Evaluated, evaluate } from './evaluate.ts'
import { habits, modelHabit } from './habits.ts'
import { configuredModel, runModel } from './model/model-agent.ts'
import { openStage } from './stage.ts'

const { values, positionals } = parseArgs({
  args: Bun.argv.slice(2),
  allowPositionals: true,
  options: {
    stories: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    habit: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    'first-failure': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number')
const { habit = null } = values
if (habit !== null && !habits.some(({ name }) => name === habit)) {
  throw new Error(`--habit takes one of: ${habits.map(({ name }) => name).join('; ')}`)
}

process.exit((await run()) ? 0 : 1)

function storiesOr(preset: number): number {
  const stories = Number(values.stories ?? preset)
  if (!Number.isInteger(stories) || stories < 1) throw new Error('--stories takes a number above 0')
  return stories
}

async function run(): Promise<boolean> {
  if (values.bugs) {
    return await putBugsBack({
      bugs,
      seed,
      part: positionals[0] ?? '',
      script: 'test/evaluations/run.ts',
      args: (bug) => ['--first-failure', '--stories', `${bug.runs}`, '--seed', `${seed}`],
    })
  }
  const model = configuredModel()
  if (values.model) return await withModel(storiesOr(20))
  const isSound = await withScripts(storiesOr(1000))
  if (model !== null) return (await withModel(20)) && isSound
  console.log('No language model is configured (OPENAI_API_KEY): the scripted agents only.')
  return isSound
}

async function withScripts(stories: number): Promise<boolean> {
  const startedAt = performance.now()
  const stage = await openStage()
  const stops = values['first-failure']
  const evaluated = await evaluate(stage, { stories, seed, habit, stops })
  await stage.close()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  print(evaluated)
  const { length: failed } = evaluated.failed
  console.log(`${stories} stories from seed ${seed} in ${seconds} s, ${failed} failed`)
  return failed === 0
}

function print({ tally, failed }: Evaluated): void {
  for (const result of failed.slice(0, 5)) {
    console.log(`story ${result.plan.seed - seed + 1} failed:\n${describeStory(result)}\n`)
  }
  for (const [title, counts] of Object.entries(tally)) {
    const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
    console.log(`${title}: ${sorted.map(([name, count]) => `${name} ${count}`).join(', ')}`)
  }
}

async function withModel(stories: number): Promise<boolean> {
  const model = configuredModel()
  if (model === null) {
    console.log(
      'No language model is configured: set OPENAI_API_KEY, and OPENAI_BASE_URL and OPENAI_MODEL if needed.',
    )
    return false
  }
  const stage = await openStage()
  const evaluated = await evaluate(stage, {
    stories,
    seed,
    habit: modelHabit,
    runAgent: runModel(model),
  })
  await stage.close()
  print(evaluated)
  console.log(`${stories} stories with ${model.model}, ${evaluated.failed.length} failed`)
  return evaluated.failed.length === 0
}
