// client/farm as a process, between the real service and stand-ins for Moonraker and OctoPrint: from a queued order
// to a printed one, including restarts, refusals and lost claims.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../client/farm/config/config.ts'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import { good, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { moonrakerStandIn } from './moonraker.ts'
import { octoPrintStandIn } from './octoprint.ts'
import type { StandIn } from './stand-in.ts'

const main = join(import.meta.dir, '../../../client/farm/main.ts')
const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

let stateDir: string
let moonraker: StandIn
let octoPrint: StandIn
let processes: Bun.Subprocess[]
beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'farm-client-'))
  moonraker = moonrakerStandIn()
  octoPrint = octoPrintStandIn('octo-key')
  processes = []
  await resetRateLimits(service.db)
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
  await service.db.deleteFrom('printers').execute()
})
afterEach(async () => {
  await Promise.all(processes.map(kill))
  await moonraker.close()
  await octoPrint.close()
  rmSync(stateDir, { recursive: true, force: true })
})

const kill = async (process: Bun.Subprocess) => {
  process.kill('SIGKILL')
  await process.exited
}

const printers = (changes: Record<string, unknown> = {}) => [
  { name: 'k1', kind: 'moonraker', url: moonraker.url, ...changes },
  {
    name: 'o1',
    kind: 'octoprint',
    url: octoPrint.url,
    apiKey: 'octo-key',
    materials: ['petg'],
    ...changes,
  },
]

const environment = (list: readonly object[]) => ({
  FARM_URL: service.baseUrl,
  INTERNAL_KEY: service.internalKey,
  PRINTERS: JSON.stringify(list),
  STATE_DIR: stateDir,
  POLL_SECONDS: '0.03',
  HEARTBEAT_SECONDS: '0.1',
  REPORT_SECONDS: '0.1',
})

function start(list: readonly object[] = printers()): Bun.Subprocess {
  const process = Bun.spawn([globalThis.process.execPath, main], {
    env: environment(list),
    stdout: 'ignore',
    stderr: 'ignore',
  })
  processes.push(process)
  return process
}

