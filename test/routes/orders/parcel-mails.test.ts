// Emails about the parcel of an order: orders of the website get them through every interface, orders of the API get
// none.
import { expect, test } from 'bun:test'
import { type RawBuilder, sql } from 'kysely'
import {
  confirmBulk,
  enterBulkTracking,
  previewBulk,
} from '../../../server/domain/fulfillment/bulk-actions.ts'
import type { StepKind } from '../../../server/domain/fulfillment/next-step.ts'
import { takeStep } from '../../../server/domain/fulfillment/take-step.ts'
import type { OperatorStatus } from '../../../server/domain/orders/record/status.ts'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, checkoutBody, pay, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account({ email: 'owner@example.com' }))
const desk = use(() => openDesk(service))
const tracking = {
  carrier: 'UPS',
  number: '1Z999',
  url: 'https://www.ups.com/track?tracknum=1Z999',
}
const operator = 'operator@example.com'

async function webOrder(): Promise<string> {
  const who = await buyer(service)
  const modelUrl = await storeCube(service, who, 20)
  const body = checkoutBody([{ modelUrl, color: 'Black' }])
  const [status, { code, checkoutUrl }] = await post(service, who, '/api/checkout', body)
  expect(status).toBe(201)
  await pay(service, checkoutUrl)
  return code
}

const apiOrder = async (): Promise<string> => (await placed(submit(service, account))).code

const read = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}

const move = async (code: string, status: OperatorStatus, parcel?: object) => {
  const { version } = await read(code)
  const input = { code, version, status, ...parcel }
  const changed = await setOrderStatus(service.deps, operator, input)
  expect(changed).toMatchObject({ ok: true })
}

const bulk = async (code: string, kind: StepKind) => {
  const { version } = await read(code)
  const target = { picked: [{ code, version }] }
  const action = await previewBulk(service.deps, operator, { change: { kind }, target })
  if (!action.ok) throw new Error(action.failure.kind)
  const parcels = kind === 'ship' ? [{ code, ...tracking }] : []
  await enterBulkTracking(service.deps, action.value.id, { parcels, withoutTracking: false })
  const done = await confirmBulk(service.deps, operator, action.value.id)
  expect(done).toMatchObject({ ok: true, value: { orders: [{ outcome: 'done' }] } })
}

/** Returns the emails about parcels of an order, oldest first. */
const mailsOf = async (code: string) => {
  await workOff(service)
  const rows = await service.db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.order_id')
    .select(['emails.kind', 'emails.subject', 'emails.body'])
    .where('orders.code', '=', code)
    .where(sql<boolean>`emails.kind ~ '^(shipped|tracking|delivered):'`)
    .orderBy('emails.created_at')
    .execute()
  return rows
}

const subjectsOf = async (code: string) =>
  (await mailsOf(code)).map(({ subject }) => subject.replace(code, '...'))
const shipped = 'Order ... has been shipped'
const delivered = 'Order ... has been delivered'
const corrected = 'Tracking for order ...'

const byStatus = async (code: string, status: 'SHIPPED' | 'DELIVERED') =>
  await move(code, status, status === 'SHIPPED' ? { tracking } : {})

/** Interfaces through which an order ships and is delivered. */
const doors = {
  setOrderStatus: byStatus,
  'POST /api/order-status': async (code: string, status: 'SHIPPED' | 'DELIVERED') => {
    const { web } = await read(code)
    const body = { code, status, ...(status === 'SHIPPED' && { tracking }) }
    const response = await service.fetch('/api/order-status', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-key': service.internalKey },
      body: JSON.stringify(body),
    })
    // The endpoint knows only orders of the website.
    expect(response.status).toBe(web === null ? 404 : 200)
  },
  'the bulk action': async (code: string, status: 'SHIPPED' | 'DELIVERED') => {
    if (status === 'SHIPPED') await move(code, 'PRINTED')
    await bulk(code, status === 'SHIPPED' ? 'ship' : 'deliver')
  },
  // A step that ships continues as a bulk action, which asks for the tracking.
  'the step of the queue': async (code: string, status: 'SHIPPED' | 'DELIVERED') => {
    if (status === 'SHIPPED') return await byStatus(code, status)
    const { version } = await read(code)
    const taken = await takeStep(service.deps, operator, { code, version, kind: 'deliver' })
    expect(taken).toMatchObject({ ok: true, value: { preview: null } })
  },
}

test.each(Object.entries(doors))(
  '%s mails orders of the website, not of the API',
  async (_, go) => {
    const [web, api] = [await webOrder(), await apiOrder()]
    for (const status of ['SHIPPED', 'DELIVERED'] as const) {
      await go(web, status)
      await go(api, status)
    }
    expect(await subjectsOf(web)).toEqual([shipped, delivered])
    expect(await subjectsOf(api)).toEqual([])
  },
)

