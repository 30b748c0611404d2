// Connects printers to the farm: `bun main.ts` runs them, and `bun main.ts clear <printer> [scrap [reason]]` reports
// that a plate was cleared.
import { setTimeout as sleep } from 'node:timers/promises'
import { clearPlate } from './clear.ts'
import { type ClientConfig, type PrinterConfig, readConfig } from './config/config.ts'
import { maxPauseMs } from './http.ts'
import type { Printer } from './printer.ts'
import { connectMoonraker } from './servers/moonraker.ts'
import { connectOctoPrint } from './servers/octoprint.ts'
import { connectPrusaLink } from './servers/prusalink.ts'
import { createInbox } from './service/command-inbox.ts'
import { connectDesk } from './service/desk.ts'
import { connectFarm } from './service/farm.ts'
import { createRunner, type PrinterRunner } from './work/run-printer.ts'
import { messageOf } from './work/runner-deps.ts'
import { createSlots } from './work/slots.ts'
import { type MemoFile, openState, readPlate } from './work/state.ts'

const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)

async function connect(printer: PrinterConfig, { memo }: MemoFile): Promise<Printer> {
  switch (printer.kind) {
    case 'moonraker':
      return connectMoonraker(printer)
    case 'octoprint':
      return connectOctoPrint(printer)
    case 'prusalink':
      return connectPrusaLink(printer, memo(printer.name, 'job'))
    case 'bambu': {
      // Its packages are installed only where such a printer is used.
      const { connectBambu } = await import('./bambu/bambu.ts')
      return connectBambu(printer, {
        plate: memo(printer.name, 'job'),
        certificate: memo(printer.name, 'certificate'),
      })
    }
  }
}

async function runAll(config: ClientConfig): Promise<void> {
  const state = openState(config.stateDir)
  const farm = connectFarm(config, state.writePlate)
  const desk = connectDesk(config)
  const inbox = createInbox(desk, config.pollSeconds * 1000, log)
  const limits = {
    uploads: createSlots(config.uploadsAtOnce),
    heating: createSlots(config.heatingAtOnce),
  }
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  log(`${config.printers.length} printers, farm ${config.farmUrl}`)
  const connected = await Promise.all(
    config.printers.map(async (each) => ({ settings: each, printer: await connect(each, state) })),
  )
  await Promise.all(
    connected.map(async ({ settings, printer }) => {
      const heartbeatMs = config.heartbeatSeconds * 1000
      const reportMs = config.reportSeconds * 1000
      const times = { heartbeatMs, reportMs }
      const parts = {
        config: settings,
        printer,
        farm,
        state,
        ...times,
        log,
        limits,
        commands: { desk, inbox, memo: state.memo(settings.name, 'command') },
        ...(config.pictureSeconds > 0 && {
          pictures: { send: desk.sendPicture, everyMs: config.pictureSeconds * 1000 },
        }),
      }
      try {
        await runOne(createRunner(parts), settings.name, config.pollSeconds * 1000, stopping.signal)
      } finally {
        // An open connection would keep the process running.
        await printer.close?.()
      }
    }),
  )
}

/**
 * Runs one printer. A failed step is repeated at growing intervals, so printers keep printing while the farm is
 * unreachable, and the farm keeps running while a printer is.
 */
async function runOne(
  { step }: PrinterRunner,
  name: string,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = pollMs
  while (!signal.aborted) {
    try {
      await step()
      pauseMs = pollMs
    } catch (error) {
      log(`${name}: ${messageOf(error)}`)
      pauseMs = Math.min(maxPauseMs, pauseMs * 2)
    }
    // Rejects when the client stops.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

const [command, printerName = '', scrap = '0', reason] = process.argv.slice(2)
try {
  const config = readConfig(process.env)
  if (command === undefined) {
    await runAll(config)
  } else if (command === 'clear') {
    const plate = readPlate(config.stateDir, printerName)
    console.log(await clearPlate(connectFarm(config), printerName, scrap, reason, plate))
  } else {
    throw new Error('Usage: bun main.ts, or bun main.ts clear <printer> [scrap [reason]]')
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
