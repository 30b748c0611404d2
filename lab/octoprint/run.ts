// npm run octoprint [-- --orders 20]: orders from accepted to delivered on two real OctoPrints with virtual printers, while the farm client
// is killed, and printers are paused, disconnected and stopped. Prints what the desk showed; ends with 1 when parts were lost or printed
// twice.
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { playFloor } from './floor.ts'
import { installOctoPrint } from './octoprint.ts'

const { values, wholeNumber } = readCommandLine('npm run octoprint [-- --orders 20]', {
  options: { orders: { type: 'string', default: '20' } },
})
const orders = wholeNumber('--orders', values.orders, 1)

installOctoPrint()
const { problems } = await playFloor({ orders })
for (const problem of problems) console.log(`problem: ${problem}`)
console.log(
  problems.length === 0
    ? 'Every part was printed once, and every order is delivered.'
    : `${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)
