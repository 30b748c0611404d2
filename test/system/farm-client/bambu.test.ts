// client/farm as a process between the real service and a stand-in of a Bambu Lab printer: what breaks on the way from a queued order to a
// printed one. The stand-in counts the prints that it starts.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { type BambuStandIn, bambuStandIn } from './bambu.ts'
import { type ClientProcess, openClient } from './client-process.ts'
import { type FaultStage, stepsOf, testPrinterFaults } from './printer-faults.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

let printer: BambuStandIn
let client: ClientProcess
beforeEach(async () => {
  printer = await bambuStandIn()
  client = await openClient(service, farm, printer.settings)
})
afterEach(async () => {
  await client.close()
  await printer.close()
})

const sliced = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })
const plate = { name: 'part.gcode.3mf', bytes: slicedArchive([sliced]) }
const queued = (file = plate) => client.queued({}, file)

/** Waits until the farm shows that the client has continued for some rounds. */
const someRounds = async () => {
  const heard = async () => (await service.deps.printers.read('p1'))?.lastHeardAt?.getTime() ?? 0
  for (let round = 0; round < 3; round += 1) {
    const before = await heard()
    await until(async () => (await heard()) > before)
  }
}

const stage: FaultStage = {
  service,
  farm,
  printer: () => printer,
  client: () => client,
  queued,
  someRounds,
  finish: () => printer.setWord('FINISH'),
}
const { printing, printed } = stepsOf(stage)

testPrinterFaults(stage, {
  killed: [
    ['while it uploads', 'STOR', 'before'],
    ['after an upload that it does not know of', 'STOR', 'after'],
    ['before its start is carried out', 'project_file', 'before'],
    ['after a start that it does not know of', 'project_file', 'after'],
  ],
  cut: [
    ['while the state is read', 'pushall', 'before'],
    ['during the upload', 'STOR', 'before'],
    ['after the upload', 'STOR', 'after'],
    ['before the start is carried out', 'project_file', 'before'],
    ['after the start', 'project_file', 'after'],
  ],
  upload: 'STOR',
  words: { printing: 'RUNNING', stopped: 'FAILED' },
  pauses: ['PAUSE'],
  setWord: (word) => printer.setWord(word),
  forgets: 'the printer is restarted',
  forget: () => printer.powerCut(),
  other: { file: 'vase', named: 'vase.gcode.3mf' },
  wrongSecret: {
    name: 'access code',
    settings: { accessCode: 'wrong' },
    log: 'The printer refuses the access code.',
  },
})

test('an order of a .gcode.3mf is printed', async () => {
  const code = await printing()
  const { file } = printer.current()
  expect(file).toMatch(new RegExp(`^${code}-plate1-[0-9a-f]{8}-[0-9a-f]{8}\\.gcode\\.3mf$`))
  expect(printer.files.get(file)).toEqual(Buffer.from(plate.bytes))
  expect(printer.project()).toMatchObject({
    param: 'Metadata/plate_1.gcode',
    subtask_name: file,
    url: `ftp:///${file}`,
    use_ams: false,
  })
  printer.progress(25, 30)
  await until(async () => (await client.job(code))?.['progress'] === 0.25)
  expect(await client.job(code)).toMatchObject({ printer: 'p1', remainingSeconds: 1800 })
  printer.setWord('FINISH')
  await client.untilSeen('finished')
  await printed(code)
  await client.untilSeen('ready')
  await client.kill()
  client.start({ ams: [2] })
  const next = await queued()
  await client.untilJob(next, 'printing')
  expect(printer.started().length).toBe(2)
  expect(printer.project()).toMatchObject({ use_ams: true, ams_mapping: [2] })
})

