// `npm run simulate`: the simulation of the money at length.
//   npm run simulate -- [--runs 10000] [--seed N] [--path P]
//       --as-is does not shrink a failing run
//   npm run simulate -- --bugs [PART OF A NAME] restores bugs one by one; each must be found
// Exits with 1 when a run fails, and prints the seed and path that repeat it.
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { runsOf } from '../lib/bug.ts'
import { partOf, putBugsBack } from '../lib/put-bugs-back.ts'
import { bugs } from './bugs.ts'
import { simulate } from './simulate.ts'
import { openStage, type Tally } from './stage.ts'

const usage = `npm run simulate -- [--runs 10000] [--seed N] [--path P] [--as-is]
       npm run simulate -- --bugs [PART OF A NAME]`
const { values, positionals, refuse, wholeNumber } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    path: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    'as-is': { type: 'boolean', default: false },
  },
})
const runs = wholeNumber('--runs', values.runs, 1)
const seed = wholeNumber('--seed', values.seed, 0)
const part = partOf(bugs, { positionals, asksForBugs: values.bugs }, refuse)

/** Number of runs per database, so that its tables stay small. */
const runsPerStage = 500
const seen = new Map<string, number>()

process.exit((values.bugs ? await findBugs() : await simulateAll()) ? 0 : 1)

async function findBugs(): Promise<boolean> {
  return await putBugsBack({
    bugs,
    part,
    seed,
    script: 'lab/simulation/run.ts',
    args: (bug) => ['--as-is', '--runs', `${runsOf(bug)}`, '--seed', `${seed}`],
  })
}

/** Prints the totals since the beginning. */
function addUp(tally: Tally): void {
  for (const [name, count] of Object.entries(tally)) seen.set(name, (seen.get(name) ?? 0) + count)
  console.log(`  ${[...seen].map(([name, count]) => `${name} ${count}`).join(', ')}`)
}

/** Runs stages with consecutive seeds. */
async function simulateAll(): Promise<boolean> {
  const startedAt = performance.now()
  for (let done = 0; done < runs; done += runsPerStage) {
    const stageSeed = seed + done / runsPerStage
    const stageRuns = values.path === undefined ? Math.min(runsPerStage, runs - done) : 1
    const stage = await openStage()
    const simulated = await simulate(stage, {
      runs: stageRuns,
      seed: stageSeed,
      shortens: !values['as-is'],
      ...(values.path !== undefined && { path: values.path }),
    })
    await stage.close()
    if (simulated.kind === 'failed') {
      const { path, message } = simulated
      console.log(`run ${done + simulated.runs} failed:\n${message}`)
      console.log(`npm run simulate -- --seed ${simulated.seed} --path ${path}`)
      return false
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${done + stageRuns} runs in ${seconds} s from seed ${seed}, all right`)
    addUp(stage.tally)
    if (values.path !== undefined) return true
  }
  return true
}
