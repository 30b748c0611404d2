// Faults on the way from a queued order to a printed one, for every printer that keeps the files that it prints: one table for all
// protocols. A test of a protocol runs it against its stand-in, which counts the prints that it starts.
import { describe, expect, test } from 'bun:test'
import type { Farm } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import type { TestService } from '../../../testing/service/service.ts'
import type { TcpGate } from '../../../testing/service/tcp-gate.ts'
import { until } from '../../../testing/service/until.ts'
import type { ClientProcess } from './client-process.ts'

type Moment = 'before' | 'after'

/** A request or command of the client, and whether the fault comes before or after it is carried out. */
export type FaultAt = readonly [name: string, at: string, when: Moment]

export type FaultPrinter = {
  readonly gate: TcpGate
  readonly files: { readonly size: number }
  readonly started: () => readonly string[]
  readonly current: () => { readonly word: string; readonly file: string }
  readonly progress: (percent: number, remaining: number) => void
  readonly startOther: (file: string) => void
  readonly on: (call: (what: string, moment: Moment) => Promise<unknown>) => void
}

export type FaultStage = {
  readonly service: TestService
  readonly farm: Farm
  readonly printer: () => FaultPrinter
  readonly client: () => ClientProcess
  /** Queues an order of a file that the printer prints. */
  readonly queued: () => Promise<string>
  /** Waits until the client has continued for some rounds. */
  readonly someRounds: () => Promise<void>
  /** Ends the print. */
  readonly finish: () => void
}

/** The parts that differ by protocol. */
export type PrinterFaults = {
  readonly killed: readonly FaultAt[]
  readonly cut: readonly FaultAt[]
  /** The command that stores a file. */
  readonly upload: string
  /** The state of a print that runs, and of one that the client has stopped. */
  readonly words: { readonly printing: string; readonly stopped: string }
  readonly pauses: readonly string[]
  readonly setWord: (word: string) => void
  /** The event that makes the printer forget a print, in words for the name of a test. A power cut leaves the same state. */
  readonly forgets: string
  readonly forget: () => void
  /** A file that a person starts at the printer, and its name in the reason that the job shows. */
  readonly other: { readonly file: string; readonly named: string }
  readonly wrongSecret: {
    readonly name: string
    readonly settings: Readonly<Record<string, unknown>>
    /** Part of the line that the client logs. */
    readonly log: string
  }
}

/** Steps of the tests of one printer. */
export function stepsOf({ farm, printer, client, queued }: FaultStage) {
  return {
    /** Starts the print of an order, and waits until the client has read which print it is. */
    printing: async () => {
      const code = await queued()
      client().start()
      await client().untilJob(code, 'printing')
      await until(() => printer().started().length === 1)
      await until(async () => (await client().job(code))?.['remainingSeconds'] === 7200)
      return code
    },
    /** Clears the plate, and expects the order to be printed. */
    printed: async (code: string) => {
      await until(async () => (await client().clear()) === `${code}, plate 1: 1 good, 0 scrap.`)
      await until(async () => (await farm.status(code)) === 'PRINTED')
      expect(await farm.jobs(code)).toMatchObject([{ state: 'done', good: 1, scrap: 0 }])
    },
    cancel: async (code: string, service: TestService) => {
      const change = await statusChange(service.deps, code, { status: 'CANCELLED' })
      await farm.asOperator(`/api/operator/orders/${code}/status`, change)
    },
  }
}

export function testPrinterFaults(stage: FaultStage, faults: PrinterFaults): void {
  testKills(stage, faults)
  testCuts(stage, faults)
  testPauses(stage, faults)
  testOtherPrints(stage, faults)
  testEnds(stage, faults)
}

/** Runs the fault once, when the client sends `at`. Returns how often it has run. */
function once(
  printer: FaultPrinter,
  [_name, at, when]: FaultAt,
  fault: () => Promise<void>,
): () => number {
  let runs = 0
  printer.on(async (what, moment) => {
    if (runs > 0 || what !== at || moment !== when) return
    runs += 1
    await fault()
  })
  return () => runs
}

function testKills(stage: FaultStage, { killed, forgets, forget }: PrinterFaults): void {
  const { printer, client, queued, someRounds, finish } = stage
  const { printing, printed } = stepsOf(stage)
  describe('the client is killed', () => {
    test.each(killed)('%s', async (name, at, when) => {
      const code = await queued()
      const kills = once(printer(), [name, at, when], () => client().kill())
      client().start()
      await until(() => kills() === 1)
      client().start()
      await client().untilJob(code, 'printing')
      await until(() => printer().started().length === 1)
      await someRounds()
      finish()
      await printed(code)
      expect(printer().started().length).toBe(1)
    })

    test('and the print ends, which the printer still reports', async () => {
      const code = await printing()
      await client().kill()
      finish()
      client().start()
      await client().untilSeen('finished')
      await printed(code)
      expect(printer().started().length).toBe(1)
    })

    test(`and the print ends, and ${forgets}, so that a person counts its parts`, async () => {
      const code = await printing()
      printer().progress(99, 0)
      await client().untilMayEnd()
      await client().kill()
      finish()
      forget()
      client().start()
      await client().untilSeen('finished')
      expect(client().log()).toContain('it is not known how the print')
      await printed(code)
      expect(printer().started().length).toBe(1)
    })
  })
}

