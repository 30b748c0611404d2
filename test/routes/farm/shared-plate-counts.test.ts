// Counts of shared plates by job, and jobs that are cancelled while they are printed.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type Meter, noMeter } from '../../../server/domain/base/metrics/meter.ts'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { anyPrinter, sharedPlates } from '../../../testing/people/shared-plates.ts'
import { refusal } from '../../../testing/people/submit.ts'
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
  printing,
  report,
  change,
  read,
  states,
  leads,
  statuses,
  openParts,
  setStatus,
  tidy,
  claimedId,
} = sharedPlates(service, farm)

describe('counts', () => {
  test('may be totals when all parts are good or all are scrap', async () => {
    const { jobs, claim } = await printing(2, 3)
    const done = await good(report(claim, 'done', { good: 5 }))
    expect(done).toMatchObject({
      job: { id: jobs[0].id, good: 2, scrap: 0 },
      orderStatus: 'PRINTED',
      others: [{ job: { id: jobs[1].id, good: 3, scrap: 0 }, orderStatus: 'PRINTED' }],
    })
    expect(await statuses(jobs)).toEqual(['PRINTED', 'PRINTED'])
    // A repeat is recognized, and changes nothing.
    expect(await good(report(claim, 'done', { good: 5 }))).toMatchObject({
      job: { good: 2 },
      others: [{ job: { good: 3 } }],
    })
    const other = await report(claim, 'done', { good: 0, scrap: 5 })
    expect(other.status).toBe(409)
  })

  test('queue every part again when every part is scrap', async () => {
    const { jobs, claim } = await printing(2, 3)
    await good(report(claim, 'done', { good: 0 }))
    expect(await statuses(jobs)).toEqual(['PRINTING', 'PRINTING'])
    for (const [index, job] of jobs.entries()) expect(await openParts(job)).toBe(index + 2)
    // Reprinted parts are sliced alone.
    expect(await claimedId()).toBeNull()
  })

  test('are required by job when some parts are scrap, and only the order that lost parts is printed again', async () => {
    const { jobs, claim } = await printing(2, 3)
    const [lead, rider] = jobs
    const refused = await refusal(report(claim, 'done', { good: 4, scrap: 1 }))
    expect(refused).toEqual([
      400,
      'This plate has parts of several jobs: send the counts of each as jobs: [{jobId, good, scrap}]. Expected are ' +
        `2 parts of ${lead.orderCode} (${lead.id}), 3 parts of ${rider.orderCode} (${rider.id}).`,
    ])
    const counts = [
      { jobId: rider.id, good: 2, scrap: 1 },
      { jobId: lead.id, good: 2, scrap: 0 },
    ]
    for (const wrong of [
      [counts[0]],
      [counts[0], counts[0]],
      [counts[0], { jobId: lead.id, good: 1, scrap: 0 }],
      [...counts, { jobId: crypto.randomUUID(), good: 1, scrap: 0 }],
    ]) {
      expect((await report(claim, 'done', { jobs: wrong })).status).toBe(400)
    }
    expect(await states(jobs)).toEqual(['claimed', 'claimed'])
    await good(report(claim, 'done', { jobs: counts }))
    expect(await statuses(jobs)).toEqual(['PRINTED', 'PRINTING'])
    expect(await openParts(lead)).toBe(0)
    expect(await openParts(rider)).toBe(1)
    const again = (await farm.jobs(rider.orderCode)).find(({ state }) => state === 'queued')
    expect(again).toMatchObject({ parts: 1, reprintOf: rider.id })
    expect(again?.['plateJobs']).toBeUndefined()
  })

  test('state why parts are scrap for each job that lost some', async () => {
    const { jobs, claim } = await printing(2, 3)
    const [whole, spoiled] = jobs.map(({ id, parts }, at) => ({
      jobId: id,
      good: parts - at,
      scrap: at,
    }))
    await good(report(claim, 'done', { jobs: [whole, spoiled], scrapReason: 'warping' }))
    const reasons = await service.db
      .selectFrom('print_job_events')
      .select(['job_id', 'scrap', 'scrap_reason'])
      .where('kind', '=', 'done')
      .execute()
    expect(
      new Map(reasons.map((event) => [event.job_id, [event.scrap, event.scrap_reason]])),
    ).toEqual(
      new Map([
        // A job without scrap has a null count.
        [jobs[0].id, [null, null]],
        [jobs[1].id, [1, 'warping']],
      ]),
    )
  })

  test('may be entered by an operator, from any of its jobs', async () => {
    const { jobs } = await printing(2, 3)
    const [lead, rider] = jobs
    expect((await change(rider, { action: 'finish', scrap: 1 })).status).toBe(400)
    const body = {
      action: 'finish',
      jobs: [
        { jobId: lead.id, good: 1, scrap: 1 },
        { jobId: rider.id, good: 3, scrap: 0 },
      ],
    }
    expect(await good(change(rider, body))).toMatchObject({
      job: { id: rider.id, good: 3 },
      others: [{ job: { id: lead.id, scrap: 1 } }],
    })
    expect(await openParts(lead)).toBe(1)
  })
})

