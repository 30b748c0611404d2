// `npm run kills`: places orders under keys while the process of the service is killed, and compares the statements
// of every interface about each.
//   npm run kills -- [--orders 2000] [--at-once 15] [--kills 40] [--abandoned 64] [--seed 1] [--webhooks off]
//   npm run kills -- --workers 3 [--orders 5000] [--at-once 8] [--seconds 300] [--every 10] [--webhooks off]
// Exits with 1 when an order was lost, duplicated, not settled, or reported inconsistently.
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { runKillStorm } from './kill-storm.ts'
import { runWorkerStorm } from './worker-storm.ts'

const usage = `npm run kills -- [--orders 2000] [--at-once 15] [--kills 40] [--abandoned 64] [--seed 1] [--webhooks off]
       npm run kills -- --workers 3 [--orders 5000] [--at-once 8] [--seconds 300] [--every 10] [--webhooks off]`
const { values, refuse, wholeNumber } = readCommandLine(usage, {
  options: {
    workers: { type: 'string' },
    orders: { type: 'string' },
    'at-once': { type: 'string' },
    seconds: { type: 'string' },
    every: { type: 'string' },
    kills: { type: 'string' },
    abandoned: { type: 'string' },
    seed: { type: 'string' },
    webhooks: { type: 'string', default: 'on' },
  },
})
const otherForm =
  values.workers === undefined
    ? (['seconds', 'every'] as const)
    : (['kills', 'abandoned', 'seed'] as const)
for (const name of otherForm) {
  if (values[name] === undefined) continue
  refuse(`--${name} goes ${values.workers === undefined ? 'with' : 'without'} --workers.`)
}
if (!['on', 'off'].includes(values.webhooks)) {
  refuse(`--webhooks must be on or off, but is "${values.webhooks}".`)
}
const common = {
  webhooks: values.webhooks === 'off' ? 'off' : 'on',
  note: (line: string) => console.log(line),
} as const

const storm = () =>
  runKillStorm({
    ...common,
    orders: wholeNumber('--orders', values.orders ?? '2000', 1),
    atOnce: wholeNumber('--at-once', values['at-once'] ?? '15', 1),
    kills: wholeNumber('--kills', values.kills ?? '40', 0),
    abandoned: wholeNumber('--abandoned', values.abandoned ?? '64', 0),
    seed: wholeNumber('--seed', values.seed ?? '1', 0),
  })

const storms = (workers: string) =>
  runWorkerStorm({
    ...common,
    workers: wholeNumber('--workers', workers, 1),
    orders: wholeNumber('--orders', values.orders ?? '5000', 1),
    atOnce: wholeNumber('--at-once', values['at-once'] ?? '8', 1),
    seconds: wholeNumber('--seconds', values.seconds ?? '300', 1),
    killEverySeconds: wholeNumber('--every', values.every ?? '10', 1),
  })

const { problems, ...figures } = await (values.workers === undefined
  ? storm()
  : storms(values.workers))
for (const problem of problems) console.log(`PROBLEM  ${problem}`)
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
console.log(problems.length === 0 ? 'All right.' : `${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)
