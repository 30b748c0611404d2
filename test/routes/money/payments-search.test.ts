// Search of the processor's payments for those whose order or purchase rows were lost, and what happens to each
// payment.

import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { createUnmatchedPayments } from '../../../server/db/orders/unmatched/unmatched-payments.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { searchPayments } from '../../../server/domain/orders/settle/search-payments.ts'
import { returnPayment } from '../../../server/domain/payments/return-payment.ts'
import type { UnmatchedPayment } from '../../../server/domain/payments/unmatched.ts'
import { loseMovements, withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { losses } from '../../../testing/faults/lose-rows.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { buyer, pay, post } from '../../../testing/people/shop.ts'
import type { SubmitBody } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

setDefaultTimeout(60_000)
const service = useService({ env: { VIEWER_EMAILS: 'viewer@example.com' } })
const { send, lose, chargesOf, orderOf } = losses(service)

const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.service.database.pool.query(text, [...values])).rows
const payer = () => service.account()
type Payer = Awaited<ReturnType<typeof payer>>

/** Gives each test its own payments: those of earlier tests are too old for the search. */
beforeEach(async () => {
  await query('delete from unmatched_payments')
  await query("update processor_events set state = 'handled'")
})

/** Makes payments through `work` that are `minutes` old by the processor's clock. */
async function paidAgo<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  service.advance(-60 * minutes)
  try {
    return await work()
  } finally {
    service.advance(60 * minutes)
  }
}

/** Creates a charged order and deletes its rows; the events of its payment arrive only if the test delivers them. */
async function lostOrder(who: Payer, key: string, minutes = 20): Promise<SubmitBody> {
  const order = await paidAgo(minutes, () => send(who, key))
  await lose(order.code)
  return order
}

/** Runs a complete search, from the newest payment, and one round of refunds. */
async function search(): Promise<void> {
  await query(
    'update payment_searches set due_at = now(), finished_at = null, after_payment = null',
  )
  for (;;) {
    expect(await searchPayments(service.deps)).toBe(true)
    const [row] = await query(
      'update payment_searches set due_at = now() returning after_payment, finished_at',
    )
    if (row.after_payment === null) return
  }
}
const found = async (): Promise<readonly UnmatchedPayment[]> => {
  const { waiting, decided } = await service.deps.unmatchedPayments.list(50)
  return [...waiting, ...decided]
}
const statesByCode = async () =>
  Object.fromEntries((await found()).map(({ orderCode, state }) => [orderCode, state]))
const depth = async () =>
  (await service.deps.metrics.queues()).find(({ queue }) => queue === 'unmatched_payments')?.depth
const logged = (event: string, paymentId: string) =>
  service.logs().filter((entry) => entry.event === event && entry['paymentId'] === paymentId)
/** Uses up the hour's automatic refunds, so that the search finds payments and refunds none. */
const spendAutomaticRefunds = () =>
  query(
    `insert into unmatched_payments (payment_id, subject, order_code, amount_cents, paid_at, marked, state, automatic,
        refund_started_at)
      select 'pi_spent_' || n, 'order', 'SVC-AAAAAA', 1, now() - interval '3 days', true, 'refunded', true,
        now() - interval '59 minutes' from generate_series(1, 5) as n`,
  )

