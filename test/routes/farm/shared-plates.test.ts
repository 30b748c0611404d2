// Plates that jobs of several orders share: one claim, one file, and jobs that leave.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import { farmBed } from '../../../server/domain/farm/printers/plate-profiles.ts'
import { listJobs } from '../../../server/domain/farm/reports/change-job.ts'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import type { LaidJob } from '../../../server/domain/farm/slice-ports.ts'
import {
  clearFarm,
  good,
  type Job,
  mustClaim,
  openFarm,
  SLICED,
} from '../../../testing/people/farm.ts'
import { sharedPlates } from '../../../testing/people/shared-plates.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
beforeEach(() => clearFarm(service))
const {
  queued,
  share,
  sliced,
  sliceFile,
  laidOf,
  printing,
  report,
  change,
  read,
  states,
  leads,
  statuses,
  openParts,
  setStatus,
  hold,
  tidy,
  claimedId,
} = sharedPlates(service, farm)

describe('a shared plate', () => {
  test('spreads its filament over its orders by the hours of each alone', async () => {
    const { jobs } = await printing(2, 3)
    for (const [index, centihours] of [100, 200].entries()) {
      await service.db
        .updateTable('print_jobs')
        .set({ place: sql`place || jsonb_build_object('centihours', ${centihours}::int)` })
        .where('id', '=', jobs[index]?.id ?? printJobIdOf(''))
        .execute()
    }
    const orders = await Promise.all(
      jobs.map(({ orderCode }) => service.deps.orders.readByCode(orderCode)),
    )
    const ids = orders.map((order) => order?.id ?? orderIdOf(''))
    const works = await service.deps.orderCosts.read(ids)
    // Its file reports 3 g.
    expect(ids.map((id) => works.get(id)?.jobs.map(({ milligrams }) => milligrams))).toEqual([
      [1000],
      [2000],
    ])
  })

  test('is claimed by the job that leads, with the others, and every order is PRINTING', async () => {
    const jobs = [await queued(2), await queued(3)]
    const [lead, rider] = jobs as [Job, Job]
    expect(await share(jobs)).toBe(true)
    // Nothing is printed before the plate is sliced, not even by a printer that slices by itself.
    expect(await farm.claim()).toBeNull()
    await sliced(lead, 7200)
    // A program that would report only the parts of the lead job gets nothing either.
    expect(await farm.claim({ files: ['gcode'], sharedPlates: false })).toBeNull()
    const claim = await mustClaim(farm, { files: ['gcode'] })
    expect(claim).toMatchObject({
      id: lead.id,
      parts: 2,
      plateJobs: [
        { jobId: lead.id, orderCode: lead.orderCode, parts: 2 },
        { jobId: rider.id, orderCode: rider.orderCode, parts: 3 },
      ],
      file: { printSeconds: 7200 },
    })
    expect(await claimedId()).toBeNull()
    expect(await states(jobs)).toEqual(['claimed', 'claimed'])
    expect(await statuses(jobs)).toEqual(['PRINTING', 'PRINTING'])
    const beat = await good(report(claim, 'heartbeat', { printing: true, progress: 0.5 }))
    expect(beat).toMatchObject({ stop: null })
    expect(await states(jobs)).toEqual(['printing', 'printing'])
    expect((await read(rider)).progress).toBe(0.5)
    expect((await read(rider)).leasedUntil).toEqual((await read(lead)).leasedUntil)
    // Its two hours are spread by what each job takes alone: 2 of 5 parts, and 3.
    const hours = (await Promise.all(jobs.map(read))).map(({ centihours }) => centihours)
    expect(Math.abs((hours[0] ?? 0) + (hours[1] ?? 0) - 200)).toBeLessThanOrEqual(2)
    expect(hours[1] ?? 0).toBeGreaterThan(hours[0] ?? 0)
  })

  test('does not affect an ordinary job', async () => {
    const job = await queued(2)
    expect(job['plateJobs']).toBeUndefined()
  })

  test('is formed of waiting jobs without operator changes', async () => {
    const [one, other, third] = [await queued(), await queued(), await queued()]
    await hold(other, 'No spool')
    expect(await share([one, other])).toBe(false)
    await hold(other, null)
    await farm.claim({ files: ['model'] })
    expect(await share([one, other])).toBe(false)
    expect(await share([other, third])).toBe(true)
    expect(await share([third, other])).toBe(false)
    expect(await share([other])).toBe(false)
  })
})

