// `npm run klipper -- --klipper ../klipper [--orders 20]`: orders from accepted to delivered on two printers that are
// real Klippers behind real Moonrakers, while the farm client and parts of the printers are killed, and prints are
// paused and stopped. Prints the state of the desk; exits with 1 when parts were lost or printed twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import {
  clientKilled,
  type Fault,
  runFloor,
  takenBackAtTheDesk,
  volumes,
} from '../octoprint/floor.ts'
import { buildKlipper, isCheckout } from './build.ts'
import { type Klipper, startKlipper } from './klipper.ts'

const { values, wholeNumber, refuse } = readCommandLine(
  'npm run klipper -- --klipper ../klipper [--orders 20]',
  { options: { klipper: { type: 'string' }, orders: { type: 'string', default: '20' } } },
)

/** Divides the print time of a tile. */
const speed = 5

const restart = async ({ command, isReady }: Klipper) => {
  await command('/printer/firmware_restart')
  await isReady()
}

const faults: readonly Fault<Klipper>[] = [
  {
    name: 'paused',
    at: 2,
    cause: async ({ command }, { watch }) => {
      await command('/printer/print/pause')
      await watch(8)
      await command('/printer/print/resume')
    },
  },
  {
    name: 'firmware killed',
    at: 4,
    cause: async (printer, { watch }) => {
      await printer.kill('firmware')
      await watch(12)
      await printer.start('firmware')
      await restart(printer)
    },
  },
  clientKilled(6),
  {
    name: 'stopped at the printer',
    at: 8,
    cause: async ({ command }, { watch }) => {
      await command('/printer/print/cancel')
      await watch(5)
    },
  },
  {
    name: 'Moonraker killed',
    at: 10,
    cause: async ({ kill, start, isReady }, { watch }) => {
      await kill('moonraker')
      await watch(8)
      await start('moonraker')
      await isReady()
    },
  },
  {
    name: 'emergency stop of a paused print',
    at: 12,
    cause: async (printer, { watch }) => {
      await printer.command('/printer/print/pause')
      await watch(4)
      await printer.command('/printer/emergency_stop')
      await watch(8)
      await restart(printer)
    },
  },
  {
    name: "Klipper's host killed",
    at: 14,
    cause: async (printer, { watch }) => {
      await printer.kill('host')
      await watch(5)
      await printer.start('host')
      // It cannot configure a firmware that it did not shut down.
      await watch(8)
      await restart(printer)
    },
  },
  takenBackAtTheDesk(16),
  {
    name: 'emergency stop after a print',
    at: 18,
    isAfter: true,
    // Its plate is cleared while it accepts no file.
    cause: async (printer, { clearPlate, watch }) => {
      await printer.command('/printer/emergency_stop')
      await watch(2)
      await clearPlate()
      await watch(10)
      await restart(printer)
    },
  },
]

const checkout = values.klipper ?? process.env['KLIPPER_DIR'] ?? ''
if (checkout === '' || !isCheckout(resolve(checkout))) {
  refuse(
    `${checkout === '' ? 'No folder of Klipper is named' : `${checkout} is no checkout of Klipper`}. Clone \
https://github.com/Klipper3d/klipper, and name its folder with --klipper or KLIPPER_DIR.`,
  )
}
const orders = wholeNumber('--orders', values.orders, 1)
const folder = mkdtempSync(join(tmpdir(), 'klipper-build-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const built = buildKlipper({ checkout: resolve(checkout), folder })
await runFloor({
  orders,
  faults,
  startPrinters: async () => {
    const printers: Klipper[] = []
    for (const [index, volumeMm] of volumes.entries()) {
      printers.push(await startKlipper({ name: `klipper-${index + 1}`, volumeMm, speed, built }))
    }
    return printers
  },
})