describe('a charge whose order was lost', () => {
  test('is reported and refunded once, and its retry is neither paid nor charged again', async () => {
    const ada = await payer()
    const lost = await lostOrder(ada, 'lost-and-refunded')
    await search()
    await search()
    const [payment, ...more] = await found()
    expect(more).toEqual([])
    expect(payment).toMatchObject({
      orderCode: lost.code,
      amountCents: 800,
      state: 'refunded',
      automatic: true,
      decidedBy: null,
    })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
    const { paymentId = paymentIdOf('') } = payment ?? {}
    expect(logged('payment.unmatched_found', paymentId)).toMatchObject([{ level: 'error' }])
    // The processor also sends events of the refund, after its response.
    await service.stripe.deliver({ again: true })
    expect(logged('payment.unmatched_refunded', paymentId)).toHaveLength(1)
    const again = await send(ada, 'lost-and-refunded')
    expect(again).toMatchObject({ code: lost.code, paid: false })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })

  test('is refunded by the remaining amount when part of it was refunded before', async () => {
    const ada = await payer()
    const order = await paidAgo(20, () => send(ada, 'lost-after-part'))
    const { paymentId } = await orderOf(order.code)
    await lose(order.code)
    await service.stripe.call('/v1/refunds', { payment_intent: paymentId ?? '', amount: '300' })
    await search()
    expect(await statesByCode()).toEqual({ [order.code]: 'refunded' })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })

  test('is not refunded for fifteen minutes', async () => {
    await lostOrder(await payer(), 'lost-young', 14)
    await search()
    expect(await found()).toEqual([])
    const lost = await lostOrder(await payer(), 'lost-old', 16)
    await search()
    expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
  })

  test('is not searched for when it was made days before the last search', async () => {
    const ada = await payer()
    await lostOrder(ada, 'lost-long-ago', 24 * 7 * 60)
    await search()
    expect(await found()).toEqual([])
    expect(await chargesOf(ada)).toMatchObject({ refundedCents: 0 })
  })

  test('is searched for as long as no search has begun since', async () => {
    const ada = await payer()
    const lost = await lostOrder(ada, 'lost-without-workers', 49 * 60)
    await query("update payment_searches set started_at = now() - interval '2 hours'")
    await search()
    expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
  })

  test('is found by a new search when the old one was interrupted more than a day ago', async () => {
    const lost = await lostOrder(await payer(), 'lost-in-a-search')
    await query(
      "update payment_searches set due_at = now(), after_payment = 'pi_gone', started_at = now() - interval '25 hours'",
    )
    expect(await searchPayments(service.deps)).toBe(true)
    expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
  })

  test('pays its order when a retry brings it back before the refund', async () => {
    const ada = await payer()
    await spendAutomaticRefunds()
    const lost = await lostOrder(ada, 'lost-and-back')
    await search()
    expect(await statesByCode()).toMatchObject({ [lost.code]: 'found' })
    expect(await depth()).toBe(1)
    expect(await send(ada, 'lost-and-back')).toMatchObject({ code: lost.code, paid: true })
    await search()
    expect(await statesByCode()).toMatchObject({ [lost.code]: 'returned' })
    expect(await depth()).toBe(0)
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 0 })
    // The rows are lost again, so the payment is reported again.
    await lose(lost.code)
    await search()
    expect(await statesByCode()).toMatchObject({ [lost.code]: 'found' })
    await send(ada, 'lost-and-back')
  })

  test('is refunded when a retry charged its order again after the key had expired at the processor', async () => {
    const ada = await payer()
    const lost = await lostOrder(ada, 'lost-for-a-day', 25 * 60)
    expect(await send(ada, 'lost-for-a-day')).toMatchObject({ code: lost.code, paid: true })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 2, refundedCents: 0 })
    await search()
    expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 2, refundedCents: 800 })
    const { paymentId, paid } = await orderOf(lost.code)
    expect(paid).toBe(true)
    if (paymentId === null) throw new Error('no payment')
    expect((await found()).map((payment) => payment.paymentId)).not.toContain(paymentId)
    await search()
    expect(await chargesOf(ada)).toMatchObject({ refundedCents: 800 })
  })

  test('is unmatched again when another payment pays the restored order', async () => {
    const ada = await payer()
    await spendAutomaticRefunds()
    const lost = await lostOrder(ada, 'lost-and-paid-anew')
    await search()
    await send(ada, 'lost-and-paid-anew')
    await search()
    expect(await statesByCode()).toMatchObject({ [lost.code]: 'returned' })
    expect(await service.deps.unmatchedPayments.reopen()).toEqual([])
    const { paymentId } = await orderOf(lost.code)
    const payBy = (id: string | null) =>
      query('update orders set payment_id = $2 where code = $1', [lost.code, id])
    await payBy('pi_another')
    expect(await service.deps.unmatchedPayments.reopen()).toMatchObject([
      { orderCode: lost.code, state: 'found' },
    ])
    await payBy(paymentId)
  })
})

