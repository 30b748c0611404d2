// One table of faults for all four kinds of printers, with client/farm as a process between the real service and a stand-in: the program
// killed, the printer paused or without power, the network cut at ten places, a full card, and a wrong file. After each fault: nothing is
// printed twice, nothing is lost, and the desk shows what the printer does. `desk-delay.test.ts` bounds how soon.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type SeenState, stateOf } from '../../../server/domain/farm/printers/printer.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { type ClientProcess, openClient } from './client-process.ts'
import { type FarmGate, type FarmMoment, type FarmRequest, openFarmGate } from './farm-gate.ts'
import { type FaultRig, faultRigs, type PrinterMoment, type PrinterRequest } from './fault-rigs.ts'
import { lost } from './stand-in.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

type AtPrinter = readonly [name: string, PrinterRequest, PrinterMoment]
type AtFarm = readonly [name: string, FarmRequest, FarmMoment]

const kills: readonly AtPrinter[] = [
  ['before its upload', 'upload', 'before'],
  ['after its upload', 'upload', 'after'],
  ['before its start', 'start', 'before'],
  ['after its start', 'start', 'after'],
]
const cutsToFarm: readonly AtFarm[] = [
  ['before the claim', 'claim', 'before'],
  ['before the response to the claim', 'claim', 'after'],
  ['during the download', 'file', 'during'],
]
const cutsToPrinter: readonly AtPrinter[] = [
  ['during the upload', 'upload', 'before'],
  ['before the response to the upload', 'upload', 'after'],
  ['before the start', 'start', 'before'],
  ['before the response to the start', 'start', 'after'],
]
const cutsOfResult: readonly AtFarm[] = [
  ['before the result', 'done', 'before'],
  ['before the response to the result', 'done', 'after'],
]

const other = 'vase.gcode.3mf'

