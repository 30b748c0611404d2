// A sliced file with an unnecessary command (decisions.md 52): the order is placed as usual, but every interface that
// accepts, queues or prints it waits until an operator has reviewed the file.

import { beforeEach, describe, expect, test } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { good, type Job, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, checkoutBody, post, storeCube, storeFile } from '../../../testing/people/shop.ts'
import {
  type FilePart,
  placed,
  readOrder,
  refusal,
  submit,
} from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { ADDRESS } from '../../mcp/tools/ordering.ts'

const service = useService({ env: { VIEWER_EMAILS: 'viewer@example.com' } })
const farm = use(
  () => openFarm(service),
  () => {},
)
const desk = use(() => openDesk(service))

beforeEach(async () => {
  await service.db.deleteFrom('print_job_events').execute()
  await service.db.deleteFrom('print_jobs').execute()
  await resetRateLimits(service.db)
})

const plain = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })
/** Inserts a line into the plate as line 8, after the heating commands. */
const withLine = (line: string) => plain.replace('M109 S200\n', `M109 S200\n${line}\n`)
const fileOf = (bytes: string, name = 'part.gcode'): FilePart => ({ name, bytes })
const unusual = fileOf(withLine('M600 ; red'))

const found = 'line 8 of its g-code contains "M600", which waits for a person'
const sentence = `This order needs a review: ${found}. Check the file, then press “Reviewed: may be printed” on the order’s page.`
const refused = [409, sentence] as const

const read = (code: string) => readOrder(service, code)
const change = async (code: string, columns: object) =>
  await service.db
    .updateTable('orders')
    .set({ updated_at: new Date(), ...columns })
    .where('code', '=', code)
    .execute()
const review = async (code: string, version?: number) =>
  await desk.post(`/operator/orders/${code}/reviewed`, {
    version: String(version ?? (await read(code)).version),
  })

describe('an order with such a file', () => {
  test('is placed and answered as usual, and lists what has to be reviewed', async () => {
    const bodyOf = async (file: FilePart) =>
      (await (await submit(service, farm.account, { file })).json()) as Record<string, unknown>
    const [usual, reviewed] = [await bodyOf(fileOf(plain)), await bodyOf(unusual)]
    expect(Object.keys(reviewed)).toEqual(Object.keys(usual))
    expect((await read(String(usual['code']))).fileReview).toBeNull()
    expect((await read(String(reviewed['code']))).fileReview).toEqual({
      findings: [{ part: 1, plate: 1, line: 8, command: 'M600', reason: 'waits for a person' }],
      reviewed: null,
    })
  })

  test('names the plate of an archive, and unknown macros', async () => {
    const bytes = slicedArchive([plain, withLine('LOAD_SPOOL SLOT=2')])
    const { code } = await placed(
      submit(service, farm.account, { file: { name: 'two.gcode.3mf', bytes } }),
    )
    expect((await read(code)).fileReview?.findings).toEqual([
      {
        part: 1,
        plate: 2,
        line: 8,
        command: 'LOAD_SPOOL SLOT=2',
        reason: 'is no command that the farm knows',
      },
    ])
  })

  test('is recognized when an agent orders its quote, and in the second part of a basket', async () => {
    const { accountId } = farm.account
    const bytes = slicedArchive([withLine('M600')])
    const uri = await storeFile(service, accountId, { bytes, name: 'a.gcode.3mf', format: '3mf' })
    const { fields } = await resultOf(
      callTool(service, farm.account, 'quote_print', { model_url: uri, color: 'Black' }),
    )
    const ordered = await resultOf(
      callTool(service, farm.account, 'create_print_order', {
        quote_id: String(fields['quote_id']),
        confirm: true,
        ...ADDRESS,
      }),
    )
    const { fileReview: ofAgent } = await read(String(ordered.fields['order_code']))
    expect(ofAgent?.findings).toMatchObject([{ part: 1, line: 8, command: 'M600' }])

    const shopper = await buyer(service)
    const cube = await storeCube(service, shopper, 30)
    const own = await storeFile(service, shopper.accountId, {
      bytes,
      name: 'a.gcode.3mf',
      format: '3mf',
    })
    const items = [cube, own].map((modelUrl) => ({ modelUrl, color: 'Black' }))
    const [status, checkout] = await post(service, shopper, '/api/checkout', checkoutBody(items))
    expect(status).toBe(201)
    const { fileReview: ofShop } = await read(String(Object(checkout).code))
    expect(ofShop?.findings).toMatchObject([{ part: 2, line: 8, command: 'M600' }])
    // The machines of the website's farm may close it, but do nothing else.
    const report = (to: string) =>
      farm.asFarm('/api/order-status', { code: Object(checkout).code, status: to })
    for (const to of ['ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED']) {
      expect([to, (await report(to)).status]).toEqual([to, 409])
    }
    expect((await report('REJECTED')).status).toBe(200)
  })

  test('is not created when the command is refused', async () => {
    const [status, error] = await refusal(
      submit(service, farm.account, { file: fileOf(withLine('PRINT_START EXTRUDER=400')) }),
    )
    expect(status).toBe(422)
    expect(String(error)).toContain('Line 8 of the g-code contains PRINT_START EXTRUDER=400')
  })
})

