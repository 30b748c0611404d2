// `npm run agree`: random orders with gift cards, refunds, disputes and payouts, compared with everything that states
// an amount.
//   npm run agree -- [--orders 1000] [--seed N]
// Exits with 1 when two figures differ.
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { agree } from './agree.ts'

const { values, wholeNumber } = readCommandLine('npm run agree -- [--orders 1000] [--seed N]', {
  options: {
    orders: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const seed = wholeNumber('--seed', values.seed, 0)
console.log(`seed ${seed}`)
const { differences, figures, close } = await agree({
  orders: wholeNumber('--orders', values.orders, 1),
  seed,
  note: (line) => console.log(`  ${line}`),
})
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
for (const difference of differences) console.log(`DIFFERENCE  ${difference}`)
console.log(differences.length === 0 ? 'All right.' : `${differences.length} differences.`)
await close()
process.exit(differences.length === 0 ? 0 : 1)