describe.each(Object.entries(faultRigs))('%s', (_kind, openRig) => {
  let rig: FaultRig
  let gate: FarmGate
  let client: ClientProcess
  let ended: string[]
  beforeEach(async () => {
    rig = await openRig()
    gate = await openFarmGate(service.baseUrl)
    client = await openClient(service, farm, rig.settings, gate.url)
    ended = []
  })
  afterEach(async () => {
    await client.close()
    await gate.close()
    await rig.close()
  })

  const queued = () => client.queued({}, rig.file)
  const seen = async (): Promise<SeenState['state'] | null> => {
    const printer = await service.deps.printers.read('p1')
    return printer === null ? null : stateOf(printer, new Date()).state
  }
  const untilDesk = (state: string) => until(async () => (await seen()) === state)
  const someRounds = async () => {
    const heard = async () => (await service.deps.printers.read('p1'))?.lastHeardAt?.getTime() ?? 0
    for (let round = 0; round < 3; round += 1) {
      const before = await heard()
      await until(async () => (await heard()) > before)
    }
  }
  const ofOrder = (code: string, files: readonly string[]) =>
    files.filter((file) => file.startsWith(code))
  const finish = () => {
    ended.push(rig.started().at(-1) ?? '')
    rig.finish()
  }
  /** Runs the fault once, when the printer gets this request. */
  const once = (
    [_name, request, moment]: AtPrinter,
    fault: () => Promise<unknown>,
  ): (() => number) => {
    let runs = 0
    rig.on(async (what, when) => {
      if (runs > 0 || what !== request || when !== moment) return null
      runs += 1
      return await fault()
    })
    return () => runs
  }
  const onceAtFarm = ([_name, request, moment]: AtFarm): (() => number) => {
    let runs = 0
    gate.on(async (what, when) => {
      if (runs > 0 || what !== request || when !== moment) return false
      runs += 1
      return true
    })
    return () => runs
  }
  /** Waits until the printer prints the order, and both the desk and the client know it. */
  const untilPrints = async (code: string) => {
    await client.untilJob(code, 'printing')
    await until(() => rig.isRunning() && ofOrder(code, rig.started()).length > 0)
    rig.progress()
    await until(async () => (await client.job(code))?.['remainingSeconds'] !== null)
    await untilDesk('printing')
  }
  const printing = async () => {
    const code = await queued()
    client.start()
    await untilPrints(code)
    return code
  }
  /** Nothing was printed twice, and nothing is lost, not even after a restart of the client. */
  const isPrintedOnce = async (code: string, starts: number) => {
    await until(async () => (await farm.status(code)) === 'PRINTED')
    await client.kill()
    client.start()
    await untilDesk('ready')
    await someRounds()
    expect(await farm.jobs(code)).toMatchObject([{ state: 'done', good: 1, scrap: 0 }])
    expect((await farm.jobs(code)).length).toBe(1)
    expect(ofOrder(code, rig.started()).length).toBe(starts)
    expect(ofOrder(code, ended).length).toBe(1)
  }
  /** Ends the print, and clears the plate at the printer. */
  const printed = async (code: string, starts = 1) => {
    finish()
    await untilDesk('finished')
    await until(async () => (await client.clear()) === `${code}, plate 1: 1 good, 0 scrap.`)
    await isPrintedOnce(code, starts)
  }
  const free = () => until(async () => (await client.clear()) === 'p1 is free.')

  test('no fault', async () => {
    await printed(await printing())
  })

  test.each(kills)('the program is killed %s', async (name, request, moment) => {
    const code = await queued()
    const faults = once([name, request, moment], async () => {
      await client.kill()
      return lost
    })
    client.start()
    await until(() => faults() === 1)
    client.start()
    await untilPrints(code)
    await printed(code)
  })

  test('the program is killed while it prints, and the print ends', async () => {
    const code = await printing()
    await client.kill()
    finish()
    client.start()
    await untilDesk('finished')
    await until(async () => (await client.clear()) === `${code}, plate 1: 1 good, 0 scrap.`)
    await isPrintedOnce(code, 1)
  })

  test('the print is paused at the printer', async () => {
    const code = await printing()
    rig.pause()
    await untilDesk('paused')
    await someRounds()
    expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
    rig.resume()
    await untilDesk('printing')
    await printed(code)
  })

  test('the printer loses its power, and comes back idle', async () => {
    const code = await printing()
    await rig.gate.shut()
    await untilDesk('offline')
    rig.powerCut()
    await rig.gate.open()
    await client.untilJob(code, 'queued')
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
    await untilDesk('finished')
    expect(rig.started().length).toBe(1)
    await free()
    await untilPrints(code)
    await printed(code, 2)
  })

  test('the printer loses its power, and comes back with another print', async () => {
    const code = await printing()
    await rig.gate.shut()
    await untilDesk('offline')
    rig.powerCut()
    rig.startByHand(other)
    await rig.gate.open()
    await client.untilJob(code, 'queued')
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
    await untilDesk('printing')
    await someRounds()
    expect([rig.isRunning(), await seen(), rig.started().length]).toEqual([true, 'printing', 2])
    finish()
    await untilDesk('finished')
    await free()
    await untilPrints(code)
    await printed(code, 2)
  })

  describe('the network is cut', () => {
    test.each(cutsToFarm)('%s', async (name, request, moment) => {
      const faults = onceAtFarm([name, request, moment])
      const code = await queued()
      client.start()
      await untilPrints(code)
      expect(faults()).toBe(1)
      expect(await farm.jobs(code)).toMatchObject([{ attempts: 1 }])
      await printed(code)
    })

    test.each(cutsToPrinter)('%s', async (name, request, moment) => {
      const code = await queued()
      const faults = once([name, request, moment], async () => {
        await rig.gate.shut()
        await untilDesk('offline')
        await rig.gate.open()
        return lost
      })
      client.start()
      await untilPrints(code)
      expect(faults()).toBe(1)
      await printed(code)
    })

    test('while it prints', async () => {
      const code = await printing()
      await rig.gate.shut()
      await untilDesk('offline')
      expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
      await rig.gate.open()
      await untilDesk('printing')
      await printed(code)
    })

    test.each(cutsOfResult)('%s', async (name, request, moment) => {
      const code = await queued()
      const faults = onceAtFarm([name, request, moment])
      client.start({ plate: 'auto' })
      await untilPrints(code)
      finish()
      await until(() => faults() === 1)
      await isPrintedOnce(code, 1)
    })
  })

  test('the card is full', async () => {
    rig.setFull(true)
    const code = await queued()
    client.start()
    await untilDesk('error')
    await client.untilJob(code, 'queued')
    await someRounds()
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
    expect([await seen(), rig.started().length]).toEqual(['error', 0])
    rig.setFull(false)
    await client.kill()
    client.start()
    await untilPrints(code)
    await printed(code)
  })

  describe('a wrong file', () => {
    const afterUpload: AtPrinter = ['', 'upload', 'after']
    test('is started at the printer before the order’s', async () => {
      const code = await queued()
      const startsByHand = once(afterUpload, async () => rig.startByHand(other))
      client.start()
      // Before the claim, the job is in the queue as well.
      await until(() => startsByHand() > 0)
      await client.untilJob(code, 'queued')
      await untilDesk('printing')
      await someRounds()
      expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
      expect([rig.isRunning(), await seen(), rig.started()]).toEqual([true, 'printing', [other]])
      finish()
      await untilDesk('finished')
      await free()
      await untilPrints(code)
      await printed(code)
    })

    test('replaces the order’s file under its name, and is not printed', async () => {
      const code = await queued()
      const contents: string[] = []
      let isReplaced = false
      rig.on(async (what, moment) => {
        if (what !== 'start' || moment !== 'before') return null
        const [file = ''] = rig.stored()
        if (isReplaced) return contents.push(rig.contentOf(file))
        isReplaced = true
        rig.setContent(file, `${rig.contentOf(file)} of someone else`)
        await rig.gate.shut()
        await rig.gate.open()
        return lost
      })
      client.start()
      await untilPrints(code)
      expect(contents).toEqual([Buffer.from(rig.file.bytes).toString('latin1')])
      await printed(code)
    })

    test('is the order’s own, started at the printer before the client does', async () => {
      const code = await queued()
      once(afterUpload, async () => rig.startByHand(rig.stored()[0] ?? ''))
      client.start()
      await untilPrints(code)
      await printed(code)
    })

    test('is the order’s own, printed again by a person, and not counted again', async () => {
      const code = await printing()
      const [file = ''] = rig.started()
      await printed(code)
      rig.startByHand(file)
      await untilDesk('printing')
      rig.finish()
      await untilDesk('finished')
      await free()
      await untilDesk('ready')
      expect(await farm.jobs(code)).toMatchObject([{ state: 'done', good: 1, scrap: 0 }])
      expect(rig.started()).toEqual([file, file])
    })
  })
})
