// Refunds by operators: each is paid out once, the total never exceeds the remaining amount, and the customer is
// notified.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type OrderId, orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { reviewPayment } from '../../../server/domain/orders/disputes/review-payment.ts'
import { loseRefunds } from '../../../testing/faults/lose-rows.ts'
import { refundDesk } from '../../../testing/money/refund-desk.ts'
import { findOrder, refusal } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)
beforeEach(() => service.stripe.clearFaults())

const { ordered, refund, orderOf, refundedCents, rows, mailsOf, bodyOf } = refundDesk(
  service,
  account,
  () => cookie,
)

describe('the endpoint', () => {
  verifies('decision.refund-endpoint', async () => {
    const code = await ordered()
    const part = await refund(code, { amountCents: 300, reason: ' One of two\nparts was broken. ' })
    expect(part.status).toBe(200)
    expect(await part.json()).toEqual({
      code,
      refundId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'succeeded',
      requestedCents: 300,
      amountCents: 300,
      giftCardCents: 0,
      cardCents: 300,
      reason: 'One of two parts was broken.',
      requestedBy: OPERATOR_EMAIL,
      failure: null,
      returnedAt: null,
      resolution: null,
      lines: null,
      postageCents: 0,
      createdAt: expect.any(String),
      replayed: false,
      message: 'Refunded $3.00 to the card that paid.',
      refundedCents: 300,
      refundingCents: 0,
      refundableCents: 500,
      // Placed 1, paid 2, requested 3, settled 4.
      version: 4,
    })
    expect(await refundedCents(code)).toBe(300)
    // One cent more than the remaining amount.
    expect(await refusal(refund(code, { amountCents: 501 }))).toEqual([
      409,
      'Only $5.00 of this order can still be refunded.',
    ])
    expect((await refund(code, { amountCents: 500 })).status).toBe(200)
    expect(await refundedCents(code)).toBe(800)
    expect(await refusal(refund(code, { amountCents: 1 }))).toEqual([
      409,
      'Only $0.00 of this order can still be refunded.',
    ])
    expect(await orderOf(code)).toMatchObject({
      paid: true,
      status: 'RECEIVED',
      refundedCents: 800,
      refundableCents: 0,
      refunds: [
        { state: 'succeeded', amountCents: 300 },
        { state: 'succeeded', amountCents: 500 },
      ],
    })
    expect(await rows(code)).toMatchObject([
      { state: 'succeeded', processor_refund_id: expect.stringMatching(/^re_/) },
      { state: 'succeeded', processor_refund_id: expect.stringMatching(/^re_/) },
    ])
  })

  test('an invalid amount or reason is 400, and nothing is written', async () => {
    const code = await ordered()
    const amount = 'amountCents: must be a whole number of cents, at least 1'
    for (const amountCents of [0, -1, 1.5, '300', null, 2_147_483_648, 1e300]) {
      expect(await refusal(refund(code, { amountCents }))).toEqual([400, amount])
    }
    expect(await refusal(refund(code, {}))).toEqual([400, 'amountCents: is required'])
    for (const reason of [undefined, '', ' ', '\u200b', 'x'.repeat(201), 7]) {
      const [status, error] = await refusal(refund(code, { amountCents: 100, reason }))
      expect([status, String(error)]).toEqual([400, expect.stringContaining('reason: is required')])
    }
    expect((await refusal(refund(code, { amountCents: 100, reason: 'a\0b' })))[0]).toBe(400)
    expect(await refusal(refund(code, { amountCents: 100 }, 'k'.repeat(256)))).toEqual([
      400,
      'Idempotency-Key must have 1 to 255 characters.',
    ])
    expect(await rows(code)).toEqual([])
    expect(await orderOf(code)).toMatchObject({ version: 2, refundingCents: 0 })
  })

  test('an unpaid order has nothing to refund', async () => {
    const code = await ordered(await service.account({ card: null }))
    expect(await refusal(refund(code, { amountCents: 1 }))).toEqual([
      409,
      'This order is not paid; there is nothing to refund.',
    ])
    expect(await refusal(refund('SVC-ZZZZZZ', { amountCents: 1 }))).toEqual([
      404,
      'Order not found',
    ])
  })

  test('a refund based on an outdated version is refused with the changes', async () => {
    const code = await ordered()
    await refund(code, { amountCents: 300 }, 'first')
    const [status, error] = await refusal(refund(code, { amountCents: 300, version: 2 }, 'second'))
    expect([status, String(error)]).toEqual([
      409,
      expect.stringContaining('operator@example.com: refund of $3.00 requested'),
    ])
    expect(await refundedCents(code)).toBe(300)
    // Repeating the first request changes nothing.
    expect((await refund(code, { amountCents: 300, version: 2 }, 'first')).status).toBe(200)
  })

  verifies('decision.refund-operators-only', async () => {
    const code = await ordered()
    const body = { method: 'POST', body: JSON.stringify({ amountCents: 100, reason: 'mine' }) }
    const customer = await service.signIn('customer@example.com')
    const path = `/api/operator/orders/${code}/refund`
    for (const [headers, status] of [
      [account.headers, 401],
      [{}, 401],
      [{ 'x-internal-key': service.internalKey }, 401],
      [{ cookie: customer }, 403],
      [{ cookie, origin: 'https://evil.example' }, 401],
    ] as const) {
      expect((await service.fetch(path, { ...body, headers })).status).toBe(status)
    }
    for (const action of ['cancel', 'refund']) {
      const own = `/api/print/orders/${code}/${action}`
      expect((await service.fetch(own, { ...body, headers: account.headers })).status).toBe(404)
    }
    expect(await refundedCents(code)).toBe(0)
  })
})