describe('an order that comes back during the refund', () => {
  /** Finds and claims the payment, as a worker does that has committed its claim. */
  async function claimed(ada: Payer, key: string) {
    const lost = await lostOrder(ada, key)
    await spendAutomaticRefunds()
    await search()
    await query("delete from unmatched_payments where payment_id like 'pi_spent_%'")
    const payment = await service.deps.unmatchedPayments.claimAutomatic(5)
    if (payment === null) throw new Error('Nothing was claimed.')
    expect(payment.orderCode).toBe(lost.code)
    return { lost, payment }
  }
  const review = async () => {
    await query("update orders set charge_checked_at = charge_checked_at - interval '2 minutes'")
    await reconcileCharges(service.deps, { startedSecondsAgo: 40 })
  }

  test('is not paid by the claimed payment, and is paid once the refund is cancelled', async () => {
    const ada = await payer()
    const { lost, payment } = await claimed(ada, 'back-after-claim')
    expect(await send(ada, 'back-after-claim')).toMatchObject({ code: lost.code, paid: false })
    expect(await returnPayment(service.deps, payment)).toBe('returned')
    await review()
    expect(await orderOf(lost.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })

  test('is unpaid after the refund began, and another worker completes the refund', async () => {
    const ada = await payer()
    const { lost, payment } = await claimed(ada, 'back-after-begin')
    const cut = { method: 'POST', path: '/v1/refunds', when: 'after', times: 'always' } as const
    await service.stripe.fault({ ...cut, outcome: { status: 503 } })
    expect(await returnPayment(service.deps, payment)).toBe('refunding')
    await service.stripe.clearFaults()
    expect(await send(ada, 'back-after-begin')).toMatchObject({ code: lost.code, paid: false })
    await query("update unmatched_payments set checked_at = now() - interval '61 seconds'")
    await search()
    expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
    await query("update orders set updated_at = now() - interval '1 minute'")
    await review()
    expect(await orderOf(lost.code)).toMatchObject({ paid: false, chargeState: 'declined' })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })
})

test('at most five payments an hour are refunded without an operator, however many workers run', async () => {
  const ada = await payer()
  for (let n = 0; n < 7; n += 1) await lostOrder(ada, `lost-many-${n}`)
  await search()
  const workers = Array.from({ length: 8 }, async () => {
    const payment = await service.deps.unmatchedPayments.claimAutomatic(5)
    if (payment !== null) await returnPayment(service.deps, payment)
  })
  await Promise.all(workers)
  await search()
  const states = async () =>
    Object.values(await statesByCode())
      .toSorted()
      .join(' ')
  expect(await states()).toBe('found found refunded refunded refunded refunded refunded')
  expect(await chargesOf(ada)).toMatchObject({ succeeded: 7, refundedCents: 5 * 800 })
  expect(await depth()).toBe(2)
  await query(
    "update unmatched_payments set refund_started_at = refund_started_at - interval '61 minutes'",
  )
  await search()
  await search()
  expect(await states()).toBe(Array(7).fill('refunded').join(' '))
})

test('payments of other systems and deployments, and those with an order, are ignored', async () => {
  const ada = await payer()
  const kept = await paidAgo(20, () => send(ada, 'not-lost'))
  const foreign = { svc_service: 'print-orders@other.example', order_code: 'SVC-ABC234' }
  for (const metadata of [foreign, { order_code: 'SVC-ABC235' }, {}]) {
    const named = Object.entries({ ...metadata, order_id: crypto.randomUUID() })
    await paidAgo(20, () =>
      service.stripe.call('/v1/payment_intents', {
        amount: '500',
        currency: 'usd',
        customer: ada.customerId ?? '',
        payment_method: ada.card?.paymentMethodId ?? '',
        confirm: 'true',
        off_session: 'true',
        ...Object.fromEntries(named.map(([name, value]) => [`metadata[${name}]`, value])),
      }),
    )
  }
  await search()
  expect(await found()).toEqual([])
  expect(await orderOf(kept.code)).toMatchObject({ paid: true })
  expect(await chargesOf(ada)).toMatchObject({ succeeded: 4, refundedCents: 0 })
})

/** Deletes the delivery of a purchase and its line in the ledgers. */
async function loseDelivery(purchaseId: unknown): Promise<void> {
  const statements = [
    `update accounts set credits = accounts.credits - purchases.credits, credit_value_cents = credit_value_cents - amount_cents
      from purchases where purchases.id = $1 and purchases.credits > 0 and accounts.id = account_id`,
    'delete from gift_card_entries where gift_card_id in (select id from gift_cards where purchase_id = $1)',
    ...['money_movements', 'gift_cards', 'credit_entries'].map(
      (table) => `delete from ${table} where purchase_id = $1`,
    ),
  ]
  for (const statement of statements) {
    await withoutTriggers(service.service.database.pool, statement, [purchaseId])
  }
}

test.each([
  ['/api/gift-cards/purchase', { amountCents: 2500, recipientEmail: 'g@example.com' }, 2500],
  ['/api/account/credits', { pack: 10 }, 500],
] as const)(
  '%s: a payment is refunded only when its purchase was lost',
  async (path, body, cents) => {
    const eve = await buyer(service)
    const buy = () =>
      paidAgo(20, async () => {
        const [, { checkoutUrl }] = await post(service, eve, path, body)
        await pay(service, checkoutUrl)
      })
    await buy()
    await search()
    expect(await found()).toEqual([])
    await buy()
    const [newest] = await query('select id from purchases order by created_at desc limit 1')
    await loseDelivery(newest.id)
    await withoutTriggers(service.service.database.pool, 'delete from purchases where id = $1', [
      newest.id,
    ])
    await search()
    expect(await found()).toMatchObject([
      { subject: 'purchase', orderCode: null, amountCents: cents, state: 'refunded' },
    ])
  },
)

describe('a payment whose event was handled before rows were lost', () => {
  /** Restores the order as a copy has it that predates the payment and is too old for hourly reviews. */
  const forgetPayment = async (code: string, changes = '') => {
    await query(
      "delete from emails where kind = 'confirmation' and order_id = (select id from orders where code = $1)",
      [code],
    )
    const { pool } = service.service.database
    await loseMovements(pool, 'order_id = (select id from orders where code = $1)', [code])
    await query(
      `update orders set paid = false, payment_id = null, status = 'PENDING_PAYMENT', charge_state = 'not_made',
        due_at = null, updated_at = now() - interval '30 hours' ${changes} where code = $1`,
      [code],
    )
  }

  test('pays its order', async () => {
    const ada = await payer()
    const { code } = await paidAgo(20, () => send(ada, 'payment-forgotten'))
    const { paymentId } = await orderOf(code)
    await forgetPayment(code)
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect((await orderOf(code)).paid).toBe(false)
    await search()
    expect(await orderOf(code)).toMatchObject({ paid: true, paymentId, status: 'RECEIVED' })
    expect(await found()).toEqual([])
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })

  test('is refunded when its order was canceled meanwhile', async () => {
    const ada = await payer()
    const { code } = await paidAgo(20, () => send(ada, 'payment-forgotten-canceled'))
    await forgetPayment(code)
    await query("update orders set status = 'CANCELLED' where code = $1", [code])
    await search()
    await search()
    expect(await orderOf(code)).toMatchObject({ paid: false, status: 'CANCELLED' })
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })

  test('of another amount is left to an operator', async () => {
    const ada = await payer()
    const { code } = await paidAgo(20, () => send(ada, 'payment-forgotten-amount'))
    await forgetPayment(
      code,
      ', total_cents = total_cents + 100, shipping_cents = shipping_cents + 100',
    )
    await search()
    expect((await orderOf(code)).paid).toBe(false)
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 0 })
    const ofOrder = (await found()).filter(({ orderCode }) => orderCode === code)
    expect(ofOrder).toMatchObject([{ cause: 'wrong_amount', state: 'found', amountCents: 800 }])
    await refundFully(service.deps.payments, ofOrder[0]?.paymentId ?? paymentIdOf(''))
    await query('delete from unmatched_payments where order_code = $1', [code])
  })

  test('delivers its purchase', async () => {
    const eve = await buyer(service)
    await paidAgo(20, async () => {
      const [, { checkoutUrl }] = await post(service, eve, '/api/account/credits', { pack: 10 })
      await pay(service, checkoutUrl)
    })
    const [newest] = await query('select * from purchases order by created_at desc limit 1')
    await loseDelivery(newest.id)
    await query(
      "update purchases set state = 'open', payment_id = null, paid_at = null where id = $1",
      [newest.id],
    )
    await search()
    const [delivered] = await query('select * from purchases where id = $1', [newest.id])
    expect(delivered.payment_id).toBe(newest.payment_id)
    expect(
      await query('select from credit_entries where purchase_id = $1', [newest.id]),
    ).toHaveLength(1)
    expect((await found()).filter(({ subject }) => subject === 'purchase')).toEqual([])
  })
})

