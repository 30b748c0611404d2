// Sentences of the desk before and after a change, and their time zone: accurate counts, questions, and refusals with
// a next step.

import { describe, expect, test } from 'bun:test'
import type { OperatorStatus } from '../../../server/domain/orders/record/status.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, readOrder, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

// Five hours behind UTC in November, without daylight saving time.
const service = useService({ env: { TIME_ZONE: 'America/Bogota' } })
const desk = use(() => openDesk(service))

const read = (code: string) => readOrder(service, code)
const colleague = 'colleague@example.com'
const move = async (code: string, status: OperatorStatus, number?: string) => {
  const url = null
  const tracking = number === undefined ? null : { carrier: 'UPS', number, url, shippedAt: null }
  await service.deps.orders.setStatus(code, { status, tracking, by: colleague })
}
const pathOf = (code: string) => `/operator/orders/${code}`
const preview = async (action: string, codes: readonly string[]) => {
  const picks = codes.map((code) => ['pick', code] as const)
  return (await desk.post('/operator/bulk', [['action', action], ...picks])).location
}
const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]
const version = async (code: string) => String((await read(code)).version)

/** Creates an order of two parts, of which one is printed and the job of the other was cancelled. */
async function shortOrder(): Promise<string> {
  const farm = await openFarm(service)
  const code = await farm.order({ quantity: '2' })
  const jobs = await farm.queue(code)
  const claim = await farm.claim()
  await farm.asFarm(`/api/farm/jobs/${claim?.id}/done`, { lease: claim?.lease, good: 1, scrap: 0 })
  const rest = jobs.find(({ id }) => id !== claim?.id)
  await desk.post(`/operator/jobs/${rest?.id}`, { action: 'cancel', version: '1' })
  expect((await read(code)).status).toBe('PRINTING')
  return code
}

