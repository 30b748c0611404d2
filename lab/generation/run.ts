// npm run generation-sim [-- --histories 500 --seed 1]: random histories of generations, with faults of vendors,
// storage, the database and processes. Prints totals, and exits with 1 when a rule was broken.
//   npm run generation-sim -- --bugs [PART OF A NAME] restores bugs one by one; each must be found
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { runsOf } from '../lib/bug.ts'
import { partOf, putBugsBack } from '../lib/put-bugs-back.ts'
import { bugs } from './bugs.ts'
import { playHistories } from './play.ts'

const usage = `npm run generation-sim -- [--histories 500] [--seed N] [--all]
       npm run generation-sim -- --bugs [PART OF A NAME]`
const { values, positionals, refuse, wholeNumber } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    histories: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
})
const histories = wholeNumber('--histories', values.histories, 1)
const seed = wholeNumber('--seed', values.seed, 0)
const part = partOf(bugs, { positionals, asksForBugs: values.bugs }, refuse)

process.exit((values.bugs ? await findBugs() : await play()) ? 0 : 1)

async function findBugs(): Promise<boolean> {
  return await putBugsBack({
    bugs,
    part,
    seed,
    script: 'lab/generation/run.ts',
    args: (bug) => ['--histories', `${runsOf(bug)}`, '--seed', `${seed}`],
  })
}

/** Plays the histories. `--all` continues after a failing one. */
async function play(): Promise<boolean> {
  const { tally, failures, seconds, jobs, played } = await playHistories({
    histories,
    seed,
    goesOn: values.all,
  })
  const lines = [...tally].sort(([a], [b]) => (a < b ? -1 : 1))
  console.log(lines.map(([name, times]) => `${`${times}`.padStart(7)}  ${name}`).join('\n'))
  console.log(`${played} histories, ${jobs} jobs, ${failures} failed, ${Math.round(seconds)} s`)
  return failures === 0
}