describe('until it is reviewed, the order is refused', () => {
  const statusOf = async (code: string, status: string) =>
    refusal(
      farm.asOperator(`/api/operator/orders/${code}/status`, {
        status,
        version: (await read(code)).version,
      }),
    )

  test('by the queue of the farm, and by its list of jobs', async () => {
    const code = await farm.order({}, unusual)
    expect(await refusal(farm.asOperator(`/api/farm/orders/${code}/queue`))).toEqual([...refused])
    await change(code, { status: 'ACCEPTED' })
    const plates = { code, plates: [{ parts: 1 }] }
    expect(await refusal(farm.asOperator('/api/farm/jobs', plates))).toEqual([...refused])
    expect(await farm.jobs(code)).toEqual([])
  })

  test('by the status endpoint of operators, except to close it', async () => {
    const code = await farm.order({}, unusual)
    for (const status of ['ACCEPTED', 'PRINTING', 'PRINTED']) {
      expect(await statusOf(code, status)).toEqual([...refused])
    }
    expect(await farm.status(code)).toBe('RECEIVED')
    await good(
      farm.asOperator(`/api/operator/orders/${code}/status`, {
        status: 'REJECTED',
        refund: 'full',
        version: (await read(code)).version,
      }),
    )
    expect(await farm.status(code)).toBe('REJECTED')
  })

  test('by the forms of the desk', async () => {
    const code = await farm.order({}, unusual)
    const version = String((await read(code)).version)
    const form = await desk.post(`/operator/orders/${code}`, { status: 'ACCEPTED', version })
    expect([form.status, form.html.includes('This order needs a review: line 8')]).toEqual([
      409,
      true,
    ])
    const step = await desk.post('/operator/queue/step', { step: `accept:${code}:${version}` })
    expect([step.status, step.html.includes('needs a review')]).toEqual([409, true])
    expect(await farm.status(code)).toBe('RECEIVED')
  })

  test('by a change of many orders, which leaves it out and states the reason', async () => {
    const code = await farm.order({}, unusual)
    const usual = await farm.order()
    const picked = await Promise.all(
      [code, usual].map(async (each) => ['pick', `${each}:${(await read(each)).version}`] as const),
    )
    const { location } = await desk.post('/operator/bulk', [['action', 'accept'], ...picked])
    const { html } = await desk.get(location)
    expect(html).toContain('<h1>Accept and queue 1 order?</h1>')
    expect(html).toContain('1 order stays as it is, for the reasons below.')
    expect(html.replaceAll('&quot;', '"')).toContain(`It needs a review: ${found}. Open the order.`)
    await desk.post(`${location}/confirm`, {})
    expect(await Promise.all([code, usual].map(farm.status))).toEqual(['RECEIVED', 'ACCEPTED'])
    // The same selection by a filter, over REST.
    const { body } = await desk.api('/api/operator/orders/bulk', {
      action: 'accept',
      orders: [{ code, version: (await read(code)).version }],
    })
    expect(body).toMatchObject({ orders: [{ code, outcome: 'excluded', why: 'needs_review' }] })
  })

  test('by claims, even when an older release queued it', async () => {
    const code = await farm.order({}, unusual)
    const { review_findings } = await service.db
      .selectFrom('orders')
      .select('review_findings')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await change(code, { review_findings: null })
    await farm.queue(code)
    await change(code, { review_findings: JSON.stringify(review_findings) })
    expect(await farm.claim()).toBeNull()
    expect((await review(code)).status).toBe(303)
    expect((await mustClaim(farm)).orderCode).toBe(code)
  })
})

