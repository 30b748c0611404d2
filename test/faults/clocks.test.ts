// Hosts whose clocks differ: what becomes of money is decided on the database's clock alone. And a worker that has just started knows
// nothing of the charges that processes of other hosts are making.
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { reconcileCharges } from '../../server/domain/orders/reconcile.ts'
import { settleRefunds } from '../../server/domain/orders/settle-refund.ts'
import { placed, submit } from '../helpers/submit.ts'
import { until } from '../helpers/until.ts'
import { useService } from '../helpers/use.ts'

setDefaultTimeout(60_000)
const service = useService()
const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.service.database.pool.query(text, [...values])).rows

let skew = 0
afterEach(() => {
  service.advance(-skew)
  skew = 0
})
/** This host's clock is that many seconds ahead of the database's. */
function skewBy(seconds: number): void {
  service.advance(seconds)
  skew = seconds
}

/** A charge on its way to the processor, begun so many seconds ago by the database's clock. */
async function chargeOnItsWay(seconds: number) {
  const { payments } = service.deps
  const way = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<string>()
  const restore = service.replace({
    payments: {
      chargeSavedCard: async (request) => {
        begun.resolve(request.orderCode)
        await way.promise
        return await payments.chargeSavedCard(request)
      },
    },
  })
  const response = submit(service, await service.account())
  const code = await begun.promise
  await query(
    `update orders set created_at = now() - make_interval(secs => $2), updated_at = now() - make_interval(secs => $2),
      charge_checked_at = now() - make_interval(secs => $2) where code = $1`,
    [code, seconds],
  )
  return {
    code,
    state: async () => (await query('select charge_state from orders where code = $1', [code]))[0],
    arrive: async () => {
      way.resolve()
      const order = await placed(response)
      restore()
      return order
    },
  }
}

describe.each([-20, 0, 20])('with a clock of %p seconds ahead', (seconds) => {
  test('a worker that has just started leaves the charge of another host alone', async () => {
    skewBy(seconds)
    // Longer than the 8 seconds after which a charge of a dead process would not arrive any more.
    const charge = await chargeOnItsWay(15)
    const worker = await service.service.startWorker()
    await until(() =>
      service
        .logs()
        .some(({ event, code }) => event === 'payment.reconciled' && code === charge.code),
    )
    await worker.stop()
    expect(await charge.state()).toEqual({ charge_state: 'started' })
    expect(await charge.arrive()).toMatchObject({ code: charge.code, paid: true })
    const mails = await query(
      "select 1 from emails where kind = 'unpaid' and order_id = (select id from orders where code = $1)",
      [charge.code],
    )
    expect(mails).toEqual([])
  })

  test('a charge of a dead process is given up after 40 seconds', async () => {
    skewBy(seconds)
    const [young, old] = [await chargeOnItsWay(35), await chargeOnItsWay(45)]
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect([await young.state(), await old.state()]).toEqual([
      { charge_state: 'started' },
      { charge_state: 'not_made' },
    ])
    // It arrives after all, and pays its order.
    expect(await young.arrive()).toMatchObject({ paid: true })
    expect(await old.arrive()).toMatchObject({ paid: true })
  })

  test.each([
    ['-10 seconds', 'succeeded', 800],
    ['10 seconds', 'failed', 0],
  ])('a refund that never arrived, 23 hours and %s old, is %s', async (more, state, cents) => {
    skewBy(seconds)
    const payer = await service.account()
    const { code } = await placed(submit(service, payer))
    const order = await service.deps.orders.readByCode(code)
    if (order?.paymentId == null) throw new Error('The order is not paid.')
    const id = crypto.randomUUID()
    await service.deps.refunds.start({
      id,
      orderId: order.id,
      requestKey: id,
      paymentId: order.paymentId,
      amountCents: 800,
      reason: 'test',
      requestedBy: 'operator@example.com',
    })
    await query(
      `update refunds set created_at = now() - interval '23 hours' - $2::interval, checked_at = now() - interval '2 hours'
        where id = $1`,
      [id, more],
    )
    await settleRefunds(service.deps, { startedSecondsAgo: 40 })
    expect(await query('select state from refunds where id = $1', [id])).toEqual([{ state }])
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
      refundedCents: cents,
    })
  })
})
