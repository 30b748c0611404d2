// client/farm as a process between the real service and a stand-in of PrusaLink: what breaks on the way from a queued order to a printed
// one. The stand-in counts the prints that it starts.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openFarm } from '../../../testing/people/farm.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { type ClientProcess, openClient } from './client-process.ts'
import { type FaultStage, stepsOf, testPrinterFaults } from './printer-faults.ts'
import { type PrusaLinkStandIn, prusaLinkPassword, prusaLinkStandIn } from './prusalink.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

let printer: PrusaLinkStandIn
let client: ClientProcess
const settings = () => ({ kind: 'prusalink', url: printer.url, password: prusaLinkPassword })
beforeEach(async () => {
  printer = await prusaLinkStandIn()
  client = await openClient(service, farm, settings())
})
afterEach(async () => {
  await client.close()
  await printer.close()
})

/** Waits until the client has continued for some rounds. */
const someRounds = async () => {
  const before = printer.requests()
  await until(() => printer.requests() >= before + 30)
}

const stage: FaultStage = {
  service,
  farm,
  printer: () => printer,
  client: () => client,
  queued: () => client.queued(),
  someRounds,
  finish: () => printer.finish(),
}
const { printing, printed } = stepsOf(stage)

testPrinterFaults(stage, {
  killed: [
    ['while it uploads', 'PUT /api/v1/files', 'before'],
    ['after an upload that it does not know of', 'PUT /api/v1/files', 'after'],
    ['after a start that it does not know of', 'POST /api/v1/files', 'after'],
  ],
  cut: [
    ['during the upload', 'PUT /api/v1/files', 'before'],
    ['after the upload', 'PUT /api/v1/files', 'after'],
    ['before the start arrives', 'POST /api/v1/files', 'before'],
    ['after the start', 'POST /api/v1/files', 'after'],
    ['while the storage is read', 'GET /api/v1/storage', 'after'],
    ['while the state is read', 'GET /api/v1/status', 'after'],
  ],
  upload: 'PUT /api/v1/files',
  words: { printing: 'PRINTING', stopped: 'STOPPED' },
  pauses: ['PAUSED', 'ATTENTION'],
  setWord: (word) => printer.setWord(word),
  forgets: 'a person confirms that on the screen',
  forget: () => printer.dismiss(),
  other: { file: 'vase.gcode', named: 'vase.gcode' },
  wrongSecret: {
    name: 'password',
    settings: { password: 'wrong' },
    log: 'PrusaLink refuses the user and password',
  },
})

test.each(['md5', 'sha256'] as const)(
  'an order is printed after a challenge of %s',
  async (kind) => {
    await client.close()
    await printer.close()
    printer = await prusaLinkStandIn(kind)
    client = await openClient(service, farm, settings())
    const code = await printing()
    const { file } = printer.current()
    expect(file).toMatch(new RegExp(`^${code}-plate1-[0-9a-f]{8}-[0-9a-f]{8}\\.gcode$`))
    expect([...printer.files.keys()]).toEqual([file])
    printer.progress(25, 1800)
    await until(async () => (await client.job(code))?.['progress'] === 0.25)
    expect(await client.job(code)).toMatchObject({ printer: 'p1', remainingSeconds: 1800 })
    printer.finish()
    await client.untilSeen('finished')
    await printed(code)
    expect(printer.started()).toEqual([file])
    // The finished print is still on the screen, and the client knows that it is cleared, even after a restart.
    await client.untilSeen('ready')
    await client.kill()
    client.start()
    const next = await client.queued()
    await client.untilJob(next, 'printing')
    expect(printer.started().length).toBe(2)
  },
)

describe('a file that the printer rejects fails with the printer’s message', () => {
  const failed = async (reason: string) => {
    const code = await client.queued()
    client.start()
    await client.untilJob(code, 'failed')
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 3, reason }])
    expect(printer.started()).toEqual([])
    return code
  }
  test('of a wrong kind', async () => {
    printer.refuseUploads([415, 'Not a GCODE'])
    await failed('The printer refused the file: 415: Not a GCODE')
    // The printer takes the next job.
    printer.refuseUploads(null)
    const next = await client.queued()
    await client.untilJob(next, 'printing')
    expect(printer.started().length).toBe(1)
  })
  test('while something else occupies it permanently', async () => {
    printer.conflict(1000)
    await failed("The printer refused the file: 409: Can't print right now")
  })
})

