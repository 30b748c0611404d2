// Events of payments that are known already are acknowledged in one statement; all others are left to the ordinary way.
import { expect, test } from 'bun:test'
import { createProcessorEvents } from '../../server/db/orders/charge/processor-events.ts'
import { paymentIdOf } from '../../server/domain/base/payment-id.ts'
import { use } from '../../testing/use.ts'
import { useOrders } from './orders-fixture.ts'

const { database, orders, inserted } = useOrders()
const events = use(() => createProcessorEvents(database))
const type = 'payment_intent.succeeded'

test('the event of the payment that paid the order, once', async () => {
  const order = await inserted()
  const event = { id: 'evt_known', type, orderId: order.id, paymentId: paymentIdOf('pi_known') }
  expect(await events.acknowledge(event)).toBe(false)
  await orders.markPaid(order.code, { paymentId: paymentIdOf('pi_known'), amountCents: 800 })
  expect(await events.acknowledge({ ...event, paymentId: paymentIdOf('pi_other') })).toBe(false)
  expect(await events.isHandled('evt_known')).toBe(false)
  expect(await events.acknowledge(event)).toBe(true)
  expect(await events.isHandled('evt_known')).toBe(true)
  expect(await events.acknowledge(event)).toBe(false)
})

test('an event that waits for its order stays open', async () => {
  const order = await inserted()
  await orders.markPaid(order.code, { paymentId: paymentIdOf('pi_open'), amountCents: 800 })
  const event = { id: 'evt_open', type, orderId: order.id, paymentId: paymentIdOf('pi_open') }
  await events.keepOpen({ ...event, orderCode: order.code, amountCents: 800 })
  expect(await events.acknowledge(event)).toBe(false)
  expect(await events.isHandled('evt_open')).toBe(false)
})
