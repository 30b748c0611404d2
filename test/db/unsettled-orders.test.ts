// Unsettled charges in a real PostgreSQL: when they may be abandoned, how they are retried, how reviews are spaced,
// who gets an email.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Db } from '../../server/db/core/connect.ts'
import { deferCharge } from '../../server/db/orders/charge/order-charges.ts'
import {
  claimDeferred,
  claimUnsettled,
  forgetChecks,
} from '../../server/db/orders/charge/unsettled-orders.ts'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { UnpaidSettlement } from '../../server/domain/orders/ports.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import { chargeCardOf } from '../../server/domain/orders/record/payment.ts'
import { unpaidReason } from '../../server/domain/orders/record/unpaid-reasons.ts'
import { newCharge } from '../../testing/orders.ts'
import { ordersIn, useOrders } from './orders-fixture.ts'

const { database, orders, inserted: started } = useOrders()
/** Removes rows of earlier tests. */
beforeEach(async () => {
  await database.pool.query(
    `update orders set charge_state = 'none', charge_retry_at = null where not paid`,
  )
})

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values)
async function unknown(): Promise<NewOrder> {
  const order = await started()
  await orders.settleCharge(order.id, { state: 'unknown', cause: null, reason: 'no answer' })
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
/** Runs `work` in one transaction: the database's clock stands still, and only `pass` moves a row's times. */
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
  cause: 'never_arrived',
  reason: 'never arrived',
  quietSeconds: 8,
  abandonedAfterSeconds: 40,
  // No charge may be repeated.
  repeatableHours: 0,
}
const declined: UnpaidSettlement = {
  state: 'declined',
  cause: null,
  reason: 'Your card was declined.',
}

describe('abandoning a charge', () => {
  test('without a response waits until nothing has changed for eight seconds', async () => {
    const order = await unknown()
    await later(order, 4)
    expect((await orders.settleFinally(order.id, notMade)).payment.chargeState).toBe('unknown')
    await later(order, 5)
    expect((await orders.settleFinally(order.id, notMade)).payment.chargeState).toBe('not_made')
  })

  test('that a live process may still be making waits until that is impossible', async () => {
    const order = await started()
    await later(order, 30)
    expect((await orders.settleFinally(order.id, notMade)).payment.chargeState).toBe('started')
    await later(order, 11)
    expect((await orders.settleFinally(order.id, notMade)).payment.chargeState).toBe('not_made')
  })

  test('does not happen while the charge may be made again', async () => {
    const order = await unknown()
    const end = { ...notMade, repeatableHours: 23 }
    await later(order, 23 * 3600 - 60)
    expect((await orders.settleFinally(order.id, end)).payment.chargeState).toBe('unknown')
    await later(order, 61)
    expect((await orders.settleFinally(order.id, end)).payment.chargeState).toBe('not_made')
  })

  test('is impossible while the charge waits for its retry', async () => {
    const order = await started()
    await orders.deferCharge(order.id)
    await later(order, 3600)
    expect((await orders.settleFinally(order.id, notMade)).payment.chargeState).toBe('started')
    expect(await mailsOf(order)).toEqual([])
  })
})