test('the emails name the parcel, its days and the contact address', async () => {
  const code = await webOrder()
  await move(code, 'SHIPPED', { tracking })
  await move(code, 'DELIVERED')
  const [first, second] = await mailsOf(code)
  expect(first?.body).toContain('Carrier: UPS\n')
  expect(first?.body).toContain('Tracking number: 1Z999\n')
  expect(first?.body).toContain('Track it at https://www.ups.com/track?tracknum=1Z999')
  expect(first?.body).toMatch(/Arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+, by the usual/)
  expect(first?.body).toContain(`${service.baseUrl}/orders/${code}`)
  expect(second?.body).toContain(`${service.baseUrl}/contact?order=${code}`)
})

test('an email about a parcel without tracking says so, and names the expected days', async () => {
  const code = await webOrder()
  await move(code, 'SHIPPED', { withoutTracking: true })
  const [mail] = await mailsOf(code)
  expect(mail?.body).toContain('It has no tracking number.')
  expect(mail?.body).toMatch(/Arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+, by the usual/)
})

async function withoutTriggers(statement: RawBuilder<unknown>): Promise<void> {
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })
}

const other = { ...tracking, number: '1Z888' }
type Move = readonly [OperatorStatus, object?]
const none = { withoutTracking: true }

test.each<readonly [string, readonly Move[], readonly string[]]>([
  [
    'back and forth by mistake',
    [['SHIPPED', { tracking }], ['PRINTED'], ['SHIPPED', { tracking }]],
    [shipped],
  ],
  ['the same without tracking', [['SHIPPED', none], ['PRINTED'], ['SHIPPED', none]], [shipped]],
  [
    'delivered by mistake',
    [['SHIPPED', none], ['DELIVERED'], ['SHIPPED', none]],
    [shipped, delivered],
  ],
  [
    'another parcel with its number',
    [['SHIPPED', { tracking }], ['PRINTED'], ['SHIPPED', { tracking: other }]],
    [shipped, shipped],
  ],
  [
    'printed again, without a number',
    [['SHIPPED', none], ['PRINTING'], ['PRINTED'], ['SHIPPED', none], ['DELIVERED']],
    [shipped, shipped, delivered],
  ],
  [
    'tracking that came later',
    [
      ['SHIPPED', none],
      ['SHIPPED', { tracking }],
    ],
    [shipped, corrected],
  ],
  [
    'tracking that was corrected, and corrected back',
    [
      ['SHIPPED', { tracking }],
      ['SHIPPED', { tracking: other }],
      ['SHIPPED', { tracking }],
    ],
    [shipped, corrected, corrected],
  ],
  [
    'the carrier alone',
    [
      ['SHIPPED', { tracking }],
      ['SHIPPED', { tracking: { ...tracking, carrier: 'DHL' } }],
    ],
    [shipped, corrected],
  ],
  [
    'the same tracking again',
    [
      ['SHIPPED', { tracking }],
      ['SHIPPED', { tracking }],
    ],
    [shipped],
  ],
  ['cancelled', [['CANCELLED', { refund: 'none' }]], []],
  ['rejected', [['REJECTED', { refund: 'none' }]], []],
])('%s', async (_, moves, subjects) => {
  const code = await webOrder()
  for (const [status, parcel] of moves) await move(code, status, parcel)
  expect(await subjectsOf(code)).toEqual([...subjects])
})

test('an order that was refunded and still ships is mailed', async () => {
  const code = await webOrder()
  const { totalCents } = (await read(code)).price
  const refunded = await desk.post(`/operator/orders/${code}/refund`, {
    amount: (totalCents / 100).toFixed(2),
    reason: 'As agreed.',
  })
  expect(refunded.status).toBeLessThan(500)
  await move(code, 'SHIPPED', { tracking })
  expect(await subjectsOf(code)).toEqual([shipped])
})

test('sends no email for an erased order, a closed account, or an order without an email address', async () => {
  const [erased, closed, nowhere] = [await webOrder(), await webOrder(), await webOrder()]
  await service.db
    .updateTable('orders')
    .set({ anonymized_at: new Date() })
    .where('code', '=', erased)
    .execute()
  await withoutTriggers(
    sql`update accounts set closed_at = now() where id = (select account_id from orders where code = ${closed})`,
  )
  await service.db
    .updateTable('orders')
    .set({ email: 'not an address' })
    .where('code', '=', nowhere)
    .execute()
  for (const code of [erased, closed, nowhere]) {
    await move(code, 'SHIPPED', { tracking })
    await move(code, 'DELIVERED')
    expect(await subjectsOf(code)).toEqual([])
  }
})

test('a delivery that is recorded 60 days after the parcel was shipped is not mailed', async () => {
  for (const [days, subjects] of [
    [59, [shipped, delivered]],
    [61, [shipped]],
  ] as const) {
    const code = await webOrder()
    await move(code, 'SHIPPED', { tracking })
    await withoutTriggers(
      sql`update order_events set at = at - ${`${days} days`}::interval
        where order_id = (select id from orders where code = ${code})`,
    )
    await move(code, 'DELIVERED')
    expect(await subjectsOf(code)).toEqual([...subjects])
  }
})
