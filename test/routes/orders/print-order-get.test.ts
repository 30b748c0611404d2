// GET /api/print/orders/{code}: read access, byte for byte, and how an order is followed to its delivery.
import { describe, expect, test } from 'bun:test'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const mine = use(() => service.account())
const theirs = use(() => service.account())

const NOT_FOUND: [number, string] = [404, 'Order not found']
const UNAUTHORIZED: [number, string] = [
  401,
  'Invalid or missing API key. Generate one on your profile.',
]

const read = (code: string, headers: Record<string, string> = mine.headers) =>
  service.fetch(`/api/print/orders/${code}`, { headers })

async function bodyOf(code: string): Promise<Record<string, unknown>> {
  const response = await read(code)
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

const operate = (
  code: string,
  status: string,
  tracking?: { carrier: string; number: string; url?: string },
) =>
  setOrderStatus(service.deps, 'operator@example.com', {
    code,
    version: 'current',
    status,
    tracking,
    ...((status === 'CANCELLED' || status === 'REJECTED') && { refund: 'none' as const }),
  })

describe('the response', () => {
  test('states the refunded amount', async () => {
    const { code } = await placed(submit(service, mine))
    const refund = await service.fetch(
      `/api/operator/orders/${code}/refund`,
      jsonPost(
        { amountCents: 250, reason: 'A part was missing.' },
        { cookie: await service.signIn(OPERATOR_EMAIL) },
      ),
    )
    expect(refund.status).toBe(200)
    expect(await bodyOf(code)).toMatchObject({ paid: true, estimatedCost: 8, refunded: 2.5 })
    const states = await service.fetch(
      '/api/print/orders/status',
      jsonPost({ codes: [code] }, mine.headers),
    )
    expect(await states.json()).toMatchObject({ orders: [{ code, refunded: 2.5 }] })
  })

  verifies(['decision.read-fields', 'decision.read-breakdown', 'orders.read.fields'], async () => {
    const fields = { material: 'asa', quality: 'premium', quantity: '2', color: 'Red' }
    const { code } = await placed(submit(service, mine, { fields }))
    const response = await read(code)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    const text = await response.text()
    const { createdAt, updatedAt } = JSON.parse(text)
    // 3.7664 -> 4 g; 4 x 0.14 x 1.75 = 0.98 -> 1.00 each; 4 / 17.12 = 0.2336 h.
    expect(text).toBe(
      JSON.stringify({
        code,
        status: 'RECEIVED',
        statusLabel: 'Received — in review',
        paid: true,
        estimatedCost: 9,
        currency: 'USD',
        refunded: 0,
        breakdown: { print: 2, shipping: 7, grams: 4, printHours: 0.23 },
        material: 'asa',
        quality: 'premium',
        quantity: 2,
        color: 'Red',
        tracking: null,
        statusUrl: `${service.baseUrl}/orders/${code}`,
        createdAt,
        updatedAt,
        dimensionsMm: [20, 20, 20],
        unit: 'mm',
        supports: 'none',
        supportsByOperator: false,
        company: null,
        vatId: null,
        purchaseOrder: null,
        reference: null,
      }),
    )
    for (const moment of [createdAt, updatedAt]) {
      expect(new Date(moment).toISOString()).toBe(moment)
      expect(Math.abs(Date.now() - Date.parse(moment))).toBeLessThan(60_000)
    }
  })

  test('an unpaid order is shown as unpaid', async () => {
    const cardless = await service.account({ card: null })
    const { code } = await placed(submit(service, cardless))
    const response = await read(code, cardless.headers)
    expect(await response.json()).toMatchObject({
      status: 'PENDING_PAYMENT',
      statusLabel: 'Awaiting payment',
      paid: false,
      color: 'Default',
      tracking: null,
    })
  })

  verifies('orders.absent.cancel-or-edit', async () => {
    const { code } = await placed(submit(service, mine))
    const before = await bodyOf(code)
    for (const method of ['DELETE', 'PUT', 'PATCH', 'POST']) {
      const response = await service.fetch(`/api/print/orders/${code}`, {
        method,
        headers: { ...mine.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'CANCELLED' }),
      })
      expect([method, response.status]).toEqual([method, 405])
    }
    const cancel = { method: 'POST', headers: mine.headers }
    expect((await service.fetch(`/api/print/orders/${code}/cancel`, cancel)).status).toBe(404)
    expect(await bodyOf(code)).toEqual(before)
  })
})

