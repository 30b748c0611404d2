// The steps of one printer with its own screen, with a printer and a farm in memory and a clock that the tests set.
import { expect, test } from 'bun:test'
import { type PrinterConfig, readConfig } from '../../../client/farm/config/config.ts'
import { Refused } from '../../../client/farm/http.ts'
import type { Printer, PrinterState } from '../../../client/farm/printer.ts'
import { Unavailable } from '../../../client/farm/refusals.ts'
import type { Farm, Job, StateReport } from '../../../client/farm/service/farm.ts'
import { createRunner } from '../../../client/farm/work/run-printer.ts'
import { fileNameOf } from '../../../client/farm/work/runner-deps.ts'
import type { Work } from '../../../client/farm/work/state.ts'
import { useSetTime } from '../../../testing/clock.ts'

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

const [config] = readConfig({
  FARM_URL: 'http://127.0.0.1',
  INTERNAL_KEY: 'key',
  PRINTERS: JSON.stringify([
    { name: 'p1', kind: 'prusalink', url: 'http://127.0.0.1', password: 'word' },
  ]),
}).printers as [PrinterConfig]

const running = (name: string, remainingSeconds = 7200): PrinterState => ({
  kind: 'printing',
  file: name,
  isPaused: false,
  progress: 0,
  remainingSeconds,
})

const pass = useSetTime('2026-11-28T12:00:00Z')

/** The calls to printer and farm, and their responses. */
function open(change: Partial<Printer> = {}) {
  let work: Work | null = null
  const seen = {
    state: { kind: 'idle' } as PrinterState,
    jobs: [job],
    isCleared: false,
    started: [] as string[],
    beats: 0,
    whileFailing: async () => {},
    failed: [] as { reason: string; isAttempt: boolean }[],
    reports: [] as StateReport[],
    log: [] as string[],
    work: () => work,
    setPhase: (phase: Work['phase']) => {
      if (work !== null) work = { ...work, phase }
    },
  }
  const printer: Printer = {
    hasOwnScreen: true,
    state: async () => seen.state,
    upload: async () => {},
    start: async (name) => {
      seen.started.push(name)
    },
    cancel: async () => {
      seen.state = { kind: 'cancelled', file, reason: null }
    },
    ...change,
  }
  const farm: Farm = {
    claim: async () => ({ job: seen.jobs.shift() ?? null, reason: null }),
    report: async (_printer, report) => {
      seen.reports.push(report)
      return report.state === 'finished' && seen.isCleared
    },
    clear: async () => null,
    download: async () => new Uint8Array(1),
    heartbeat: async () => {
      seen.beats += 1
      return null
    },
    done: async () => {},
    fail: async (_job, reason, isAttempt) => {
      seen.failed.push({ reason, isAttempt })
      await seen.whileFailing()
    },
  }
  const state = {
    read: () => work,
    write: (_printer: string, next: Work | null) => {
      work = next
    },
  }
  const times = { heartbeatMs: 60_000, reportMs: 0 }
  const { step } = createRunner({
    config,
    printer,
    farm,
    state,
    ...times,
    log: (line) => seen.log.push(line),
  })
  const steps = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      await step().catch(() => undefined)
      pass(5)
    }
  }
  return { ...seen, seen, steps }
}

test('an upload that fails for eight minutes is not counted as an attempt, and the printer gets no job for a while', async () => {
  let uploads = 0
  const { seen, steps } = open({
    upload: async () => {
      uploads += 1
      throw new Error('socket hang up')
    },
  })
  await steps(90)
  expect([uploads > 80, seen.failed]).toEqual([true, []])
  await steps(20)
  const reason = 'The file could not be sent to the printer for 8 minutes: socket hang up'
  expect(seen.failed).toEqual([{ reason, isAttempt: false }])
  expect(seen.work()).toBeNull()
  expect(seen.reports.at(-1)).toMatchObject({ state: 'error', detail: reason, jobId: null })
  seen.jobs.push({ ...job, lease: '33333333-0000-4000-8000-000000000000' })
  await steps(20)
  expect(seen.jobs.length).toBe(1)
  pass(600)
  await steps(1)
  expect(seen.jobs.length).toBe(0)
})

test('a storage that vanishes before the start gives the job back without an attempt', async () => {
  const { seen, steps } = open({
    storedBytes: () => Promise.reject(new Unavailable('The printer has no storage.')),
  })
  await steps(5)
  expect(seen.failed).toEqual([
    { reason: 'The printer refused the file: The printer has no storage.', isAttempt: false },
  ])
  expect([seen.started, seen.work()]).toEqual([[], null])
})

test.each([
  ['is refused', new Refused(403, 'no permission')],
  ['fails', new Refused(500, '')],
  ['cannot be reached', new Error('connect ECONNREFUSED')],
])('a list of files that %s keeps no print from its start', async (_what, error) => {
  const { seen, steps } = open({ storedBytes: () => Promise.reject(error) })
  await steps(4)
  expect(seen.started).toEqual([file])
  expect(seen.work()).toMatchObject({ phase: 'printing' })
})