test('a plain .gcode is not claimed', async () => {
  const code = await client.queued()
  client.start()
  await client.untilSeen('ready')
  await someRounds()
  expect(await client.job(code)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('SIGTERM ends the client mid-print, and the print continues', async () => {
  const code = await printing()
  expect(await client.stop()).toBe(0)
  expect(printer.current().word).toBe('RUNNING')
  client.start()
  printer.setWord('FINISH')
  await printed(code)
  expect(printer.started().length).toBe(1)
})

describe('a file that the printer rejects fails with the printer’s message', () => {
  const failed = async (reason: string, file = plate) => {
    const code = await queued(file)
    client.start()
    await client.untilJob(code, 'failed')
    const [job] = await farm.jobs(code)
    expect([job?.['attempts'], job?.['reason']]).toEqual([
      3,
      `The printer refused the file: ${reason}`,
    ])
    expect(printer.started()).toEqual([])
  }
  test('with several plates', async () => {
    const bytes = slicedArchive([sliced, sliced])
    await failed('415: The .gcode.3mf has 2 sliced plates. Upload one with a single plate.', {
      ...plate,
      bytes,
    })
    // The printer takes the next job.
    const next = await queued()
    await client.untilJob(next, 'printing')
    expect(printer.started().length).toBe(1)
  })
  test('for another model', async () => {
    const bytes = slicedArchive([sliced], 'N1')
    await failed(
      '415: The file is sliced for Bambu Lab A1 mini, and the printer is Bambu Lab P1P.',
      { ...plate, bytes },
    )
  })
  test('outside of developer mode', async () => {
    printer.refuseStarts(1000, 'mqtt message verify failed')
    await failed('409: mqtt message verify failed')
  })
})

describe('a printer that can store no file', () => {
  /** The job is queued without an attempt, and the desk shows why the printer takes none. */
  const waits = async (code: string, detail: string) => {
    await client.untilSeen('error')
    await client.untilJob(code, 'queued')
    await someRounds()
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
    expect((await service.deps.printers.read('p1'))?.detail).toBe(detail)
    expect(printer.started()).toEqual([])
  }
  test('takes no job without its card', async () => {
    printer.setSdCard(false)
    const code = await queued()
    client.start()
    await waits(code, 'The printer has no SD card.')
    printer.setSdCard(true)
    await client.untilJob(code, 'printing')
  })
  test.each([
    ['452 No space left', "The printer's SD card is full: 452 No space left"],
    ['552 Storage full', "The printer's SD card is full: 552 Storage full"],
    ['522 Session reuse', 'The printer refuses the data connection: 522 Session reuse'],
  ])('takes no job after %s, until its card is changed', async (reply, detail) => {
    printer.refuseUploads(reply)
    const code = await queued()
    client.start()
    await waits(code, detail)
    printer.setSdCard(false)
    await until(async () => {
      const { detail: shown } = (await service.deps.printers.read('p1')) ?? {}
      return shown === 'The printer has no SD card.'
    })
    printer.refuseUploads(null)
    printer.setSdCard(true)
    await client.untilJob(code, 'printing')
  })
})

test('a print whose start is first refused and then appears late is started once', async () => {
  printer.refuseStarts(3, 'busy')
  printer.on(async (what, moment) => {
    if (what === 'project_file' && moment === 'before') printer.hideStarts(true)
  })
  const code = await queued()
  client.start()
  await until(() => printer.started().length === 1)
  printer.hideStarts(false)
  await someRounds()
  expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
  printer.setWord('FINISH')
  await printed(code)
  expect(printer.started().length).toBe(1)
})

describe('certificates', () => {
  test('a changed certificate gets neither the access code nor a file', async () => {
    client.start()
    await client.untilSeen('ready')
    await client.kill()
    const logins = printer.logins()
    printer.changeCertificate()
    const code = await queued()
    client.start()
    await until(() => client.log().includes('has changed'))
    await client.kill()
    expect([printer.logins(), printer.files.size]).toEqual([logins, 0])
    expect(await client.job(code)).toMatchObject({ state: 'queued', attempts: 0 })
    client.start({ certificate: 'insecure' })
    await client.untilJob(code, 'printing')
    expect(printer.started().length).toBe(1)
  })

  test('a certificate that changes during a print does not stop the print', async () => {
    const code = await printing()
    printer.changeCertificate()
    await printer.gate.shut()
    await printer.gate.open()
    await until(() => client.log().includes('has changed'))
    printer.setWord('FINISH')
    expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
    await client.kill()
    client.start({ certificate: 'insecure' })
    await printed(code)
    expect(printer.started().length).toBe(1)
  })

  test('an unpinned certificate is refused from the start, and a pinned one is accepted', async () => {
    const other = 'ab'.repeat(32)
    client.start({ certificate: other })
    await until(() => client.log().includes('has changed'))
    const shown = /has changed \(([0-9a-f]{64})\)/.exec(client.log())?.[1]
    expect(printer.logins()).toBe(0)
    await client.kill()
    client.start({ certificate: [other, shown] })
    await client.untilSeen('ready')
  })
})

test.each([
  ['stopped by a person', 0x0300_400c, 'The print was stopped at the printer.'],
  ['broken off by an error', 0x0300_8003, 'The printer reports error 0300-8003.'],
])('a print that is %s fails with the reason', async (_name, error, reason) => {
  const code = await printing()
  printer.setWord('FAILED', error)
  await client.untilJob(code, 'queued')
  expect(await farm.jobs(code)).toMatchObject([{ attempts: 1, reason }])
  await client.untilSeen('finished')
  expect(printer.started().length).toBe(1)
})
