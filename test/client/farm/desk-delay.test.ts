// How soon the desk shows what a printer does, on a clock that the test sets: with the default times, within 30 seconds.
import { expect, test } from 'bun:test'
import { type PrinterConfig, readConfig } from '../../../client/farm/config/config.ts'
import { answerMs, claimMs, maxPauseMs, readTimeoutMs } from '../../../client/farm/http.ts'
import type { Printer, PrinterState } from '../../../client/farm/printer.ts'
import type { Farm, Job, StateReport } from '../../../client/farm/service/farm.ts'
import { createRunner } from '../../../client/farm/work/run-printer.ts'
import { fileNameOf } from '../../../client/farm/work/runner-deps.ts'
import { createSlots } from '../../../client/farm/work/slots.ts'
import type { Work } from '../../../client/farm/work/state.ts'
import { useSetTime } from '../../../testing/clock.ts'

const limitMs = 30_000

const job: Job = {
  id: '11111111-0000-4000-8000-000000000000',
  lease: '22222222-0000-4000-8000-000000000000',
  orderCode: 'PF-1',
  plate: 1,
  parts: 1,
  ownParts: 1,
  sha256: '',
  isArchive: false,
}
const file = fileNameOf(job)
const running: PrinterState = {
  kind: 'printing',
  file,
  isPaused: false,
  progress: 0,
  remainingSeconds: 7200,
}
const settings = readConfig({
  FARM_URL: 'http://127.0.0.1',
  INTERNAL_KEY: 'key',
  PRINTERS: JSON.stringify([{ name: 'p1', kind: 'octoprint', url: 'http://127.0.0.1' }]),
})
const { pollSeconds, heartbeatSeconds, reportSeconds } = settings
const [config] = settings.printers as [PrinterConfig]

const pass = useSetTime('2026-11-28T12:00:00Z')

/** A printer whose requests take up their time limit once it is cut, from request `cutAt` on. */
function open(
  cutAt: number,
  { reportMs = reportSeconds * 1000, ...change }: Partial<Farm> & { reportMs?: number } = {},
) {
  let work: Work | null = null
  let requests = 0
  let cutSince: number | null = null
  const reports: { readonly at: number; readonly state: StateReport['state'] }[] = []
  const seen = { state: { kind: 'idle' } as PrinterState }
  const read = async <T>(value: T): Promise<T> => {
    requests += 1
    if (requests <= cutAt) return value
    cutSince ??= Date.now()
    pass(readTimeoutMs / 1000)
    throw new Error('timed out')
  }
  const heat = { actual: 25, target: 215 }
  const printer: Printer = {
    state: () => read(seen.state),
    upload: async () => {},
    start: async () => {
      seen.state = running
    },
    cancel: async () => {},
    temperatures: () => read({ nozzle: heat, bed: heat, chamber: null }),
  }
  const farm: Farm = {
    claim: async () => ({ job: work === null ? job : null, reason: null }),
    report: async (_printer, { state }) => {
      reports.push({ at: Date.now(), state })
      return false
    },
    clear: async () => null,
    download: async () => new Uint8Array(1),
    heartbeat: async () => null,
    done: async () => {},
    fail: async () => {},
    ...change,
  }
  const { step } = createRunner({
    config,
    printer,
    farm,
    state: {
      read: () => work,
      write: (_printer, next) => {
        work = next
      },
    },
    heartbeatMs: heartbeatSeconds * 1000,
    reportMs,
    log: () => {},
    limits: { uploads: createSlots(2), heating: createSlots(4) },
  })
  return { step, reports, seen, cutSince: () => cutSince }
}

test.each(Array.from({ length: 40 }, (_, at) => at + 4))(
  'a printer that is cut off at its request %i is offline at the desk',
  async (cutAt) => {
    const { step, reports, cutSince } = open(cutAt)
    for (let round = 0; round < 40; round += 1) {
      await step().catch(() => undefined)
      if (reports.at(-1)?.state === 'offline') break
      pass(pollSeconds)
    }
    const last = reports.at(-1)
    expect(last?.state).toBe('offline')
    expect((last?.at ?? 0) - (cutSince() ?? 0)).toBeLessThanOrEqual(limitMs)
  },
)

test.each<[string, PrinterState, StateReport['state']]>([
  ['is paused', { ...running, isPaused: true }, 'paused'],
  ['has an error', { kind: 'error', file, isComplete: false, reason: 'Heater' }, 'error'],
  ['has printed', { kind: 'complete', file }, 'finished'],
  ['was restarted', { kind: 'idle' }, 'finished'],
  ['was stopped by a person', { kind: 'cancelled', file, reason: null }, 'finished'],
])('a printer that %s is shown as that', async (_name, state, shown) => {
  const { step, reports, seen } = open(Number.POSITIVE_INFINITY)
  for (let round = 0; round < 6; round += 1) {
    await step()
    pass(pollSeconds)
  }
  expect(reports.at(-1)?.state).toBe('printing')
  seen.state = state
  const changedAt = Date.now()
  for (let round = 0; round < 5; round += 1) {
    pass(pollSeconds)
    await step()
  }
  const at = reports.find((report) => report.at >= changedAt && report.state === shown)?.at
  expect((at ?? Number.POSITIVE_INFINITY) - changedAt).toBeLessThanOrEqual(limitMs)
})

test('after the network to the farm was cut, one lost response and one pause delay the next report', () => {
  expect(Math.max(answerMs, claimMs) + maxPauseMs).toBeLessThanOrEqual(limitMs)
})

test('a printer that receives a large file is still reported', async () => {
  const receiving = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const { step, reports } = open(Number.POSITIVE_INFINITY, {
    download: () => receiving.promise,
    reportMs: 1,
  })
  await step()
  const before = reports.length
  const uploading = step()
  while (reports.length < before + 4) {
    pass(reportSeconds)
    await Bun.sleep(1)
  }
  receiving.resolve(new Uint8Array(1))
  await uploading
  expect(new Set(reports.slice(before).map(({ state }) => state))).toEqual(new Set(['printing']))
})
