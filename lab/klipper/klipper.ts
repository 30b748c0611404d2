// A printer made of a real Klipper and a real Moonraker: firmware, host and server as separate processes. There is no
// hardware: board.c is the board that the firmware drives.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'
import type { FloorPrinter } from '../octoprint/floor.ts'
import type { Built } from './build.ts'
import { moonrakerConfiguration, printerConfiguration } from './configuration.ts'

const statusSchema = v.object({
  result: v.object({
    status: v.object({
      webhooks: v.object({ state: v.string() }),
      print_stats: v.object({ state: v.string() }),
      virtual_sdcard: v.object({ progress: v.number() }),
    }),
  }),
})
const historySchema = v.object({
  result: v.object({ jobs: v.array(v.object({ filename: v.string(), status: v.string() })) }),
})

type Part = 'firmware' | 'host' | 'moonraker'
type Command =
  | '/printer/print/pause'
  | '/printer/print/resume'
  | '/printer/print/cancel'
  | '/printer/emergency_stop'
  | '/printer/firmware_restart'

export type Klipper = FloorPrinter & {
  readonly command: (path: Command) => Promise<void>
  /** Sends SIGKILL. */
  readonly kill: (part: Part) => Promise<void>
  readonly start: (part: Part) => Promise<void>
  /** Resolves when Klipper accepts commands. */
  readonly isReady: () => Promise<void>
}

/** A folder with modules that Python imports first. */
const loopbackOnly = join(import.meta.dir, 'loopback')
const silent = { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const
/**
 * Firmware and host shut down when they are scheduled too late, unless they have priority on a busy machine, which
 * requires root.
 */
const realTime = ['chrt', '--fifo', '1']

type Options = {
  readonly name: string
  readonly volumeMm: Readonly<Record<'x' | 'y' | 'z', number>>
  /** Speed factor of its files. */
  readonly speed: number
  readonly built: Built
}

export async function startKlipper({ name, volumeMm, speed, built }: Options): Promise<Klipper> {
  const base = mkdtempSync(join(tmpdir(), 'klipper-'))
  const at = (path: string) => join(base, path)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const files = at('data/gcodes')
  mkdirSync(files, { recursive: true })
  const printer = { serial: at('mcu'), files, volumeMm, speed }
  writeFileSync(at('printer.cfg'), printerConfiguration(printer))
  writeFileSync(at('moonraker.conf'), moonrakerConfiguration({ port, socket: at('klippy.sock') }))

  const isRealTime = Bun.spawnSync([...realTime, 'true'], silent).exitCode === 0
  const { python, host, moonraker, firmware } = built
  const commands = {
    firmware: [firmware, ...(isRealTime ? ['-r'] : []), '-I', at('mcu')],
    host: [
      ...(isRealTime ? realTime : []),
      ...[python, host, '-a', at('klippy.sock'), '-I', at('tty')],
      ...['-l', at('klippy.log'), at('printer.cfg')],
    ],
    moonraker: [
      // The script's first line is not used, because it names its original installation folder.
      ...[python, moonraker, '-d', at('data'), '-c', at('moonraker.conf')],
      ...['-l', at('moonraker.log')],
    ],
  }
  const running = new Map<Part, Bun.Subprocess>()
  const kill = async (part: Part) => {
    running.get(part)?.kill('SIGKILL')
    await running.get(part)?.exited
    running.delete(part)
  }
  const start = async (part: Part) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: base, PYTHONPATH: loopbackOnly }
    const preload = part === 'firmware' ? { LD_PRELOAD: built.board } : {}
    if (part === 'firmware') rmSync(at('mcu'), { force: true })
    running.set(part, Bun.spawn(commands[part], { ...silent, env: { ...env, ...preload } }))
    if (part === 'firmware') await waitUntil('the firmware listens', () => existsSync(at('mcu')))
  }

  const read = async <T>(path: string, schema: v.GenericSchema<unknown, T>) => {
    const response = await fetch(`${url}${path}`)
    if (!response.ok) throw new Error(`Moonraker responded to ${path} with ${response.status}`)
    return v.parse(schema, await response.json())
  }
  const status = async () =>
    (await read('/printer/objects/query?webhooks&print_stats&virtual_sdcard', statusSchema)).result
      .status
  const isReady = () =>
    waitUntil(
      `${name} is ready`,
      async () => (await status().catch(() => null))?.webhooks.state === 'ready',
    )
  for (const part of ['firmware', 'host', 'moonraker'] as const) await start(part)
  await isReady()
  return {
    name,
    settings: { kind: 'moonraker', url, volumeMm },
    progress: async () => {
      const { print_stats, virtual_sdcard } = await status()
      return print_stats.state === 'printing' ? virtual_sdcard.progress : null
    },
    command: async (path) => {
      const response = await fetch(`${url}${path}`, { method: 'POST' })
      if (!response.ok) throw new Error(`Moonraker responded to ${path} with ${response.status}`)
    },
    kill,
    start,
    isReady,
    prints: async () => {
      const { jobs } = (await read('/server/history/list?limit=1000', historySchema)).result
      const prints = jobs.map((job) => {
        const hasEnded = job.status === 'completed' || job.status === 'interrupted'
        return { name: job.filename, success: hasEnded ? 1 : 0, failure: hasEnded ? 0 : 1 }
      })
      // Moonraker does not record the end of a print that began before its restart, but Klipper's log has the total number.
      const log = readFileSync(at('klippy.log'), 'utf8')
      const logged = log.split('Finished SD card print').length - 1
      const named = prints.filter(({ success }) => success > 0).length
      if (logged !== named) {
        throw new Error(`${name} has ended ${logged} prints, and its history names ${named}`)
      }
      return prints
    },
    close: async () => {
      for (const part of [...running.keys()]) await kill(part)
      rmSync(base, { recursive: true, force: true })
    },
  }
}