function testCuts(stage: FaultStage, { cut, other, words, forget }: PrinterFaults): void {
  const { service, farm, printer, client, queued, someRounds, finish } = stage
  const { printing, printed, cancel } = stepsOf(stage)
  describe('the network is cut', () => {
    test.each(cut)('%s', async (name, at, when) => {
      const code = await queued()
      const cuts = once(printer(), [name, at, when], async () => {
        await printer().gate.shut()
        await printer().gate.open()
      })
      client().start()
      await client().untilJob(code, 'printing')
      await until(() => printer().started().length === 1)
      await someRounds()
      expect(cuts()).toBe(1)
      finish()
      await printed(code)
      expect(printer().started().length).toBe(1)
    })

    test('while the print ends', async () => {
      const code = await printing()
      await printer().gate.shut()
      finish()
      await printer().gate.open()
      await printed(code)
      expect(printer().started().length).toBe(1)
      expect(await farm.jobs(code)).toMatchObject([{ attempts: 1 }])
    })

    test('while the print ends and another one is printed, which is not mistaken for it', async () => {
      const code = await printing()
      printer().progress(99, 0)
      await client().untilMayEnd()
      await printer().gate.shut()
      finish()
      printer().startOther(other.file)
      finish()
      await printer().gate.open()
      await until(() => client().log().includes('it is not known how the print'))
      await someRounds()
      expect(await client().job(code)).toMatchObject({ state: 'printing' })
      await until(async () => (await client().clear('1')) === `${code}, plate 1: 0 good, 1 scrap.`)
      await until(() => printer().started().length === 3)
    })

    test('while its order is cancelled, and the print is stopped when the printer is back', async () => {
      const code = await printing()
      await printer().gate.shut()
      await cancel(code, service)
      await printer().gate.open()
      await until(() => printer().current().word === words.stopped)
      expect(printer().started().length).toBe(1)
    })
  })

  test('a power cut during a print uses up no attempt, and the plate waits for a person', async () => {
    const code = await printing()
    await printer().gate.shut()
    forget()
    await printer().gate.open()
    await client().untilJob(code, 'queued')
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
    await client().untilSeen('finished')
    await someRounds()
    expect(printer().started().length).toBe(1)
    await until(async () => (await client().clear()) === 'p1 is free.')
    await until(() => printer().started().length === 2)
  })
}

function testPauses(stage: FaultStage, { pauses, setWord, words }: PrinterFaults): void {
  const { printer, client, someRounds, finish } = stage
  const { printing, printed } = stepsOf(stage)
  test.each(pauses)('a print in the state %s is shown as paused, and continues', async (word) => {
    const code = await printing()
    setWord(word)
    await client().untilSeen('paused')
    await someRounds()
    expect(await client().job(code)).toMatchObject({ state: 'printing' })
    setWord(words.printing)
    await client().untilSeen('printing')
    finish()
    await printed(code)
    expect(printer().started().length).toBe(1)
  })
}

function testOtherPrints(stage: FaultStage, { other, upload, words }: PrinterFaults): void {
  const { printer, client, queued, someRounds, finish } = stage
  describe('a print that is not the farm’s', () => {
    test('is not touched, and its plate is cleared first', async () => {
      printer().startOther(other.file)
      const code = await queued()
      client().start()
      await client().untilSeen('printing')
      await someRounds()
      expect(await client().job(code)).toMatchObject({ state: 'queued' })
      finish()
      await client().untilSeen('finished')
      expect(printer().started()).toEqual([other.file])
      await until(async () => (await client().clear()) === 'p1 is free.')
      await client().untilJob(code, 'printing')
      expect(printer().started().length).toBe(2)
    })

    test('that begins while a file is uploaded is not stopped', async () => {
      const code = await queued()
      printer().on(async (what, moment) => {
        if (what === upload && moment === 'after' && printer().started().length === 0) {
          printer().startOther(other.file)
        }
      })
      client().start()
      const reason = `The printer is printing ${other.named}.`
      await until(() => client().log().includes(`gives ${code} back. ${reason}`))
      await someRounds()
      expect(await client().job(code)).toMatchObject({ state: 'queued', attempts: 0 })
      expect(printer().current()).toEqual({ word: words.printing, file: other.file })
      expect(printer().started()).toEqual([other.file])
    })
  })
}

function testEnds(stage: FaultStage, { wrongSecret, words }: PrinterFaults): void {
  const { service, printer, client, queued, finish } = stage
  const { printing, printed, cancel } = stepsOf(stage)
  test(`with a wrong ${wrongSecret.name} nothing is claimed, and a running print continues`, async () => {
    const { settings, log } = wrongSecret
    const code = await queued()
    client().start(settings)
    await until(() => client().log().includes(log))
    expect(await client().job(code)).toMatchObject({ state: 'queued', attempts: 0 })
    await client().kill()
    client().start()
    await until(async () => (await client().job(code))?.['remainingSeconds'] === 7200)
    await client().kill()
    client().start(settings)
    await until(() => client().log().split(log).length > 2)
    expect(await client().job(code)).toMatchObject({ state: 'printing', attempts: 1 })
    await client().kill()
    client().start()
    finish()
    await printed(code)
    expect(printer().started().length).toBe(1)
  })

  test('files of prints that have ended are deleted', async () => {
    const code = await printing()
    expect(printer().files.size).toBe(1)
    finish()
    await until(() => printer().files.size === 0)
    await printed(code)
  })

  test('a print whose order is cancelled is stopped', async () => {
    const code = await printing()
    await cancel(code, service)
    await until(() => printer().current().word === words.stopped)
    await until(async () => (await client().clear()) === 'p1 is free.')
    expect(printer().started().length).toBe(1)
  })
}
