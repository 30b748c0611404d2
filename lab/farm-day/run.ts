// npm run farm-day [-- --printers 40 --orders 300 --seed 1 --one-person]: a day of a farm in virtual time, with faults. Prints
// figures, and exits with 1 when a rule was broken or a target is missed.
//       --rules: missed targets do not fail the run
//   npm run farm-day -- --bugs [PART OF A NAME] restores bugs one by one; each must be found
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { partOf, putBugsBack } from '../lib/put-bugs-back.ts'
import { bugs } from './bugs.ts'
import { playDay } from './day.ts'
import { reportText, shortfalls } from './report.ts'

const usage = `npm run farm-day -- [--printers 40] [--orders 300] [--seed N] [--one-person] [--rules]
       npm run farm-day -- --bugs [PART OF A NAME]`
const { values, positionals, refuse, wholeNumber } = readCommandLine(usage, {
  allowPositionals: true,
  options: {
    printers: { type: 'string', default: '40' },
    orders: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    bugs: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    'one-person': { type: 'boolean', default: false },
  },
})
const printers = wholeNumber('--printers', values.printers, 1)
const orders = wholeNumber('--orders', values.orders, 1)
const seed = wholeNumber('--seed', values.seed, 0)
const part = partOf(bugs, { positionals, asksForBugs: values.bugs }, refuse)

process.exit((values.bugs ? await findBugs() : await play()) ? 0 : 1)

/** Runs a smaller farm with the same kinds of faults. Without a bug its day has to pass. */
async function findBugs(): Promise<boolean> {
  const size = { printers: 10, orders: 80 }
  const { violation } = await playDay({ ...size, seed })
  if (violation !== null) {
    console.log(`Without a bug: ${violation}`)
    return false
  }
  const args = ['--printers', `${size.printers}`, '--orders', `${size.orders}`, '--rules']
  return await putBugsBack({
    bugs,
    part,
    seed,
    script: 'lab/farm-day/run.ts',
    args: () => [...args, '--seed', `${seed}`],
  })
}

async function play(): Promise<boolean> {
  const { figures, violation } = await playDay({
    printers,
    orders,
    seed,
    isOnePerson: values['one-person'],
  })
  console.log(reportText(figures))
  const short = values.rules ? [] : shortfalls(figures)
  const problems = violation === null ? short : [violation]
  // In the format that lab/lib/put-bugs-back.ts reads.
  if (problems.length > 0) console.log(`run ${seed} failed:\n${problems.join('\n')}`)
  return problems.length === 0
}
