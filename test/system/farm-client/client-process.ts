// client/farm as a process with one printer, for tests of faults: start, kill, clear, and the farm's view of it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearFarm, type Farm, type Job, SLICED } from '../../../testing/people/farm.ts'
import type { FilePart, FormChanges } from '../../../testing/people/submit.ts'
import type { TestService } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'

const main = join(import.meta.dir, '../../../client/farm/main.ts')

export type ClientProcess = {
  /** Where the client keeps its state. */
  readonly folder: string
  readonly start: (changes?: Readonly<Record<string, unknown>>) => void
  readonly kill: () => Promise<void>
  /** Ends the client with SIGTERM, and returns its exit code. */
  readonly stop: () => Promise<number | undefined>
  /** Runs the command `clear`, as an operator who takes the parts off the plate. */
  readonly clear: (...counts: readonly string[]) => Promise<string>
  readonly queued: (fields?: FormChanges, file?: FilePart) => Promise<string>
  /** Returns the only job of the order that is not done. */
  readonly job: (code: string) => Promise<Job | undefined>
  readonly untilJob: (code: string, state: string) => Promise<void>
  /** Waits until the client has stored that the print may end at any time. */
  readonly untilMayEnd: () => Promise<void>
  /** Waits until the desk shows the printer in this state. */
  readonly untilSeen: (state: string) => Promise<void>
  /** Returns the log lines of the client. */
  readonly log: () => string
  readonly close: () => Promise<void>
}

/** `printer`: the entry in `PRINTERS`, without its name, which is p1. `farmUrl`: where the client reaches the service. */
export async function openClient(
  service: TestService,
  farm: Farm,
  printer: Readonly<Record<string, unknown>>,
  farmUrl = service.baseUrl,
): Promise<ClientProcess> {
  await clearFarm(service)
  const folder = mkdtempSync(join(tmpdir(), 'farm-client-'))
  const environment = (changes: Readonly<Record<string, unknown>>) => ({
    FARM_URL: farmUrl,
    INTERNAL_KEY: service.internalKey,
    PRINTERS: JSON.stringify([{ name: 'p1', ...printer, ...changes }]),
    STATE_DIR: folder,
    POLL_SECONDS: '0.03',
    HEARTBEAT_SECONDS: '0.1',
    REPORT_SECONDS: '0.1',
  })
  let running: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | null = null
  let log = ''
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) log += decoder.decode(chunk, { stream: true })
  }
  const kill = async () => {
    running?.kill('SIGKILL')
    await running?.exited
    running = null
  }
  const job = async (code: string) => (await farm.jobs(code)).find(({ state }) => state !== 'done')
  return {
    folder,
    start: (changes = {}) => {
      running = Bun.spawn([process.execPath, main], {
        env: environment(changes),
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      void read(running.stdout)
      void read(running.stderr)
    },
    kill,
    stop: async () => {
      running?.kill('SIGTERM')
      return await running?.exited
    },
    clear: async (...counts) => {
      const run = Bun.spawn([process.execPath, main, 'clear', 'p1', ...counts], {
        env: environment({}),
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const texts = [new Response(run.stdout).text(), new Response(run.stderr).text()]
      return (await Promise.all(texts)).join('').trim()
    },
    queued: async (fields = {}, file = SLICED) => {
      const code = await farm.order(fields, file)
      await farm.queue(code)
      return code
    },
    job,
    untilJob: (code, state) =>
      until(async () => (await farm.jobs(code)).some((each) => each.state === state)),
    untilMayEnd: () =>
      until(() => {
        const { runsUntil } = JSON.parse(readFileSync(join(folder, 'p1.json'), 'utf8'))
        return typeof runsUntil === 'number' && runsUntil <= Date.now()
      }),
    untilSeen: (state) =>
      until(async () => (await service.deps.printers.read('p1'))?.reported === state),
    log: () => log,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
