// Payments that the processor reports while their order's rows are lost.
import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { applyOpenEvents } from '../../../server/domain/orders/settle/open-events.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { losses } from '../../../testing/faults/lose-rows.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const { send, lose, chargesOf, orderOf } = losses(service)

const statesOf = async () =>
  (
    await service.db
      .selectFrom('processor_events')
      .select(['id', 'state', 'order_code', 'amount_cents'])
      .where('type', '=', 'payment_intent.succeeded')
      .execute()
  ).toSorted((a, b) => (a.id < b.id ? -1 : 1))
const openRows = async () =>
  await service.db
    .selectFrom('processor_events')
    .select(['id', 'payment_id'])
    .where('state', '=', 'open')
    .execute()
/** The open queue as operators see it. */
const openQueue = async () =>
  (await service.deps.metrics.queues()).find(({ queue }) => queue === 'processor_events')
const open = async () => (await statesOf()).filter(({ state }) => state === 'open')

test('the event is answered 200, stays open over every repeat, and is applied once the order is restored', async () => {
  const payer = await service.account()
  const first = await send(payer, 'lost-event')
  await lose(first.code)
  for (const again of [false, true, true]) {
    const deliveries = await service.stripe.deliver({
      again,
      type: 'payment_intent.succeeded',
      copies: 2,
    })
    expect(deliveries.every(({ status }) => status === 200)).toBe(true)
  }
  expect(await open()).toMatchObject([{ order_code: first.code, amount_cents: 800 }])
  expect(await applyOpenEvents(service.deps)).toBe(0)
  const queue = await openQueue()
  expect(queue?.depth).toBe(1)
  expect(queue?.oldestSeconds).toBeGreaterThanOrEqual(0)

  expect((await send(payer, 'lost-event')).paid).toBe(true)
  expect(await applyOpenEvents(service.deps)).toBe(1)
  expect(await open()).toEqual([])
  expect(await applyOpenEvents(service.deps)).toBe(0)
  await service.stripe.deliver({ again: true })
  expect(await open()).toEqual([])
  expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
})