describe('a printer that can store no file', () => {
  /** The job is queued without an attempt, and the desk shows why the printer takes none. */
  const waits = async (code: string, detail: RegExp) => {
    await client.untilSeen('error')
    await client.untilJob(code, 'queued')
    await someRounds()
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
    expect((await service.deps.printers.read('p1'))?.detail).toMatch(detail)
    expect(printer.started()).toEqual([])
  }
  test('takes no job without its stick', async () => {
    printer.setStick(false)
    const code = await client.queued()
    client.start()
    await waits(code, /^The printer has no storage that can be written\.$/)
    printer.setStick(true)
    await client.untilJob(code, 'printing')
  })
  test('takes no job until there is space for its file', async () => {
    printer.setFree(10)
    const code = await client.queued()
    client.start()
    await waits(
      code,
      /^The printer's storage is full: 0\.0 MB are free, the file has \d+\.\d MB\.$/,
    )
    printer.setFree(1e9)
    await client.untilJob(code, 'printing')
  })
  test('takes no job after it has reported this', async () => {
    printer.setFree(1e9)
    printer.refuseUploads([507, 'USB drive full'])
    const code = await client.queued()
    client.start()
    await waits(code, /^USB drive full$/)
    printer.refuseUploads(null)
    printer.setFree(2e9)
    await client.untilJob(code, 'printing')
  })
  test('loses its stick between the upload and the start', async () => {
    printer.on(async (route, moment) => {
      if (route === 'PUT /api/v1/files' && moment === 'after') printer.setStick(false)
    })
    const code = await client.queued()
    client.start()
    await waits(code, /^The printer has no storage that can be written\.$/)
  })
})

test('the file of the next print stays until that print is stopped', async () => {
  const code = await printing()
  printer.finish()
  await until(() => printer.files.size === 0)
  await printed(code)
  const next = await client.queued()
  await until(async () => (await client.job(next))?.['remainingSeconds'] === 7200)
  expect(printer.files.size).toBe(1)
  printer.stop()
  await until(() => printer.files.size === 0)
})

test('a printer that is busy for a moment is tried again', async () => {
  printer.conflict(3)
  printer.lag(4)
  const code = await client.queued()
  client.start()
  await until(() => printer.started().length === 1)
  await someRounds()
  expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
  printer.finish()
  await printed(code)
  expect(printer.started().length).toBe(1)
})

test('a print that is stopped at the printer fails with the reason', async () => {
  const code = await printing()
  printer.stop()
  await client.untilJob(code, 'queued')
  expect(await farm.jobs(code)).toMatchObject([
    { attempts: 1, reason: 'The print was stopped at the printer.' },
  ])
  await client.untilSeen('finished')
  expect(printer.started().length).toBe(1)
})

test('an error of the printer uses up no attempt', async () => {
  const code = await printing()
  printer.setWord('ERROR', 'Serial device does not exist')
  await client.untilJob(code, 'queued')
  expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
  expect(client.log()).toContain(`gives ${code} back. Serial device does not exist`)
  expect(printer.started().length).toBe(1)
})

test('an error before the upload uses up no attempt, and the printer’s message is shown', async () => {
  printer.on(async (route, moment) => {
    if (route === 'PUT /api/v1/files' && moment === 'before') {
      printer.setWord('ERROR', 'Serial device does not exist')
      await printer.gate.shut()
      await printer.gate.open()
    }
  })
  const code = await client.queued()
  client.start()
  await client.untilSeen('error')
  await client.untilJob(code, 'queued')
  expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
  expect((await service.deps.printers.read('p1'))?.detail).toBe('Serial device does not exist')
  printer.on(async () => {})
  printer.setWord('IDLE')
  await client.untilJob(code, 'printing')
  expect(printer.started().length).toBe(1)
})
