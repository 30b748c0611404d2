// The money side of orders in a real PostgreSQL: allowed transitions, and twenty concurrent requests.

import { beforeAll, describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import type { UnpaidCharge, UnsettledRequest } from '../../server/domain/orders/ports.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import {
  type ChargeState,
  isPaid,
  unpaidReasonOf,
} from '../../server/domain/orders/record/payment.ts'
import { noCard } from '../../testing/orders.ts'
import { verifies } from '../helpers/verifies.ts'
import { useOrders } from './orders-fixture.ts'

const { database, orders, inserted, events } = useOrders()

const mailsOf = (order: NewOrder) =>
  database.db.selectFrom('emails').selectAll().where('order_id', '=', order.id).execute()

describe('settling a charge', () => {
  const results: UnpaidCharge['state'][] = ['declined', 'unknown', 'not_made']
  /**
   * The state after each result, starting from the state on the left. A doubtful result never replaces a certain one.
   */
  const table: [ChargeState, Record<UnpaidCharge['state'], ChargeState>][] = [
    ['started', { declined: 'declined', unknown: 'unknown', not_made: 'not_made' }],
    ['unknown', { declined: 'declined', unknown: 'unknown', not_made: 'not_made' }],
    ['not_made', { declined: 'declined', unknown: 'not_made', not_made: 'not_made' }],
    ['declined', { declined: 'declined', unknown: 'declined', not_made: 'declined' }],
    ['none', { declined: 'none', unknown: 'none', not_made: 'none' }],
  ]
  for (const [from, after] of table) {
    for (const result of results) {
      test(`${result} on ${from} is ${after[result]}`, async () => {
        const order = await inserted(from === 'none' ? { payment: noCard } : {})
        if (from !== 'none' && from !== 'started') {
          await orders.settleCharge(order.id, {
            state: from as 'declined',
            cause: null,
            reason: 'before',
          })
        }
        const before = await orders.readByCode(order.code)
        expect(before?.payment.chargeState).toBe(from)
        const settled = await orders.settleCharge(order.id, {
          state: result,
          cause: null,
          reason: 'now',
        })
        expect([settled.payment.chargeState, isPaid(settled)]).toEqual([after[result], false])
        const changed = after[result] !== from
        const kept = before === null ? null : unpaidReasonOf(before)
        expect(unpaidReasonOf(settled)).toBe(changed ? 'now' : kept)
        expect(await orders.readByCode(order.code)).toEqual(settled)
      })
    }
  }

  test('a paid order stays paid, whatever later events say', async () => {
    for (const state of results) {
      const order = await inserted()
      await orders.markPaid(order.code, {
        paymentId: paymentIdOf(`pi_${order.code}`),
        amountCents: 800,
      })
      const settled = await orders.settleCharge(order.id, { state, cause: null, reason: 'late' })
      expect(settled).toMatchObject({
        status: 'RECEIVED',
        payment: { kind: 'paid', chargeState: 'succeeded' },
      })
      expect(unpaidReasonOf(settled)).toBeNull()
    }
  })
})

