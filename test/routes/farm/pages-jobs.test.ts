// /operator/jobs: who sees which parts, the questions before a job is changed, and the effect of each form.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { JobsSection } from '../../../server/pages/operators/orders/jobs-section.tsx'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { crossStl, teeStl } from '../../../testing/models/overhangs.ts'
import { good, type Job, mustClaim, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { deskPages, type Fields } from '../../../testing/people/operator-desk.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { scriptedSlicer } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({
  env: { SLICER_PATH: slicer.path, VIEWER_EMAILS: 'viewer@example.com' },
}))
const farm = use(
  () => openFarm(service),
  () => {},
)
afterAll(() => slicer.end())
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
})

const get = (path: string, cookie = farm.cookie) => deskPages(service, cookie).get(path)
const post = (path: string, fields: Fields, cookie = farm.cookie) =>
  deskPages(service, cookie).post(path, fields)
const change = async (job: Job | undefined, fields: Record<string, string>) => {
  const [now] = (await farm.jobs(job?.orderCode ?? '')).filter(({ id }) => id === job?.id)
  return post(`/operator/jobs/${job?.id}`, { version: String(now?.version), ...fields })
}

/** Expects texts about the job for the order's owner, an agent and an operator. */
async function expectRead(
  code: string,
  {
    supports,
    byOperator,
  }: { readonly supports: 'none' | 'turn' | 'supports'; readonly byOperator: boolean },
): Promise<void> {
  const { headers } = farm.account
  const rest = { supports, supportsByOperator: byOperator }
  expect(await good(service.fetch(`/api/print/orders/${code}`, { headers }))).toMatchObject(rest)
  const desk = { headers: { cookie: farm.cookie } }
  expect(await good(service.fetch(`/api/operator/orders/${code}`, desk))).toMatchObject(rest)
  const printed = { supports: 'with supports', none: 'without supports', turn: 'turned' }[supports]
  const { fields, text } = await resultOf(callTool(service, farm.account, 'get_order', { code }))
  expect(fields['printed']).toBe(`${printed}${byOperator ? ', as an operator chose' : ''}`)
  expect(text.includes(', as an operator chose')).toBe(byOperator)
}

describe('the list', () => {
  test('shows each state with its jobs, and the printers', async () => {
    const code = await farm.order({ quantity: '3', material: 'petg', color: 'Red' })
    const jobs = await farm.queue(code)
    const claim = await mustClaim(farm, { printer: '<b>p1</b>' })
    const beat = { lease: claim.lease, printing: true, progress: 0.42, remainingSeconds: 3900 }
    await good(farm.asFarm(`/api/farm/jobs/${claim.id}/heartbeat`, beat))
    const queued = await get('/operator/jobs')
    expect(queued.status).toBe(200)
    expect(queued.html).toContain(`href="/operator/orders/${code}"`)
    expect(queued.html).toContain('PETG Red')
    expect(queued.html).toContain('&lt;b&gt;p1&lt;/b&gt;')
    expect(queued.html).not.toContain('<b>p1')
    expect(queued.html).toContain('42%')
    expect(queued.html).toContain('1 h 5 min')
    expect(queued.html).toContain(`/operator/jobs/${jobs[1]?.id}?do=cancel`)
    const printing = await get('/operator/jobs?view=printing')
    expect(printing.html).toContain(`/operator/jobs/${claim.id}?do=requeue`)
    const done = await get('/operator/jobs?view=done&printer=nobody')
    expect(done.html).toContain('No job is done yet.')
    expect((await get('/operator/jobs?view=anything&after=x')).status).toBe(200)
  })

  test('continues after 50 jobs, in the order of claims', async () => {
    for (let order = 0; order < 3; order += 1) {
      await farm.queue(await farm.order({ quantity: '20' }))
    }
    const links = (html: string) =>
      [
        ...html.matchAll(
          /href="\/operator\/jobs\/([0-9a-f-]{36})" safe|href="\/operator\/jobs\/([0-9a-f-]{36})"/g,
        ),
      ].map((match) => match[2] ?? match[1])
    const first = await get('/operator/jobs')
    const next = /href="(\/operator\/jobs\?[^"]*after=[^"]*)"/.exec(first.html)?.[1] ?? ''
    const second = await get(next.replaceAll('&amp;', '&'))
    const all = [...links(first.html), ...links(second.html)]
    expect([links(first.html).length, links(second.html).length]).toEqual([50, 10])
    expect(new Set(all).size).toBe(60)
    const claimed: string[] = []
    for (let job = 0; job < 60; job += 1) claimed.push((await mustClaim(farm)).id)
    expect(claimed).toEqual(all.map(String))
  })

  test('viewers see jobs without buttons, and other accounts see nothing', async () => {
    const [job] = await farm.queue(await farm.order())
    const viewer = await service.signIn('viewer@example.com')
    for (const path of [
      '/operator/jobs',
      `/operator/jobs/${job?.id}`,
      `/operator/jobs/${job?.id}?do=cancel`,
    ]) {
      const { status, html } = await get(path, viewer)
      expect([path, status]).toEqual([path, 200])
      expect(html).not.toMatch(/do=|method="post"/)
      expect([path, (await get(path, '')).status]).toEqual([path, 401])
      const customer = await service.signIn('customer@example.com')
      expect([path, (await get(path, customer)).status]).toEqual([path, 403])
    }
    expect(
      (await post(`/operator/jobs/${job?.id}`, { action: 'cancel', version: '1' }, viewer)).status,
    ).toBe(403)
    expect(await farm.jobs(job?.orderCode ?? '')).toMatchObject([{ state: 'queued' }])
  })
})

