// Printers from the point of view of their programs: reports, refused claims, loaded spools, and cleared plates.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { readPrinterName } from '../../../server/domain/farm/printers/name.ts'
import { type Claim, clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

beforeEach(() => clearFarm(service))

const put = (name: string, body: unknown) => farm.report(name, body)
const report = async (name: string, body: object) =>
  (await good(put(name, body))) as Readonly<Record<string, unknown>>
const clear = (name: string, body: object = {}) =>
  farm.asFarm(`/api/farm/printers/${encodeURIComponent(name)}/clear`, body)
const claimOf = async (printer: string, ability: object = {}) =>
  (await good(farm.asFarm('/api/farm/jobs/claim', { printer, ...ability }))) as {
    job: Claim | null
    reason: string | null
  }
const queued = async (fields = {}, file?: typeof CUBE) => {
  const code = await farm.order(fields, file)
  await farm.queue(code)
  return code
}
const record = (name: string) =>
  service.db.selectFrom('printers').selectAll().where('name', '=', name).executeTakeFirst()
const setMaintenance = async (name: string, note: string | null) => {
  const { version } = (await service.deps.printers.read(name)) ?? { version: 0 }
  const change = { action: 'maintenance', by: OPERATOR_EMAIL, version, note } as const
  expect((await service.deps.printers.change(name, change)).ok).toBe(true)
}
const load = async (name: string, ...spools: readonly ['pla' | 'petg', string][]) => {
  const { version } = (await service.deps.printers.read(name)) ?? { version: 0 }
  const loaded = spools.map(([material, color], index) => ({
    slot: index + 1,
    material,
    color,
    gramsLeft: null,
  }))
  const change = { action: 'spools', by: OPERATOR_EMAIL, version, spools: loaded } as const
  expect((await service.deps.printers.change(name, change)).ok).toBe(true)
}
/** Makes the printer silent for that many seconds. */
const silence = (name: string, seconds: number) =>
  service.db
    .updateTable('printers')
    .set({
      last_heard_at: sql<Date>`now() - make_interval(secs => ${seconds}::float8)`,
      reported_at: sql<Date>`reported_at - make_interval(secs => ${seconds}::float8)`,
    })
    .where('name', '=', name)
    .execute()

describe('a report', () => {
  verifies('farm.printers.report', async () => {
    const facts = {
      model: 'Prusa MK4',
      bedMm: { x: 250, y: 210, z: 220 },
      nozzleDiameter: 0.4,
      firmware: 'marlin',
      files: ['gcode'],
      spools: [{ slot: 1, material: 'petg', color: 'Black', gramsLeft: 640 }],
    }
    const first = await report('MK4 / left', { state: 'ready', ...facts })
    expect(first).toEqual({
      name: 'MK4 / left',
      state: 'ready',
      since: expect.any(String),
      maintenance: null,
      cleared: false,
      profile: '250 x 210 x 220 mm',
      spools: [{ slot: 1, material: 'petg', color: 'Black', gramsLeft: 640 }],
    })
    // Omitted facts do not change.
    await report('MK4 / left', { state: 'paused', detail: 'Filament out', progress: 0.5 })
    expect(await record('MK4 / left')).toMatchObject({
      model: 'Prusa MK4',
      bed_mm: [250, 210, 220],
      bed_origin: 'front_left',
      nozzle_mm: 0.4,
      firmware: 'marlin',
      file_kinds: ['gcode'],
      state: 'paused',
      state_detail: 'Filament out',
      progress: 0.5,
      job_id: null,
    })
  })

  test('keeps the time since which its state holds', async () => {
    const first = await report('p1', { state: 'ready' })
    expect((await report('p1', { state: 'ready' }))['since']).toBe(first['since'])
    const paused = await report('p1', { state: 'paused' })
    expect(String(paused['since']) > String(first['since'])).toBe(true)
  })

  verifies(
    'farm.printers.spools',
    'the spools of an operator override those of a program',
    async () => {
      const spools = [{ slot: 1, material: 'pla', color: 'Red' }]
      await report('p1', { state: 'ready', spools })
      await load('p1', ['petg', 'Black'])
      const response = await report('p1', { state: 'ready', spools })
      expect(response['spools']).toEqual([
        { slot: 1, material: 'petg', color: 'Black', gramsLeft: null },
      ])
    },
  )

  test.each([
    [{}, 'state: is required'],
    [{ state: 'busy' }, 'state: must be one of ready, printing, paused, finished, error, offline'],
    [{ state: 'ready', progress: 2 }, 'progress: must be a number from 0 to 1'],
    [{ state: 'ready', jobId: 'x' }, 'jobId: must be an id as the service writes it'],
    [{ state: 'ready', nozzleDiameter: 0.5 }, 'nozzleDiameter: must be one of 0.2, 0.4, 0.6, 0.8'],
    [
      { state: 'ready', firmware: 'sailfish' },
      'firmware: must be one of marlin, klipper, reprapfirmware, bambu',
    ],
    [
      { state: 'ready', spools: [1, 1].map((slot) => ({ slot, material: 'pla', color: 'Red' })) },
      'spools: must be a list of at most 16 spools, each in a slot of its own',
    ],
    [
      { state: 'ready', bedMm: { x: 0, y: 1, z: 1 } },
      'bedMm.x: must be a number of millimeters above 0',
    ],
  ])('with %p is refused', async (body, error) => {
    const response = await put('p1', body)
    expect([response.status, await response.json()]).toEqual([400, { error }])
    expect(await record('p1')).toBeUndefined()
  })

  test.each(['x'.repeat(61), '\u200b', 'a\0b'])('of a printer %p is refused', async (name) => {
    const response = await put(name, { state: 'ready' })
    expect(response.status).toBe(400)
    expect(await service.db.selectFrom('printers').select('name').execute()).toEqual([])
  })
})

describe('a claim', () => {
  verifies('farm.printers.no-job', async () => {
    const code = await queued()
    await report('p1', { state: 'ready' })
    await setMaintenance('p1', 'New nozzle')
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The printer is in maintenance: New nozzle',
    })
    await setMaintenance('p1', null)
    await report('p1', { state: 'paused', detail: 'Filament out' })
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The printer is paused: Filament out',
    })
    await report('p1', { state: 'error', detail: 'Heater' })
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The printer has an error: Heater',
    })
    await report('p1', { state: 'finished' })
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The build plate has not been cleared.',
    })
    expect((await clear('p1')).status).toBe(200)
    expect(await claimOf('p1')).toMatchObject({ job: { orderCode: code }, reason: null })
  })

  test('without a job for the printer has no reason', async () => {
    expect(await claimOf('p1')).toEqual({
      job: null,
      retryAfterSeconds: 15,
      reason: null,
    } as never)
  })

  verifies('farm.printers.old-clients', 'a claim and a heartbeat add the printer', async () => {
    const [first, second] = [await queued(), await queued()]
    const job = await mustClaim(farm, { printer: 'old-1' })
    expect(job.orderCode).toBe(first)
    expect(await record('old-1')).toMatchObject({ state: 'printing', job_id: job.id })
    await service.db.deleteFrom('printers').execute()
    const beat = { lease: job.lease, printing: true, progress: 0.5 }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    expect(await record('old-1')).toMatchObject({ state: 'printing', job_id: job.id })
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: 1 }))
    expect(await record('old-1')).toMatchObject({ state: 'ready', job_id: null })
    expect((await mustClaim(farm, { printer: 'old-1' })).orderCode).toBe(second)
  })

  test('counts as a sign of life, and changes no state that a program reports', async () => {
    await queued()
    await report('p1', { state: 'ready' })
    const job = await mustClaim(farm, { printer: 'p1' })
    await report('p1', { state: 'paused', jobId: job.id })
    await silence('p1', 100)
    const beat = { lease: job.lease, printing: true }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    const heard = await service.deps.printers.read('p1')
    expect([heard?.reported, heard?.jobId]).toEqual(['paused', job.id])
    expect(Date.now() - (heard?.lastHeardAt.getTime() ?? 0)).toBeLessThan(60_000)
  })

  test('from a program that no longer reports gives its printer a state again, but clears no plate', async () => {
    await queued()
    await report('p1', { state: 'paused' })
    await silence('p1', 121)
    expect((await claimOf('p1')).job).not.toBeNull()
    await report('p2', { state: 'finished' })
    await silence('p2', 121)
    expect(await claimOf('p2')).toMatchObject({
      job: null,
      reason: 'The build plate has not been cleared.',
    })
  })

  verifies('farm.printers.spools', 'restricts claims until others are loaded', async () => {
    const red = await queued({ material: 'petg', color: 'Red' })
    const any = await queued({ material: 'petg' })
    await report('p1', { state: 'ready' })
    // The material of one spool and the color of another do not match a job.
    await load('p1', ['petg', 'Black'], ['pla', 'Red'])
    expect((await claimOf('p1')).job?.orderCode).toBe(any)
    expect((await claimOf('p1')).job).toBeNull()
    await load('p1', ['petg', 'red'])
    expect((await claimOf('p1', { materials: ['pla'] })).job).toBeNull()
    expect((await claimOf('p1', { colors: ['Black'] })).job).toBeNull()
    expect((await claimOf('p1', { materials: ['petg', 'pla'] })).job?.orderCode).toBe(red)
  })
})

