// A round of the worker while the card processor does not respond: its requests run concurrently, so that later steps
// are delayed by one wait, and not by the sum of all.
import { expect, test } from 'bun:test'
import { settlePurchases } from '../../server/domain/gift-cards/settle-purchase.ts'
import { cancelOverdue } from '../../server/domain/orders/settle/cancel-overdue.ts'
import { applyOpenEvents } from '../../server/domain/orders/settle/open-events.ts'
import { ProcessorUnavailable } from '../../server/domain/payments/ports.ts'
import { checkoutBody, storeCube, useShop } from '../../testing/people/shop.ts'

const { service, ada, poster } = useShop()
const query = (text: string, values: readonly unknown[] = []) =>
  service.service.database.pool.query(text, [...values])

/**
 * Returns the maximum number of calls that waited concurrently while `work` ran. The first call waits until `expected`
 * calls do, so sequential calls never end.
 */
async function waitingAtOnce(expected: number, work: () => Promise<unknown>): Promise<number> {
  let [waiting, most] = [0, 0]
  const allWait = Promise.withResolvers<void>()
  const hang = async () => {
    waiting += 1
    most = Math.max(most, waiting)
    if (waiting === expected) allWait.resolve()
    await allWait.promise
    waiting -= 1
    throw new ProcessorUnavailable('no response')
  }
  const restore = service.replace({
    payments: { readCheckout: hang, readPayment: hang, findPayments: hang },
  })
  try {
    await work()
  } finally {
    restore()
  }
  return most
}

test('the payments of open purchases are read concurrently', async () => {
  await query(
    `insert into purchases (id, account_id, kind, amount_cents, credits, checkout_session_id, checked_at)
      select gen_random_uuid(), $1, 'credits', 500, 10, 'cs_' || n, now() - interval '2 hours' from generate_series(1, 4) as n`,
    [ada.accountId],
  )
  expect(await waitingAtOnce(4, () => settlePurchases(service.deps))).toBe(4)
})

test('the payments of events without an order are read concurrently, each once', async () => {
  await query(
    `insert into processor_events (id, type, state, order_code, payment_id, amount_cents, received_at)
      select 'evt_' || n, 'payment_intent.succeeded', 'open', 'SVC-ABC234', 'pi_' || n / 2, 800, now() - interval '2 hours'
      from generate_series(2, 9) as n`,
  )
  expect(await waitingAtOnce(4, () => applyOpenEvents(service.deps))).toBe(4)
})

test('the checkouts of overdue website orders are read concurrently', async () => {
  const model = await storeCube(service, ada, 30)
  for (let n = 0; n < 4; n += 1) {
    const [status] = await poster('/api/checkout')(checkoutBody([{ modelUrl: model }]))
    expect(status).toBe(201)
  }
  expect(await waitingAtOnce(4, () => cancelOverdue(service.deps, { afterSeconds: 0 }))).toBe(4)
})
