// A file for a printer must not damage it: each interface that accepts a sliced file, and each that hands one out.

import { beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { maxFaults, maxPrintAttempts } from '../../../server/domain/farm/jobs/job.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { type FilePart, refusal, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

beforeEach(async () => {
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
  await service.db.deleteFrom('print_files').execute()
  await resetRateLimits(service.db)
})

const safe = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })
const fileOf = (bytes: string, name = 'part.gcode'): FilePart => ({ name, bytes })
const without = (command: string) => fileOf(safe.replace(`${command}\n`, ''))
/** Line 8, after the heating commands. */
const harmful = fileOf(safe.replace('M109 S200\n', 'M109 S200\nm302p1\n'))
const sentence = /Line 8 of the g-code contains M302, which lets the extruder push cold filament\./

describe('a file that damages a printer is refused with its command and line,', () => {
  test('in an order, which is neither stored nor charged', async () => {
    const [status, error] = await refusal(
      submit(service, farm.account, { fields: {}, file: harmful }),
    )
    expect(status).toBe(422)
    expect(String(error)).toMatch(sentence)
    const { total } = await service.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(Number(total)).toBe(0)
  })

  test('in an archive', async () => {
    const bytes = slicedArchive([safe.replace('M109 S200\n', 'M109 S200\nM104 S400\n')])
    const file: FilePart = { name: 'part.gcode.3mf', bytes }
    const [status, error] = await refusal(submit(service, farm.account, { fields: {}, file }))
    expect(status).toBe(422)
    expect(String(error)).toMatch(/contains M104 S400, which heats the nozzle to 400 C/)
  })

  test('in an upload of an operator', async () => {
    const code = await farm.order()
    const form = new FormData()
    form.set('code', code)
    form.set('file', new File([`${safe}\nM997\n`], 'plate.gcode'))
    const [status, error] = await refusal(farm.asOperator('/api/farm/print-upload', form))
    expect(status).toBe(422)
    expect(String(error)).toMatch(/contains M997, which replaces the printer's firmware/)
  })
})

describe('a claim', () => {
  const download = async (id: string) => {
    const path = `/api/farm/jobs/${id}/file`
    const headers = { 'x-internal-key': service.internalKey }
    return await service.fetch(path, { headers })
  }

  const statusOf = async (code: string) => {
    const order = await service.deps.orders.readByCode(code)
    return order?.status ?? null
  }

  test('turns off everything that a customer’s file leaves on', async () => {
    await farm.queue(await farm.order({}, without('M104 S0')))
    const job = await farm.claim()
    const bytes = new Uint8Array(await (await download(job?.id ?? '')).arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    expect(text.startsWith(safe.replace('M104 S0\n', ''))).toBe(true)
    expect(text.endsWith('\nM104 S0\nM107\n')).toBe(true)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job?.file.sha256 ?? '')
  })

  test('never returns the text of a file for printers of Bambu Lab', async () => {
    const wipe = 'G1 X128 Y261 Z5\nG1 Z-1.5\nG1 Z5\n'
    const bambu = fileOf(safe.replace('M109 S200\n', `M109 S200\n${wipe}`))
    const code = await farm.order({}, bambu)
    await farm.queue(code)
    expect(await farm.claim()).toBeNull()
    const [job] = await farm.jobs(code)
    expect(job?.state).toBe('failed')
    expect(String(job?.['reason'])).toContain('It is for printers of Bambu Lab')
    // Nothing prints, so the page does not report a print.
    expect(await statusOf(code)).toBe('ACCEPTED')
  })

  test('moves the order to PRINTING with the file', async () => {
    const code = await farm.order({}, fileOf(safe))
    await farm.queue(code)
    expect(await statusOf(code)).toBe('ACCEPTED')
    expect(await farm.claim()).not.toBeNull()
    expect(await statusOf(code)).toBe('PRINTING')
  })

  test('turns off a heater that a macro of the printer turns on', async () => {
    const macro = safe
      .replace('M109 S200\n', 'START_PRINT EXTRUDER_TEMP=200 BED_TEMP=60\n')
      .replace('M104 S0\n', 'END_PRINT\n')
    await farm.queue(await farm.order({}, fileOf(macro)))
    const job = await farm.claim()
    const text = await (await download(job?.id ?? '')).text()
    expect(text.endsWith('\nM104 S0\nM140 S0\nM107\n')).toBe(true)
  })

  test('returns a file that turns everything off unchanged', async () => {
    await farm.queue(await farm.order({}, fileOf(safe)))
    const job = await farm.claim()
    expect(await (await download(job?.id ?? printJobIdOf(''))).text()).toBe(safe)
  })

  test('never returns our slice when it leaves a heater on', async () => {
    const code = await farm.order()
    const [queued] = await farm.queue(code)
    const form = new FormData()
    form.set('code', code)
    form.set('jobId', queued?.id ?? '')
    form.set('file', new File([safe.replace('M104 S0\n', '')], 'plate.gcode'))
    expect((await farm.asOperator('/api/farm/print-upload', form)).status).toBe(200)
    await service.db.updateTable('print_files').set({ source: 'slice' }).execute()
    expect(await farm.claim()).toBeNull()
    const [job] = await farm.jobs(code)
    expect(job?.state).toBe('failed')
    expect(String(job?.['reason'])).toContain('It leaves heaters on at its end (M104 S0).')
    const refused = await download(queued?.id ?? '')
    expect(refused.status).toBe(422)
  })

  test.each(['timed_out', 'crashed'] as const)(
    'waits when a measurement is cut off: %s',
    async (kind) => {
      const code = await farm.order({}, fileOf(safe))
      const [queued] = await farm.queue(code)
      const restore = service.replace({
        measurements: { read: async () => null },
        geometry: { measure: async () => ({ kind }) },
      })
      expect(await farm.claim()).toBeNull()
      expect((await download(queued?.id ?? printJobIdOf(''))).status).toBe(503)
      expect((await farm.jobs(code)).map(({ state }) => state)).toEqual(['queued'])
      restore()
      expect((await farm.claim())?.id).toBe(queued?.id ?? printJobIdOf(''))
    },
  )

  test.each([
    ['passes over', 'that cannot be read now', 'queued'],
    ['gives up', 'that is gone', 'failed'],
  ] as const)('%s a file %s, and continues with the next', async (_does, which, state) => {
    const [first, second] = [await farm.order({}, without('M104 S0')), await farm.order()]
    await farm.queue(first)
    await farm.queue(second)
    const own = await service.deps.orders.readByCode(first)
    const sha256 = own?.file.sha256 ?? ''
    const { fetchToFile } = service.deps.objects
    const restore = service.replace({
      objects: {
        fetchToFile: async (key: string, ...rest: readonly unknown[]) => {
          if (!key.includes(sha256)) {
            return await (fetchToFile as (...args: unknown[]) => Promise<never>)(key, ...rest)
          }
          if (state === 'failed') return null
          throw new Error('the bucket is away')
        },
      },
    })
    expect([which, (await farm.claim())?.orderCode]).toEqual([which, second])
    restore()
    expect((await farm.jobs(first)).map((job) => job.state)).toEqual([state])
  })

  test.each([
    ['its file was read', false],
    ['its file could not be read', true],
  ])('that its program gave up leases no other job after %s', async (_what, isUnreadable) => {
    const [first, second] = [await farm.order(), await farm.order()]
    await farm.queue(first)
    await farm.queue(second)
    const { read } = service.deps.measurements
    const [reading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    const restore = service.replace({
      measurements: {
        read: async (...args: Parameters<typeof read>) => {
          reads += 1
          if (reads > 1) return await read(...args)
          reading.resolve()
          await goOn.promise
          if (isUnreadable) throw new Error('the connection was lost')
          return await read(...args)
        },
      },
    })
    const abandoned = farm.claim({ holdsNone: true })
    await reading.promise
    expect((await farm.claim({ holdsNone: true }))?.orderCode).toBe(first)
    goOn.resolve()
    expect(await abandoned).toBeNull()
    restore()
    expect(await farm.jobs(first)).toMatchObject([{ state: 'claimed', attempts: 1 }])
    expect(await farm.jobs(second)).toMatchObject([{ state: 'queued', attempts: 0 }])
  })

  describe('whose check fails by an exception', () => {
    const failChecks = () =>
      service.replace({
        temporaryFiles: { append: () => Promise.reject(new Error('no space is left on the disk')) },
      })

    /** Lets the pause pass after which a failed check is repeated. */
    const passPause = async () => {
      const at = sql<Date>`at - interval '11 minutes'`
      await service.db.updateTable('print_job_events').set({ at }).execute()
    }

    const reason = 'It could not be checked because of an error in the service.'

    test('counts no attempt, continues with the next, and checks the job again after a pause', async () => {
      const [first, second] = [await farm.order({}, without('M104 S0')), await farm.order()]
      const [queued] = await farm.queue(first)
      await farm.queue(second)
      const restore = failChecks()
      expect((await farm.claim())?.orderCode).toBe(second)
      for (let claim = 0; claim < 3; claim += 1) expect(await farm.claim()).toBeNull()
      restore()
      const history = await service.deps.printJobs.history(printJobIdOf(queued?.id ?? ''))
      expect(history.slice(1)).toMatchObject([{ kind: 'released', detail: reason }])
      expect(await farm.jobs(first)).toMatchObject([{ state: 'queued', attempts: 0 }])
      expect(await farm.claim()).toBeNull()
      await passPause()
      expect((await farm.claim())?.orderCode).toBe(first)
    })

    test('continues with the next also after many jobs', async () => {
      const codes: string[] = []
      for (let order = 0; order < 4; order += 1) {
        codes.push(await farm.order({}, without('M104 S0')))
      }
      const next = await farm.order()
      for (const code of [...codes, next]) await farm.queue(code)
      const restore = failChecks()
      expect((await farm.claim())?.orderCode).toBe(next)
      restore()
    })

    test('gives the job to an operator after many checks', async () => {
      const code = await farm.order({}, without('M104 S0'))
      await farm.queue(code)
      const restore = failChecks()
      for (let check = 0; check < maxFaults + maxPrintAttempts; check += 1) {
        expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
        expect(await farm.claim()).toBeNull()
        await passPause()
      }
      restore()
      expect(await farm.jobs(code)).toMatchObject([{ state: 'failed', reason }])
    })
  })

  test('never returns a file that is too hot for its material, and continues with the next', async () => {
    const hot = fileOf(safe.replace('M109 S200', 'M109 S285'))
    const first = await farm.order({ material: 'PLA' }, hot)
    await farm.queue(first)
    const second = await farm.order()
    await farm.queue(second)
    expect((await farm.claim())?.orderCode).toBe(second)
    const [job] = await farm.jobs(first)
    expect(job?.state).toBe('failed')
    expect(String(job?.['reason'])).toContain(
      'It heats the nozzle to 285 °C; the limit for PLA is 260 °C.',
    )
  })
})

test('a job takes the hours of its sliced file', async () => {
  const code = await farm.order()
  const [queued] = await farm.queue(code)
  const form = new FormData()
  form.set('code', code)
  form.set('jobId', queued?.id ?? '')
  // 2 h 20 min = 2.34 h, rounded up to hundredths.
  const plate = gcode({ lengthMm: 1000, grams: 3, time: '2h 20m 0s' })
  form.set('file', new File([plate], 'plate.gcode'))
  expect((await farm.asOperator('/api/farm/print-upload', form)).status).toBe(200)
  const [job] = await farm.jobs(code)
  expect(job?.['printHours']).toBe(2.34)
})