describe('before a change', () => {
  test('shipping counts the upcoming changes, with and without tracking', async () => {
    const codes = await desk.order(3)
    for (const [index, code] of codes.entries()) {
      await move(code, 'PRINTED', index === 0 ? '1Z999' : undefined)
    }
    const path = await preview('ship', codes)
    const { html } = await desk.get(path)
    expect(headingOf(html)).toBe('Ship 1 of 3 orders?')
    expect(html).toContain('>Save and ship</button>')
    expect(html).toContain('2 orders stay as they are, without tracking:')
    await desk.post(`${path}/tracking`, { withoutTracking: '1' })
    const all = await desk.get(path)
    expect(headingOf(all.html)).toBe('Ship 3 orders?')
    expect(all.html).toContain('3 orders will become “Shipped”, 2 of them without tracking.')
  })

  test('nothing can be shipped while no order has tracking', async () => {
    const [code = ''] = await desk.order(1)
    await move(code, 'PRINTED')
    const { html } = await desk.get(await preview('ship', [code]))
    expect(headingOf(html)).toBe('Ship 0 of 1 order?')
    expect(html).not.toContain('/confirm"')
  })

  verifies('decision.printed-asks-once', async () => {
    const short = await shortOrder()
    const [whole = ''] = await desk.order(1)
    await move(whole, 'PRINTING')
    const { html } = await desk.get(await preview('finish', [short, whole]))
    expect(html).toContain('Short of parts (1)')
    const [section = ''] = /id="short-title"[\s\S]*?<\/table>/.exec(html) ?? []
    expect([section.includes(short), section.includes(whole)]).toEqual([true, false])
    expect(section).toContain('1 of 2 printed')
    const step = `finish:${short}:${await version(short)}`
    expect((await desk.post('/operator/queue/step', { step })).location).toStartWith(
      '/operator/bulk/',
    )
    const form = { status: 'PRINTED', version: await version(short) }
    const asked = await desk.post(pathOf(short), form)
    expect(headingOf(asked.html)).toBe(`Mark ${short} as printed with parts missing?`)
    expect((await read(short)).status).toBe('PRINTING')
    expect((await desk.post(pathOf(short), { ...form, confirmed: '1' })).status).toBe(303)
    expect((await read(short)).status).toBe('PRINTED')
  })

  verifies(
    'decision.shipped-asks-once',
    'on the order page, and a later change of the tracking asks nothing',
    async () => {
      const short = await shortOrder()
      await move(short, 'PRINTED', '1Z999')
      const fields = { status: 'SHIPPED', carrier: 'UPS', number: '1Z999' }
      const form = { ...fields, version: await version(short) }
      const asked = await desk.post(pathOf(short), form)
      expect(headingOf(asked.html)).toBe(`Ship ${short} with parts missing?`)
      expect(asked.html).toContain('1 of 2 printed')
      expect((await read(short)).status).toBe('PRINTED')
      expect((await desk.post(pathOf(short), { ...form, confirmed: '1' })).status).toBe(303)
      expect((await read(short)).status).toBe('SHIPPED')
      const corrected = { ...fields, number: '1Z998', version: await version(short) }
      expect((await desk.post(pathOf(short), corrected)).status).toBe(303)
    },
  )

  verifies(
    'decision.shipped-asks-once',
    'in the list of orders, for a selection, over imported tracking and in the preview over REST',
    async () => {
      const short = await shortOrder()
      const [whole = ''] = await desk.order(1)
      for (const code of [short, whole]) await move(code, 'PRINTED')
      const step = `ship:${short}:${await version(short)}`
      const paths = [
        (await desk.post('/operator/queue/step', { step })).location,
        await preview('ship', [short, whole]),
      ]
      for (const path of paths) {
        const { html } = await desk.get(path)
        expect(html).toContain('Short of parts (1)')
        expect(html).toContain('When they are shipped, their open print jobs are cancelled')
        const [section = ''] = /id="short-title"[\s\S]*?<\/table>/.exec(html) ?? []
        expect([section.includes(short), section.includes(whole)]).toEqual([true, false])
        expect(section).toContain('1 of 2 printed')
      }
      const [, path = ''] = paths
      const lines = `${short}, UPS, 1Z1\n${whole}, UPS, 1Z2`
      const saved = await desk.post(`${path}/tracking`, { lines, do: 'save' })
      expect((await desk.get(saved.location)).html).toContain('Short of parts (1)')
      expect((await read(short)).status).toBe('PRINTED')
      const orders = [{ code: short }, { code: whole }]
      const body = { action: 'ship', orders, withoutTracking: true }
      expect((await desk.api('/api/operator/orders/bulk', body)).body).toMatchObject({
        orders: [
          { code: short, outcome: 'pending', short: { good: 1, ordered: 2 } },
          { code: whole, outcome: 'pending', short: null },
        ],
      })
      await desk.post(`${path}/tracking`, { lines, do: 'ship' })
      expect([(await read(short)).status, (await read(whole)).status]).toEqual([
        'SHIPPED',
        'SHIPPED',
      ])
    },
  )

  verifies('decision.programs-not-asked', async () => {
    const [unshipped = ''] = await desk.order(1)
    const short = await shortOrder()
    for (const [code, status] of [
      [unshipped, 'DELIVERED'],
      [short, 'PRINTED'],
      [short, 'SHIPPED'],
    ] as const) {
      const headers = { cookie: await service.signIn(OPERATOR_EMAIL), origin: service.baseUrl }
      const path = `/api/operator/orders/${code}/status`
      const change = await statusChange(service.deps, code, { status, withoutTracking: true })
      expect((await service.fetch(path, jsonPost(change, headers))).status).toBe(200)
      expect((await read(code)).status).toBe(status)
    }
  })

  verifies('decision.delivered-asks-once', async () => {
    const [code = ''] = await desk.order(1)
    const form = { status: 'DELIVERED', version: await version(code) }
    const { html } = await desk.post(pathOf(code), form)
    expect(headingOf(html)).toBe(`Mark ${code} as delivered before it was shipped?`)
    expect(html).toContain('Accepted, Printing, Printed, Shipped')
    expect(html).toContain('none; the customer cannot track the parcel')
    expect((await read(code)).status).toBe('RECEIVED')
    expect((await desk.post(pathOf(code), { ...form, confirmed: '1' })).status).toBe(303)
    expect((await read(code)).status).toBe('DELIVERED')
    const [shipped = ''] = await desk.order(1)
    await move(shipped, 'SHIPPED', '1Z999')
    const fields = { status: 'DELIVERED', version: await version(shipped), carrier: 'UPS' }
    expect((await desk.post(pathOf(shipped), { ...fields, number: '1Z999' })).status).toBe(303)
  })

  test('a refund begins without an amount, and refunds everything only when that is chosen', async () => {
    const [code = ''] = await desk.order(1)
    const { html } = await desk.get(pathOf(code))
    expect(html).toMatch(/name="amount" value=""/)
    expect(html).toContain('Refund everything, $8.00')
    const fields = { version: await version(code), reason: 'Broken.', everything: '1' }
    const both = await desk.post(`${pathOf(code)}/refund`, { ...fields, amount: '3' })
    expect(both.html).toContain('Enter an amount or tick “Refund everything”, not both.')
    const asked = await desk.post(`${pathOf(code)}/refund`, { ...fields, amount: '' })
    expect(headingOf(asked.html)).toBe('Refund $8.00 of this order?')
  })
})