describe('a slice of a shared plate', () => {
  /** Creates a plate of three jobs and the slice that a process has begun, and returns its layout. */
  async function begun() {
    const jobs = [await queued(), await queued(), await queued()]
    const [lead, ...riders] = jobs as [Job, Job, Job]
    expect(await share(jobs)).toBe(true)
    const taken = await service.deps.plateSlices.take(60, [{ profile: farmBed, nozzleMm: 0.4 }])
    if (taken === null) throw new Error('no plate')
    const file = await sliceFile(taken)
    const keep = (laid: readonly LaidJob[]) => service.deps.plateSlices.keep(taken, file, laid)
    return { lead, riders, laid: await laidOf(lead), keep }
  }

  test('stores the jobs and places that it printed', async () => {
    const { lead, laid, keep } = await begun()
    expect(await keep(laid)).toBe(true)
    expect((await mustClaim(farm, { files: ['gcode'] })).id).toBe(lead.id)
  })

  const changes: Readonly<Record<string, (rider: Job) => Promise<unknown>>> = {
    'a job was cancelled': ({ id }) =>
      sql`update print_jobs set state = 'cancelled', finished_at = now() where id = ${id}`.execute(
        service.db,
      ),
    'a job lies elsewhere': ({ id }) =>
      sql`update print_jobs set place = jsonb_set(place, '{copies,0,xMm}', '-80') where id = ${id}`.execute(
        service.db,
      ),
    'a job is turned': ({ id }) =>
      sql`update print_jobs set place = jsonb_set(place, '{copies,0,turnDegrees}', '90') where id = ${id}`.execute(
        service.db,
      ),
    'a job has left': ({ id }) =>
      sql`update print_jobs set lead_id = null, place = null where id = ${id}`.execute(service.db),
  }
  for (const [when, changeRider] of Object.entries(changes)) {
    test(`is discarded when ${when} meanwhile`, async () => {
      const { lead, riders, laid, keep } = await begun()
      await changeRider(riders[0] as Job)
      expect(await keep(laid)).toBe(false)
      const { rows } =
        await sql`select from plate_slices where job_id = ${lead.id} and state = 'sliced'`.execute(
          service.db,
        )
      expect(rows).toEqual([])
      // The layout of the current plate is stored.
      const open = (await laidOf(lead)).filter(
        ({ id }) => when !== 'a job was cancelled' || id !== riders[0]?.id,
      )
      expect(await keep(open)).toBe(true)
    })
  }

  test('is discarded when a job has joined meanwhile', async () => {
    const { lead, laid, keep } = await begun()
    const late = await queued()
    await sql`update print_jobs set lead_id = ${lead.id}, place = (select place from print_jobs where id = ${lead.id})
      where id = ${late.id}`.execute(service.db)
    expect(await keep(laid)).toBe(false)
  })
})

test('a lease is renewed by a heartbeat of any of its jobs', async () => {
  const { jobs, claim } = await printing(2, 3)
  const [, rider] = jobs
  await service.db
    .updateTable('print_jobs')
    .set({ leased_until: new Date(Date.now() + 60_000) })
    .where('id', '=', claim.id)
    .execute()
  await good(
    report({ id: rider?.id ?? printJobIdOf(''), lease: claim.lease }, 'heartbeat', {
      progress: 0.5,
    }),
  )
  const { leasedUntil, progress } = await read(jobs[0] as Job)
  expect(leasedUntil?.getTime()).toBeGreaterThan(Date.now() + 500_000)
  expect(progress).toBe(0.5)
})

