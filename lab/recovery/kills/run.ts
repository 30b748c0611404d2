// `npm run kills`: places orders under keys while the process of the service is killed, and compares what every interface says of each.
//   npm run kills -- [--orders 2000] [--at-once 15] [--kills 40] [--abandoned 64] [--seed 1] [--webhooks off]
// Ends with 1 when an order was lost, doubled, not settled, or told in two ways.
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { runKillStorm } from './kill-storm.ts'

const usage =
  'npm run kills -- [--orders 2000] [--at-once 15] [--kills 40] [--abandoned 64] [--seed 1] [--webhooks off]'
const { values, wholeNumber } = readCommandLine(usage, {
  options: {
    orders: { type: 'string', default: '2000' },
    'at-once': { type: 'string', default: '15' },
    kills: { type: 'string', default: '40' },
    abandoned: { type: 'string', default: '64' },
    seed: { type: 'string', default: '1' },
    webhooks: { type: 'string', default: 'on' },
  },
})
const { problems, ...figures } = await runKillStorm({
  orders: wholeNumber('--orders', values.orders, 1),
  atOnce: wholeNumber('--at-once', values['at-once'], 1),
  kills: wholeNumber('--kills', values.kills, 0),
  abandoned: wholeNumber('--abandoned', values.abandoned, 0),
  seed: wholeNumber('--seed', values.seed, 0),
  webhooks: values.webhooks === 'off' ? 'off' : 'on',
  note: (line) => console.log(line),
})
for (const problem of problems) console.log(`PROBLEM  ${problem}`)
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
console.log(problems.length === 0 ? 'All right.' : `${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)