test('a claim finds unreviewed commands of an older order, and its job waits', async () => {
  const code = await farm.order({}, unusual)
  await change(code, { review_findings: null })
  const [job] = await farm.queue(code)
  const next = await farm.order()
  await farm.queue(next)
  expect((await farm.claim())?.orderCode).toBe(next)
  expect((await read(code)).fileReview?.findings).toMatchObject([{ line: 8, command: 'M600' }])
  expect(await farm.jobs(code)).toMatchObject([{ id: job?.id, state: 'queued', attempts: 0 }])
  expect((await desk.get(`/operator/orders/${code}`)).html.replaceAll('&quot;', '"')).toContain(
    `needs a review: ${found}`,
  )
  await review(code)
  expect((await mustClaim(farm)).orderCode).toBe(code)
})

describe('on the desk', () => {
  test('the page of the order has the commands and the form, and shows who reviewed it', async () => {
    const code = await farm.order({}, unusual)
    const path = `/operator/orders/${code}`
    const form = `action="${path}/reviewed"`
    const before = (await desk.get(path)).html.replaceAll('&quot;', '"')
    expect(before).toContain('<strong>Needs a review: </strong>')
    expect(before).toContain('Line 8 of its g-code contains "M600", which waits for a person.')
    expect(before).toContain(form)
    expect(before).toContain('Reviewed: may be printed')
    // A form that is older than the order changes nothing.
    expect((await review(code, 1)).status).toBe(409)
    expect((await review(code)).status).toBe(303)
    // A repeat changes nothing.
    const { version } = await read(code)
    expect((await review(code)).status).toBe(303)
    expect(await read(code)).toMatchObject({
      version,
      fileReview: { reviewed: { by: OPERATOR_EMAIL, at: expect.any(Date) } },
    })
    const { html } = await desk.get(path)
    expect(html).toContain('<strong>Reviewed: </strong>')
    expect(html).toContain('reviewed, may be printed')
    expect(html).not.toContain(form)
    const jobs: readonly Job[] = await farm.queue(code)
    expect(jobs).toHaveLength(1)
    expect(await farm.status(code)).toBe('ACCEPTED')
  })

  test('the queue has a badge and a filter, but no next step', async () => {
    const code = await farm.order({}, unusual)
    const usual = await farm.order()
    const { html } = await desk.get('/operator/queue?review=yes')
    expect(html).toContain(`id="order-${code}"`)
    expect(html).not.toContain(`id="order-${usual}"`)
    expect(html).toContain('Needs review')
    expect(html.replaceAll('&quot;', '"')).toContain('Line 8 of its g-code contains "M600"')
    expect(html).not.toContain(`value="accept:${code}:`)
    expect((await desk.get('/operator')).html).toContain('/operator/queue?review=yes')
    await review(code)
    expect((await desk.get('/operator/queue?review=yes')).html).not.toContain(`order-${code}"`)
  })

  test('a viewer sees the commands without a form', async () => {
    const code = await farm.order({}, unusual)
    const viewer = await openDesk(service, 'viewer@example.com')
    const { html } = await viewer.get(`/operator/orders/${code}`)
    expect(html).toContain('Needs a review')
    expect(html).not.toContain('/reviewed"')
  })
})

test('a file that an operator uploads for the order needs no review', async () => {
  const code = await farm.order()
  const [job] = await farm.queue(code)
  const form = new FormData()
  form.set('code', code)
  form.set('jobId', job?.id ?? '')
  form.set('file', new File([String(unusual.bytes)], 'plate.gcode'))
  expect((await farm.asOperator('/api/farm/print-upload', form)).status).toBe(200)
  expect((await mustClaim(farm)).orderCode).toBe(code)
})