test('does not leave its jobs among the unsliced jobs', async () => {
  const jobs = [await queued(2), await queued(3)] as const
  await share(jobs)
  const unsliced = async () => (await listJobs(service.deps, { view: 'unsliced' })).jobs.length
  expect(await unsliced()).toBe(2)
  await sliced(jobs[0])
  expect(await unsliced()).toBe(0)
})

describe('a hold', () => {
  test('of one order does not stop the plate', async () => {
    const { jobs, claim } = await printing(2, 3)
    await hold(jobs[0] as Job, 'No address')
    expect(await good(report(claim, 'heartbeat'))).toMatchObject({ stop: null })
    await hold(jobs[1] as Job, 'No address')
    expect(await good(report(claim, 'heartbeat'))).toMatchObject({
      stop: 'The order is on hold: No address',
    })
    expect(await states(jobs)).toEqual(['queued', 'queued'])
  })
})

describe('lets a job leave while no printer has it', () => {
  const doors: Record<string, (job: Job) => Promise<unknown>> = {
    'when it is cancelled': async (job) => await good(change(job, { action: 'cancel' })),
    'when it is counted manually': async (job) => await good(change(job, { action: 'finish' })),
    'when its order is cancelled': (job) => setStatus(job, 'CANCELLED'),
    'when its order is put on hold': (job) => hold(job, 'No spool'),
    'when its order is refunded': (job) =>
      service.db
        .updateTable('orders')
        .set({ refunding_cents: sql`total_cents - refunded_cents` })
        .where('code', '=', job.orderCode)
        .execute(),
    'when it gets a file': async (job) => {
      const form = new FormData()
      form.set('code', job.orderCode)
      form.set('jobId', job.id)
      form.set('file', new File([SLICED.bytes], SLICED.name))
      await good(farm.asOperator('/api/farm/print-upload', form))
    },
    'when it is more urgent than the others': (job) =>
      service.db
        .updateTable('orders')
        .set({ priority: 1 })
        .where('code', '=', job.orderCode)
        .execute(),
  }
  for (const [when, leave] of Object.entries(doors)) {
    test(when, async () => {
      const jobs = [await queued(1), await queued(1), await queued(1)]
      const [lead, , third] = jobs as [Job, Job, Job]
      await share(jobs)
      await sliced(lead)
      await leave(third)
      // The plate as it was sliced is never printed, whichever program claims first.
      const isAlone = when.endsWith('than the others')
      if (!isAlone) expect(await claimedId()).not.toBe(lead.id)
      await tidy()
      expect(await leads(jobs)).toEqual(isAlone ? [null, null, null] : [null, 0, null])
      expect((await service.deps.printJobs.read(third.id))?.place).toBeNull()
      expect(await service.deps.plateSlices.list(lead.id)).toEqual([])
      expect(await tidy()).toBe(0)
    })
  }

  for (const [when, leave] of Object.entries(doors)) {
    if (when.endsWith('than the others')) continue
    test(`and dissolves it as the lead, ${when}`, async () => {
      const jobs = [await queued(1), await queued(1), await queued(1)]
      const [lead] = jobs as [Job]
      await share(jobs)
      await sliced(lead)
      await leave(lead)
      await tidy()
      expect(await leads(jobs)).toEqual([null, null, null])
      const left = await Promise.all(jobs.map(read))
      expect(left.map(({ place }) => place)).toEqual([null, null, null])
      expect(await tidy()).toBe(0)
    })
  }

  test('with one other job, which is then alone and is sliced alone', async () => {
    const jobs = [await queued(1), await queued(1)]
    await share(jobs)
    await sliced(jobs[0] as Job)
    await good(change(jobs[1] as Job, { action: 'cancel' }))
    expect((await read(jobs[0] as Job)).plateJobs).toEqual([])
    expect(await claimedId()).toBeNull()
    await sliced(jobs[0] as Job)
    expect(await claimedId()).toBe(jobs[0]?.id ?? printJobIdOf(''))
  })
})

