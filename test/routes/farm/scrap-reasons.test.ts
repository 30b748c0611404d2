// Reasons for scrap: a closed list of words, optional wherever parts are counted, and summed up on the throughput
// page.
import { beforeEach, expect, test } from 'bun:test'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const desk = use<Desk>(
  () => openDesk(service),
  () => {},
)
beforeEach(async () => {
  await clearFarm(service)
})

const words =
  'adhesion, warping, surface, extrusion, layer_shift, supports, spool, connection, color, removal, transport, other'
const refusal = { error: `scrapReason: must be one of ${words}` }

const csv = async () => (await desk.get('/operator/throughput.csv?table=scrap')).html

/** Returns a job of three parts that printer p1 has claimed. */
async function claimed() {
  const code = await farm.order({ quantity: '3' }, CUBE)
  await farm.queue(code)
  return { code, job: await mustClaim(farm) }
}
/** Returns such a job with all parts good. */
async function done() {
  const { code, job } = await claimed()
  await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: 3 }))
  const [counted] = await farm.jobs(code)
  return { code, id: job.id, version: Number(counted?.version) }
}
const onPlate = (jobId: string) => farm.report('p1', { state: 'finished', jobId })
const orderVersion = async (code: string) =>
  (await (await desk.get(`/api/operator/orders/${code}`)).response.json()).version

/** Ways to count scrap by a program: the path, and the body except the reason. */
const programs = {
  done: async () => {
    const { job } = await claimed()
    return [farm.asFarm, `/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: 1 }] as const
  },
  clear: async () => {
    await good(onPlate((await claimed()).job.id))
    return [farm.asFarm, '/api/farm/printers/p1/clear', { scrap: 2 }] as const
  },
  finish: async () => {
    const { job } = await claimed()
    const body = { action: 'finish', scrap: 2 }
    return [farm.asOperator, `/api/farm/jobs/${job.id}/change`, body] as const
  },
  reprint: async () => {
    const { id, version } = await done()
    const body = { action: 'reprint', parts: 2, version }
    return [farm.asOperator, `/api/farm/jobs/${id}/change`, body] as const
  },
  'reprint of an order': async () => {
    const { code } = await done()
    const version = await orderVersion(code)
    const body = { lines: [{ line: 1, quantity: 2 }], reason: 'Bent.', version }
    return [farm.asOperator, `/api/operator/orders/${code}/reprint`, body] as const
  },
}

for (const [name, open] of Object.entries(programs)) {
  verifies('farm.scrap-reasons', `${name} accepts the reason`, async () => {
    const [send, path, body] = await open()
    for (const scrapReason of ['bent', '', 3]) {
      const refused = await send(path, { ...body, scrapReason })
      expect([refused.status, await refused.json()]).toEqual([400, refusal])
    }
    expect(await csv()).toBe('reason,parts,share\r\n')
    await good(send(path, { ...body, scrapReason: 'warping' }))
    expect(await csv()).toBe('reason,parts,share\r\nWarped,2,1\r\n')
  })
}

/** Forms that count scrap: their addresses and their fields except the reason. */
const forms = {
  'the job’s count': async () => {
    const { job } = await claimed()
    const path = `/operator/jobs/${job.id}`
    return [`${path}?do=finish`, path, { action: 'finish', scrap: '2', version: '2' }] as const
  },
  'the job’s reprint': async () => {
    const { id, version } = await done()
    const path = `/operator/jobs/${id}`
    const fields = { action: 'reprint', parts: '2', version: String(version) }
    return [`${path}?do=reprint`, path, fields] as const
  },
  'the printer’s plate': async () => {
    const { job } = await claimed()
    await good(onPlate(job.id))
    const path = '/operator/printers/p1'
    return [path, `${path}/plate`, { job: job.id, scrap: '2' }] as const
  },
  'the order’s reprint': async () => {
    const { code } = await done()
    const path = `/operator/orders/${code}`
    const version = String(await orderVersion(code))
    const fields = { 'reprintLine.1': '2', reprintReason: 'Bent.', version }
    return [path, `${path}/reprint`, fields] as const
  },
}

for (const [name, open] of Object.entries(forms)) {
  verifies('farm.scrap-reasons', `the form of ${name} accepts the reason`, async () => {
    const [page, path, fields] = await open()
    expect((await desk.get(page)).html).toMatch(
      /<label for="scrapReason">Why they are bad[\s\S]*<option value="warping">Warped/,
    )
    const refused = await desk.post(path, { ...fields, scrapReason: 'bent' })
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Choose one of: Came off the bed; Warped;'),
    ])
    const sent = await desk.post(path, { ...fields, scrapReason: 'color' })
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('=')])
    expect(await csv()).toBe('reason,parts,share\r\nWrong color or material,2,1\r\n')
  })
}

test('the form keeps its entries when the count is refused', async () => {
  const { job } = await claimed()
  const fields = { action: 'finish', scrap: 'some', version: '2', scrapReason: 'spool' }
  const { html } = await desk.post(`/operator/jobs/${job.id}`, fields)
  expect(html).toContain('<option value="spool" selected>')
})

test('scrap without a reason is counted, and a reason without scrap is not', async () => {
  for (const [made, scrapReason] of [
    [0, undefined],
    [2, 'supports'],
    [3, 'supports'],
  ] as const) {
    const { job } = await claimed()
    const report = { lease: job.lease, good: made, scrapReason }
    const path = `/api/farm/jobs/${job.id}/done`
    await good(farm.asFarm(path, report))
    // Counts of a repeated report are compared; the first reason stays.
    await good(farm.asFarm(path, { ...report, scrapReason: 'other' }))
    await service.db
      .updateTable('print_jobs')
      .set({ state: 'cancelled', finished_at: new Date() })
      .where('state', '=', 'queued')
      .execute()
  }
  // 3 of the first job, 1 of the second, none of the third.
  expect(await csv()).toBe(
    'reason,parts,share\r\nNot said,3,0.75\r\nDamaged by supports,1,0.25\r\n',
  )
  const { html } = await desk.get('/operator/throughput')
  expect(html).toMatch(/Why are parts scrap\?[\s\S]*Damaged by supports[\s\S]*25/)
})

test('events of the previous release count without a reason, and those of other days do not', async () => {
  const { id, version } = await done()
  await good(
    farm.asOperator(`/api/farm/jobs/${id}/change`, { action: 'reprint', parts: 2, version }),
  )
  const { job } = await claimed()
  await good(
    farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: job.parts - 1 }),
  )
  const before = { scrap: null, scrap_reason: null }
  await service.db.updateTable('print_job_events').set(before).execute()
  expect(await csv()).toBe('reason,parts,share\r\nNot said,3,1\r\n')
  const range = 'from=2020-01-01&to=2020-01-02&table=scrap'
  expect((await desk.get(`/operator/throughput.csv?${range}`)).html).toBe('reason,parts,share\r\n')
})

test('the history of the job shows the reason', async () => {
  const { job } = await claimed()
  const report = { lease: job.lease, good: 1, scrapReason: 'layer_shift' }
  await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, report))
  const { html } = await desk.get(`/operator/jobs/${job.id}`)
  expect(html).toContain('1 good, 2 scrap: Shifted layers')
})