describe('repeating a charge', () => {
  const limits = { freshMinutes: 10, repeatableHours: 23 }
  const repeatOf = ({ id }: NewOrder) => orders.repeatabilityOf(id, limits)

  test('is allowed immediately for ten minutes, after a lookup of the record for 23 hours, and not later', async () => {
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

  test('is refused when the order is settled, closed, without a card, or charged earlier', async () => {
    const declinedOrder = await started()
    await orders.settleCharge(declinedOrder.id, { state: 'declined', cause: null, reason: 'no' })
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
    await orders.settleCharge(earlier.id, { state: 'unknown', ...unpaidReason('earlier_charge') })
    for (const order of [declinedOrder, paid, cancelled, cardless, earlier]) {
      expect(await repeatOf(order)).toBe('no')
    }
  })

  test('is refused before its scheduled retry', async () => {
    const order = await started()
    await orders.deferCharge(order.id)
    expect(await repeatOf(order)).toBe('no')
    await later(order, 2)
    expect(await repeatOf(order)).toBe('at_once')
  })
})

describe('the email about an unsettled charge', () => {
  test.each([
    ['not_made', notMade],
    ['declined', declined],
  ] as const)('that ended %s is written once, with the outcome', async (state, end) => {
    const order = await unknown()
    await later(order, 60)
    await Promise.all(Array.from({ length: 10 }, () => orders.settleFinally(order.id, end)))
    expect(await stateOf(order)).toBe(state)
    expect(await mailsOf(order)).toEqual([
      {
        kind: 'unpaid',
        recipient: 'recipient@example.com',
        subject: `Order ${order.code} was not charged`,
      },
    ])
  })

  test('is not sent again when a missing charge arrives after all, and is declined', async () => {
    const order = await unknown()
    await later(order, 60)
    await orders.settleFinally(order.id, notMade)
    await orders.settleFinally(order.id, declined)
    expect(await stateOf(order)).toBe('declined')
    expect(await mailsOf(order)).toHaveLength(1)
  })

  test('is not sent when the request received the decline, nor for a paid or cancelled order', async () => {
    const told = await started()
    await orders.settleCharge(told.id, {
      state: 'declined',
      cause: null,
      reason: 'Your card was declined.',
    })
    const paid = await started()
    await orders.markPaid(paid.code, {
      paymentId: paymentIdOf(`pi_${paid.code}`),
      amountCents: 800,
    })
    await orders.settleFinally(paid.id, declined)
    const cancelled = await unknown()
    await orders.setStatus(cancelled.code, { status: 'CANCELLED', tracking: null, by: 'test' })
    await orders.settleFinally(cancelled.id, declined)
    expect(await mailsOf(told)).toEqual([])
    expect((await mailsOf(paid)).map(({ kind }) => kind)).toEqual(['confirmation'])
    expect(await mailsOf(cancelled)).toEqual([])
  })
})

describe('a deferred charge', () => {
  const claim = async () =>
    (await orders.claimDeferred({ giveUpSeconds: 60, limit: 10 })).map(({ code }) => code)

  test('is retried after 2, 4 and then every 8 seconds, with its original card', async () => {
    const chargeCard = {
      customerId: customerIdOf('cus_x'),
      paymentMethodId: paymentMethodIdOf('pm_x'),
    }
    const order = await started({ payment: newCharge('api_key', chargeCard) })
    await atOneMoment(order, async (tx, pass) => {
      const due = async () =>
        (await claimDeferred(tx, console, { giveUpSeconds: 60, limit: 10 })).length
      for (const seconds of [2, 4, 8, 8]) {
        expect(chargeCardOf(await deferCharge(tx, order.id))).toEqual(chargeCard)
        await pass(seconds - 0.5)
        expect([seconds, await due()]).toEqual([seconds, 0])
        await pass(0.5)
        expect([seconds, await due()]).toEqual([seconds, 1])
      }
    })
  })

  test('is leased to one of many workers, and released when that worker dies', async () => {
    const order = await started()
    await orders.deferCharge(order.id)
    await later(order, 2)
    const claims = await Promise.all(Array.from({ length: 10 }, claim))
    expect(claims.flat()).toEqual([order.code])
    // The lease is as long as a charge may take, a minute, and has not expired after 40 seconds.
    await query(
      "update orders set charge_retry_at = charge_retry_at - interval '40 seconds' where id = $1",
      [order.id],
    )
    expect(await claim()).toEqual([order.code])
  })

  test('is left to the record of the processor after a minute', async () => {
    const order = await started()
    await orders.deferCharge(order.id)
    await later(order, 60)
    expect(await claim()).toEqual([])
    expect(await stateOf(order)).toBe('unknown')
  })

  test('is not reviewed by the reconciler while it waits', async () => {
    const order = await started()
    await orders.deferCharge(order.id)
    await later(order, 50)
    const request = { startedSecondsAgo: 40, leaseSeconds: 2, limit: 50 }
    expect(await orders.claimUnsettled(request)).toEqual([])
  })
})

describe('reviews', () => {
  test('of one order by the reconciler occur at growing intervals, up to a minute', async () => {
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
      // The pause deviates by up to a quarter, depending on the order.
      for (const seconds of [4, 8, 16, 32, 60, 60]) {
        await pass(seconds * 0.74)
        expect([seconds, await due()]).toEqual([seconds, 0])
        await pass(seconds * 0.52)
        expect([seconds, await due()]).toEqual([seconds, 1])
      }
    })
  })

  test('that did not happen do not increase the intervals', async () => {
    const order = await unknown()
    const request = { startedSecondsAgo: 40, leaseSeconds: 2, limit: 50 }
    await atOneMoment(order, async (tx, pass) => {
      await sql`update orders set charge_checked_at = now() where id = ${order.id}`.execute(tx)
      for (let round = 0; round < 12; round += 1) {
        await pass(2)
        expect(await claimUnsettled(tx, console, request)).toHaveLength(1)
        await forgetChecks(tx, [order.id])
      }
    })
  })

  test('of one order by pages occur once in five seconds across all processes', async () => {
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
    // On a busy machine, the fifth second may already have passed.
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

test('a reading that is older than the payment leaves nothing pending in a paid order', async () => {
  const order = await unknown()
  const isPending = async () =>
    (await query('select payment_pending from orders where id = $1', [order.id])).rows[0]
      ?.payment_pending
  await orders.setPaymentPending(order.id, true)
  expect(await isPending()).toBe(true)
  const paymentId = paymentIdOf(`pi_${order.code}`)
  await orders.markPaid(order.code, { paymentId, amountCents: 800 })
  await orders.setPaymentPending(order.id, true)
  expect(await isPending()).toBe(false)
})