async function clear(printer: string, ...counts: readonly string[]) {
  const words = ['clear', printer, ...counts]
  // The service runs in this process, which must not be blocked.
  const run = Bun.spawn([process.execPath, main, ...words], {
    env: environment(printers()),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [exitCode, out, error] = await Promise.all([
    run.exited,
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  return { exitCode, text: `${out}${error}`.trim() }
}

const queued = async (fields = {}) => {
  const code = await farm.order(fields)
  await farm.queue(code)
  return code
}
const isJob = (code: string, state: string) => async () =>
  (await farm.jobs(code)).some((job) => job.state === state)
const setHold = (code: string, reason: string | null) =>
  service.db
    .updateTable('orders')
    .set({
      held_reason: reason,
      held_at: reason === null ? null : new Date(),
      held_by: reason === null ? null : 'ops@example.com',
    })
    .where('code', '=', code)
    .execute()

/** Waits until the client has completed several rounds, in each of which it polls the printer. */
const someRounds = async (printer: StandIn) => {
  const before = printer.requests()
  await until(() => printer.requests() >= before + 10)
}

test('an order is printed on a Klipper printer and reported once its plate was cleared', async () => {
  const code = await queued({ quantity: '2' })
  start()
  await until(() => moonraker.current().state === 'printing')
  const { file } = moonraker.current()
  expect(file).toMatch(new RegExp(`^${code}-plate1-[0-9a-f]{8}-[0-9a-f]{8}\\.gcode$`))
  expect(moonraker.files.get(file)).toBe(String(SLICED.bytes))
  moonraker.progress(0.25, 600)
  await until(isJob(code, 'printing'))
  await until(async () => (await farm.jobs(code)).some(({ progress }) => progress === 0.25))
  // 600 s for a quarter of the print: 1800 s remain.
  expect(await farm.jobs(code)).toMatchObject([
    { printer: 'k1', remainingSeconds: 1800 },
    { state: 'queued' },
  ])
  expect((await clear('k1')).text).toBe(
    'This printer has no finished print on its plate. Nothing was counted.',
  )
  moonraker.finish()
  await until(async () => (await farm.jobs(code)).some(({ progress }) => progress === 1))
  // The plate is full: the second job waits.
  await someRounds(moonraker)
  expect(moonraker.started().length).toBe(1)
  expect((await clear('k1', 'some')).text).toBe('Scrap must be a number of parts.')
  expect((await clear('k1', '2')).text).toBe(
    'good and scrap must add up to the 1 part of this job.',
  )
  expect((await clear('k1', '1', 'bent')).text).toContain('scrapReason: must be one of adhesion,')
  expect((await clear('k1')).text).toBe(`${code}, plate 1: 1 good, 0 scrap.`)
  await until(() => moonraker.started().length === 2)
  moonraker.finish()
  await until(async () => (await clear('k1', '1', 'warping')).exitCode === 0)
  // The rejected part is printed again.
  await until(() => moonraker.started().length === 3)
  moonraker.finish()
  await until(async () => (await clear('k1')).exitCode === 0)
  await until(async () => (await farm.status(code)) === 'PRINTED')
  expect(
    (await farm.jobs(code)).map(({ plate, good: goodParts, scrap }) => [plate, goodParts, scrap]),
  ).toEqual([
    [1, 1, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])
})

test('two printers share the work, and each takes what it can print', async () => {
  const petg = await queued({ material: 'petg', quantity: '2' })
  start([
    { name: 'k1', kind: 'moonraker', url: moonraker.url, plate: 'auto', materials: ['pla'] },
    {
      name: 'o1',
      kind: 'octoprint',
      url: octoPrint.url,
      apiKey: 'octo-key',
      materials: ['petg'],
      plate: 'auto',
    },
  ])
  await until(() => octoPrint.current().state === 'Printing')
  octoPrint.progress(0.5, 120)
  await until(async () =>
    (await farm.jobs(petg)).some(({ remainingSeconds }) => remainingSeconds === 120),
  )
  const pla = await queued()
  await until(() => moonraker.current().state === 'printing')
  moonraker.finish()
  octoPrint.finish()
  await until(() => octoPrint.started().length === 2)
  octoPrint.finish()
  await until(async () => (await farm.status(petg)) === 'PRINTED')
  await until(async () => (await farm.status(pla)) === 'PRINTED')
  expect([moonraker.started().length, octoPrint.started().length]).toEqual([1, 2])
})

describe('it survives', () => {
  test.each([
    ['while it uploads the file', 'POST /server/files/upload'],
    ['after the print was started, before it knows', 'POST /printer/print/start'],
  ])('being killed %s, without printing twice', async (_name, route) => {
    const code = await queued()
    const first = start([printers()[0] ?? {}])
    const killed = new Promise<void>((resolve) => {
      moonraker.beforeResponse(async (arrived) => {
        if (arrived !== route || first.killed) return
        await kill(first)
        resolve()
      })
    })
    await killed
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.finish()
    await until(async () => (await clear('k1')).exitCode === 0)
    await until(async () => (await farm.status(code)) === 'PRINTED')
    expect(moonraker.started().length).toBe(1)
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 1 }])
    await until(() => readdirSync(stateDir).length === 0)
  })

  test('storage that is temporarily unavailable', async () => {
    let asked = 0
    const restore = service.replace({
      objects: {
        fetchToFile: () => {
          asked += 1
          return Promise.reject(new Error('the bucket is away'))
        },
      },
    })
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(() => asked >= 4)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'claimed', attempts: 1, reason: null }])
    restore()
    await until(isJob(code, 'printing'))
  })

  test('a printer that goes offline and comes back', async () => {
    const code = await queued()
    start()
    await until(isJob(code, 'printing'))
    moonraker.setState('away')
    await someRounds(moonraker)
    moonraker.progress(0.9, 900)
    moonraker.finish()
    await until(async () => (await clear('k1')).exitCode === 0)
    await until(async () => (await farm.status(code)) === 'PRINTED')
  })
})