describe('a job', () => {
  test('names the firmware of its sliced file, when the file names one', async () => {
    const plain = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })
    const pageOf = async (bytes: string) => {
      const [job] = await farm.queue(await farm.order({}, { name: 'part.gcode', bytes }))
      return (await get(`/operator/jobs/${job?.id}`)).html
    }
    expect(await pageOf(`${plain}\n; gcode_flavor = marlin2\n`)).toContain(
      'For Marlin. Printers with another firmware do not get it.',
    )
    expect(await pageOf(plain)).not.toContain('another firmware')
  })

  verifies('farm.change', 'each change is confirmed once', async () => {
    const code = await farm.order({ quantity: '3' }, CUBE)
    const [job] = await farm.queue(code)
    const asked = await get(`/operator/jobs/${job?.id}?do=cancel`)
    expect(asked.html).toContain('Cancel the 3 parts of this plate?')
    expect(asked.html).toContain('name="version" value="1"')
    expect(await farm.jobs(code)).toMatchObject([{ state: 'queued' }])
    // A question that does not apply is not asked.
    expect((await get(`/operator/jobs/${job?.id}?do=reprint`)).html).not.toContain('method="post"')
    const saved = await change(job, { action: 'finish', scrap: '1' })
    expect([saved.status, saved.location]).toEqual([303, `/operator/jobs/${job?.id}?saved=finish`])
    const shown = await get(saved.location ?? '')
    expect(shown.html).toContain('Counted as printed.')
    expect(shown.html).toContain('3: 2 good, 1 scrap')
    expect(shown.html).toContain('2 good, 1 scrap')
    expect((await change(job, { action: 'reprint', parts: '2' })).status).toBe(303)
    expect((await farm.jobs(code)).map(({ parts, state }) => [parts, state])).toEqual([
      [3, 'done'],
      [1, 'queued'],
      [2, 'queued'],
    ])
  })

  verifies(
    'farm.bad-input',
    'invalid input in the forms is refused, and they keep the entered values',
    async () => {
      const code = await farm.order({ quantity: '3' }, CUBE)
      const [job] = await farm.queue(code)
      const rows: readonly [Record<string, string>, number, string][] = [
        [{ action: 'burn' }, 400, 'Choose what to do with this job.'],
        [{ action: 'finish', scrap: 'x' }, 400, 'Enter how many parts are scrap, 0 for none.'],
        [
          { action: 'finish', scrap: '9' },
          400,
          'good and scrap must add up to the 3 parts of this job.',
        ],
        [
          { action: 'slice', layerHeight: 'thin' },
          400,
          'Enter a number, or leave it empty for the value of the order.',
        ],
        [
          { action: 'slice', layerHeight: '0.5' },
          400,
          'layerHeight: must be 0.08 to 0.3 mm with a nozzle of 0.4 mm',
        ],
        [
          { action: 'cancel', version: '' },
          400,
          'The form did not say which version of the job it was made for. Open the page again.',
        ],
        [
          { action: 'cancel', version: '7' },
          409,
          'This job has changed since you opened the page; it is queued now. Nothing was saved.',
        ],
        [
          { action: 'slice', version: '7' },
          409,
          'This job has changed since you opened the page; it is queued now. Nothing was saved.',
        ],
        [
          { action: 'reprint', parts: '1' },
          409,
          'Only a done job can be printed again; this one is queued.',
        ],
      ]
      for (const [fields, status, sentence] of rows) {
        const { status: answered, html } = await change(job, fields)
        expect([fields, answered]).toEqual([fields, status])
        expect(html).toContain(sentence)
      }
      const kept = await change(job, { action: 'slice', layerHeight: '0.5', infill: '30' })
      expect(kept.html).toContain('value="0.5"')
      expect(kept.html).toContain('value="30"')
      expect(
        (await change({ ...job, id: 'none' } as Job, { action: 'cancel', version: '1' })).status,
      ).toBe(404)
      expect(await farm.jobs(code)).toMatchObject([{ state: 'queued', version: 1 }])
    },
  )

  test('is sliced from its page, and its file downloaded', async () => {
    const code = await farm.order({}, CUBE)
    const [job] = await farm.queue(code)
    expect((await get(`/operator/jobs/${job?.id}/file`)).html.length).toBe(684)
    const sliced = await change(job, { action: 'slice', layerHeight: '0.28', supports: 'yes' })
    expect(sliced.location).toBe(`/operator/jobs/${job?.id}?saved=slice`)
    expect((await get(`/operator/jobs/${job?.id}/file`)).html).toContain('generated by PrusaSlicer')
    expect(await farm.jobs(code)).toMatchObject([{ fileKind: 'gcode' }])
  })

  verifies(
    'decision.supports.plates',
    'shows the decision and the reason, and lets an operator override it',
    async () => {
      const texts = {
        supports:
          /Printed with supports: about \d+ g, \d+ min\. Without them, [\d.]+ cm² of its layers would rest on nothing\./,
        turn: /Turned for printing, without supports\. As its file has it, [\d.]+ cm² of its layers would rest on nothing\./,
      }
      const labels = {
        supports: 'As decided: with supports',
        turn: 'As decided: turned, without supports',
      }
      const chosen = {
        yes: /As designed, with supports, as an operator chose\./,
        no: /As designed, without supports, as an operator chose\. [\d.]+ cm² of its layers would rest on nothing\./,
      }
      const parts = { supports: crossStl(), turn: teeStl() }
      const settings: unknown[] = []
      for (const decision of ['supports', 'turn'] as const) {
        const code = await farm.order({}, { name: `${decision}.stl`, bytes: parts[decision] })
        const [job] = await farm.queue(code)
        expect((await get(`/operator/jobs/${job?.id}`)).html).toMatch(texts[decision])
        expect((await get(`/operator/orders/${code}`)).html).toMatch(texts[decision])
        expect((await get(`/operator/jobs/${job?.id}?do=slice`)).html).toContain(labels[decision])
        for (const supports of ['', 'yes', 'no']) {
          await change(job, { action: 'slice', supports })
          const told = Reflect.get(chosen, supports) ?? texts[decision]
          const jobHtml = (await get(`/operator/jobs/${job?.id}`)).html
          expect(jobHtml).toMatch(told)
          // A sliced file can be sliced again with other settings.
          expect(jobHtml).toContain(`/operator/jobs/${job?.id}?do=slice`)
          const form = (await get(`/operator/jobs/${job?.id}?do=slice`)).html
          expect(form).toContain('Slice this plate again?')
          expect(form).toMatch(
            /As designed, without supports: [\d.]+ cm² of its layers would rest on nothing</,
          )
          await expectRead(code, {
            supports: supports === '' ? decision : supports === 'yes' ? 'supports' : 'none',
            byOperator: supports !== '',
          })
          expect((await get(`/operator/orders/${code}`)).html).toMatch(told)
          const customer = await (await service.fetch(`/orders/${code}`)).text()
          expect([supports, /Printed with supports/.test(customer)]).toEqual([
            supports,
            supports === 'yes' || (supports === '' && decision === 'supports'),
          ])
          expect([supports, /Turned for printing/.test(customer)]).toEqual([
            supports,
            supports === '' && decision === 'turn',
          ])
          const file = await service.db
            .selectFrom('print_files')
            .select('settings')
            .orderBy('created_at', 'desc')
            .executeTakeFirstOrThrow()
          settings.push([
            decision,
            supports,
            Reflect.get(file.settings as object, 'supports') ?? false,
          ])
        }
      }
      expect(settings).toEqual([
        ['supports', '', true],
        ['supports', 'yes', true],
        ['supports', 'no', false],
        ['turn', '', false],
        ['turn', 'yes', true],
        ['turn', 'no', false],
      ])
    },
  )

  test('does not mention supports when the customer sent a sliced file', async () => {
    const [job] = await farm.queue(await farm.order({}, SLICED))
    expect((await get(`/operator/jobs/${job?.id}`)).html).not.toContain('Supports')
  })
})