describe('a connection failure', () => {
  verifies('farm.fail.no-attempt', async () => {
    await queued()
    for (let time = 0; time < 4; time += 1) {
      const { id, lease } = await mustClaim(farm)
      const body = { lease, reason: 'OctoPrint was restarted.', attempt: false }
      const reportFailure = () => good(farm.asFarm(`/api/farm/jobs/${id}/fail`, body))
      expect(await reportFailure()).toMatchObject({ job: { state: 'queued', attempts: 0 } })
      // The report is repeated, as after a lost response.
      expect(await reportFailure()).toMatchObject({ job: { state: 'queued', attempts: 0 } })
    }
  })
})

test('the eleventh connection failure counts as an attempt, so that no job is retried forever', async () => {
  await queued()
  const seen: unknown[] = []
  for (let time = 0; time < 13; time += 1) {
    const { id, lease } = await mustClaim(farm)
    const body = { lease, reason: 'OctoPrint was restarted.', attempt: false }
    const { job } = (await good(farm.asFarm(`/api/farm/jobs/${id}/fail`, body))) as {
      job: { state: string; attempts: number }
    }
    seen.push([job.state, job.attempts])
    // The report is repeated, as after a lost response.
    expect((await farm.asFarm(`/api/farm/jobs/${id}/fail`, body)).status).toBe(200)
  }
  expect(seen.slice(9)).toEqual([
    ['queued', 0],
    ['queued', 1],
    ['queued', 2],
    ['failed', 3],
  ])
})