test('each claim is followed by a heartbeat before its file is sent', async () => {
  const beatsOfUploads: number[] = []
  const { seen, steps } = open({
    upload: async () => {
      beatsOfUploads.push(seen.beats)
      throw new Refused(415, 'not a print file')
    },
  })
  seen.jobs.push({ ...job, lease: '33333333-0000-4000-8000-000000000000' })
  await steps(6)
  expect(beatsOfUploads).toEqual([1, 2])
})

test('a printer whose copy of the file always differs gets no job for a while', async () => {
  const { seen, steps } = open({ storedBytes: async () => 7 })
  seen.jobs.push({ ...job, lease: '33333333-0000-4000-8000-000000000000' })
  await steps(20)
  const reason = `The printer's copy of the file has 7 instead of 1 bytes.`
  expect(seen.failed).toEqual([{ reason, isAttempt: false }])
  expect(seen.reports.at(-1)).toMatchObject({ state: 'error', detail: reason, jobId: null })
  expect([seen.started, seen.jobs.length]).toEqual([[], 1])
  pass(600)
  await steps(1)
  expect(seen.jobs.length).toBe(0)
})

test('no heartbeat is sent while a result is reported', async () => {
  const { seen, steps } = open({ upload: () => Promise.reject(new Refused(415, 'no print file')) })
  seen.whileFailing = async () => {
    pass(120)
    const looks = seen.reports.length + 3
    while (seen.reports.length < looks) await new Promise((resume) => setTimeout(resume, 1))
  }
  await steps(4)
  expect([seen.failed.length, seen.beats]).toEqual([1, 1])
})

test('a print that does not appear within two minutes is unknown', async () => {
  const { seen, steps } = open()
  await steps(4)
  expect(seen.started).toEqual([file])
  await steps(20)
  expect(seen.work()).toMatchObject({ phase: 'printing' })
  await steps(10)
  expect(seen.work()).toMatchObject({ phase: 'uncounted' })
  expect(seen.started).toEqual([file])
})

test.each(['uncounted', 'uncleared'] as const)(
  'a print that is %s and runs is printing again',
  async (phase) => {
    const { seen, steps } = open()
    await steps(4)
    seen.setPhase(phase)
    seen.state = running(file)
    await steps(1)
    expect(seen.work()).toMatchObject({ phase })
    await steps(2)
    expect(seen.work()).toMatchObject({ phase: 'printing' })
    expect(seen.reports.at(-1)).toMatchObject({ state: 'printing', jobId: job.id })
  },
)

test('the name of the print with the state of the previous one does not count as its end', async () => {
  const { seen, steps } = open()
  await steps(4)
  seen.state = { kind: 'complete', file }
  await steps(2)
  expect(seen.work()).toMatchObject({ phase: 'printing' })
  seen.state = running(file)
  await steps(1)
  seen.state = { kind: 'complete', file }
  await steps(1)
  expect(seen.work()).toMatchObject({ phase: 'printed' })
})

test('a state that remains ended counts as the end', async () => {
  const { seen, steps } = open()
  await steps(4)
  seen.state = { kind: 'complete', file }
  await steps(3)
  expect(seen.work()).toMatchObject({ phase: 'printed' })
})

test('a file of the farm that a person prints again fills the plate until it is cleared', async () => {
  const { seen, steps } = open()
  seen.jobs.length = 0
  seen.state = running(file)
  await steps(1)
  seen.state = { kind: 'complete', file }
  seen.jobs.push({ ...job, lease: '33333333-0000-4000-8000-000000000000' })
  await steps(3)
  expect([seen.jobs.length, seen.reports.at(-1)?.state]).toEqual([1, 'finished'])
  seen.isCleared = true
  await steps(2)
  expect(seen.jobs.length).toBe(0)
})

test('a print without a name that ends while the printer is away is not taken for the cleared one', async () => {
  const { seen, steps } = open()
  seen.jobs.length = 0
  seen.state = { kind: 'complete', file: '' }
  seen.isCleared = true
  await steps(1)
  seen.isCleared = false
  await steps(1)
  expect(seen.reports.at(-1)).toMatchObject({ state: 'ready' })
  seen.state = { kind: 'offline', reason: 'away' }
  await steps(1)
  seen.state = { kind: 'complete', file: '' }
  await steps(1)
  expect(seen.reports.at(-1)).toMatchObject({ state: 'finished', jobId: null })
})

test.each(['', 'vase.gcode'])(
  'a print that %j replaced is not counted as an attempt, and no file is named',
  async (other) => {
    const { seen, steps } = open()
    await steps(4)
    seen.state = running(file)
    await steps(2)
    seen.state = { kind: 'cancelled', file: other, reason: null }
    await steps(2)
    expect(seen.failed).toEqual([
      { reason: 'The printer no longer shows this print.', isAttempt: false },
    ])
  },
)

test('the desk shows a pause within 30 seconds at the default intervals', async () => {
  const { seen, steps } = open()
  await steps(4)
  seen.state = running(file)
  await steps(2)
  const before = seen.reports.length
  seen.state = { ...(running(file) as Extract<PrinterState, { kind: 'printing' }>), isPaused: true }
  // One step every POLL_SECONDS, which is 5 s.
  await steps(1)
  expect(seen.reports.slice(before).at(-1)).toMatchObject({ state: 'paused', jobId: job.id })
})