test('a stale button of the order page leads back to the order, with the changes', async () => {
  const [code = ''] = await desk.order(1)
  const step = `accept:${code}:${await version(code)}`
  await move(code, 'ACCEPTED')
  const { status, html } = await desk.post('/operator/queue/step', { step, back: 'order' })
  expect([status, headingOf(html)]).toEqual([409, code])
  expect(html).toContain(`${colleague}: status changed from Received to Accepted`)
})

test('every time is in the time zone of the farm, which is named', async () => {
  const [code = ''] = await desk.order(1)
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date('2026-11-24T02:07:00Z') })
    .where('code', '=', code)
    .execute()
  expect((await desk.get(pathOf(code))).html).toMatch(/Placed <time[^>]*>Nov 23, 21:07<\/time>/)
  expect((await desk.get(`/operator/slips?pick=${code}`)).html).toContain(
    'Ordered November 23, 2026',
  )
  for (const path of [
    '',
    '/queue',
    '/jobs',
    '/throughput',
    '/money',
    '/mail',
    '/system',
    '?wall=1',
  ]) {
    expect([path, (await desk.get(`/operator${path}`)).html]).toEqual([
      path,
      expect.stringContaining('data-zone="America/Bogota"'),
    ])
  }
})

test.each([
  ['/operator/orders/SVC-ZZZZZZ', 'Order not found'],
  ['/operator/orders/SVC-ZZZZZZ/file', 'Order not found'],
  ['/operator/jobs/5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c', 'Print job not found'],
  ['/operator/bulk/5f0c2a4e-5c1d-4e8f-9a7b-3d2c1f0e9d8c', 'Action not found'],
])('%s is a page of the desk: %s', async (path, heading) => {
  const { status, html } = await desk.get(path)
  expect([status, headingOf(html)]).toEqual([404, heading])
  expect(html).toContain('aria-label="Desk"')
})

test.each([
  [`/operator/queue?q=${'x'.repeat(201)}`, 'The search has more than 200 characters'],
  ['/operator/queue?q=nothing-is-called-this', 'Notes are not searched.'],
  ['/operator/throughput?from=1900-01-01', 'A range by day has at most 400 days.'],
  ['/operator/mail?order=garbage', '“GARBAGE” is not an order’s code.'],
])('%s says %p', async (path, sentence) => {
  expect((await desk.get(path)).html).toContain(sentence)
})

