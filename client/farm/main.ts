// Connects printers to the farm: `bun main.ts` runs them, `bun main.ts clear <printer> [scrap [reason]]` says that a plate was cleared.
import { setTimeout as sleep } from 'node:timers/promises'
import { clearPlate } from './clear.ts'
import { type ClientConfig, type PrinterConfig, readConfig } from './config.ts'
import { connectFarm } from './farm.ts'
import { connectMoonraker } from './moonraker.ts'
import { connectOctoPrint } from './octoprint.ts'
import { createRunner, messageOf, type PrinterRunner } from './run-printer.ts'
import { openState } from './state.ts'

const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)

const maxPauseMs = 60_000

function connect(printer: PrinterConfig) {
  return printer.kind === 'moonraker' ? connectMoonraker(printer) : connectOctoPrint(printer)
}

async function runAll(config: ClientConfig): Promise<void> {
  const state = openState(config.stateDir)
  const farm = connectFarm(config)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  log(`${config.printers.length} printers, farm ${config.farmUrl}`)
  await Promise.all(
    config.printers.map((printer) => {
      const heartbeatMs = config.heartbeatSeconds * 1000
      const reportMs = config.reportSeconds * 1000
      const times = { heartbeatMs, reportMs }
      const parts = { config: printer, printer: connect(printer), farm, state, ...times, log }
      return runOne(createRunner(parts), printer.name, config.pollSeconds * 1000, stopping.signal)
    }),
  )
}

/** A step that fails is repeated at growing intervals: printers go on printing while the farm is away, and the other way round. */
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
    console.log(await clearPlate(connectFarm(config), printerName, scrap, reason))
  } else {
    throw new Error('Usage: bun main.ts, or bun main.ts clear <printer> [scrap [reason]]')
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