describe('the farm sees', () => {
  const seen = (name: string, state: string) => async () =>
    (await service.deps.printers.read(name))?.reported === state

  test('its printers, and their states without a job', async () => {
    start([
      {
        name: 'k1',
        kind: 'moonraker',
        url: moonraker.url,
        model: 'Voron 2.4',
        volumeMm: { x: 350, y: 350, z: 330 },
        nozzleDiameters: [0.4],
        spools: [{ material: 'abs', color: 'Black' }],
      },
    ])
    await until(seen('k1', 'ready'))
    expect(await service.deps.printers.read('k1')).toMatchObject({
      model: 'Voron 2.4',
      firmware: 'klipper',
      bedMm: [350, 350, 330],
      nozzleDiameter: 0.4,
      fileKinds: ['gcode'],
      spools: [{ slot: 1, material: 'abs', color: 'Black', gramsLeft: null }],
    })
    moonraker.setHost('shutdown', 'Heater')
    await until(seen('k1', 'error'))
    expect((await service.deps.printers.read('k1'))?.detail).toBe('Heater')
  })

  test.each(['shutdown', 'error'] as const)(
    'a Klipper in the state %s, which refuses every file and gets none',
    async (state) => {
      moonraker.setHost(state, 'Lost communication with MCU')
      const code = await queued()
      start([printers()[0] ?? {}])
      await until(seen('k1', 'error'))
      await someRounds(moonraker)
      expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
      moonraker.setHost('ready')
      await until(isJob(code, 'printing'))
    },
  )

  test('no printer while its Klipper is starting', async () => {
    moonraker.setHost('startup')
    const code = await queued()
    start([printers()[0] ?? {}])
    await someRounds(moonraker)
    expect(await service.deps.printers.read('k1')).toBeNull()
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
  })

  test.each([
    ['k1', 'pla', () => moonraker.setState('paused'), () => moonraker.progress(0.5, 60)],
    ['o1', 'petg', () => octoPrint.setState('Paused'), () => octoPrint.progress(0.5, 60)],
  ] as const)('that %s is paused and resumes', async (name, material, pause, goOn) => {
    const code = await queued({ material })
    start(printers().filter((each) => each.name === name))
    await until(isJob(code, 'printing'))
    pause()
    await until(seen(name, 'paused'))
    goOn()
    await until(seen(name, 'printing'))
  })

  test('no printer that is disconnected from its server', async () => {
    start([printers()[1] ?? {}])
    await until(seen('o1', 'ready'))
    octoPrint.setState('Offline after error')
    await someRounds(octoPrint)
    const heard = (await service.deps.printers.read('o1'))?.lastHeardAt
    await someRounds(octoPrint)
    expect((await service.deps.printers.read('o1'))?.lastHeardAt).toEqual(heard)
  })

  test('a plate that is counted at the desk, which frees the printer', async () => {
    const code = await queued({ quantity: '2' })
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.finish()
    await until(seen('k1', 'finished'))
    const job = (await farm.jobs(code)).find(({ state }) => state === 'printing')
    const change = { action: 'finish', scrap: 0, version: job?.version }
    await good(farm.asOperator(`/api/farm/jobs/${job?.id}/change`, change))
    await until(() => moonraker.started().length === 2)
  })

  test('a printer in maintenance, which gets no job until it is back', async () => {
    start([printers()[0] ?? {}])
    await until(seen('k1', 'ready'))
    const version = (await service.deps.printers.read('k1'))?.version ?? 0
    const out = { action: 'maintenance', by: 'ops@example.com' } as const
    await service.deps.printers.change('k1', { ...out, version, note: 'New nozzle' })
    const code = await queued()
    await someRounds(moonraker)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
    await service.deps.printers.change('k1', { ...out, version: version + 1, note: null })
    await until(isJob(code, 'printing'))
  })
})

