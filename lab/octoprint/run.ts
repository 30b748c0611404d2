// `npm run octoprint [-- --orders 20]`: orders from accepted to delivered on two real OctoPrints with virtual
// printers, while the farm client is killed, and printers are paused, disconnected and stopped. Prints the state of
// the desk; exits with 1 when parts were lost or printed twice.
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { clientKilled, type Fault, runFloor, takenBackAtTheDesk, volumes } from './floor.ts'
import { installOctoPrint, type OctoPrint, startOctoPrint } from './octoprint.ts'

const { values, wholeNumber } = readCommandLine('npm run octoprint [-- --orders 20]', {
  options: { orders: { type: 'string', default: '20' } },
})

/** A small print takes half a minute: a cancelled one does not end before the farm client stops it. */
const speedPercent = 30

const faults: readonly Fault<OctoPrint>[] = [
  {
    name: 'paused',
    at: 3,
    cause: async ({ command }, { watch }) => {
      await command('/api/job', { command: 'pause', action: 'pause' })
      await watch(8)
      await command('/api/job', { command: 'pause', action: 'resume' })
    },
  },
  clientKilled(5),
  {
    name: 'disconnected',
    at: 8,
    cause: async ({ command }, { watch }) => {
      await command('/api/connection', { command: 'disconnect' })
      await watch(10)
      await command('/api/connection', { command: 'connect', port: 'VIRTUAL' })
    },
  },
  {
    name: 'stopped at the printer',
    at: 11,
    cause: async ({ command }, { watch }) => {
      await command('/api/job', { command: 'cancel' })
      await watch(5)
    },
  },
  takenBackAtTheDesk(14),
]

const orders = wholeNumber('--orders', values.orders, 1)
installOctoPrint()
await runFloor({
  orders,
  faults,
  startPrinters: async () => {
    const printers: OctoPrint[] = []
    for (const [index, volumeMm] of volumes.entries()) {
      printers.push(await startOctoPrint({ name: `octo-${index + 1}`, volumeMm, speedPercent }))
    }
    return printers
  },
})