describe('a process of the previous release', () => {
  const claimAsBefore = (id: string) =>
    sql`update print_jobs set state = 'claimed', version = version + 1, lease = gen_random_uuid(),
      leased_until = now() + interval '10 minutes', printer = 'old', attempts = attempts + 1, claimed_at = now()
      where id = ${id} and state = 'queued' returning id`.execute(service.db)

  for (const [who, index] of [
    ['the lead', 0],
    ['a rider', 1],
  ] as const) {
    test(`that claims ${who} dissolves the plate and gets nothing`, async () => {
      const jobs = [await queued(1), await queued(1)]
      await share(jobs)
      await sliced(jobs[0] as Job)
      const claimed = await claimAsBefore(jobs[index]?.id ?? '')
      expect(claimed.rows).toEqual([])
      expect(await states(jobs)).toEqual(['queued', 'queued'])
      expect(await leads(jobs)).toEqual([null, null])
      expect(await service.deps.plateSlices.list(jobs[0]?.id ?? printJobIdOf(''))).toEqual([])
      expect((await claimAsBefore(jobs[index]?.id ?? printJobIdOf(''))).rows).toHaveLength(1)
    })
  }

  test('that slices the parts of the lead alone makes no file of the plate', async () => {
    const jobs = [await queued(1), await queued(1)]
    const [lead] = jobs as [Job]
    await share(jobs)
    await sliced(lead)
    await service.db.updateTable('plate_slices').set({ shared: false }).execute()
    expect(await claimedId()).toBeNull()
    await sliced(lead)
    expect(await claimedId()).toBe(lead.id)
  })

  test('that counts the lead alone leaves the others to an operator', async () => {
    const { jobs } = await printing(2, 3)
    await sql`update print_jobs set state = 'done', good = 2, scrap = 0, leased_until = null, finished_at = now()
      where id = ${jobs[0]?.id}`.execute(service.db)
    await recoverExpiredJobs(service.deps)
    await tidy()
    expect(await states(jobs)).toEqual(['done', 'failed'])
    expect((await read(jobs[1] as Job)).reason).toBe(
      'Its plate was reported without it. Count its parts manually, or queue it again.',
    )
  })
})

describe('two processes', () => {
  /** Reads the order again when a claim has changed it meanwhile; each claim and each change can do so once. */
  const cancelOrder = async ({ orderCode }: Job): Promise<number> => {
    for (let tries = 1; ; tries += 1) {
      const path = `/api/operator/orders/${orderCode}/status`
      const body = await statusChange(service.deps, orderCode, { status: 'CANCELLED' })
      const response = await farm.asOperator(path, body)
      if (response.status !== 409) return response.status
      if (tries === 10) throw new Error(`the order changes for ever: ${await response.text()}`)
    }
  }
  test('that claim, cancel and clean up concurrently never deadlock, and print nothing twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const jobs = [await queued(1), await queued(1), await queued(1), await queued(1)]
      const [one, two, three, four] = jobs as [Job, Job, Job, Job]
      await share([one, two])
      await share([three, four])
      await sliced(one)
      await sliced(three)
      const all = await Promise.all([
        claimedId(),
        claimedId(),
        change(two, { action: 'cancel' }).then(({ status }) => status),
        cancelOrder(four),
        tidy(),
        share([one, three]),
        change(one, { action: 'cancel' }).then(({ status }) => status),
        tidy(),
      ])
      expect([all[2], all[3], all[6]]).toEqual([200, 200, 200])
      await tidy()
      const left = await Promise.all(jobs.map(read))
      expect(left[1]?.state).toBe('cancelled')
      expect(left[3]?.state).toBe('cancelled')
      const claims = all.slice(0, 2).filter((id) => id !== null)
      expect(new Set(claims).size).toBe(claims.length)
      // A printer has exactly the plate of its claim: a job of another claim, or of none, would be printed twice or
      // never.
      const running = left.filter(({ state }) => state === 'claimed' || state === 'printing')
      for (const { id, leadId } of running) expect(claims).toContain(leadId ?? id)
      await service.db.deleteFrom('print_job_events').execute()
      await service.db.deleteFrom('print_jobs').execute()
    }
  }, 60_000)
})

