// Hosts with different clocks: decisions about money use the database's clock alone. A worker that has just started
// also knows nothing of the charges that processes of other hosts are making.

import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { refundIdOf } from '../../server/domain/base/ids/refund-id.ts'
import { settleRefunds } from '../../server/domain/orders/refund/settle-refund.ts'
import { reconcileCharges } from '../../server/domain/orders/settle/reconcile.ts'
import { findOrder, placed, submit } from '../../testing/people/submit.ts'
import { until } from '../../testing/service/until.ts'
import { useService } from '../../testing/use.ts'

setDefaultTimeout(60_000)
const service = useService()
const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.service.database.pool.query(text, [...values])).rows

let skew = 0
afterEach(() => {
  service.advance(-skew)
  skew = 0
})
/** Sets this host's clock that many seconds ahead of the database's. */
function skewBy(seconds: number): void {
  service.advance(seconds)
  skew = seconds
}

/** Starts a charge that began that many seconds ago by the database's clock and is on its way to the processor. */
async function chargeOnItsWay(seconds: number) {
  const { payments } = service.deps
  const way = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<string>()
  let isFirst = true
  const restore = service.replace({
    payments: {
      chargeSavedCard: async (...charge) => {
        if (isFirst) {
          isFirst = false
          begun.resolve(charge[0].orderCode)
          await way.promise
        }
        return await payments.chargeSavedCard(...charge)
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
  test('a newly started worker repeats the charge of another host once, under the same key', async () => {
    skewBy(seconds)
    const charge = await chargeOnItsWay(15)
    const worker = await service.service.startWorker()
    await until(async () => (await charge.state())?.['charge_state'] === 'succeeded')
    await worker.stop()
    expect(await charge.arrive()).toMatchObject({ code: charge.code, paid: true })
    expect(await service.stripe.charges({ orderCode: charge.code })).toMatchObject({
      succeeded: 1,
      refundedCents: 0,
    })
    const mails = await query(
      'select kind from emails where order_id = (select id from orders where code = $1)',
      [charge.code],
    )
    expect(mails).toEqual([{ kind: 'confirmation' }])
  })

  test('the charge of a dead process is abandoned only when its key may have expired', async () => {
    skewBy(seconds)
    const [young, old] = [await chargeOnItsWay(23 * 3600 - 30), await chargeOnItsWay(23 * 3600 + 1)]
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect([await young.state(), await old.state()]).toEqual([
      { charge_state: 'succeeded' },
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
    const order = await findOrder(service, code)
    if (order?.paymentId == null) throw new Error('The order is not paid.')
    const id = refundIdOf(crypto.randomUUID())
    await service.deps.refunds.start({
      id,
      orderId: order.id,
      requestKey: id,
      paymentId: order.paymentId,
      requestedCents: 800,
      amountCents: 800,
      reason: 'test',
      parts: null,
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