describe('once', () => {
  verifies('decision.refund-idempotent', 'a repeated key returns the first refund', async () => {
    const code = await ordered()
    const first = await refund(code, { amountCents: 200 }, 'one')
    const again = await refund(code, { amountCents: 200 }, 'one')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const made = await first.json()
    expect(await again.json()).toEqual({
      ...made,
      replayed: true,
      message: `Refunded $2.00 to the card that paid. This is the refund of ${made.createdAt}; nothing was refunded now. For another refund, send another Idempotency-Key.`,
    })
    expect(await refusal(refund(code, { amountCents: 201 }, 'one'))).toEqual([
      409,
      'This Idempotency-Key was used with a different request. Use a new key.',
    ])
    expect(await refundedCents(code)).toBe(200)
    expect((await refund(code, { amountCents: 200 }, 'two')).status).toBe(200)
    expect(await refundedCents(code)).toBe(400)
    // Keys are scoped to one order.
    const other = await ordered()
    expect((await refund(other, { amountCents: 200 }, 'one')).status).toBe(200)
  })

  verifies(
    'decision.refund-idempotent',
    'without a key the same amount for the same reason is one refund',
    async () => {
      const code = await ordered()
      for (let run = 0; run < 3; run += 1) {
        const response = await refund(code, { amountCents: 200 })
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({
          replayed: run > 0,
          message:
            run > 0 ? expect.stringContaining('nothing was refunded now') : expect.any(String),
        })
      }
      // A key distinguishes two parts that broke in the same way.
      expect(await bodyOf(refund(code, { amountCents: 200 }, 'the other part'))).toMatchObject({
        replayed: false,
      })
      expect(await refundedCents(code)).toBe(400)
      await refund(code, { amountCents: 200, reason: 'Another one was missing.' })
      await refund(code, { amountCents: 100 })
      expect(await refundedCents(code)).toBe(700)
    },
  )

  verifies(
    'decision.refund-idempotent',
    'twenty concurrent requests with one key refund once',
    async () => {
      const code = await ordered()
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => refund(code, { amountCents: 800 }, 'race')),
      )
      expect(responses.every(({ status }) => status === 200 || status === 202)).toBe(true)
      expect(await rows(code)).toHaveLength(1)
      expect(await refundedCents(code)).toBe(800)
    },
  )

  verifies('decision.refund-endpoint', 'twelve concurrent refunds of $1 refund $8', async () => {
    const code = await ordered()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => refund(code, { amountCents: 100 }, `race ${index}`)),
    )
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(409)])
    expect(await refundedCents(code)).toBe(800)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 800, refundingCents: 0 })
  })

  verifies(
    'decision.refund-idempotent',
    'a repeat after the rows were lost returns the first refund, with and without a key',
    async () => {
      for (const key of ['lost', undefined]) {
        const code = await ordered()
        const first = await bodyOf(refund(code, { amountCents: 300 }, key))
        await loseRefunds(service, code)
        expect(await orderOf(code)).toMatchObject({ refundedCents: 0, refunds: [] })
        const again = await refund(code, { amountCents: 300 }, key)
        expect([again.status, await again.json()]).toMatchObject([
          200,
          { refundId: first['refundId'], state: 'succeeded', refundedCents: 300 },
        ])
        expect(await refundedCents(code)).toBe(300)
        const next = { amountCents: 300, reason: 'Another part was missing.' }
        expect((await refund(code, next, key && 'next')).status).toBe(200)
        expect(await refundedCents(code)).toBe(600)
      }
    },
  )

  test('another amount under the key of a refund with lost rows returns the first refund', async () => {
    const code = await ordered()
    await refund(code, { amountCents: 300 }, 'lost-other')
    await loseRefunds(service, code)
    for (const _ of [1, 2]) {
      expect(await refusal(refund(code, { amountCents: 400 }, 'lost-other'))).toEqual([
        409,
        'This Idempotency-Key was used with a different request. Use a new key.',
      ])
      expect(await refundedCents(code)).toBe(300)
      expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
    }
    const repeat = await refund(code, { amountCents: 300 }, 'lost-other')
    expect([repeat.status, await repeat.json()]).toMatchObject([200, { refundedCents: 300 }])
    expect(await refundedCents(code)).toBe(300)
  })

  test('a refund whose lost rows were restored from the processor is found by its key', async () => {
    for (const key of ['reviewed', undefined]) {
      const code = await ordered()
      const paymentId = (await findOrder(service, code))?.paymentId ?? paymentIdOf('')
      const first = await bodyOf(refund(code, { amountCents: 300 }, key))
      await loseRefunds(service, code)
      await reviewPayment(service.deps, paymentId)
      expect(await orderOf(code)).toMatchObject({ refundedCents: 300 })
      const again = await refund(code, { amountCents: 300 }, key)
      expect([again.status, await again.json()]).toMatchObject([
        200,
        { refundId: first['refundId'], state: 'succeeded', reason: 'A part was missing.' },
      ])
      expect(await refundedCents(code)).toBe(300)
      expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
    }
  })

  /** Leaves a refund as a process of the previous release did: its row says failed, and nothing is booked. */
  async function markFailed(
    code: string,
    row: { id: string; orderId: OrderId; paymentId: PaymentId; key: string; cents: number },
  ): Promise<void> {
    await loseRefunds(service, code)
    await service.db
      .insertInto('refunds')
      .values({
        id: refundIdOf(row.id),
        order_id: row.orderId,
        payment_id: row.paymentId,
        request_key: `key:${row.key}`,
        amount_cents: row.cents,
        reason: 'A part was missing.',
        requested_by: OPERATOR_EMAIL,
        state: 'failed',
        failure: 'Keys for idempotent requests can only be used with the same parameters.',
      })
      .execute()
  }

  test('a refund that is marked as failed but was carried out is corrected by the record', async () => {
    const code = await ordered()
    const order = await findOrder(service, code)
    const paymentId = order?.paymentId ?? paymentIdOf('')
    await refund(code, { amountCents: 300 }, 'carried-out')
    const [{ id = '' } = {}] = await rows(code)
    const orderId = order?.id ?? orderIdOf('')
    await markFailed(code, { id, orderId, paymentId, key: 'carried-out', cents: 400 })
    expect(await reviewPayment(service.deps, paymentId)).toBe(true)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
    expect(await rows(code)).toMatchObject([{ id, state: 'succeeded' }])
    const booked = (await service.deps.ledger.movementsOf({ orderId })).map(({ kind, cents }) => [
      kind,
      cents,
    ])
    expect(booked).toEqual([
      ['charge', 800],
      ['refund', 300],
    ])
    // The money is not refunded again under its key.
    expect((await refund(code, { amountCents: 400 }, 'carried-out')).status).toBe(409)
    expect(await refundedCents(code)).toBe(300)
    await reviewPayment(service.deps, paymentId)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300 })
  })

  test('is corrected even when its request was repeated and moved money twice', async () => {
    const code = await ordered()
    const order = await findOrder(service, code)
    const paymentId = order?.paymentId ?? paymentIdOf('')
    await refund(code, { amountCents: 300 }, 'twice')
    const [{ id = '' } = {}] = await rows(code)
    await markFailed(code, {
      id,
      orderId: order?.id ?? orderIdOf(''),
      paymentId,
      key: 'twice',
      cents: 300,
    })
    expect((await refund(code, { amountCents: 300 }, 'twice')).status).toBe(200)
    expect(await refundedCents(code)).toBe(600)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300 })
    expect(await reviewPayment(service.deps, paymentId)).toBe(true)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 600, refundingCents: 0 })
    expect((await refund(code, { amountCents: 300 }, 'twice')).status).toBe(200)
    expect(await refundedCents(code)).toBe(600)
  })

  test('waits while the order has less left than was carried out', async () => {
    const code = await ordered()
    const order = await findOrder(service, code)
    const paymentId = order?.paymentId ?? paymentIdOf('')
    await refund(code, { amountCents: 300 }, 'waits')
    const [{ id = '' } = {}] = await rows(code)
    await markFailed(code, {
      id,
      orderId: order?.id ?? orderIdOf(''),
      paymentId,
      key: 'waits',
      cents: 300,
    })
    const { db } = service
    const reserve = (cents: number) =>
      db.updateTable('orders').set({ refunding_cents: cents }).where('code', '=', code).execute()
    await reserve(600)
    expect(await reviewPayment(service.deps, paymentId)).toBe(false)
    expect(await rows(code)).toMatchObject([{ id, state: 'failed' }])
    await reserve(0)
    expect(await reviewPayment(service.deps, paymentId)).toBe(true)
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300 })
  })

  test('the same key makes another refund after one that failed', async () => {
    const code = await ordered()
    const refused = { method: 'POST', path: '/v1/refunds', when: 'before' } as const
    await service.stripe.fault({ ...refused, times: 1, outcome: { status: 400 } })
    expect((await refund(code, { amountCents: 300 }, 'failed')).status).toBe(409)
    expect((await refund(code, { amountCents: 300 }, 'failed')).status).toBe(200)
    const [failed, made] = await rows(code)
    expect([failed?.state, made?.state]).toEqual(['failed', 'succeeded'])
    expect(failed?.id).not.toBe(made?.id)
    expect(await refundedCents(code)).toBe(300)
  })

  test('the database also checks the remaining amount', async () => {
    const code = await ordered()
    for (const change of [
      { refunded_cents: 801 },
      { refunding_cents: 801 },
      { refunded_cents: 400, refunding_cents: 401 },
      { refunded_cents: -1 },
    ]) {
      const update = service.db.updateTable('orders').set(change).where('code', '=', code).execute()
      await expect(update).rejects.toThrow(/orders_(refund|disputes)/)
    }
  })
})