describe('a fault of the infrastructure', () => {
  test('does not use up an attempt of the job when Klipper was restarted and is not ready', async () => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.restart()
    moonraker.setHost('error', "Can not update MCU 'mcu' config as it is shutdown")
    await until(isJob(code, 'queued'))
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
  })

  test('does not use up an attempt of the job when a server was restarted', async () => {
    const code = await queued({ material: 'petg' })
    start([printers()[1] ?? {}])
    await until(isJob(code, 'printing'))
    octoPrint.restart()
    await until(isJob(code, 'queued'))
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 0 }])
    // The finished print is still on the plate.
    await until(async () => (await clear('o1')).text === 'o1 is free.')
    await until(isJob(code, 'printing'))
    octoPrint.finish()
    await until(async () => (await clear('o1')).exitCode === 0)
    await until(async () => (await farm.status(code)) === 'PRINTED')
  })
})

test('a .gcode.3mf goes to a printer whose server prints it', async () => {
  const code = await farm.order({ material: 'petg' })
  await farm.queue(code)
  await service.db.updateTable('print_jobs').set({ file_kind: 'plates' }).execute()
  start([{ ...printers()[1], files: ['plates'] }])
  await until(isJob(code, 'printing'))
  expect(octoPrint.current().file).toMatch(/\.gcode\.3mf$/)
})