describe('at the desk', () => {
  const page = async (path: string) => {
    const response = await service.fetch(path, { headers: { cookie: farm.cookie } })
    return await response.text()
  }
  const post = (path: string, fields: Record<string, string>) =>
    service.fetch(path, {
      method: 'POST',
      headers: { cookie: farm.cookie, origin: service.baseUrl },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('the page of a job names the others and draws the plate, and counts each order', async () => {
    const { jobs } = await printing(2, 3)
    const [lead, rider] = jobs as [Job, Job]
    const html = await page(`/operator/jobs/${rider.id}`)
    expect(html).toContain(`href="/operator/jobs/${lead.id}"`)
    expect(html).toContain('<svg class="plate"')
    // A rectangle for each part, labeled with the code of its order.
    const labels = [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
    expect(labels).toEqual([lead.orderCode, rider.orderCode])
    const asked = await page(`/operator/jobs/${rider.id}?do=finish`)
    for (const job of jobs) expect(asked).toContain(`name="scrap-${job.id}"`)
    const ids = jobs.map(({ id }) => id).join(' ')
    const form = { action: 'finish', version: String((await read(rider)).version), jobs: ids }
    const wrong = await post(`/operator/jobs/${rider.id}`, { ...form, [`scrap-${lead.id}`]: 'x' })
    expect(wrong.status).toBe(400)
    expect(await states(jobs)).toEqual(['claimed', 'claimed'])
    const counts = { [`scrap-${lead.id}`]: '0', [`scrap-${rider.id}`]: '2' }
    expect((await post(`/operator/jobs/${rider.id}`, { ...form, ...counts })).status).toBe(303)
    expect(await states(jobs)).toEqual(['done', 'done'])
    expect([await openParts(lead), await openParts(rider)]).toEqual([0, 2])
  })

  test('a full plate is counted by order on the page of its printer, and by its program', async () => {
    const reported = async (jobId: string, state: string) =>
      await good(farm.report('p1', { state, jobId }))
    const first = await printing(2, 3)
    const [lead, rider] = first.jobs as [Job, Job]
    await reported(lead.id, 'finished')
    const html = await page('/operator/printers/p1')
    for (const job of first.jobs) expect(html).toContain(`name="scrap-${job.id}"`)
    const counts = { [`scrap-${lead.id}`]: '1', [`scrap-${rider.id}`]: '0' }
    const jobs = `${lead.id} ${rider.id}`
    const cleared = await post('/operator/printers/p1/plate', {
      job: lead.id,
      scrap: '0',
      jobs,
      ...counts,
    })
    expect(cleared.status).toBe(303)
    expect([await openParts(lead), await openParts(rider)]).toEqual([1, 0])
    await service.db.deleteFrom('print_job_events').execute()
    await service.db.deleteFrom('print_jobs').execute()
    const second = await printing(2, 3)
    const [other, last] = second.jobs as [Job, Job]
    await reported(other.id, 'printing')
    await reported(other.id, 'finished')
    // The lead job is cancelled; the remaining parts of the plate are still counted.
    await good(change(other, { action: 'cancel' }))
    await good(farm.asFarm('/api/farm/printers/p1/clear', { jobs: [{ jobId: last.id, scrap: 1 }] }))
    expect(await states(second.jobs)).toEqual(['cancelled', 'done'])
    expect(await openParts(last)).toBe(1)
  })
})
