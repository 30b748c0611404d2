// `npm run evaluate`: agents with every habit buy from the service while faults occur (README.md).
//   npm run evaluate -- [--stories 1000] [--seed N] [--habit "reads only text"]
//   npm run evaluate -- --bugs [PART OF A NAME]   puts bugs back one by one; each must be found
//   npm run evaluate -- --wishes [PART OF ITS WORDS] | --wishes --bugs [PART OF A NAME]   41 wishes of buyers, with weaker models
//   npm run evaluate -- --model [--stories 20]    only the language model of OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL
// Ends with 1 when a story fails, and prints its seed and transcript.

import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { runsOf } from '../lib/bug.ts'
import { listOf, partOf, putBugsBack } from '../lib/put-bugs-back.ts'
import { bugs } from './bugs.ts'
import { describeStory, type Evaluated, evaluate } from './evaluate.ts'
import { habits, modelHabit } from './habits.ts'
import { configuredModel, runModel } from './model-agent.ts'
import { openStage } from './stage.ts'
import { wishBugs } from './wishes/bugs.ts'
import { wrongsOfWish } from './wishes/tell-wish.ts'
import { describeWish, tellWishes, wishes, wishTable } from './wishes/tell-wishes.ts'

const usage = `npm run evaluate -- [--stories 1000] [--seed N] [--habit NAME]
       npm run evaluate -- --bugs [PART OF A NAME]
       npm run evaluate -- --wishes [PART OF ITS WORDS]
       npm run evaluate -- --wishes --bugs [PART OF A NAME]
       npm run evaluate -- --model [--stories 20]`
const { values, positionals, refuse, wholeNumber } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    stories: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    habit: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    wishes: { type: 'boolean', default: false },
    'first-failure': { type: 'boolean', default: false },
  },
})
const seed = wholeNumber('--seed', values.seed, 0)
const wantedStories =
  values.stories === undefined ? null : wholeNumber('--stories', values.stories, 1)
const { habit = null } = values
if (habit !== null && !habits.some(({ name }) => name === habit)) {
  refuse(`No habit is named '${habit}'. The habits are:\n${listOf(habits)}`)
}
const planted = values.wishes ? wishBugs : bugs
const isWish = values.wishes && !values.bugs
const part = isWish
  ? (positionals[0] ?? '')
  : partOf(planted, { positionals, asksForBugs: values.bugs }, refuse)

process.exit((await run()) ? 0 : 1)

async function run(): Promise<boolean> {
  if (values.bugs) {
    return await putBugsBack({
      bugs: planted,
      seed,
      part,
      script: 'lab/evaluations/run.ts',
      args: (bug) =>
        values.wishes
          ? ['--wishes', '--first-failure']
          : ['--first-failure', '--stories', `${runsOf(bug)}`, '--seed', `${seed}`],
    })
  }
  if (values.wishes) return await withWishes()
  const model = configuredModel()
  if (values.model) return await withModel(wantedStories ?? 20)
  const isSound = await withScripts(wantedStories ?? 1000)
  if (model !== null) return (await withModel(20)) && isSound
  console.log('No language model is configured (OPENAI_API_KEY): the scripted agents only.')
  return isSound
}

async function withWishes(): Promise<boolean> {
  const stage = await openStage()
  const results = await tellWishes(stage, { stops: values['first-failure'], part })
  await stage.close()
  const failed = results.filter((result) => wrongsOfWish(result).length > 0)
  for (const result of failed) {
    console.log(`story ${results.indexOf(result) + 1} failed:\n${describeWish(result)}\n`)
  }
  console.log(wishTable(results))
  console.log(`${results.length} stories of ${wishes.length} wishes, ${failed.length} failed`)
  return failed.length === 0 && results.length > 0
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