test('an event of a payment without our marker waits for an operator, whose decision closes it', async () => {
  await query(
    `insert into processor_events (id, type, state, order_code, payment_id, amount_cents, received_at) values
      ('evt_young', 'payment_intent.succeeded', 'open', 'SVC-ABC234', 'pi_young', 800, now() - interval '14 minutes'),
      ('evt_old', 'payment_intent.succeeded', 'open', 'SVC-ABC235', 'pi_old', 800, now() - interval '16 minutes'),
      ('evt_old_too', 'checkout.session.completed', 'open', 'SVC-ABC235', 'pi_old', 800, now() - interval '16 minutes')`,
  )
  await search()
  expect(await found()).toMatchObject([
    { paymentId: paymentIdOf('pi_old'), state: 'found', marked: false },
  ])
  await openDesk(service).then((desk) =>
    desk.post('/operator/money/unmatched/pi_old', { action: 'keep', reason: 'entered by hand' }),
  )
  const open = await query("select id from processor_events where state = 'open'")
  expect(open).toEqual([{ id: 'evt_young' }])
})

test('while the processor is unavailable, no search completes and nothing is refunded', async () => {
  const lost = await lostOrder(await payer(), 'lost-while-away')
  const away = { method: 'GET', when: 'before', times: 'always', outcome: { status: 503 } } as const
  await service.stripe.fault(away)
  await search()
  expect((await service.deps.unmatchedPayments.progress()).searchedAt).toBeNull()
  await service.stripe.clearFaults()
  await search()
  expect((await service.deps.unmatchedPayments.progress()).searchedAt).not.toBeNull()
  expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
})

