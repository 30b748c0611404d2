// Unsettled charges in real Postgres: when they may be given up, how they are retried, how reviews are spaced, who is mailed.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Db } from '../../server/db/core/connect.ts'
import { deferCharge } from '../../server/db/orders/charge/order-charges.ts'
import {
  claimDeferred,
  claimUnsettled,
  forgetReviews,
} from '../../server/db/orders/charge/unsettled-orders.ts'
import { customerIdOf } from '../../server/domain/base/customer-id.ts'
import { paymentIdOf } from '../../server/domain/base/payment-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/payment-method-id.ts'
import type { NewOrder } from '../../server/domain/orders/order.ts'
import { chargeCardOf } from '../../server/domain/orders/payment.ts'
import type { UnpaidSettlement } from '../../server/domain/orders/ports.ts'
import { unpaidReasons } from '../../server/domain/orders/unpaid-reasons.ts'
import { newCharge } from '../../testing/orders.ts'
import { ordersIn, useOrders } from './orders-fixture.ts'

const { database, orders, inserted: started } = useOrders()
/** What earlier tests left is of no concern. */
beforeEach(async () => {
  await database.pool.query(
    `update orders set charge_state = 'none', charge_retry_at = null where not paid`,
  )
})

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values)
async function unknown(): Promise<NewOrder> {
  const order = await started()
  await orders.settleCharge(order.id, { state: 'unknown', reason: 'no answer' })
  return order
}
const later = ({ id }: NewOrder, seconds: number) =>
  query(
    `update orders set created_at = created_at - make_interval(secs => $2),
      updated_at = updated_at - make_interval(secs => $2),
      charge_checked_at = charge_checked_at - make_interval(secs => $2),
      charge_retry_at = charge_retry_at - make_interval(secs => $2),
      payment_looked_at = payment_looked_at - make_interval(secs => $2) where id = $1`,
    [id, seconds],
  )
/** `work` in one transaction: the database's clock stands still, and only `pass` moves a row's times. */
const atOneMoment = (
  { id }: NewOrder,
  work: (tx: Db, pass: (seconds: number) => Promise<unknown>) => Promise<void>,
) =>
  database.db.transaction().execute((tx) =>
    work(tx, (seconds) =>
      sql`update orders set charge_checked_at = charge_checked_at - make_interval(secs => ${seconds}),
        charge_retry_at = charge_retry_at - make_interval(secs => ${seconds}) where id = ${id}`.execute(
        tx,
      ),
    ),
  )
const stateOf = async ({ code }: NewOrder) => (await orders.readByCode(code))?.payment.chargeState
const mailsOf = async ({ id }: NewOrder) =>
  (await query('select kind, recipient, subject from emails where order_id = $1', [id])).rows

const notMade: UnpaidSettlement = {
  state: 'not_made',
  reason: 'never arrived',
  quietSeconds: 8,
  abandonedAfterSeconds: 40,
  // None may be made again.
  repeatableHours: 0,
}
const declined: UnpaidSettlement = { state: 'declined', reason: 'Your card was declined.' }

describe('giving up a charge', () => {
  test('that got no response waits until nothing has changed for eight seconds', async () => {
    const order = await unknown()
    await later(order, 4)
    expect((await orders.settleUnpaid(order.id, notMade)).payment.chargeState).toBe('unknown')
    await later(order, 5)
    expect((await orders.settleUnpaid(order.id, notMade)).payment.chargeState).toBe('not_made')
  })

  test('that a live process may still be making waits until that is impossible', async () => {
    const order = await started()
    await later(order, 30)
    expect((await orders.settleUnpaid(order.id, notMade)).payment.chargeState).toBe('started')
    await later(order, 11)
    expect((await orders.settleUnpaid(order.id, notMade)).payment.chargeState).toBe('not_made')
  })

  test('does not happen while the charge may be made again', async () => {
    const order = await unknown()
    const end = { ...notMade, repeatableHours: 23 }
    await later(order, 23 * 3600 - 60)
    expect((await orders.settleUnpaid(order.id, end)).payment.chargeState).toBe('unknown')
    await later(order, 61)
    expect((await orders.settleUnpaid(order.id, end)).payment.chargeState).toBe('not_made')
  })

  test('that waits for its retry does not happen at all', async () => {
    const order = await started()
    await orders.deferCharge(order.id, 'busy')
    await later(order, 3600)
    expect((await orders.settleUnpaid(order.id, notMade)).payment.chargeState).toBe('started')
    expect(await mailsOf(order)).toEqual([])
  })
})