test('the payment pays the order that is restored unpaid', async () => {
  const payer = await service.account({ card: null })
  const first = await send(payer, 'lost-link')
  await visitHostedPage(first.checkoutUrl ?? '', { number: '4242424242424242' })
  await lose(first.code)
  await service.stripe.deliver()
  const again = await send(payer, 'lost-link')
  expect(again).toMatchObject({ code: first.code, paid: false, checkoutUrl: null })
  // Two events of one payment.
  expect(await applyOpenEvents(service.deps)).toBe(1)
  expect(await openRows()).toEqual([])
  expect(await orderOf(first.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
  expect(await service.stripe.charges({ orderCode: first.code })).toMatchObject({
    succeeded: 1,
    refundedCents: 0,
  })
})

const refundAt = (paymentId: string, fields: Record<string, string> = {}) =>
  service.stripe.call('/v1/refunds', { payment_intent: paymentId, ...fields })
/** Moves every open event, and its last check, that many minutes into the past. */
const minutesPass = (minutes: number) =>
  service.service.database.pool.query(
    `update processor_events set received_at = received_at - make_interval(mins => $1),
       checked_at = checked_at - make_interval(mins => $1) where state = 'open'`,
    [minutes],
  )

test('a payment that was refunded meanwhile does not pay the restored order', async () => {
  const payer = await service.account({ card: null })
  const first = await send(payer, 'lost-given-back')
  await visitHostedPage(first.checkoutUrl ?? '', { number: '4242424242424242' })
  await lose(first.code)
  await service.stripe.deliver()
  const [row] = await openRows()
  await refundAt(row?.payment_id ?? paymentIdOf(''))
  expect(await send(payer, 'lost-given-back')).toMatchObject({ code: first.code, paid: false })
  await applyOpenEvents(service.deps)
  expect(await orderOf(first.code)).toMatchObject({ paid: false, status: 'PENDING_PAYMENT' })
  expect(await openRows()).toEqual([])
})

test('while the processor is unavailable it stays open, and is applied later', async () => {
  const payer = await service.account({ card: null })
  const first = await send(payer, 'lost-unreachable')
  await visitHostedPage(first.checkoutUrl ?? '', { number: '4242424242424242' })
  await lose(first.code)
  await service.stripe.deliver()
  await send(payer, 'lost-unreachable')
  const away = { method: 'GET', when: 'before', times: 'always', outcome: { status: 503 } } as const
  await service.stripe.fault(away)
  expect(await applyOpenEvents(service.deps)).toBe(0)
  await service.stripe.clearFaults()
  // It was just checked: the processor is not queried every round.
  expect(await applyOpenEvents(service.deps)).toBe(0)
  expect(await orderOf(first.code)).toMatchObject({ paid: false })
  await minutesPass(1)
  expect(await applyOpenEvents(service.deps)).toBe(1)
  expect(await orderOf(first.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
})

test('an operator closes it with a full refund at the processor, whose record is read once an hour', async () => {
  const payer = await service.account({ card: null })
  const first = await send(payer, 'lost-closed')
  await visitHostedPage(first.checkoutUrl ?? '', { number: '4242424242424242' })
  await lose(first.code)
  await service.stripe.deliver()
  const [row, ...more] = await openRows()
  expect(more.map(({ payment_id }) => payment_id)).toEqual([row?.payment_id ?? paymentIdOf('')])
  // Two events, one payment.
  expect((await openQueue())?.depth).toBe(1)
  await minutesPass(61)
  await refundAt(row?.payment_id ?? paymentIdOf(''), { amount: '300' })
  expect(await applyOpenEvents(service.deps)).toBe(0)
  expect(await openRows()).toHaveLength(2)
  await refundAt(row?.payment_id ?? paymentIdOf(''))
  await minutesPass(59)
  expect(await applyOpenEvents(service.deps)).toBe(0)
  await minutesPass(2)
  expect(await applyOpenEvents(service.deps)).toBe(1)
  expect(await openRows()).toEqual([])
  await service.stripe.deliver({ again: true })
  expect(await openRows()).toEqual([])
})

test('the payment is not applied to another order that has its code meanwhile', async () => {
  const payer = await service.account()
  const first = await send(payer, 'lost-reused')
  await lose(first.code)
  const unpaid = await placed(submit(service, await service.account({ card: null })))
  await service.service.database.pool.query('update orders set code = $1 where code = $2', [
    first.code,
    unpaid.code,
  ])
  await service.stripe.deliver()
  expect(await orderOf(first.code)).toMatchObject({ paid: false })
  expect(await applyOpenEvents(service.deps)).toBe(0)
  expect((await open()).map(({ order_code }) => order_code)).toContain(first.code)
})

test('a payment of another system is not stored', async () => {
  const payer = await service.account()
  const before = await open()
  for (const metadata of [
    { order_code: 'INV-7' },
    { order_code: 'SVC-ABC234', order_id: 'not-an-id' },
  ]) {
    await service.stripe.call('/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      customer: payer.customerId ?? '',
      payment_method: payer.card?.paymentMethodId ?? '',
      confirm: 'true',
      off_session: 'true',
      ...Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
      ),
    })
  }
  const deliveries = await service.stripe.deliver()
  expect(deliveries.every(({ status }) => status === 200)).toBe(true)
  expect(await open()).toEqual(before)
})

test('operators see the number of open events and the age of the oldest', async () => {
  const response = await service.fetch('/metrics', {
    headers: { 'x-internal-key': service.internalKey },
  })
  const text = await response.text()
  expect(text).toContain('queue_depth{queue="processor_events"} 1')
  expect(text).toMatch(/queue_oldest_seconds\{queue="processor_events"\} [\d.]+/)
})