test('a refund whose lookup fails does not delay the others', async () => {
  const lost = []
  for (const key of ['broken', 'whole']) lost.push(await lostOrder(await payer(), `lost-${key}`))
  const cut = { method: 'POST', path: '/v1/refunds', when: 'after', times: 'always' } as const
  await service.stripe.fault({ ...cut, outcome: { status: 503 } })
  await search()
  await search()
  await service.stripe.clearFaults()
  const [broken, whole] = lost.map(({ code }) => code)
  const byCode = new Map((await found()).map((payment) => [payment.orderCode, payment.paymentId]))
  const findRefund: typeof service.deps.payments.findRefund = async (request) => {
    if (request.paymentId === byCode.get(broken ?? '')) throw new Error('No such payment_intent')
    return await service.deps.payments.findRefund(request)
  }
  await query(
    `update unmatched_payments set checked_at = now() - interval '61 seconds' * case order_code when $1 then 2 else 1 end`,
    [broken],
  )
  await query('update payment_searches set due_at = now()')
  const payments = { ...service.deps.payments, findRefund }
  expect(await searchPayments({ ...service.deps, payments })).toBe(true)
  expect(await statesByCode()).toEqual({ [broken ?? '']: 'refunding', [whole ?? '']: 'refunded' })
  expect(logged('payment.unmatched_refund_not_made', byCode.get(broken ?? '') ?? '')).toHaveLength(
    1,
  )
})

test('a search proceeds page by page, and one worker at a time takes a step', async () => {
  const ada = await payer()
  const lost = await lostOrder(ada, 'lost-on-page-two', 40)
  await paidAgo(30, async () => {
    for (let n = 0; n < 100; n += 1) {
      await service.stripe.call('/v1/payment_intents', { amount: '500', currency: 'usd' })
    }
  })
  await query(
    'update payment_searches set due_at = now(), finished_at = null, after_payment = null',
  )
  const steps = await Promise.all(Array.from({ length: 4 }, () => searchPayments(service.deps)))
  expect(steps.filter((taken) => taken)).toHaveLength(1)
  expect(await found()).toEqual([])
  await query('update payment_searches set due_at = now()')
  await searchPayments(service.deps)
  expect(await statesByCode()).toEqual({ [lost.code]: 'refunded' })
})

test('a server in recovery, which accepts no writes, finds and refunds nothing', async () => {
  const ada = await payer()
  const lost = await lostOrder(ada, 'lost-in-recovery')
  await spendAutomaticRefunds()
  await search()
  const { paymentId = paymentIdOf('') } =
    (await found()).find(({ orderCode }) => orderCode === lost.code) ?? {}
  const payment = await service.deps.payments.readPayment(paymentId)
  if (payment === null) throw new Error('The payment is gone.')
  await query('delete from unmatched_payments')
  const subject = { kind: 'order', id: orderIdOf(crypto.randomUUID()), code: lost.code } as const
  const marked = { ...payment, subject, paidAt: new Date(Date.now() - 3_600_000) }
  const rules = { hours: 48, graceMinutes: 15, pauseMinutes: 10 }
  await service.db.connection().execute(async (standby) => {
    await sql`set default_transaction_read_only = on`.execute(standby)
    const ports = createUnmatchedPayments(standby, { baseUrl: service.baseUrl })
    for (const write of [
      () => ports.claimStep(rules),
      () => ports.record([marked], rules),
      () => ports.recordEvents(rules),
      () => ports.claimAutomatic(5),
      () => ports.beginRefund(paymentId, refundIdOf(crypto.randomUUID())),
    ]) {
      await expect(write()).rejects.toThrow('read-only transaction')
    }
    await sql`reset default_transaction_read_only`.execute(standby)
  })
  expect(await found()).toEqual([])
  expect(await chargesOf(ada)).toMatchObject({ refundedCents: 0 })
})