test('the machine times of the jobs of a plate add up to the time of its print', async () => {
  const { jobs, claim } = await printing(1, 3)
  await service.db
    .updateTable('print_jobs')
    .set({ claimed_at: sql`now() - interval '4000 seconds'` })
    .execute()
  await good(report(claim, 'done', { good: 4 }))
  const seconds = (await Promise.all(jobs.map(read))).map((job) => job.printedSeconds ?? 0)
  expect(Math.abs((seconds[0] ?? 0) + (seconds[1] ?? 0) - 4000)).toBeLessThanOrEqual(30)
  expect(seconds[1] ?? 0).toBeGreaterThan(seconds[0] ?? 0)
})

describe('counts of a plate of which a job was cancelled', () => {
  test('are not complete just because the good parts match the wanted number', async () => {
    const { jobs, claim } = await printing(5, 5)
    await good(change(jobs[0], { action: 'cancel' }))
    expect((await report(claim, 'done', { good: 5 })).status).toBe(400)
    await good(report(claim, 'done', { good: 5, scrap: 0 }))
    expect(await statuses(jobs)).toContain('PRINTED')
  })

  test('may be those of the one remaining job', async () => {
    const { jobs } = await printing(5, 5)
    await good(change(jobs[0], { action: 'cancel' }))
    await good(change(jobs[1], { action: 'finish', scrap: 1 }))
    expect(await read(jobs[1])).toMatchObject({ state: 'done', good: 4, scrap: 1 })
  })

  test('are those of each job when no printer has the plate', async () => {
    const jobs = [await queued(2), await queued(3)] as const
    await share(jobs)
    const counts = jobs.map(({ id, parts }) => ({ jobId: id, scrap: parts }))
    const both = await change(jobs[0], { action: 'finish', jobs: counts })
    expect(both.status).toBe(400)
    await good(change(jobs[0], { action: 'finish', jobs: counts.slice(0, 1) }))
    expect(await read(jobs[0])).toMatchObject({ state: 'done', good: 0, scrap: 2 })
  })
})

describe('a claim without parts', () => {
  test('fails for all, and the plate is printed again', async () => {
    const { jobs, claim } = await printing(2, 3)
    await good(report(claim, 'fail', { reason: 'The nozzle is clogged.' }))
    expect(await states(jobs)).toEqual(['queued', 'queued'])
    expect(await leads(jobs)).toEqual([null, 0])
    await good(report(claim, 'fail', { reason: 'The nozzle is clogged.' }))
    for (const _ of [2, 3]) {
      const again = await mustClaim(farm, { files: ['gcode'] })
      expect(again.id).toBe(jobs[0].id)
      await good(report(again, 'fail', { reason: 'The nozzle is clogged.' }))
    }
    expect(await states(jobs)).toEqual(['failed', 'failed'])
    // An operator queues the complete plate again.
    await good(change(jobs[1], { action: 'requeue' }))
    expect(await states(jobs)).toEqual(['queued', 'queued'])
    expect(await claimedId()).toBe(jobs[0].id)
  })

  test('expires for all', async () => {
    const { jobs, claim } = await printing(2, 3)
    await farm.expire()
    expect((await report(claim, 'heartbeat')).status).toBe(409)
    await recoverExpiredJobs(service.deps)
    expect(await states(jobs)).toEqual(['queued', 'queued'])
    expect(await tidy()).toBe(0)
    expect((await report(claim, 'done', { good: 5 })).status).toBe(409)
    expect(await claimedId()).toBe(jobs[0].id)
  })

  test('that ended before its job got a shared plate is refused as ended, not for its counts', async () => {
    const [alone, other] = [await queued(2), await queued(3)]
    await sliced(alone)
    const claim = await mustClaim(farm, { files: ['gcode'] })
    expect(claim.id).toBe(alone.id)
    await farm.expire()
    await recoverExpiredJobs(service.deps)
    expect(await share([alone, other])).toBe(true)
    expect((await report(claim, 'done', { good: 2 })).status).toBe(409)
    expect(await states([alone, other])).toEqual(['queued', 'queued'])
  })

  test('that crashed between its two steps has no effect', async () => {
    const jobs = [await queued(2), await queued(3)] as const
    await share(jobs)
    await sliced(jobs[0])
    expect(await service.deps.printJobs.lease(anyPrinter, [])).not.toBeNull()
    expect(await states(jobs)).toEqual(['claimed', 'queued'])
    expect(await claimedId()).toBeNull()
    expect(await tidy()).toBe(0)
    await farm.expire()
    await recoverExpiredJobs(service.deps)
    expect(await claimedId()).toBe(jobs[0].id)
    expect(await states(jobs)).toEqual(['claimed', 'claimed'])
  })

  test('with a plate that lost a job between its two steps is not handed out', async () => {
    const jobs = [await queued(2), await queued(3)] as const
    await share(jobs)
    await sliced(jobs[0])
    const leased = await service.deps.printJobs.lease(anyPrinter, [])
    if (leased === null) throw new Error('no job')
    await good(change(jobs[1], { action: 'cancel' }))
    const { lease } = leased
    const claim = { lease, printer: 'p1' }
    const started = await service.deps.printJobs.start(jobs[0].id, claim)
    expect(started).toMatchObject({ failure: { kind: 'not_printable' } })
    expect(await states(jobs)).toEqual(['queued', 'cancelled'])
  })

  test('that an operator withdraws is withdrawn for all jobs', async () => {
    const { jobs, claim } = await printing(2, 3)
    await good(change(jobs[1], { action: 'requeue' }))
    expect(await states(jobs)).toEqual(['queued', 'queued'])
    expect((await report(claim, 'heartbeat')).status).toBe(409)
    expect(await claimedId()).toBe(jobs[0].id)
  })
})

