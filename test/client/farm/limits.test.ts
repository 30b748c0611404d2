// Limits that the printers of a client share, for uploads and heating up, and files that arrive damaged.
import { describe, expect, test } from 'bun:test'
import { type PrinterConfig, readConfig } from '../../../client/farm/config/config.ts'
import type { Printer, PrinterState, Temperatures } from '../../../client/farm/printer.ts'
import { Damaged, type Farm, type Job } from '../../../client/farm/service/farm.ts'
import { areReached } from '../../../client/farm/work/heating.ts'
import { createRunner } from '../../../client/farm/work/run-printer.ts'
import { fileNameOf } from '../../../client/farm/work/runner-deps.ts'
import { createSlots, type Limits } from '../../../client/farm/work/slots.ts'
import type { Work } from '../../../client/farm/work/state.ts'
import { useSetTime } from '../../../testing/clock.ts'

const environment = (more: Record<string, string> = {}) => ({
  FARM_URL: 'http://127.0.0.1',
  INTERNAL_KEY: 'key',
  PRINTERS: JSON.stringify([{ name: 'p1', kind: 'moonraker', url: 'http://127.0.0.1' }]),
  ...more,
})
const [config] = readConfig(environment()).printers as [PrinterConfig]

const pass = useSetTime('2026-11-28T12:00:00Z')

describe('slots', () => {
  test('are given in the order of the requests', () => {
    const slots = createSlots(2)
    expect(['a', 'b', 'c', 'd'].map(slots.take)).toEqual([true, true, false, false])
    expect(slots.take('a')).toBe(true)
    slots.release('a')
    expect(slots.take('d')).toBe(false)
    expect(slots.take('c')).toBe(true)
    expect(slots.take('d')).toBe(false)
    slots.release('b')
    expect(slots.take('d')).toBe(true)
  })

  test('do not wait for a printer that gave up', () => {
    const slots = createSlots(1)
    expect(['a', 'b', 'c'].map(slots.take)).toEqual([true, false, false])
    slots.release('b')
    slots.release('a')
    expect(slots.take('c')).toBe(true)
  })

  test('that are held count, even above the limit', () => {
    const slots = createSlots(1)
    slots.hold('a')
    slots.hold('b')
    expect(slots.take('c')).toBe(false)
    slots.release('a')
    expect(slots.take('c')).toBe(false)
    slots.release('b')
    expect(slots.take('c')).toBe(true)
  })

  test('are not limited by 0', () => {
    const slots = createSlots(0)
    expect(['a', 'b', 'c'].map(slots.take)).toEqual([true, true, true])
  })
})

test.each<[Temperatures | null, boolean]>([
  [null, false],
  [{ nozzle: { actual: 24, target: 0 }, bed: { actual: 24, target: 0 }, chamber: null }, false],
  [{ nozzle: { actual: 209, target: 215 }, bed: { actual: 60, target: 60 }, chamber: null }, false],
  [{ nozzle: { actual: 211, target: 215 }, bed: { actual: 56, target: 60 }, chamber: null }, true],
  [{ nozzle: { actual: 150, target: 150 }, bed: { actual: 40, target: 60 }, chamber: null }, false],
  [{ nozzle: { actual: 215, target: 215 }, bed: null, chamber: null }, true],
])('%j has reached its targets: %p', (temperatures, expected) => {
  expect(areReached(temperatures)).toBe(expected)
})

type Fake = {
  readonly name: string
  readonly step: () => Promise<void>
  state: PrinterState
  temperatures: Temperatures
  started: number
  uploads: number
  work: () => Work | null
  failed: string[]
}

const cold: Temperatures = {
  nozzle: { actual: 25, target: 215 },
  bed: { actual: 25, target: 60 },
  chamber: null,
}
const hot: Temperatures = {
  nozzle: { actual: 215, target: 215 },
  bed: { actual: 60, target: 60 },
  chamber: null,
}

function fake(
  name: string,
  limits: Limits,
  change: {
    readonly upload?: () => Promise<void>
    readonly download?: Farm['download']
    readonly hasOwnScreen?: true
  } = {},
): Fake {
  const job: Job = {
    id: `${name}-job-0000`,
    lease: `${name}-lease-0000`,
    orderCode: 'PF-1',
    plate: 1,
    parts: 1,
    ownParts: 1,
    sha256: '',
    isArchive: false,
  }
  const file = fileNameOf(job)
  let work: Work | null = null
  const jobs = [job]
  const printer: Printer = {
    state: async () => made.state,
    upload: async () => {
      made.uploads += 1
      await change.upload?.()
    },
    start: async () => {
      made.started += 1
      made.state = { kind: 'printing', file, isPaused: false, progress: 0, remainingSeconds: null }
    },
    cancel: async () => {
      made.state = { kind: 'cancelled', file, reason: null }
    },
    temperatures: async () => made.temperatures,
    ...(change.hasOwnScreen && { hasOwnScreen: true }),
  }
  const farm: Farm = {
    claim: async () => ({ job: jobs.shift() ?? null, reason: null }),
    report: async () => false,
    clear: async () => null,
    download: change.download ?? (async () => new Uint8Array(1)),
    heartbeat: async () => null,
    done: async () => {},
    fail: async (_job, reason) => {
      made.failed.push(reason)
    },
  }
  const { step } = createRunner({
    config: { ...config, name },
    printer,
    farm,
    state: {
      read: () => work,
      write: (_printer, next) => {
        work = next
      },
    },
    heartbeatMs: 60_000,
    reportMs: 30_000,
    log: () => {},
    limits,
  })
  const made: Fake = {
    name,
    step,
    state: { kind: 'idle' },
    temperatures: cold,
    started: 0,
    uploads: 0,
    work: () => work,
    failed: [],
  }
  return made
}