describe('marking paid', () => {
  verifies(['states.paid-by-link', 'events.email-once'], async () => {
    const order = await inserted({ payment: noCard })
    const outcome = await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    expect(outcome).toMatchObject({
      kind: 'paid',
      order: {
        status: 'RECEIVED',
        payment: {
          kind: 'paid',
          paymentId: paymentIdOf(`pi_${order.code}`),
          chargeState: 'none',
        },
      },
    })
    expect(await events(order)).toEqual([
      ['PENDING_PAYMENT', 'submit'],
      ['RECEIVED', 'payment'],
    ])
    const [mail, ...more] = await mailsOf(order)
    expect(more).toEqual([])
    const waiting = { sent_at: null, queued: false }
    expect(mail).toMatchObject({
      kind: 'confirmation',
      recipient: 'recipient@example.com',
      ...waiting,
    })
  })

  test('one of twenty concurrent calls marks it paid, and one email is queued', async () => {
    const order = await inserted()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        orders.markPaid(order.code, { paymentId: paymentIdOf('pi_race'), amountCents: 800 }),
      ),
    )
    const kinds = outcomes.map(({ kind }) => kind).sort()
    expect(kinds).toEqual([...Array(19).fill('already'), 'paid'])
    const waiting = { kind: 'confirmation', sent_at: null, queued: false }
    expect(await mailsOf(order)).toMatchObject([waiting])
    expect(await events(order)).toHaveLength(2)
  })

  test('one of twenty different payments pays, and the others are reported as duplicates', async () => {
    const order = await inserted()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        orders.markPaid(order.code, {
          paymentId: paymentIdOf(`pi_${order.code}_${index}`),
          amountCents: 800,
        }),
      ),
    )
    const paid = outcomes.filter(({ kind }) => kind === 'paid')
    expect(paid).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19)
    expect(await mailsOf(order)).toHaveLength(1)
    const kept = await orders.readByCode(order.code)
    expect(paid[0]).toMatchObject({ order: { payment: kept?.payment } })
  })

  test('another amount pays nothing, and an unknown code is reported', async () => {
    const order = await inserted()
    for (const amount of [799, 801, 0, 80_000]) {
      const outcome = await orders.markPaid(order.code, {
        paymentId: paymentIdOf('pi_amount'),
        amountCents: amount,
      })
      expect(outcome).toMatchObject({
        kind: 'wrong_amount',
        order: { payment: { kind: 'settling' } },
      })
    }
    expect(
      await orders.markPaid('SVC-ZZZZZZ', { paymentId: paymentIdOf('pi_x'), amountCents: 800 }),
    ).toEqual({
      kind: 'no_such_order',
    })
    expect(await mailsOf(order)).toEqual([])
  })

  test('a payment that arrives after the order was closed unpaid does not pay it', async () => {
    const order = await inserted()
    await orders.setStatus(order.code, { status: 'CANCELLED', tracking: null, by: 'operator' })
    const outcome = await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    expect(outcome).toMatchObject({
      kind: 'closed',
      order: { payment: { kind: 'settling' }, status: 'CANCELLED' },
    })
  })

  test('an order that is settled and paid concurrently ends as paid', async () => {
    for (let run = 0; run < 10; run += 1) {
      const order = await inserted()
      await Promise.all([
        orders.settleCharge(order.id, { state: 'unknown', cause: null, reason: 'no answer' }),
        orders.markPaid(order.code, {
          paymentId: paymentIdOf(`pi_${order.code}`),
          amountCents: 800,
        }),
        orders.settleCharge(order.id, { state: 'not_made', cause: null, reason: 'no record' }),
      ])
      const after = await orders.readByCode(order.code)
      expect(after).toMatchObject({ status: 'RECEIVED', payment: { kind: 'paid' } })
    }
  })
})