describe('the page of operators', () => {
  const path = '/operator/money/unmatched'
  const actions = async () =>
    (await service.deps.operatorActions.list(50)).map(({ kind, subject }) => [kind, subject])

  async function waiting(key: string) {
    const ada = await payer()
    await spendAutomaticRefunds()
    const lost = await lostOrder(ada, key)
    await search()
    const payment = (await found()).find(({ orderCode }) => orderCode === lost.code)
    if (payment === undefined) throw new Error('The payment was not found.')
    return { ada, lost, paymentId: payment.paymentId }
  }

  test('lists it with code, amount and state, and refunds it once with a reason', async () => {
    const { ada, lost, paymentId } = await waiting('desk-refund')
    const desk = await openDesk(service)
    const list = await desk.get(path)
    for (const text of [paymentId, lost.code, '$8.00', 'Waiting', '5 of 5']) {
      expect(list.html).toContain(text)
    }
    expect((await desk.get('/operator/money')).html).toContain(`href="${path}"`)
    const form = `${path}/${paymentId}`
    expect((await desk.get(form)).html).toContain('Refund $8.00 now')
    const refused = await desk.post(form, { action: 'refund', reason: '  ' })
    expect([refused.status, await chargesOf(ada)]).toMatchObject([400, { refundedCents: 0 }])
    const done = await desk.post(form, { action: 'refund', reason: 'lost in the restore' })
    expect([done.status, done.location]).toEqual([303, `${path}?done=refunded`])
    expect((await desk.get(done.location)).html).toContain('The payment was refunded.')
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
    expect(await actions()).toContainEqual(['payment_refunded', paymentId])
    expect((await desk.post(form, { action: 'refund', reason: 'again' })).status).toBe(409)
    expect((await desk.get(path)).html).toContain('lost in the restore')
  })

  test('can keep the payment, which is then not refunded automatically', async () => {
    const { ada, paymentId } = await waiting('desk-keep')
    const desk = await openDesk(service)
    const form = `${path}/${paymentId}`
    const kept = await desk.post(form, { action: 'keep', reason: 'entered as SVC-ABC234' })
    expect(kept.location).toBe(`${path}?done=kept`)
    await query("delete from unmatched_payments where payment_id like 'pi_spent_%'")
    await search()
    expect(await chargesOf(ada)).toMatchObject({ refundedCents: 0 })
    expect(await actions()).toContainEqual(['payment_kept', paymentId])
    expect((await desk.post(form, { action: 'keep', reason: 'again' })).status).toBe(409)
    expect((await desk.post(form, { action: 'refund', reason: 'after all' })).status).toBe(303)
    expect(await chargesOf(ada)).toMatchObject({ refundedCents: 800 })
  })

  test('a refund that the processor refuses is shown with its reason, and can be made again', async () => {
    const { ada, paymentId } = await waiting('desk-refused')
    const desk = await openDesk(service)
    const form = `${path}/${paymentId}`
    const refusal = { kind: 'failed', reason: 'No balance.', processorRefundId: null } as const
    const restore = service.replace({ payments: { refundPayment: async () => refusal } })
    const failed = await desk.post(form, { action: 'refund', reason: 'lost' })
    restore()
    expect(failed.location).toBe(`${path}?done=failed`)
    expect((await desk.get(path)).html).toContain('Card processor: No balance.')
    expect(await depth()).toBe(1)
    const again = await desk.post(form, { action: 'refund', reason: 'lost' })
    expect(again.location).toBe(`${path}?done=refunded`)
    expect(await chargesOf(ada)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })

  test('a viewer reads it and cannot decide; an unknown payment is not found', async () => {
    const { ada, paymentId } = await waiting('desk-viewer')
    const viewer = await openDesk(service, 'viewer@example.com')
    const seen = await viewer.get(`${path}/${paymentId}`)
    expect([seen.status, seen.html.includes('Refund $8.00 now')]).toEqual([200, false])
    const tried = await viewer.post(`${path}/${paymentId}`, { action: 'refund', reason: 'x' })
    expect([tried.status, await chargesOf(ada)]).toMatchObject([403, { refundedCents: 0 }])
    expect((await (await openDesk(service)).get(`${path}/pi_unknown`)).status).toBe(404)
  })
})
