// An order that an operator released unpaid, because it was paid in another way or is a gift (decisions.md 48): no
// interface asks for money, and it counts as work.
import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, readOrder, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const desk = use(() => openDesk(service))

const orderOf = (code: string) => readOrder(service, code)
const set = async (code: string, body: object) => {
  const change = await statusChange(service.deps, code, body)
  const { status } = await desk.api(`/api/operator/orders/${code}/status`, change)
  expect(status).toBe(200)
}
const html = async (path: string, headers: HeadersInit = {}) =>
  (await service.fetch(path, { headers })).text()

async function unpaidOrder() {
  const account = await service.account({ card: null })
  return { account, ...(await placed(submit(service, account))) }
}

verifies('released-unpaid.no-payment', async () => {
  const { account, code, checkoutUrl } = await unpaidOrder()
  expect(await html(`/orders/${code}`)).toContain('Pay $8.00')
  const session = (await orderOf(code)).checkoutSessionId ?? ''
  await set(code, { status: 'ACCEPTED', unpaid: true })
  const none = `Nothing is to be paid for order ${code}: the farm prints it without a payment here.`

  const read = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  expect(await read.json()).toMatchObject({ paid: false, paymentUrl: null, message: none })

  const page = await html(`/orders/${code}`)
  expect(page).not.toContain('Pay $')
  expect(page).not.toContain(`/orders/${code}/pay`)
  const back = await html(`/orders/${code}?paid=1`)
  expect(back).not.toContain('Waiting for payment')

  const pay = await html(`/orders/${code}/pay`)
  expect(pay).toContain('<h1>Nothing to pay</h1>')
  expect(pay).not.toContain('<form class="action"')
  const headers = { origin: service.baseUrl }
  const pressed = await service.fetch(`/orders/${code}/pay`, { method: 'POST', headers })
  expect(pressed.headers.get('location') ?? '').not.toContain('/checkout/')
  // The earlier page at the card processor no longer accepts money.
  expect(checkoutUrl).toContain('/checkout/')
  expect((await service.deps.payments.readCheckout(session, 'upkeep')).status).toBe('expired')

  const got = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(got.fields).toMatchObject({ paid: false, payment_url: null })
  expect(got.text).toContain('($8.00 not due)')
  expect(got.text).toContain('Nothing is to be paid: the farm prints it without a payment here.')
  expect(got.text).not.toContain('Pay at')
  const listed = await resultOf(callTool(service, account, 'list_my_orders'))
  expect(listed.text).toContain(`${code}: Accepted — queued to print, $8.00 nothing to pay`)

  const cookie = await service.signIn('buyer@example.com')
  await service.db
    .updateTable('orders')
    .set(({ selectFrom }) => ({
      account_id: selectFrom('accounts').select('id').where('email', '=', 'buyer@example.com'),
    }))
    .where('code', '=', code)
    .execute()
  const list = await html('/account/orders', { cookie })
  expect(list).toContain('nothing to pay')
  expect(list).not.toContain('not paid')
  const messages = [{ role: 'user', content: 'What about my order?' }]
  const asked = await service.fetch(
    '/api/support',
    jsonPost({ messages, orderCode: code }, { cookie, origin: service.baseUrl }),
  )
  const { reply } = await asked.json()
  expect(reply).toContain('Nothing is to be paid for this order here.')
  expect(reply).not.toContain('can be paid')
})

test('a charge that ends unpaid after the release sends no payment request', async () => {
  const { code } = await unpaidOrder()
  await service.db
    .updateTable('orders')
    .set({ charge_state: 'unknown', charge_checked_at: new Date(0) })
    .where('code', '=', code)
    .execute()
  await set(code, { status: 'PRINTING', unpaid: true })
  const { id } = await orderOf(code)
  const declined = { state: 'declined', cause: null, reason: 'Your card was declined.' } as const
  await service.deps.orders.settleFinally(id, declined)
  expect((await orderOf(code)).chargeState).toBe('declined')
  const mails = await service.db
    .selectFrom('emails')
    .select('kind')
    .where('order_id', '=', id)
    .execute()
  expect(mails).toEqual([])
})

test('each step can be taken by its button, in the queue and on the order’s page', async () => {
  const { code } = await unpaidOrder()
  await set(code, { status: 'ACCEPTED', unpaid: true })
  const press = async (kind: string, fields: Record<string, string>) => {
    const { version } = await orderOf(code)
    const step = `${kind}:${code}:${version}`
    const queue = (await desk.get(`/operator/queue`)).html
    expect(queue).toContain(`value="${step}"`)
    expect((await desk.get(`/operator/orders/${code}`)).html).toContain(`value="${step}"`)
    return (await desk.post('/operator/queue/step', { step, ...fields })).location
  }
  expect(await press('start', { back: 'order' })).toBe(`/operator/orders/${code}?saved=1`)
  expect(await orderOf(code)).toMatchObject({ status: 'PRINTING', paid: false })
  expect(await press('finish', {})).toContain(`done=${code}:finish`)
  expect(await orderOf(code)).toMatchObject({ status: 'PRINTED', paid: false })
  expect(await press('ship', {})).toStartWith('/operator/bulk/')
})

test('an order that was not released has no button before it is paid', async () => {
  const { code } = await unpaidOrder()
  const { version } = await orderOf(code)
  for (const path of ['/operator/queue?status=PENDING_PAYMENT', `/operator/orders/${code}`]) {
    expect((await desk.get(path)).html).not.toMatch(new RegExp(`value="[a-z]+:${code}:`))
  }
  const step = `accept:${code}:${version}`
  const pressed = await desk.post('/operator/queue/step', { step, back: 'order' })
  expect(pressed.status).toBe(409)
  expect(pressed.html).toContain('This order is Awaiting payment, not Received.')
  expect(await orderOf(code)).toMatchObject({ status: 'PENDING_PAYMENT', version })
})

test('an order that is closed and released again does not ask for payment either', async () => {
  const { code } = await unpaidOrder()
  await set(code, { status: 'CANCELLED' })
  await set(code, { status: 'PRINTED', unpaid: true })
  expect(await html(`/orders/${code}`)).not.toContain('Pay $')
})

verifies('released-unpaid.work', async () => {
  const { code } = await unpaidOrder()
  expect(await orderOf(code)).toMatchObject({ dueAt: null })
  await set(code, { status: 'ACCEPTED', unpaid: true })
  const { dueAt } = await orderOf(code)
  expect(dueAt?.getTime()).toBeGreaterThan(Date.now())
  // The promised date stays when the order moves on, and when it is paid after all.
  const page = await desk.get(`/operator/orders/${code}`)
  expect(page.html).toContain('>Queue 1 part</button>')
  const { version } = await orderOf(code)
  const preview = await desk.api('/api/operator/orders/bulk', {
    action: 'start',
    orders: [{ code, version }],
  })
  expect(preview).toMatchObject({ status: 200, body: { counts: { pending: 1, excluded: 0 } } })
  await set(code, { status: 'PRINTING', unpaid: true })
  await service.deps.orders.markPaid(code, {
    paymentId: paymentIdOf(`pi_${code}`),
    amountCents: 800,
    dueAt: () => new Date(0),
  })
  expect(await orderOf(code)).toMatchObject({ paid: true, status: 'PRINTING', dueAt })
})