describe('unsettled charges', () => {
  const claim = async (change: Partial<UnsettledRequest> = {}) => {
    const request = { startedSecondsAgo: 0, leaseSeconds: 30, limit: 50, ...change }
    return (await orders.claimUnsettled(request)).map(({ code }) => code)
  }
  type Age = 'created_at' | 'updated_at' | 'charge_checked_at'
  const age = (order: NewOrder, interval: string, column: Age) =>
    database.pool.query(`update orders set ${column} = now() - $2::interval where id = $1`, [
      order.id,
      interval,
    ])
  const doubtful = async (state: 'started' | 'unknown' | 'not_made' | 'declined' | 'none') => {
    const order = await inserted(state === 'none' ? { payment: noCard } : {})
    if (state !== 'started' && state !== 'none') {
      await orders.settleCharge(order.id, { state, cause: null, reason: 'x' })
    }
    await age(order, '1 minute', 'charge_checked_at')
    return order
  }

  beforeAll(async () => {
    // Removes rows of earlier tests.
    await database.pool.query(`update orders set charge_state = 'none' where not paid`)
  })

  test('started and unknown charges are claimed, others are not', async () => {
    const started = await doubtful('started')
    const unknown = await doubtful('unknown')
    const settled = [await doubtful('declined'), await doubtful('none'), await doubtful('not_made')]
    const paid = await doubtful('started')
    await orders.markPaid(paid.code, {
      paymentId: paymentIdOf(`pi_${paid.code}`),
      amountCents: 800,
    })
    const claimed = await claim()
    expect(claimed.sort()).toEqual([started.code, unknown.code].sort())
    for (const order of [...settled, paid]) expect(claimed).not.toContain(order.code)
  })

  test('a claimed order is leased: no worker gets it again before the lease expires', async () => {
    const order = await doubtful('unknown')
    expect(await claim()).toEqual([order.code])
    expect(await claim()).toEqual([])
    await age(order, '31 seconds', 'charge_checked_at')
    expect(await claim()).toEqual([order.code])
    await orders.settleCharge(order.id, { state: 'declined', cause: null, reason: 'x' })
  })

  test('a charge that began too recently is left to the process that makes it', async () => {
    const order = await doubtful('started')
    expect(await claim({ startedSecondsAgo: 60 })).toEqual([])
    await age(order, '2 minutes', 'created_at')
    expect(await claim({ startedSecondsAgo: 60 })).toEqual([order.code])
    await orders.settleCharge(order.id, { state: 'declined', cause: null, reason: 'x' })
  })

  test('ten concurrent workers share the orders, and none is claimed twice', async () => {
    const waiting = await Promise.all(Array.from({ length: 30 }, () => doubtful('unknown')))
    const shares = await Promise.all(Array.from({ length: 10 }, () => claim({ limit: 7 })))
    const claimed = shares.flat()
    expect(new Set(claimed).size).toBe(claimed.length)
    // Concurrent workers skipped each other's rows; the next round claims the rest.
    while (claimed.length < 30) {
      const more = await claim({ limit: 7 })
      expect(more.length).toBeGreaterThan(0)
      claimed.push(...more)
    }
    expect(claimed.sort()).toEqual(waiting.map(({ code }) => code).sort())
    for (const share of shares) expect(share.length).toBeLessThanOrEqual(7)
    for (const { id } of waiting) {
      await orders.settleCharge(id, { state: 'declined', cause: null, reason: 'x' })
    }
  })

  test('a charge that never arrived is reviewed hourly, for a day', async () => {
    const order = await doubtful('not_made')
    expect(await claim()).toEqual([])
    await age(order, '61 minutes', 'charge_checked_at')
    expect(await claim()).toEqual([order.code])
    expect(await claim()).toEqual([])
    await age(order, '61 minutes', 'charge_checked_at')
    await age(order, '26 hours', 'updated_at')
    expect(await claim()).toEqual([])
  })

  test('an order that another payment has paid since is claimed as well, because it could be paid twice', async () => {
    const order = await doubtful('not_made')
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    await age(order, '61 minutes', 'charge_checked_at')
    expect(await claim()).toEqual([order.code])
    expect(await claim()).toEqual([])
  })

  test('an open checkout, which may be paid without an event, is claimed until the order is paid', async () => {
    const order = await doubtful('declined')
    await age(order, '61 minutes', 'charge_checked_at')
    expect(await claim()).toEqual([])
    await orders.saveCheckout(order.id, {
      sessionId: `cs_${order.code}`,
      url: null,
      previous: null,
    })
    expect(await claim()).toEqual([order.code])
    expect(await claim()).toEqual([])
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    await age(order, '61 minutes', 'charge_checked_at')
    expect(await claim()).toEqual([])
  })

  test('a charge whose process gave up is reviewed however recently it began', async () => {
    const order = await doubtful('unknown')
    expect(await claim({ startedSecondsAgo: 60 })).toEqual([order.code])
    await orders.settleCharge(order.id, { state: 'declined', cause: null, reason: 'x' })
  })
})
