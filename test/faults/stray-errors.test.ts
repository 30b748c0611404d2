// Uncaught errors in the real server: a rejected promise is logged, a thrown error ends the process cleanly, and
// neither interrupts a charge.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHARGE } from '../../testing/faults/processor-gate.ts'
import { openStage, type Stage } from '../../testing/faults/stage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
/** The server's preload: two signals that cause an error. */
const folder = mkdtempSync(join(tmpdir(), 'svc-stray-'))
const preload = join(folder, 'stumble.ts')
writeFileSync(
  preload,
  `process.on('SIGUSR2', () => void Promise.reject(new Error('not awaited')))
process.on('SIGHUP', () => void setTimeout(() => { throw new Error('not caught') }, 0))
`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Sends the signal during a charge; the charge continues when the log contains `event`. */
async function stumble(
  signal: NodeJS.Signals,
  event: string,
  use: (stage: Stage) => Promise<void>,
) {
  await using stage = closing(await openStage({ env: { BUN_OPTIONS: `--preload ${preload}` } }))
  const charge = stage.gate.hold(CHARGE, 'request')
  const response = stage.submit(await stage.account())
  await charge.reached
  process.kill(stage.server.pid(), signal)
  await waitUntil(`${event} is logged`, () => levelOf(stage, event) !== undefined)
  expect(levelOf(stage, event)).toBe('error')
  charge.release()
  expect((await response).status).toBe(201)
  await use(stage)
}

const levelOf = ({ server }: Stage, event: string) =>
  server.logs().find((line) => line.event === event)?.['level']

test('an unhandled rejection is logged, and the service continues', () =>
  stumble('SIGUSR2', 'process.unhandled_rejection', async ({ server }) => {
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  }))

test('after an uncaught exception the process logs it, finishes running work and exits with 1', () =>
  stumble('SIGHUP', 'process.uncaught_exception', async ({ server }) => {
    expect(await server.exited()).toBe(1)
  }))