describe('notifications', () => {
  test('the customer gets one email for each refund', async () => {
    const code = await ordered(await service.account({ email: 'payer@example.com' }))
    await refund(code, { amountCents: 300, reason: 'One part broke.' })
    await refund(code, { amountCents: 500, reason: 'The other one, too.' })
    await workOff(service)
    await service.stripe.deliver({ again: true })
    await workOff(service)
    const mails = mailsOf(code)
    expect(mails.map(({ to }) => to)).toEqual(['payer@example.com', 'payer@example.com'])
    expect(mails.map(({ text }) => text.trim().split('\n')).toSorted()).toEqual(
      [
        ['$3.00', 'One part broke.'],
        ['$5.00', 'The other one, too.'],
      ].map(([amount, reason]) => [
        `We refunded ${amount} of the $8.00 that you paid for order ${code}.`,
        '',
        `Reason: ${reason}`,
        '',
        'The money goes back to the card you paid with. Banks usually show a refund within 5 to 10 days.',
        '',
        `The order: ${service.baseUrl}/orders/${code}`,
      ]),
    )
  })

  verifies('decision.refund-shown', async () => {
    const email = 'shown@example.com'
    const session = await service.signIn(email)
    const { accountId } = await service.service.createUser({ email, password: 'not used' })
    const payer = await service.account()
    const code = await ordered(payer)
    await service.db
      .updateTable('orders')
      .set({ account_id: accountId })
      .where('code', '=', code)
      .execute()
    await refund(code, { amountCents: 300, reason: 'Between us: <b>late</b>.' })
    const html = async (path: string, headers: Record<string, string> = {}) =>
      await (await service.fetch(path, { headers })).text()
    const page = await html(`/orders/${code}`)
    expect(page).toContain('<td>−$3.00</td>')
    expect(page).toContain('Total after refunds</span></th><td>$5.00</td>')
    expect(page).not.toContain('Between us')
    expect(page).not.toContain(OPERATOR_EMAIL)
    expect(await html('/account', { cookie: session })).toContain('$8.00 ($3.00 refunded)')
    const operators = await html(`/operator/orders/${code}`, { cookie })
    for (const text of [
      '$3.00',
      'Between us: &lt;b&gt;late&lt;/b&gt;.',
      OPERATOR_EMAIL,
      'Refund everything, $5.00',
    ]) {
      expect(operators).toContain(text)
    }
    expect(await html('/operator/queue', { cookie })).toContain('$3.00 refunded')
  })
})