describe('a charge may be made again', () => {
  const limits = { freshMinutes: 10, repeatableHours: 23 }
  const repeatOf = ({ id }: NewOrder) => orders.chargeRepeat(id, limits)

  test('at once for ten minutes, after a look at the record for 23 hours, and not later', async () => {
    for (const order of [await started(), await unknown()]) {
      expect(await repeatOf(order)).toBe('at_once')
      await later(order, 599)
      expect(await repeatOf(order)).toBe('at_once')
      await later(order, 2)
      expect(await repeatOf(order)).toBe('after_record')
      await later(order, 23 * 3600 - 602)
      expect(await repeatOf(order)).toBe('after_record')
      await later(order, 2)
      expect(await repeatOf(order)).toBe('no')
    }
  })

  test('not when the order is settled, closed, without a card, or charged earlier', async () => {
    const declinedOrder = await started()
    await orders.settleCharge(declinedOrder.id, { state: 'declined', reason: 'no' })
    const paid = await started()
    await orders.markPaid(paid.code, {
      paymentId: paymentIdOf(`pi_${paid.code}`),
      amountCents: 800,
    })
    const cancelled = await unknown()
    await orders.setStatus(cancelled.code, { status: 'CANCELLED', tracking: null, by: 'test' })
    const cardless = await started()
    await query('update orders set charge_payment_method_id = null where id = $1', [cardless.id])
    const earlier = await started()
    const reason = unpaidReasons.earlierCharge
    await orders.settleCharge(earlier.id, { state: 'unknown', reason })
    for (const order of [declinedOrder, paid, cancelled, cardless, earlier]) {
      expect(await repeatOf(order)).toBe('no')
    }
  })

  test('not before the retry that it waits for', async () => {
    const order = await started()
    await orders.deferCharge(order.id, 'busy')
    expect(await repeatOf(order)).toBe('no')
    await later(order, 2)
    expect(await repeatOf(order)).toBe('at_once')
  })
})

describe('the mail about an unsettled charge', () => {
  test.each([
    ['not_made', notMade],
    ['declined', declined],
  ] as const)('that ended %s is written once, with the outcome', async (state, end) => {
    const order = await unknown()
    await later(order, 60)
    await Promise.all(Array.from({ length: 10 }, () => orders.settleUnpaid(order.id, end)))
    expect(await stateOf(order)).toBe(state)
    expect(await mailsOf(order)).toEqual([
      {
        kind: 'unpaid',
        recipient: 'recipient@example.com',
        subject: `Order ${order.code} was not charged`,
      },
    ])
  })

  test('is not sent twice when a charge that never arrived arrives after all, and is declined', async () => {
    const order = await unknown()
    await later(order, 60)
    await orders.settleUnpaid(order.id, notMade)
    await orders.settleUnpaid(order.id, declined)
    expect(await stateOf(order)).toBe('declined')
    expect(await mailsOf(order)).toHaveLength(1)
  })

  test('is not sent when the request itself got the decline, nor for a paid or cancelled order', async () => {
    const told = await started()
    await orders.settleCharge(told.id, { state: 'declined', reason: 'Your card was declined.' })
    const paid = await started()
    await orders.markPaid(paid.code, {
      paymentId: paymentIdOf(`pi_${paid.code}`),
      amountCents: 800,
    })
    await orders.settleUnpaid(paid.id, declined)
    const cancelled = await unknown()
    await orders.setStatus(cancelled.code, { status: 'CANCELLED', tracking: null, by: 'test' })
    await orders.settleUnpaid(cancelled.id, declined)
    expect(await mailsOf(told)).toEqual([])
    expect((await mailsOf(paid)).map(({ kind }) => kind)).toEqual(['confirmation'])
    expect(await mailsOf(cancelled)).toEqual([])
  })
})