test('an empty queue has no hours, and a color is found by a part of its name', async () => {
  expect((await desk.get('/operator/queue?nozzle=0.8&material=tpu')).html).toContain(
    '0 orders · 0 parts · 0 g · 0 h',
  )
  const [navy = '', plain = '', blue = ''] = [
    ...(await desk.order(1, { color: 'Navy Blue' })),
    ...(await desk.order(1, { color: 'Navy' })),
    ...(await desk.order(1, { color: 'Black' })),
  ]
  const found = async (color: string) => {
    const { html } = await desk.get(`/operator/queue?${new URLSearchParams({ color })}`)
    return [navy, plain, blue].map((code) => html.includes(`order-${code}`))
  }
  expect([await found('navy'), await found('"Navy"'), await found('black')]).toEqual([
    [true, true, false],
    [false, true, false],
    [false, false, true],
  ])
})

test('a line that begins without a code is quoted as it was pasted', async () => {
  const [code = ''] = await desk.order(1)
  await move(code, 'PRINTED')
  const path = await preview('ship', [code])
  const { html } = await desk.post(`${path}/tracking`, { lines: 'hello there, UPS, 1' })
  expect(html).toContain('Line 1: “hello there” is not an order’s code.')
})

test('a selection can be exported as CSV', async () => {
  const [one = '', two = ''] = await desk.order(2)
  const { html } = await desk.post('/operator/export.csv', [['pick', `${one}:2`]])
  expect([html.includes(one), html.includes(two)]).toEqual([true, false])
  expect((await desk.post('/operator/export.csv', {})).html).toContain('No orders are selected.')
})

test('files are unpacked with the time of their order', async () => {
  const [code = ''] = await desk.order(1)
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date('2026-11-24T02:07:30Z') })
    .where('code', '=', code)
    .execute()
  const { response } = await desk.get(`/operator/files.zip?pick=${code}`)
  expect(response.headers.get('content-disposition')).toMatch(
    /filename="files-\d{4}(-\d\d){2}\.zip"/,
  )
  const archive = Buffer.from(await response.arrayBuffer())
  // APPNOTE 4.4.6: two-second units, minutes and hours; day, month and years since 1980. 21:07:30 on November 23 in Bogota.
  expect(archive.readUInt16LE(10)).toBe((21 << 11) | (7 << 5) | 15)
  expect(archive.readUInt16LE(12)).toBe((46 << 9) | (11 << 5) | 23)
})

test('a customer who opens the desk is told that it is for operators, and sees no setting', async () => {
  const cookie = await service.signIn('customer@example.com')
  const response = await service.fetch('/operator', { headers: { cookie } })
  const html = await response.text()
  expect(response.status).toBe(403)
  expect(html).toContain('This page is for the print farm’s operators')
  expect(html).not.toMatch(/OPERATOR_EMAILS|VIEWER_EMAILS/)
})

describe('the message form', () => {
  const png = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])])
  const send = async (code: string, fields: Record<string, string>, file?: [Blob, string]) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', ...(file ?? ([new Blob([]), ''] as const)))
    const response = await service.fetch(`${pathOf(code)}/messages`, {
      method: 'POST',
      headers: { cookie: await service.signIn('operator@example.com'), origin: service.baseUrl },
      body,
    })
    return { status: response.status, html: await response.text() }
  }

  test('accepts files one after the other, and keeps the entered values', async () => {
    const code = (await placed(submit(service, await service.account()))).code
    const typed = { subject: 'Your bracket', body: 'See the picture.' }
    const attached = await send(code, { ...typed, do: 'attach' }, [png, 'marks.png'])
    expect(attached.html).toContain('Attached: marks.png')
    expect(attached.html).toContain('value="Your bracket"')
    const ids = /name="attachmentIds" value="([^"]*)"/.exec(attached.html)?.[1] ?? ''
    const refused = await send(code, { ...typed, attachmentIds: ids }, [new Blob(['x']), 'x.exe'])
    expect(refused.status).toBe(415)
    expect(refused.html).toContain('Attached: marks.png')
    const sent = await send(code, { ...typed, attachmentIds: ids }, [png, 'more.png'])
    expect(sent.status).toBe(303)
    const [message] = await service.deps.orderMessages.listByOrder((await read(code)).id)
    expect(message?.attachments.map(({ name }) => name)).toEqual(['marks.png', 'more.png'])
  })
})