const rounds = async (printers: readonly Fake[], count: number) => {
  for (let round = 0; round < count; round += 1) {
    for (const printer of printers) await printer.step().catch(() => undefined)
    pass(5)
  }
}

test('two of five printers heat up at the same time, and each keeps its file while it waits', async () => {
  const limits = { uploads: createSlots(0), heating: createSlots(2) }
  const printers = ['a', 'b', 'c', 'd', 'e'].map((name) => fake(name, limits))
  await rounds(printers, 20)
  const started = () => printers.map((printer) => printer.started)
  expect(started()).toEqual([1, 1, 0, 0, 0])
  const [first, second] = printers
  if (first === undefined || second === undefined) throw new Error('no printers')
  first.temperatures = hot
  await rounds(printers, 4)
  expect(started()).toEqual([1, 1, 1, 0, 0])
  // Progress shows that the printer is hot, even if its sensors do not.
  const { state } = second
  if (state.kind !== 'printing') throw new Error('it does not print')
  second.state = { ...state, progress: 0.03 }
  await rounds(printers, 4)
  expect(started()).toEqual([1, 1, 1, 1, 0])
  // A printer that never becomes hot does not stop the others for more than ten minutes.
  await rounds(printers, 125)
  expect(started()).toEqual([1, 1, 1, 1, 1])
  expect(printers.map(({ uploads }) => uploads)).toEqual([1, 1, 1, 1, 1])
})

test('two of five files are sent at the same time', async () => {
  const limits = { uploads: createSlots(2), heating: createSlots(0) }
  let sending = 0
  let most = 0
  const printers = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    fake(name, limits, {
      upload: async () => {
        sending += 1
        most = Math.max(most, sending)
        await new Promise((resolve) => setImmediate(resolve))
        sending -= 1
      },
    }),
  )
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(printers.map((printer) => printer.step()))
    pass(5)
  }
  expect([most, printers.map(({ started }) => started)]).toEqual([2, [1, 1, 1, 1, 1]])
})

test('a printer that goes offline while it waits to heat up does not delay the others', async () => {
  const limits = { uploads: createSlots(0), heating: createSlots(1) }
  const printers = ['a', 'b', 'c'].map((name) => fake(name, limits, { hasOwnScreen: true }))
  const [first, second, third] = printers
  if (first === undefined || second === undefined || third === undefined) throw new Error('none')
  await rounds(printers, 4)
  expect(printers.map(({ started }) => started)).toEqual([1, 0, 0])
  second.state = { kind: 'offline', reason: 'away' }
  first.temperatures = hot
  await rounds(printers, 8)
  expect(printers.map(({ started }) => started)).toEqual([1, 0, 1])
  third.temperatures = hot
  second.state = { kind: 'idle' }
  await rounds(printers, 8)
  expect(printers.map(({ started }) => started)).toEqual([1, 1, 1])
})

test('a printer that goes offline while its file waits to be sent does not delay the others', async () => {
  const limits = { uploads: createSlots(1), heating: createSlots(0) }
  let finish = () => {}
  const sent = new Promise<void>((resolve) => {
    finish = resolve
  })
  const printers = ['a', 'b', 'c'].map((name) =>
    fake(name, limits, { hasOwnScreen: true, ...(name === 'a' && { upload: () => sent }) }),
  )
  const [first, second, third] = printers
  if (first === undefined || second === undefined || third === undefined) throw new Error('none')
  await first.step()
  const sending = first.step()
  await rounds([second, third], 3)
  second.state = { kind: 'offline', reason: 'away' }
  finish()
  await sending
  await rounds([first, second, third], 8)
  expect(printers.map(({ started }) => started)).toEqual([1, 0, 1])
})

test('a file that arrives damaged is downloaded five times with growing pauses, and then fails its job', async () => {
  const asked: number[] = []
  const limits = { uploads: createSlots(2), heating: createSlots(2) }
  const printer = fake('a', limits, {
    download: async () => {
      asked.push(Date.now())
      throw new Damaged('the file arrived damaged')
    },
  })
  await rounds([printer], 60)
  expect(asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1000)).toEqual([
    5, 10, 20, 40,
  ])
  expect(printer.failed).toEqual(['The file arrived damaged from the farm 5 times.'])
  expect([printer.work(), printer.started]).toEqual([null, 0])
})

describe('settings', () => {
  test('have defaults', () => {
    expect(readConfig(environment())).toMatchObject({
      heatingAtOnce: 4,
      uploadsAtOnce: 2,
      pictureSeconds: 60,
    })
  })

  test('are read, and wrong ones are named', () => {
    const given = { HEATING_AT_ONCE: '0', UPLOADS_AT_ONCE: '3', PICTURE_SECONDS: '10' }
    expect(readConfig(environment(given))).toMatchObject({
      heatingAtOnce: 0,
      uploadsAtOnce: 3,
      pictureSeconds: 10,
    })
    const wrong = { HEATING_AT_ONCE: '-1', UPLOADS_AT_ONCE: 'two', PICTURE_SECONDS: '1' }
    for (const name of Object.keys(wrong)) {
      expect(() => readConfig(environment(wrong))).toThrow(name)
    }
    const printers = [{ name: 'p1', kind: 'bambu', pictureUrl: 'camera' }]
    expect(() => readConfig(environment({ PRINTERS: JSON.stringify(printers) }))).toThrow(
      'PRINTERS[0].pictureUrl must be an http address.',
    )
  })
})
