// Commands of the desk for each kind of printer: client/farm as a process between the real service and the stand-ins, which count the
// commands that they carry out.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PrinterCommand } from '../../../server/domain/farm/printers/printer-desk.ts'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { deskPages } from '../../../testing/people/operator-desk.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { type ClientProcess, openClient } from './client-process.ts'
import { type CommandRig, commandRigs } from './command-rigs.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const page = '/operator/printers/p1'

describe.each(Object.entries(commandRigs))('%s', (_kind, openRig) => {
  let rig: CommandRig
  let client: ClientProcess
  beforeEach(async () => {
    rig = await openRig()
    client = await openClient(service, farm, rig.settings)
  })
  afterEach(async () => {
    await client.close()
    await rig.close()
  })

  const printer = async () => {
    const found = await service.deps.printers.read('p1')
    if (found === null) throw new Error('the printer is not known')
    return found
  }
  const command = async (): Promise<PrinterCommand | null> => (await printer()).desk.command
  const ended = async (outcome: string) => {
    await until(async () => (await command())?.outcome === outcome)
    return (await command())?.reason ?? null
  }
  /** Waits until the desk offers commands for the running print. */
  const printing = async () => {
    const code = await client.queued({}, rig.file)
    client.start()
    await client.untilJob(code, 'printing')
    await until(() => rig.started() === 1)
    rig.progress()
    await until(async () => (await client.job(code))?.['progress'] === 0.4)
    await until(async () => (await printer()).desk.controls !== null)
    return code
  }
  const press = async (action: string) => {
    const { jobId, desk } = await printer()
    return await deskPages(service, farm.cookie).post(`${page}/command`, {
      action,
      job: jobId ?? '',
      command: String(desk.command?.version ?? 0),
      confirmed: '1',
    })
  }
  const accepted = async (action: string) => {
    expect((await press(action)).location).toBe(`${page}?done=${action}`)
  }
  const html = async () => (await deskPages(service, farm.cookie).get(page)).html
  const hasNoStoredCommand = () => !existsSync(join(client.folder, 'command p1.json'))

  test('pauses, resumes and cancels, each once', async () => {
    const code = await printing()
    await accepted('pause')
    expect(await ended('done')).toBeNull()
    expect(rig.isPaused()).toBe(true)
    await client.untilSeen('paused')
    await accepted('resume')
    expect(await ended('done')).toBeNull()
    await client.untilSeen('printing')
    await accepted('cancel')
    expect(await ended('done')).toBeNull()
    // As after a cancel at the printer: a failed attempt, and a plate to clear.
    await until(async () => (await client.job(code))?.state === 'queued')
    expect(await client.job(code)).toMatchObject({
      attempts: 1,
      reason: 'The print was cancelled at the desk.',
    })
    await client.untilSeen('finished')
    expect(rig.commands()).toEqual(['pause', 'resume', 'cancel'])
    expect(rig.started()).toBe(1)
    await until(hasNoStoredCommand)
  })

  test('shows temperatures, and a picture if there is a camera', async () => {
    const picture = await sharp({
      create: { width: 1280, height: 720, channels: 3, background: '#335577' },
    })
      .jpeg()
      .toBuffer()
    rig.setPicture?.(new Uint8Array(picture))
    await printing()
    await until(async () => (await printer()).desk.temperatures !== null)
    const { desk } = await printer()
    expect(desk.temperatures).toEqual({
      nozzle: { actual: 214.6, target: 215 },
      bed: { actual: 59.8, target: 60 },
      chamber: null,
    })
    expect(await html()).toContain('Nozzle 215 of 215 °C, bed 60 of 60 °C')
    if (rig.setPicture === null) {
      expect(await html()).toContain('No picture: The client does not use the camera')
      return
    }
    await until(async () => (await printer()).desk.pictureAt !== null)
    const shown = await deskPages(service, farm.cookie).get(`${page}/picture`)
    const bytes = Buffer.from(await shown.response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  })

  test('states why the printer refused, and continues', async () => {
    const code = await printing()
    rig.refuse('busy with the filament')
    await accepted('pause')
    expect(await ended('failed')).toContain('busy with the filament')
    expect(await html()).toContain('busy with the filament')
    expect(await client.job(code)).toMatchObject({ state: 'printing', attempts: 1 })
    rig.refuse(null)
    await accepted('pause')
    await ended('done')
    expect(rig.commands()).toEqual(['pause'])
  })

  test('pauses once when the client is killed before it knows that the printer has paused', async () => {
    await printing()
    const killed = new Promise<void>((resolve) => {
      rig.onPaused(async () => {
        await client.kill()
        resolve()
      })
    })
    await accepted('pause')
    await killed
    client.start()
    expect(await ended('done')).toBeNull()
    await client.untilSeen('paused')
    expect(rig.commands()).toEqual(['pause'])
  })

  test('pauses once when the connection breaks before the client knows that the printer has paused', async () => {
    await printing()
    rig.onPaused(rig.cut)
    await accepted('pause')
    expect(await ended('done')).toBeNull()
    expect(rig.commands()).toEqual(['pause'])
  })

  test('fails a command for a job that was given up, and sends the printer nothing', async () => {
    await printing()
    await client.kill()
    await accepted('pause')
    await farm.expire()
    await recoverExpiredJobs(service.deps)
    client.start()
    await ended('failed')
    expect(rig.commands().filter((each) => each === 'pause')).toEqual([])
    expect(rig.started()).toBe(1)
  })

  test('does not touch a print that a person has started at the printer', async () => {
    await printing()
    await client.kill()
    await accepted('cancel')
    rig.startOther()
    client.start()
    await ended('failed')
    expect(rig.commands()).toEqual([])
  })

  test('carries out a command once after a double click and a click at a second desk', async () => {
    await printing()
    // The command is open until all have pressed.
    await client.kill()
    const pressed = await Promise.all([press('pause'), press('pause'), press('pause')])
    expect(pressed.map(({ location }) => location)).toEqual(pressed.map(() => `${page}?done=pause`))
    client.start()
    await ended('done')
    expect(rig.commands()).toEqual(['pause'])
    expect(await command()).toMatchObject({ version: 1 })
  })
})
