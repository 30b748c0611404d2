// The event of a payment that already paid its order changes nothing and is not stored; all other events take the
// ordinary path.
import { expect, test } from 'bun:test'
import { createProcessorEvents } from '../../server/db/orders/charge/processor-events.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { use } from '../../testing/use.ts'
import { useOrders } from './orders-fixture.ts'

const { database, orders, inserted } = useOrders()
const events = use(() => createProcessorEvents(database))

test('only the payment that paid an order has paid it', async () => {
  const order = await inserted()
  const other = await inserted()
  const [paid, unused] = [paymentIdOf('pi_known'), paymentIdOf('pi_other')]
  expect(await events.isPaidBy(order.id, paid)).toBe(false)
  await orders.markPaid(order.code, { paymentId: paid, amountCents: 800 })
  expect(await events.isPaidBy(order.id, paid)).toBe(true)
  expect(await events.isPaidBy(order.id, unused)).toBe(false)
  expect(await events.isPaidBy(other.id, paid)).toBe(false)
})