describe('a print that does not finish normally', () => {
  test('fails, goes back to the queue, and the printer waits for its plate', async () => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.setState('error', 'Heater extruder not heating')
    await until(async () =>
      (await farm.jobs(code)).some(({ reason }) => reason === 'Heater extruder not heating'),
    )
    await someRounds(moonraker)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 1 }])
    // Klipper keeps the error of a print until the next print, which it accepts.
    await until(async () => (await clear('k1')).exitCode === 0)
    await until(() => moonraker.started().length === 2)
    moonraker.stop()
    await until(async () =>
      (await farm.jobs(code)).some(
        ({ reason }) => reason === 'The print was stopped at the printer.',
      ),
    )
  })

  test('fails when Klipper shuts down, which leaves the printer paused', async () => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.setState('paused')
    moonraker.setHost('shutdown', 'Shutdown due to webhooks request')
    await until(isJob(code, 'queued'))
    expect(await farm.jobs(code)).toMatchObject([
      { attempts: 1, reason: 'Shutdown due to webhooks request' },
    ])
    // Has the effect of FIRMWARE_RESTART.
    moonraker.restart()
    moonraker.setHost('ready')
    await until(async () => (await clear('k1')).text === 'k1 is free.')
    await until(() => moonraker.started().length === 2)
  })

  test('is printed when Klipper shuts down after the end of the print', async () => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    moonraker.finish()
    moonraker.setHost('shutdown', 'Lost communication with MCU')
    await until(async () => (await clear('k1')).text === `${code}, plate 1: 1 good, 0 scrap.`)
    expect(moonraker.started().length).toBe(1)
  })

  test('uses up no attempt when Klipper shuts down before it begins', async () => {
    const code = await queued()
    moonraker.beforeResponse(async (route) => {
      if (route === 'POST /server/files/upload') moonraker.setHost('shutdown', 'Heater')
    })
    start([printers()[0] ?? {}])
    // Whether the print has begun is unknown.
    await until(async () => (await service.deps.printers.read('k1'))?.reported === 'finished')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
    expect(moonraker.started()).toEqual([])
  })

  test('is stopped when its order is cancelled', async () => {
    const code = await queued({ material: 'petg' })
    start([printers()[1] ?? {}])
    await until(isJob(code, 'printing'))
    const path = `/api/operator/orders/${code}/status`
    const cancel = await statusChange(service.deps, code, { status: 'CANCELLED' })
    await good(farm.asOperator(path, cancel))
    await until(() => octoPrint.current().state === 'Operational')
    await until(async () => (await clear('o1')).text === 'o1 is free.')
    expect(await farm.status(code)).toBe('CANCELLED')
  })

  test('is stopped when the claim was lost', async () => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    await farm.expire()
    await recoverExpiredJobs(service.deps)
    await until(() => moonraker.current().state === 'cancelled')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
  })

  const blank = 'The printer gave no readable reason.'
  test.each([
    ['NUL', 'Heater\0failed', 'Heater failed'],
    ['half of a pair', 'Heater \ud83d', 'Heater'],
    ['a pair at the limit', `${'x'.repeat(499)}\u{1f525}`, 'x'.repeat(499)],
    ['nothing visible', ' \u200b\n', blank],
    ['a filler alone, which only the farm finds blank', '\u3164', blank],
  ])('is reported when its reason contains %s', async (_name, message, reason) => {
    const code = await queued()
    start([printers()[0] ?? {}])
    await until(isJob(code, 'printing'))
    // A start that arrives later would end the error.
    await until(() => moonraker.current().state === 'printing')
    moonraker.setState('error', message)
    await until(isJob(code, 'queued'))
    expect(await farm.jobs(code)).toMatchObject([{ reason, attempts: 1 }])
  })

  test('is reported after a remaining time that the farm rejects', async () => {
    const code = await queued({ material: 'petg' })
    start([printers()[1] ?? {}])
    await until(isJob(code, 'printing'))
    octoPrint.progress(0.5, -0.5)
    await until(async () => (await farm.jobs(code)).some(({ progress }) => progress === 0.5))
    octoPrint.finish()
    await until(async () => (await clear('o1')).exitCode === 0)
    await until(async () => (await farm.status(code)) === 'PRINTED')
  })

  describe('is printed again by the same printer after its order was held', () => {
    test.each([
      ['while it printed', () => {}],
      ['when it had printed it', () => moonraker.finish()],
    ])('%s', async (_name, goOn) => {
      const code = await queued()
      start([printers()[0] ?? {}])
      await until(isJob(code, 'printing'))
      goOn()
      await setHold(code, 'Wrong color')
      await until(isJob(code, 'queued'))
      await until(async () => (await clear('k1')).text === 'k1 is free.')
      await setHold(code, null)
      await until(isJob(code, 'printing'))
      expect(new Set(moonraker.started()).size).toBe(2)
      moonraker.finish()
      await until(async () => (await clear('k1')).exitCode === 0)
      await until(async () => (await farm.status(code)) === 'PRINTED')
      expect(await farm.jobs(code)).toMatchObject([{ good: 1, scrap: 0, attempts: 1 }])
    })
  })

  test('fails with the message of Moonraker', async () => {
    const code = await queued()
    moonraker.refuseStarts(true)
    start([printers()[0] ?? {}])
    await until(isJob(code, 'failed'))
    const reason = 'The printer refused the file: 400: SD busy'
    expect(await farm.jobs(code)).toMatchObject([{ attempts: 3, reason }])
  })

  test('needs attention when the printer refuses it repeatedly', async () => {
    const code = await queued({ material: 'petg' })
    octoPrint.refuseStarts(true)
    start([printers()[1] ?? {}])
    await until(isJob(code, 'failed'))
    const refused = '409: {"error":"Printer is not operational"}'
    expect(await farm.jobs(code)).toMatchObject([
      { attempts: 3, reason: `The printer refused the file: ${refused}` },
    ])
    // The printer started none of it, so it takes the next job.
    octoPrint.refuseStarts(false)
    const next = await queued({ material: 'petg' })
    await until(isJob(next, 'printing'))
  })
})