describe('a plate', () => {
  test('stays full while its program, which lost its state, reports a ready printer', async () => {
    const { job } = await printed('p1')
    expect(await report('p1', { state: 'ready' })).toMatchObject({ state: 'finished' })
    expect((await claimOf('p1')).job).toBeNull()
    expect(await good(clear('p1'))).toMatchObject({ job: { id: job.id, good: 2 } })
    expect(await report('p1', { state: 'ready' })).toMatchObject({ state: 'ready' })
  })

  /** Creates a printer that has printed two parts. */
  const printed = async (name: string) => {
    const code = await queued({ quantity: '2' }, CUBE)
    await report(name, { state: 'ready' })
    const job = await mustClaim(farm, { printer: name })
    await good(
      farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, { lease: job.lease, printing: true }),
    )
    expect(await report(name, { state: 'finished', jobId: job.id })).toMatchObject({
      state: 'finished',
      cleared: false,
    })
    return { code, job }
  }

  verifies('farm.printers.clear', async () => {
    const { code, job } = await printed('p1')
    expect(await good(clear('p1', { scrap: 1 }))).toMatchObject({
      job: { id: job.id, state: 'done', good: 1, scrap: 1 },
    })
    // The response to the program's next report states it, even if an earlier response was lost.
    for (let time = 0; time < 2; time += 1) {
      expect(await report('p1', { state: 'finished', jobId: job.id })).toMatchObject({
        state: 'ready',
        cleared: true,
      })
    }
    expect(await report('p1', { state: 'ready' })).toMatchObject({ state: 'ready', cleared: false })
    expect((await farm.jobs(code)).map(({ parts, state }) => [parts, state])).toEqual([
      [2, 'done'],
      [1, 'queued'],
    ])
  })

  test('is full again when the next job ends before its printing was reported', async () => {
    const { job } = await printed('p1')
    expect((await clear('p1')).status).toBe(200)
    expect(await report('p1', { state: 'finished', jobId: job.id })).toMatchObject({
      cleared: true,
    })
    await queued()
    const next = await mustClaim(farm, { printer: 'p1' })
    expect(await report('p1', { state: 'finished', jobId: next.id })).toMatchObject({
      state: 'finished',
      cleared: false,
    })
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The build plate has not been cleared.',
    })
    expect(await good(clear('p1'))).toMatchObject({ job: { id: next.id } })
  })

  test('refuses a printer name that is not a valid path segment', async () => {
    for (const name of ['.', '..']) {
      const body = { printer: name, files: ['gcode'] }
      expect([name, (await farm.asFarm('/api/farm/jobs/claim', body)).status]).toEqual([name, 400])
      expect([name, readPrinterName(name)]).toEqual([name, null])
    }
    expect(readPrinterName('...')).toBe('...')
  })

  test('is counted once by a request that names it and is repeated', async () => {
    const { code, job } = await printed('p1')
    const { since } = (await report('p1', { state: 'finished', jobId: job.id })) as {
      since: string
    }
    const named = { jobId: job.id, since, scrap: 1 }
    for (const body of [named, named, { since, scrap: 1 }, { jobId: job.id, scrap: 1 }]) {
      expect(await good(clear('p1', body))).toMatchObject({
        job: { id: job.id, good: 1, scrap: 1 },
      })
    }
    expect((await clear('p1', { ...named, scrap: 0 })).status).toBe(409)
    expect((await farm.jobs(code)).length).toBe(2)
    // Without a name, the request is refused as before.
    expect((await clear('p1', { scrap: 1 })).status).toBe(409)
    const next = await printed('p1')
    expect((await clear('p1', named)).status).toBe(200)
    expect((await clear('p1', { jobId: next.job.id, since })).status).toBe(409)
    expect((await clear('p1', { since })).status).toBe(409)
    expect(await service.deps.printJobs.read(next.job.id)).toMatchObject({ state: 'printing' })
    expect((await clear('p1', { since: 'now' })).status).toBe(400)
  })

  test('is cleared by counting its job on the page of the job', async () => {
    const { job } = await printed('p1')
    const [now] = await farm.jobs(job.orderCode)
    const change = { action: 'finish', scrap: 0, version: now?.version }
    await good(farm.asOperator(`/api/farm/jobs/${job.id}/change`, change))
    expect(await report('p1', { state: 'finished', jobId: job.id })).toMatchObject({
      state: 'ready',
      cleared: true,
    })
  })

  test('with a job that ended otherwise is cleared without counting', async () => {
    const { job } = await printed('p1')
    await good(farm.asOperator(`/api/farm/jobs/${job.id}/change`, { action: 'requeue' }))
    expect(await claimOf('p1')).toMatchObject({
      job: null,
      reason: 'The build plate has not been cleared.',
    })
    expect(await good(clear('p1', { scrap: 1 }))).toEqual({ job: null })
    expect(await farm.jobs(job.orderCode)).toMatchObject([{ state: 'queued', scrap: null }])
    expect(await report('p1', { state: 'finished', jobId: job.id })).toMatchObject({
      cleared: true,
    })
  })

  test('stays full when another printer has printed the job since', async () => {
    await queued()
    const first = await mustClaim(farm, { printer: 'p1' })
    await farm.expire()
    await service.deps.printJobs.recoverExpired(10)
    await report('p1', { state: 'finished', jobId: first.id })
    const second = await mustClaim(farm, { printer: 'p2' })
    expect(second.id).toBe(first.id)
    const done = { lease: second.lease, good: 1 }
    await good(farm.asFarm(`/api/farm/jobs/${second.id}/done`, done))
    expect((await record('p1'))?.cleared_at).toBeNull()
    expect(await claimOf('p1')).toMatchObject({ job: null, reason: expect.any(String) })
  })

  test('stays full when an operator counts a job that went back to the queue', async () => {
    const code = await queued()
    const { id } = await mustClaim(farm, { printer: 'p1' })
    await report('p1', { state: 'finished', jobId: id })
    await farm.expire()
    await service.deps.printJobs.recoverExpired(10)
    const [job] = await farm.jobs(code)
    expect(job?.state).toBe('queued')
    const finish = { action: 'finish', scrap: 0, version: job?.version }
    await good(farm.asOperator(`/api/farm/jobs/${id}/change`, finish))
    expect((await record('p1'))?.cleared_at).toBeNull()
  })

  test('of the next print is a separate plate', async () => {
    await report('p1', { state: 'finished' })
    await good(clear('p1'))
    const { job } = await printed('p1')
    await good(clear('p1'))
    expect(await report('p1', { state: 'finished', jobId: job.id })).toMatchObject({
      cleared: true,
    })
    const other = 'aaaaaaaa-0000-4000-8000-000000000000'
    expect(await report('p1', { state: 'finished', jobId: other })).toMatchObject({
      state: 'finished',
      cleared: false,
    })
  })

  test('that is not full cannot be cleared, nor counted with more parts than it has', async () => {
    expect((await clear('nobody')).status).toBe(404)
    await report('p1', { state: 'printing' })
    const early = await clear('p1')
    expect([early.status, await early.json()]).toEqual([
      409,
      { error: 'This printer has no finished print on its plate. Nothing was counted.' },
    ])
    await printed('p2')
    const wrong = await clear('p2', { scrap: 3 })
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: 'good and scrap must add up to the 2 parts of this job.' },
    ])
    expect((await claimOf('p2')).reason).toBe('The build plate has not been cleared.')
  })
})

