// Print jobs from the point of view of the farm's programs: claims, heartbeats, reports, and the resulting order
// status.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { printLeaseOf } from '../../../server/domain/base/ids/print-lease.ts'
import { type Meter, noMeter } from '../../../server/domain/base/metrics/meter.ts'
import { changeJob } from '../../../server/domain/farm/reports/change-job.ts'
import {
  failJob,
  finishJob,
  recoverExpiredJobs,
} from '../../../server/domain/farm/reports/report-job.ts'
import type { ObjectStore } from '../../../server/domain/models/ports.ts'
import { type Claim, clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { CUBE, refusal } from '../../../testing/people/submit.ts'
import { scrape } from '../../../testing/service/scrape.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)

/** Empties the queue before each test. */
beforeEach(async () => {
  await clearFarm(service)
  await service.db.deleteFrom('print_files').execute()
})

const LOST =
  'This lease on the job has ended: it ran out, or the job was given to another printer. Nothing was recorded. If parts were ' +
  'printed, an operator can count them on the page /operator/jobs.'

const queued = async (fields = {}, file?: typeof CUBE) => {
  const code = await farm.order(fields, file)
  await farm.queue(code)
  return code
}
const report = (job: Claim, what: 'heartbeat' | 'done' | 'fail', body: object = {}) =>
  farm.asFarm(`/api/farm/jobs/${job.id}/${what}`, { lease: job.lease, ...body })
const change = (order: string, values: Record<string, unknown>) =>
  service.db.updateTable('orders').set(values).where('code', '=', order).execute()
const claimedCode = async (ability = {}) => (await farm.claim(ability))?.orderCode ?? null
const setStatus = async (code: string, status: string) =>
  await good(
    farm.asOperator(
      `/api/operator/orders/${code}/status`,
      await statusChange(service.deps, code, { status }),
    ),
  )
const moneyOf = async (code: string) => {
  const { total_cents, refunded_cents, refunding_cents, payment_id } = await service.db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const charges = await service.stripe.charges({ orderCode: code })
  return { total_cents, refunded_cents, refunding_cents, payment_id, charges: charges.succeeded }
}

describe('claiming', () => {
  verifies(['farm.claim.order', 'farm.claim.held', 'farm.claim.printing'], async () => {
    const [late, soon, urgent, held] = [
      await queued(),
      await queued(),
      await queued(),
      await queued(),
    ]
    await change(late, { due_at: new Date('2026-12-10') })
    await change(soon, { due_at: new Date('2026-12-01') })
    await change(urgent, { due_at: new Date('2026-12-20'), priority: 1 })
    const hold = { held_reason: 'No spool', held_at: new Date(), held_by: 'ops@example.com' }
    await change(held, { ...hold, priority: 2 })
    expect([
      await claimedCode(),
      await claimedCode(),
      await claimedCode(),
      await claimedCode(),
    ]).toEqual([urgent, soon, late, null])
    expect([await farm.status(urgent), await farm.status(held)]).toEqual(['PRINTING', 'ACCEPTED'])
    await change(held, { held_reason: null, held_at: null, held_by: null })
    expect(await claimedCode()).toBe(held)
  })

  verifies('farm.claim.fits', async () => {
    // Its lines reach from 50 to 150 in x and from 50 to 99 in y.
    const petg = await queued({ material: 'petg', color: 'Red', nozzleDiameter: '0.6' })
    const cube = await queued({ material: 'petg', color: 'Red', nozzleDiameter: '0.6' }, CUBE)
    const unfit = [
      { materials: ['pla', 'abs'] },
      { colors: ['Black'] },
      { nozzleDiameters: [0.4] },
      { volumeMm: { x: 149, y: 300, z: 300 } },
      { files: ['plates'] },
    ]
    for (const ability of unfit) {
      expect([ability, await claimedCode({ files: ['gcode'], ...ability })]).toEqual([
        ability,
        null,
      ])
    }
    const fit = {
      materials: ['pla', 'petg'],
      colors: ['RED'],
      nozzleDiameters: [0.4, 0.6],
      volumeMm: { x: 151, y: 300, z: 300 },
    }
    // A printer that takes only g-code, the default, cannot print a mesh.
    const claim = await farm.asFarm('/api/farm/jobs/claim', { printer: 'p1', ...fit })
    expect(((await claim.json()) as { job: Claim }).job.orderCode).toBe(petg)
    expect(await claimedCode({ files: ['gcode'], ...fit })).toBeNull()
    expect(await claimedCode({ files: ['model'], ...fit })).toBe(cube)
    // An order without a color fits every printer.
    const any = await queued()
    expect(await claimedCode({ colors: ['Silver'] })).toBe(any)
  })

  verifies('farm.claim.once', async () => {
    const codes: string[] = []
    for (let order = 0; order < 5; order += 1) codes.push(await queued({ quantity: '10' }))
    const claimed: string[] = []
    const claimAll = async (printer: string) => {
      for (
        let job = await farm.claim({ printer });
        job !== null;
        job = await farm.claim({ printer })
      ) {
        claimed.push(job.id)
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => claimAll(`p${index}`)))
    expect(claimed.length).toBe(50)
    expect(new Set(claimed).size).toBe(50)
    const { rows } = await sql<{ leases: number; attempts: number }>`
      select count(distinct lease)::int as leases, sum(attempts)::int as attempts from print_jobs`.execute(
      service.db,
    )
    expect(rows).toEqual([{ leases: 50, attempts: 50 }])
    for (const code of codes) expect(await farm.status(code)).toBe('PRINTING')
    // PENDING_PAYMENT to RECEIVED, ACCEPTED, PRINTING: each once.
    const { rows: events } = await sql<{ events: number }>`
      select count(*)::int as events from order_events join orders on orders.id = order_id
      where code = any(${codes}) and order_events.status = 'PRINTING'`.execute(service.db)
    expect(events).toEqual([{ events: 5 }])
  })

  verifies('farm.file', async () => {
    await queued()
    const job = await mustClaim(farm)
    const get = (id: string, key = service.internalKey) =>
      service.fetch(`/api/farm/jobs/${id}/file`, { headers: { 'x-internal-key': key } })
    const response = await get(job.id)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-disposition')).toContain('part.gcode')
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(job.file.sha256)
    expect(job.file.url).toBe(`${service.baseUrl}/api/farm/jobs/${job.id}/file`)
    expect(await refusal(get(job.id, 'wrong'))).toEqual([401, 'Invalid or missing x-internal-key.'])
    for (const id of [crypto.randomUUID(), 'none', '%00']) {
      expect(await refusal(get(id))).toEqual([404, 'Print job not found'])
    }
  })

  verifies('farm.file.unreachable', async () => {
    await queued()
    const job = await mustClaim(farm)
    const fileWith = async (fetchToFile: ObjectStore['fetchToFile']) => {
      const restore = service.replace({ objects: { fetchToFile } })
      const headers = { 'x-internal-key': service.internalKey }
      const response = service.fetch(`/api/farm/jobs/${job.id}/file`, { headers })
      const words = await refusal(response)
      restore()
      return [(await response).headers.get('retry-after'), ...words]
    }
    expect(await fileWith(async () => null)).toEqual([null, 404, 'Could not read that model.'])
    const later = 'The file cannot be read right now. Try again shortly.'
    const away = () => Promise.reject(new Error('the bucket is away'))
    expect(await fileWith(away)).toEqual(['15', 503, later])
  })
})

describe('the lease', () => {
  verifies('farm.heartbeat', async () => {
    const code = await queued()
    const job = await mustClaim(farm)
    const beat = { printing: true, progress: 0.5, remainingSeconds: 60 }
    const response = (await good(report(job, 'heartbeat', beat))) as {
      leasedUntil: string
      stop: null
    }
    expect(response.stop).toBeNull()
    const minutes = (Date.parse(response.leasedUntil) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThan(11)
    expect(await farm.jobs(code)).toMatchObject([
      { state: 'printing', progress: 0.5, remainingSeconds: 60, printer: 'p1', attempts: 1 },
    ])
    expect(
      await refusal(report({ ...job, lease: printLeaseOf(crypto.randomUUID()) }, 'heartbeat')),
    ).toEqual([409, LOST])
    expect(
      await refusal(report({ ...job, id: printJobIdOf(crypto.randomUUID()) }, 'heartbeat')),
    ).toEqual([404, 'Print job not found'])
  })

  verifies('farm.lease', async () => {
    const code = await queued()
    const first = await mustClaim(farm)
    await recoverExpiredJobs(service.deps)
    expect(await farm.jobs(code)).toMatchObject([{ state: 'claimed' }])
    await farm.expire()
    // The report is also late before the worker's round.
    expect(await refusal(report(first, 'done', { good: 1 }))).toEqual([409, LOST])
    await recoverExpiredJobs(service.deps)
    expect(await farm.jobs(code)).toMatchObject([
      { state: 'queued', attempts: 1, reason: 'The printer p1 sent no heartbeat.' },
    ])
    const second = await mustClaim(farm, { printer: 'p2' })
    expect(second.id).toBe(first.id)
    for (const what of ['heartbeat', 'done', 'fail'] as const) {
      const body = { good: 1, reason: 'late' }
      expect(await refusal(report(first, what, body))).toEqual([409, LOST])
    }
    expect(await farm.jobs(code)).toMatchObject([{ state: 'claimed', printer: 'p2', attempts: 2 }])
    await good(report(second, 'done', { good: 1 }))
    expect(await farm.status(code)).toBe('PRINTED')
  })

  verifies('farm.fail', async () => {
    const code = await queued()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const job = await mustClaim(farm)
      await good(report(job, 'fail', { reason: 'Clogged' }))
      const state = attempt < 3 ? 'queued' : 'failed'
      const expected = [{ state, attempts: attempt, reason: 'Clogged' }]
      expect(await farm.jobs(code)).toMatchObject(expected)
      // Sent again, the report is not another attempt.
      expect(await good(report(job, 'fail', { reason: 'Clogged' }))).toMatchObject({
        job: expected[0],
      })
      expect(await farm.jobs(code)).toMatchObject(expected)
    }
    expect(await farm.claim()).toBeNull()
    expect(await farm.status(code)).toBe('PRINTING')
  })
})

describe('the metrics', () => {
  /** Name, label and value of each counter. */
  const counted: (string | number)[][] = []
  const meter: Meter = {
    ...noMeter,
    count: (name, labels, times = 1) => {
      counted.push([name, Object.values(labels).join(), times])
    },
  }
  const deps = () => ({ ...service.deps, meter })
  beforeEach(() => {
    counted.length = 0
  })
  const failed = ['print_jobs_total', 'failed', 1]

  test('count a failed job once, whether its printer reports the failure or stops responding', async () => {
    await queued({ quantity: '2' })
    const [reported, silent] = [await mustClaim(farm), await mustClaim(farm)]
    await service.db.updateTable('print_jobs').set({ attempts: 3 }).execute()
    const fail = () =>
      failJob(deps(), reported.id, {
        lease: reported.lease,
        reason: 'The nozzle is clogged',
        isAttempt: true,
      })
    expect([(await fail()).ok, (await fail()).ok]).toEqual([true, true])
    expect(counted).toEqual([failed])
    await farm.expire()
    await recoverExpiredJobs(deps())
    await recoverExpiredJobs(deps())
    expect(counted).toEqual([failed, failed])
    expect((await farm.jobs(silent.orderCode)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
    ])
  })

  test('count the order that a reprint moves back, and count no job twice', async () => {
    await queued()
    const { id, lease } = await mustClaim(farm)
    await finishJob(deps(), id, { lease, good: 1, scrap: 0 })
    const version = (await service.deps.printJobs.read(id))?.version ?? 0
    await changeJob(deps(), OPERATOR_EMAIL, { id, action: 'reprint', parts: 1, version })
    expect(counted).toEqual([
      ['order_status_changes_total', 'PRINTED', 1],
      ['print_jobs_total', 'done', 1],
      ['order_status_changes_total', 'PRINTING', 1],
    ])
  })
})

describe('the end of a job', () => {
  verifies(['farm.done.printed', 'farm.done.scrap', 'farm.done.repeated'], async () => {
    const code = await farm.order({ quantity: '5' }, CUBE)
    await good(
      farm.asOperator(`/api/farm/orders/${code}/queue`, { plates: [{ parts: 3 }, { parts: 2 }] }),
    )
    const money = await moneyOf(code)
    const first = await mustClaim(farm)
    expect(first).toMatchObject({ plate: 1, parts: 3 })
    const done = await good(report(first, 'done', { good: 1, scrap: 2 }))
    expect(done).toMatchObject({
      job: { state: 'done', good: 1, scrap: 2 },
      reprint: { state: 'queued', parts: 2, plate: 1, reprintOf: first.id },
      orderStatus: 'PRINTING',
    })
    // Sent again without the scrap count, the report changes nothing.
    expect(await good(report(first, 'done', { good: 1 }))).toEqual(done)
    expect(await refusal(report(first, 'done', { good: 3 }))).toEqual([
      409,
      'This job was reported before with other counts. It has 1 good and 2 scrap; nothing was changed.',
    ])
    expect((await farm.jobs(code)).length).toBe(3)
    for (const counts of [{ good: 2 }, { good: 2, scrap: 0 }]) {
      const job = await mustClaim(farm)
      expect(job.parts).toBe(2)
      await good(report(job, 'done', counts))
    }
    expect(await farm.status(code)).toBe('PRINTED')
    expect(
      (await farm.jobs(code)).map(({ parts, good: goodParts, scrap }) => [parts, goodParts, scrap]),
    ).toEqual([
      [3, 1, 2],
      [2, 2, 0],
      [2, 2, 0],
    ])
    expect(await moneyOf(code)).toEqual(money)
    const { rows: mails } = await sql<{ kind: string }>`
      select emails.kind from emails join orders on orders.id = order_id where code = ${code}`.execute(
      service.db,
    )
    expect(mails).toEqual([{ kind: 'confirmation' }])
  })

  verifies('farm.done.scrap', 'a part that fails repeatedly is queued each time', async () => {
    const code = await queued()
    for (let round = 0; round < 4; round += 1) {
      const job = await mustClaim(farm)
      await good(report(job, 'done', { good: 0, scrap: 1 }))
      expect(await farm.status(code)).toBe('PRINTING')
    }
    await good(report(await mustClaim(farm), 'done', { good: 1 }))
    expect(await farm.status(code)).toBe('PRINTED')
    expect((await moneyOf(code)).charges).toBe(1)
  })

  verifies('farm.done.repeated', 'ignores what the history says of the first report', async () => {
    const code = await farm.order({ quantity: '3' }, CUBE)
    await good(farm.asOperator(`/api/farm/orders/${code}/queue`, { plates: [{ parts: 3 }] }))
    const job = await mustClaim(farm)
    const done = await good(report(job, 'done', { good: 1, scrap: 2 }))
    const events = service.db.updateTable('print_job_events').where('kind', '=', 'done')
    await events.set({ detail: 'One good part, two of scrap' }).execute()
    expect(await good(report(job, 'done', { good: 1, scrap: 2 }))).toEqual(done)
    // An event of a release that stored no count.
    await events.set({ detail: '1 good, 2 scrap', scrap: null }).execute()
    expect(await good(report(job, 'done', { good: 1, scrap: 2 }))).toEqual(done)
    expect((await refusal(report(job, 'done', { good: 2, scrap: 1 })))[0]).toBe(409)
  })

  verifies('farm.done.repeated', 'counts ten concurrent reports once', async () => {
    const code = await queued()
    const job = await mustClaim(farm)
    const reports = await Promise.all(
      Array.from({ length: 10 }, () => good(report(job, 'done', { good: 0, scrap: 1 }))),
    )
    expect(new Set(reports.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await farm.jobs(code)).length).toBe(2)
  })
})

describe('orders that are no longer printed', () => {
  const stopOf = async (job: Claim) =>
    ((await good(report(job, 'heartbeat'))) as { stop: string | null }).stop

  verifies(['farm.withdrawn', 'farm.heartbeat.stop'], async () => {
    const words = {
      CANCELLED: 'cancelled',
      REJECTED: 'rejected',
      PRINTED: 'printed',
      DELIVERED: 'delivered',
    }
    for (const [status, word] of Object.entries(words)) {
      const code = await queued({ quantity: '2' })
      const job = await mustClaim(farm)
      await setStatus(code, status)
      const reason = `The order is ${word}.`
      expect(await farm.jobs(code)).toMatchObject([
        { state: 'cancelled', reason },
        { state: 'cancelled', reason },
      ])
      expect(await farm.claim()).toBeNull()
      expect([await stopOf(job), await stopOf(job)]).toEqual([reason, reason])
      expect(await refusal(report(job, 'done', { good: 1 }))).toEqual([
        409,
        `This job was withdrawn: ${reason} Nothing was recorded.`,
      ])
      expect(await farm.status(code)).toBe(status)
    }
  })

  verifies(
    'farm.withdrawn',
    'are closed by a refund in full, not by a partial refund',
    async () => {
      const code = await queued({ quantity: '2' })
      const job = await mustClaim(farm)
      const { total_cents } = await moneyOf(code)
      const refund = (amountCents: number) =>
        good(
          farm.asOperator(`/api/operator/orders/${code}/refund`, { amountCents, reason: 'A test' }),
        )
      await refund(1)
      expect(await stopOf(job)).toBeNull()
      expect((await farm.jobs(code)).map(({ state }) => state)).toEqual(['claimed', 'queued'])
      await refund(total_cents - 1)
      expect(await stopOf(job)).toBe('The order was refunded in full.')
      expect((await farm.jobs(code)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    },
  )

  verifies(
    'farm.heartbeat.stop',
    'the job of a held order returns to the queue until the order is released',
    async () => {
      const code = await queued()
      const job = await mustClaim(farm)
      await change(code, {
        held_reason: 'Wrong color',
        held_at: new Date(),
        held_by: 'a@example.com',
      })
      const stop = 'The order is on hold: Wrong color'
      expect([await stopOf(job), await stopOf(job)]).toEqual([stop, stop])
      expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', attempts: 0 }])
      expect(await farm.claim()).toBeNull()
      await change(code, { held_reason: null, held_at: null, held_by: null })
      expect((await mustClaim(farm)).id).toBe(job.id)
    },
  )

  test('the jobs count as cancelled, however their order was closed', async () => {
    const counted = async () => {
      const samples = await scrape(
        async (headers) => service.fetch('/metrics', { headers }),
        service.internalKey,
      )
      return samples.get('print_jobs_total{outcome="cancelled"}') ?? 0
    }
    const before = await counted()
    await setStatus(await queued({ quantity: '2' }), 'CANCELLED')
    expect(await counted()).toBe(before + 2)
    const refunded = await queued()
    const { total_cents: amountCents } = await moneyOf(refunded)
    const path = `/api/operator/orders/${refunded}/refund`
    await good(farm.asOperator(path, { amountCents, reason: 'A test' }))
    expect(await counted()).toBe(before + 3)
    const printed = await queued()
    await mustClaim(farm)
    await good(farm.asFarm(`/api/farm/orders/${printed}/print-finished`))
    expect(await counted()).toBe(before + 4)
  })

  verifies(
    'farm.withdrawn',
    'print-finished follows the same rule: the remaining jobs are withdrawn',
    async () => {
      const code = await queued({ quantity: '2' })
      const job = await mustClaim(farm)
      await good(farm.asFarm(`/api/farm/orders/${code}/print-finished`))
      expect(await farm.status(code)).toBe('PRINTED')
      expect(await stopOf(job)).toBe('The order is printed.')
    },
  )

  verifies(
    'farm.withdrawn',
    'a received order keeps its jobs until it is accepted again',
    async () => {
      const code = await queued()
      await setStatus(code, 'RECEIVED')
      expect(await farm.claim()).toBeNull()
      await setStatus(code, 'ACCEPTED')
      expect(await claimedCode()).toBe(code)
    },
  )
})

verifies(
  'farm.bad-input',
  'invalid requests of the farm’s programs are refused with their reason',
  async () => {
    const code = await queued()
    const job = await mustClaim(farm)
    const claim = '/api/farm/jobs/claim'
    const on = (what: string) => `/api/farm/jobs/${job.id}/${what}`
    const { lease } = job
    const printer = 'p1'
    const rows: readonly [string, unknown, string][] = [
      [claim, '{', 'invalid json body'],
      [claim, {}, 'printer: is required'],
      [claim, { printer: ' ' }, 'printer: is required, 1 to 60 characters'],
      [claim, { printer: 'x'.repeat(61) }, 'printer: is required, 1 to 60 characters'],
      [
        claim,
        { printer, materials: ['wood'] },
        'materials: must be a list of pla, petg, abs, asa, tpu',
      ],
      [claim, { printer, materials: [] }, 'materials: must be a list of pla, petg, abs, asa, tpu'],
      [claim, { printer, colors: 'Red' }, 'colors: must be a list of color names'],
      [
        claim,
        { printer, nozzleDiameters: [0.5] },
        'nozzleDiameters: must be a list of 0.2, 0.4, 0.6, 0.8',
      ],
      [claim, { printer, volumeMm: { x: 1, y: 1 } }, 'volumeMm.z: is required'],
      [
        claim,
        { printer, volumeMm: { x: 0, y: 1, z: 1 } },
        'volumeMm.x: must be a number of millimeters above 0',
      ],
      [claim, { printer, files: ['stl'] }, 'files: must be a list of gcode, plates, model'],
      [on('heartbeat'), {}, 'lease: is required'],
      [on('heartbeat'), { lease: 'x' }, 'lease: must be an id as the service writes it'],
      [on('heartbeat'), { lease, progress: 2 }, 'progress: must be a number from 0 to 1'],
      [on('heartbeat'), { lease, printing: 'yes' }, 'printing: must be true or false'],
      [
        on('heartbeat'),
        { lease, remainingSeconds: -1 },
        'remainingSeconds: must be a whole number from 0 to 10000000',
      ],
      [on('done'), { lease }, 'good: is required'],
      [on('done'), { lease, good: 1.5 }, 'good: must be a whole number from 0 to 50'],
      [on('done'), { lease, good: 2 }, 'good and scrap must add up to the 1 part of this job.'],
      [
        on('done'),
        { lease, good: 0, scrap: 0 },
        'good and scrap must add up to the 1 part of this job.',
      ],
      [
        on('done'),
        { lease, good: 1, scrap: 1 },
        'good and scrap must add up to the 1 part of this job.',
      ],
      [on('fail'), { lease }, 'reason: is required'],
      [on('fail'), { lease, reason: '' }, 'reason: is required, 1 to 500 characters'],
    ]
    for (const [path, body, sentence] of rows) {
      expect([path, body, ...(await refusal(farm.asFarm(path, body)))]).toEqual([
        path,
        body,
        400,
        sentence,
      ])
    }
    expect(await farm.jobs(code)).toMatchObject([{ state: 'claimed', attempts: 1 }])
  },
)