describe('a job that is cancelled while it is printed', () => {
  test('does not stop the others, and its parts are not counted', async () => {
    const { jobs, claim } = await printing(2, 3)
    const [lead, rider] = jobs
    await setStatus(rider, 'CANCELLED')
    expect(await good(report(claim, 'heartbeat', { printing: true }))).toMatchObject({ stop: null })
    await good(report(claim, 'done', { good: 5 }))
    expect(await states(jobs)).toEqual(['done', 'cancelled'])
    expect(await statuses(jobs)).toEqual(['PRINTED', 'CANCELLED'])
    expect(await openParts(lead)).toBe(0)
  })

  test('may be the lead', async () => {
    const { jobs, claim } = await printing(2, 3)
    const [lead, rider] = jobs
    await good(change(lead, { action: 'cancel' }))
    expect(await good(report(claim, 'heartbeat', { printing: true }))).toMatchObject({ stop: null })
    await recoverExpiredJobs(service.deps)
    await tidy()
    expect(await states(jobs)).toEqual(['cancelled', 'printing'])
    await good(report(claim, 'done', { jobs: [{ jobId: rider.id, good: 2, scrap: 1 }] }))
    expect(await states(jobs)).toEqual(['cancelled', 'done'])
    expect(await openParts(rider)).toBe(1)
    // The request is repeated.
    const repeat = { jobs: [{ jobId: rider.id, good: 2, scrap: 1 }] }
    await good(report(claim, 'done', repeat))
    expect(await openParts(rider)).toBe(1)
  })

  test('that fails with its lead is counted as failed', async () => {
    const { jobs } = await printing(2, 3)
    await service.db.updateTable('print_jobs').set({ attempts: 3 }).execute()
    await farm.expire()
    const counted: unknown[] = []
    const meter: Meter = { ...noMeter, count: (...count) => void counted.push(count) }
    await recoverExpiredJobs({ ...service.deps, meter })
    expect(await states(jobs)).toEqual(['failed', 'failed'])
    expect(counted).toEqual([['print_jobs_total', { outcome: 'failed' }, 2]])
  })

  test('leaves no job behind when its printer did not receive the claim', async () => {
    const { jobs } = await printing(2, 3)
    const [lead, rider] = jobs
    await good(change(lead, { action: 'cancel' }))
    expect(await farm.claim({ files: ['gcode'], holdsNone: true })).toBeNull()
    expect(await states(jobs)).toEqual(['cancelled', 'queued'])
    await sliced(rider)
    expect(await claimedId()).toBe(rider.id)
  })

  test('leaves no job behind when its printer stops responding', async () => {
    const { jobs } = await printing(2, 3)
    const [lead, rider] = jobs
    await good(change(lead, { action: 'cancel' }))
    await service.db
      .updateTable('print_jobs')
      .set({ heartbeat_at: sql`now() - interval '11 minutes'` })
      .where('id', '=', lead.id)
      .execute()
    await recoverExpiredJobs(service.deps)
    expect(await tidy()).toBe(1)
    expect(await states(jobs)).toEqual(['cancelled', 'queued'])
    expect(await leads(jobs)).toEqual([null, null])
    await sliced(rider)
    expect(await claimedId()).toBe(rider.id)
  })

  test('stops the printer when no other job remains', async () => {
    const { jobs, claim } = await printing(2, 3)
    const [lead, rider] = jobs
    await setStatus(rider, 'CANCELLED')
    await setStatus(lead, 'CANCELLED')
    const beat = (await good(report(claim, 'heartbeat'))) as { stop: string | null }
    expect(beat.stop).toBe('The order is cancelled.')
    expect(await states(jobs)).toEqual(['cancelled', 'cancelled'])
  })

  test('fails with the plate, and the others are queued alone when the lead is cancelled', async () => {
    const { jobs, claim } = await printing(2, 3, 1)
    await good(change(jobs[0], { action: 'cancel' }))
    await good(report(claim, 'fail', { reason: 'The nozzle is clogged.' }))
    expect(await states(jobs)).toEqual(['cancelled', 'queued', 'queued'])
    expect(await leads(jobs)).toEqual([null, null, null])
  })
})