test('a print that is not the farm’s is not touched', async () => {
  moonraker.setState('complete')
  const code = await queued()
  start([printers()[0] ?? {}])
  await someRounds(moonraker)
  expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
  // Its parts count as on the plate until an operator clears it.
  await until(async () => (await clear('k1')).text === 'k1 is free.')
  await until(() => moonraker.started().length === 1)
})

describe('settings', () => {
  const rows: readonly [string, Record<string, string>, string][] = [
    [
      'nothing',
      { FARM_URL: '', INTERNAL_KEY: '', PRINTERS: '' },
      'FARM_URL is required.\nINTERNAL_KEY is required.\nPRINTERS is required.',
    ],
    [
      'an address without http',
      { FARM_URL: 'farm.example' },
      'FARM_URL must be an http or https address.',
    ],
    [
      'printers that are no list',
      { PRINTERS: '{}' },
      'PRINTERS must be a JSON list of printers, such as the one in the README.',
    ],
    [
      'a wrong printer',
      { PRINTERS: '[{"name":"","kind":"makerbot","url":"x","plate":"no","colours":[]}]' },
      'PRINTERS[0].colours is not a setting of a printer.\nPRINTERS[0].name is required.\nPRINTERS[0].kind must be one of moonraker, octoprint, prusalink, bambu.\n' +
        'PRINTERS[0].url must be an http address.\nPRINTERS[0].plate must be confirm or auto.',
    ],
    [
      'wrong abilities',
      {
        PRINTERS:
          '[{"name":"k1","kind":"moonraker","url":"http://k1","files":["plates"],"origin":"back","firmware":"x","spools":[{}]}]',
      },
      'PRINTERS[0].files: Moonraker prints no plates.\nPRINTERS[0].origin must be one of front_left, center.\n' +
        'PRINTERS[0].firmware must be one of marlin, klipper, reprapfirmware, bambu.\nPRINTERS[0].spools must be a list of objects with material (pla, petg, abs, asa, tpu) and color.',
    ],
    [
      'a PrusaLink without a secret',
      {
        PRINTERS:
          '[{"name":"m1","kind":"prusalink","url":"http://m1","user":1,"files":["plates"]}]',
      },
      'PRINTERS[0].user must be a text.\nPRINTERS[0].password or apiKey is required for PrusaLink.\nPRINTERS[0].files: PrusaLink prints no plates.',
    ],
    [
      'a wrong printer of Bambu Lab',
      {
        PRINTERS:
          '[{"name":"b1","kind":"bambu","url":"x","host":" ","mqttPort":0,"certificate":["ab"],"ams":[-1],"files":["gcode"]}]',
      },
      'PRINTERS[0].url is not a setting of a printer.\nPRINTERS[0].host is required.\nPRINTERS[0].serial is required.\n' +
        'PRINTERS[0].accessCode is required.\nPRINTERS[0].mqttPort must be the number of a port.\n' +
        'PRINTERS[0].certificate must be a SHA-256 fingerprint, a list of them, or insecure.\n' +
        'PRINTERS[0].ams must be a list of tray numbers, such as [0].\nPRINTERS[0].files: Bambu Lab printers print plates alone.',
    ],
    [
      'a wrong time',
      { POLL_SECONDS: 'soon' },
      'POLL_SECONDS must be a number of seconds up to 60.',
    ],
  ]
  const right = {
    FARM_URL: 'http://127.0.0.1:3000',
    INTERNAL_KEY: 'a-key',
    PRINTERS: '[{"name":"k1","kind":"moonraker","url":"http://127.0.0.1:7125/"}]',
  }
  test.each(rows)('%s', (_name, changes, message) => {
    expect(() => readConfig({ ...right, ...changes })).toThrow(message)
  })
  test('have defaults where they are omitted', () => {
    expect(readConfig(right)).toMatchObject({
      stateDir: 'farm-client-state',
      pollSeconds: 5,
      heartbeatSeconds: 60,
      reportSeconds: 30,
      printers: [{ url: 'http://127.0.0.1:7125', materials: null, plate: 'confirm' }],
    })
  })
})