describe('a program that cannot reach its printer', () => {
  test('shows it as offline at once with the reason, and its plate and job stay', async () => {
    await queued()
    const { job } = await claimOf('p1')
    await report('p1', { state: 'finished', jobId: job?.id })
    const before = await record('p1')
    const told = await report('p1', { state: 'offline', detail: 'It does not respond.' })
    expect(told).toMatchObject({ state: 'offline', cleared: false })
    expect(await service.deps.printers.read('p1')).toMatchObject({
      reported: 'finished',
      unreachable: 'It does not respond.',
      lastHeardAt: before?.last_heard_at,
      clearedAt: null,
    })
    const page = await service.fetch('/operator/printers/p1', { headers: { cookie: farm.cookie } })
    expect(await page.text()).toContain('It does not respond.')
    expect(await report('p1', { state: 'finished', jobId: job?.id })).toMatchObject({
      state: 'finished',
    })
    expect((await service.deps.printers.read('p1'))?.unreachable).toBeNull()
  })

  test('does not add a printer', async () => {
    expect((await put('p1', { state: 'offline' })).status).toBe(404)
    expect(await record('p1')).toBeUndefined()
  })
})

describe('a claim whose response was lost', () => {
  test('is put back when the printer claims again and holds no job, without an attempt', async () => {
    const code = await queued()
    const lost = await claimOf('p1')
    expect((await claimOf('p2', { holdsNone: true })).job).toBeNull()
    const again = await claimOf('p1', { holdsNone: true })
    expect(again.job).toMatchObject({ id: lost.job?.id, attempts: 1 })
    expect(again.job?.lease).not.toBe(lost.job?.lease)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'claimed', attempts: 1 }])
  })

  test.each([
    ['its program has it, and sends its file', false, 'claimed'],
    ['its print has begun', true, 'printing'],
  ] as const)('is kept if %s', async (_why, printing, state) => {
    const code = await queued()
    const { job } = await claimOf('p1')
    const beat = { lease: job?.lease, printing }
    await good(farm.asFarm(`/api/farm/jobs/${job?.id}/heartbeat`, beat))
    expect((await claimOf('p1', { holdsNone: true })).job).toBeNull()
    expect(await farm.jobs(code)).toMatchObject([{ state }])
  })
})