describe('the order’s page', () => {
  test('queues the order, once per version', async () => {
    const code = await farm.order({ quantity: '2' })
    const order = await service.deps.orders.readByCode(code)
    const version = String(order?.version)
    const saved = await post(`/operator/orders/${code}/queue`, { version })
    expect([saved.status, saved.location]).toEqual([303, `/operator/orders/${code}?saved=1`])
    expect((await farm.jobs(code)).length).toBe(2)
    const stale = await post(`/operator/orders/${code}/queue`, { version })
    expect(stale.status).toBe(409)
    expect(stale.html).toContain('This order has changed since then')
    expect((await post('/operator/orders/SVC-ZZZZZZ/queue', {})).status).toBe(404)
  })

  test('its section offers the remaining parts, but not to viewers or for held orders', async () => {
    const code = await farm.order({ quantity: '3' }, SLICED)
    const order = await service.deps.orders.readByCode(code)
    if (order === null) throw new Error('no order')
    const section = async (changes: object, role: 'operator' | 'viewer' = 'operator') =>
      String(await JobsSection({ order: { ...order, ...changes }, jobs: [], refunds: [], role }))
    expect(await section({})).toContain('Accept and queue 3 parts')
    expect(await section({ status: 'ACCEPTED' })).toContain('Queue 3 parts')
    const none = [
      section({}, 'viewer'),
      section({ status: 'SHIPPED' }),
      section({ paid: false, status: 'PENDING_PAYMENT' }),
      section({ hold: { reason: 'x', at: new Date(), by: 'a@example.com' } }),
      section({ refundedCents: order.price.totalCents }),
    ]
    for (const html of await Promise.all(none)) expect(html).not.toContain('<form')
  })
})