describe('following an order', () => {
  verifies(
    [
      'orders.flow.polled-until-tracking',
      'orders.read.tracking-null',
      'orders.read.tracking-shipped',
      'states.tracking-at-shipped',
      'decision.tracking-fields',
      'orders.read.after-shipping',
      'events.polling',
    ],
    async () => {
      const { code } = await placed(submit(service, mine))
      const early = { carrier: 'DHL', number: 'entered before it shipped' }
      for (const status of ['ACCEPTED', 'PRINTING', 'PRINTED']) {
        await operate(code, status, early)
        expect(await bodyOf(code)).toMatchObject({ status, tracking: null })
      }
      const parcel = { carrier: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' }
      await operate(code, 'SHIPPED', parcel)
      const shipped = await bodyOf(code)
      expect(shipped).toMatchObject({ status: 'SHIPPED', statusLabel: 'Shipped' })
      const tracking = shipped['tracking'] as Record<string, unknown>
      expect(Object.keys(tracking)).toEqual(['carrier', 'number', 'url', 'shippedAt'])
      expect(tracking).toMatchObject(parcel)
      expect(Math.abs(Date.now() - Date.parse(String(tracking['shippedAt'])))).toBeLessThan(60_000)
      await operate(code, 'DELIVERED')
      expect(await bodyOf(code)).toMatchObject({ status: 'DELIVERED', tracking })
    },
  )

  test('tracking without a link has url null', async () => {
    const { code } = await placed(submit(service, mine))
    await operate(code, 'SHIPPED', { carrier: 'Royal Mail', number: 'RM1' })
    expect((await bodyOf(code))['tracking']).toMatchObject({ carrier: 'Royal Mail', url: null })
  })

  const labels = {
    RECEIVED: 'Received — in review',
    ACCEPTED: 'Accepted — queued to print',
    PRINTING: 'Printing',
    PRINTED: 'Printed — preparing to ship',
    SHIPPED: 'Shipped',
    DELIVERED: 'Delivered',
    CANCELLED: 'Cancelled',
    REJECTED: 'Rejected',
  }
  verifies(
    [
      'status.label.received',
      'status.label.accepted',
      'status.label.printing',
      'status.label.printed',
      'status.label.shipped',
      'status.label.delivered',
      'status.label.cancelled',
      'status.label.rejected',
    ],
    async () => {
      const { code } = await placed(submit(service, mine))
      for (const [status, statusLabel] of Object.entries(labels)) {
        await operate(code, status, { carrier: 'UPS', number: '1Z999' })
        expect(await bodyOf(code)).toMatchObject({ status, statusLabel })
      }
    },
  )

  verifies('status.label.pending-payment', async () => {
    const cardless = await service.account({ card: null })
    const { code } = await placed(submit(service, cardless))
    const response = await read(code, cardless.headers)
    expect(await response.json()).toMatchObject({
      status: 'PENDING_PAYMENT',
      statusLabel: 'Awaiting payment',
    })
  })
})

describe('who may read', () => {
  verifies(['orders.read.unknown', 'orders.read.foreign'], async () => {
    const { code } = await placed(submit(service, theirs))
    const foreign = await read(code)
    const unknown = await read('SVC-ZZZZZZ')
    const [one, other] = [await foreign.text(), await unknown.text()]
    expect([foreign.status, one]).toEqual([404, '{"error":"Order not found"}'])
    expect([unknown.status, other]).toEqual([404, one])
    const names = (response: Response) => [...response.headers.keys()].sort()
    expect(names(foreign)).toEqual(names(unknown))
    expect((await read(code, theirs.headers)).status).toBe(200)
  })

  verifies(['orders.read.case-sensitive', 'decision.code-byte-for-byte'], async () => {
    const { code } = await placed(submit(service, mine))
    const others = [
      code.toLowerCase(),
      `${code}A`,
      code.slice(0, -1),
      `${code}%20`,
      ` ${code}`.replace(' ', '%20'),
      code.slice(4),
      'SVC-ABCDEFGH',
      'CART-1',
      `${code}%00`,
      'x'.repeat(500),
      '%F0%9F%A7%A9',
      "SVC-'--",
    ]
    for (const sent of others) {
      expect([sent, ...(await refusal(read(sent)))]).toEqual([sent, ...NOT_FOUND])
    }
  })

  verifies(['orders.read.unauthorized', 'service.path.order-read'], async () => {
    const { code } = await placed(submit(service, mine))
    const strangers = [
      {},
      { authorization: `Bearer svc_live_${'0'.repeat(48)}` },
      { authorization: `Bearer ${mine.apiKey}x` },
      { 'x-api-key': '' },
      { cookie: await service.signIn('visitor@example.com') },
    ]
    for (const headers of strangers) {
      expect(await refusal(read(code, headers))).toEqual(UNAUTHORIZED)
    }
    // The response is the same when there is no such order.
    expect(await refusal(read('SVC-ZZZZZZ', {}))).toEqual(UNAUTHORIZED)
    expect((await read(code, { 'x-api-key': mine.apiKey })).status).toBe(200)
  })

  verifies(['orders.read.no-limit', 'limits.none.order-read'], async () => {
    const { code } = await placed(submit(service, mine))
    const statuses = new Set<number>()
    for (let run = 0; run < 700; run += 1) statuses.add((await read(code)).status)
    expect([...statuses]).toEqual([200])
  })

  verifies('orders.absent.list', async () => {
    await placed(submit(service, mine))
    for (const [path, status] of [
      ['/api/print/orders', 405],
      ['/api/print/orders/', 405],
      ['/api/orders', 404],
    ] as const) {
      const response = await service.fetch(path, { headers: mine.headers })
      expect([path, response.status]).toEqual([path, status])
    }
  })
})