describe('a deferred charge', () => {
  const claim = async () =>
    (await orders.claimDeferred({ giveUpSeconds: 60, limit: 10 })).map(({ code }) => code)

  test('is retried after 2, 4 and then every 8 seconds, with the card that it began with', async () => {
    const chargeCard = {
      customerId: customerIdOf('cus_x'),
      paymentMethodId: paymentMethodIdOf('pm_x'),
    }
    const order = await started({ payment: newCharge('api_key', chargeCard) })
    await atOneMoment(order, async (tx, pass) => {
      const due = async () =>
        (await claimDeferred(tx, console, { giveUpSeconds: 60, limit: 10 })).length
      for (const seconds of [2, 4, 8, 8]) {
        expect(chargeCardOf(await deferCharge(tx, order.id, 'busy'))).toEqual(chargeCard)
        await pass(seconds - 0.5)
        expect([seconds, await due()]).toEqual([seconds, 0])
        await pass(0.5)
        expect([seconds, await due()]).toEqual([seconds, 1])
      }
    })
  })

  test('is leased to one worker of many, and free again when that one dies', async () => {
    const order = await started()
    await orders.deferCharge(order.id, 'busy')
    await later(order, 2)
    const claims = await Promise.all(Array.from({ length: 10 }, claim))
    expect(claims.flat()).toEqual([order.code])
    // The lease is as long as a charge may take; by then its minute is not over yet.
    await query(
      "update orders set charge_retry_at = charge_retry_at - interval '40 seconds' where id = $1",
      [order.id],
    )
    expect(await claim()).toEqual([order.code])
  })

  test('is left to the record of the processor after a minute', async () => {
    const order = await started()
    await orders.deferCharge(order.id, 'busy')
    await later(order, 60)
    expect(await claim()).toEqual([])
    expect(await stateOf(order)).toBe('unknown')
  })

  test('is not reviewed by the reconciler while it waits', async () => {
    const order = await started()
    await orders.deferCharge(order.id, 'busy')
    await later(order, 50)
    const request = { startedSecondsAgo: 40, leaseSeconds: 2, limit: 50 }
    expect(await orders.claimUnsettled(request)).toEqual([])
  })
})

describe('reviews', () => {
  test('of one order by the reconciler come at growing intervals, up to a minute', async () => {
    const order = await unknown()
    const request = { startedSecondsAgo: 40, leaseSeconds: 2, limit: 50 }
    await atOneMoment(order, async (tx, pass) => {
      await sql`update orders set charge_checked_at = now() where id = ${order.id}`.execute(tx)
      const due = async () => (await claimUnsettled(tx, console, request)).length
      for (const seconds of [2, 2, 2, 2, 2]) {
        await pass(seconds - 0.5)
        expect([seconds, await due()]).toEqual([seconds, 0])
        await pass(0.5)
        expect([seconds, await due()]).toEqual([seconds, 1])
      }
      // Give or take a quarter, by the order.
      for (const seconds of [4, 8, 16, 32, 60, 60]) {
        await pass(seconds * 0.74)
        expect([seconds, await due()]).toEqual([seconds, 0])
        await pass(seconds * 0.52)
        expect([seconds, await due()]).toEqual([seconds, 1])
      }
    })
  })

  test('that did not take place do not make the intervals grow', async () => {
    const order = await unknown()
    const request = { startedSecondsAgo: 40, leaseSeconds: 2, limit: 50 }
    await atOneMoment(order, async (tx, pass) => {
      await sql`update orders set charge_checked_at = now() where id = ${order.id}`.execute(tx)
      for (let round = 0; round < 12; round += 1) {
        await pass(2)
        expect(await claimUnsettled(tx, console, request)).toHaveLength(1)
        await forgetReviews(tx, [order.id])
      }
    })
  })

  test('of one order by pages: one of any number of processes, every five seconds', async () => {
    const order = await unknown()
    const others = Array.from({ length: 4 }, () => ordersIn(database))
    const look = async () =>
      (
        await Promise.all(
          others.flatMap((each) => Array.from({ length: 5 }, () => each.claimLookup(order.id, 5))),
        )
      ).filter((may) => may).length
    expect(await look()).toBe(1)
    await later(order, 4)
    // A busy machine may have used up the last second by now.
    expect(await look()).toBeLessThanOrEqual(1)
    await later(order, 5)
    expect(await look()).toBe(1)
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    await later(order, 5)
    expect(await look()).toBe(0)
  })
})
