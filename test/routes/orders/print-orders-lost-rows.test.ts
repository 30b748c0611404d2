// A submit whose rows were lost after its charge, by a failover or a restore: the repeat finds the first charge at
// the processor.

import { afterEach, describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { losses } from '../../../testing/faults/lose-rows.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
afterEach(() => service.stripe.clearFaults())

const { send, lose, chargesOf, orderOf } = losses(service)

/** Replaces the card on the account. */
async function changeCard(payer: TestAccount, name: string): Promise<void> {
  const attached = await service.stripe.call(`/v1/payment_methods/${name}/attach`, {
    customer: payer.customerId ?? '',
  })
  const { id } = attached as { id: string }
  await service.deps.accounts.saveCard({
    customerId: payer.customerId ?? customerIdOf(''),
    paymentMethodId: paymentMethodIdOf(id),
    brand: 'visa',
    last4: '4242',
  })
}

/** Makes every doubtful charge due, and reviews it. */
async function reconcile(): Promise<void> {
  await service.service.database.pool.query(
    "update orders set charge_checked_at = charge_checked_at - interval '1 minute'",
  )
  await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
}

describe('a repeat after the rows were lost', () => {
  verifies(
    'decision.unknown-charge-not-repeated',
    'charges nothing again, and returns the same code as paid',
    async () => {
      const payer = await service.account()
      const first = await send(payer, 'lost')
      await lose(first.code)
      expect(await findOrder(service, first.code)).toBeNull()
      const again = await send(payer, 'lost')
      expect(again).toEqual(first)
      expect(again).toMatchObject({ paid: true, charged: 8, status: 'RECEIVED' })
      expect(await chargesOf(payer)).toEqual({
        succeeded: 1,
        declined: 0,
        amountCents: 800,
        refundedCents: 0,
      })
      expect(await orderOf(first.code)).toMatchObject({ paid: true, chargeState: 'succeeded' })
    },
  )

  test('charges nothing again even with concurrent requests', async () => {
    const payer = await service.account()
    const first = await send(payer, 'lost-many')
    await lose(first.code)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        submit(service, payer, { headers: { 'idempotency-key': 'lost-many' } }),
      ),
    )
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).not.toEqual([])
    expect((await send(payer, 'lost-many')).code).toBe(first.code)
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1 })
  })

  test('with another card on file meanwhile is settled from the record of hours ago', async () => {
    const payer = await service.account()
    service.advance(-10 * 3600)
    const first = await send(payer, 'lost-card')
    service.advance(10 * 3600)
    await lose(first.code)
    await changeCard(payer, 'pm_card_mastercard')
    const again = await send(payer, 'lost-card')
    expect(again).toEqual(first)
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })

  test('with a payment that an operator refunded since then is unpaid, without another charge', async () => {
    const payer = await service.account()
    const first = await send(payer, 'lost-refunded')
    const { paymentId } = await orderOf(first.code)
    await lose(first.code)
    await service.stripe.call('/v1/refunds', { payment_intent: paymentId ?? '' })
    const again = await send(payer, 'lost-refunded')
    expect(again).toMatchObject({ code: first.code, paid: false, status: 'PENDING_PAYMENT' })
    expect(again.message).toContain('Payment refunded')
    expect(again.checkoutUrl).toStartWith('http')
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 800 })
  })

  test('with a partly refunded payment is paid', async () => {
    const payer = await service.account()
    const first = await send(payer, 'lost-part')
    const { paymentId } = await orderOf(first.code)
    await lose(first.code)
    await service.stripe.call('/v1/refunds', { payment_intent: paymentId ?? '', amount: '300' })
    expect(await send(payer, 'lost-part')).toEqual(first)
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 300 })
  })

  test('charges nothing again under another code, when the first code was taken at that time and is now free', async () => {
    const payer = await service.account()
    const probe = await send(payer, 'lost-code')
    await lose(probe.code)
    // Another order has the first candidate code.
    const other = await placed(submit(service, await service.account()))
    await service.service.database.pool.query('update orders set code = $1 where code = $2', [
      probe.code,
      other.code,
    ])
    const another = await service.account()
    const subject = (caller: TestAccount) => send(caller, 'lost-code')
    const mine = await subject(payer)
    expect(mine.code).not.toBe(probe.code)
    // The processor knows the charge of the probe, which names the other code.
    expect(mine.paid).toBe(true)
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
    expect((await subject(another)).code).not.toBe(mine.code)
  })

  test('of a decline returns that decline, without another attempt of the card', async () => {
    const payer = await service.account({ card: 'pm_card_chargeCustomerFail' })
    const first = await send(payer, 'lost-decline')
    await lose(first.code)
    const again = await send(payer, 'lost-decline')
    expect(again).toMatchObject({ code: first.code, paid: false, message: first.message })
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 0, declined: 1 })
    await lose(first.code)
    await changeCard(payer, 'pm_card_visa')
    const third = await send(payer, 'lost-decline')
    expect(third).toMatchObject({ code: first.code, paid: false })
    expect(third.message).toContain('Your card was declined.')
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 0, declined: 1 })
  })

  test('is told to wait while the record is unavailable, and is paid by the reconciler', async () => {
    const payer = await service.account()
    const first = await send(payer, 'lost-record')
    await lose(first.code)
    await changeCard(payer, 'pm_card_mastercard')
    await service.stripe.fault({
      method: 'GET',
      when: 'before',
      times: 'always',
      outcome: { status: 503 },
    })
    const again = await send(payer, 'lost-record')
    expect(again).toMatchObject({ code: first.code, paid: false, status: 'PENDING_PAYMENT' })
    expect(again.message).toContain('do not submit this order again')
    await service.stripe.clearFaults()
    await reconcile()
    expect(await orderOf(first.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })

  test('with another amount meanwhile is neither charged again nor paid, and an operator has to review it', async () => {
    const payer = await service.account()
    const first = await send(payer, 'lost-amount')
    await lose(first.code)
    const { measurements } = service.deps
    service.replace({
      measurements: {
        ...measurements,
        read: async (key) => {
          const outcome = await measurements.read(key)
          return outcome?.kind === 'mesh'
            ? { ...outcome, report: { ...outcome.report, volumeCm3: 500 } }
            : outcome
        },
      },
    })
    const again = await send(payer, 'lost-amount')
    expect(again).toMatchObject({ code: first.code, paid: false, status: 'PENDING_PAYMENT' })
    expect(again.estimatedCost).toBeGreaterThan(8)
    expect(again.message).toContain('do not submit this order again')
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, amountCents: 800 })
    const logged = service.logs().filter(({ event }) => event === 'payment.unmatched_found')
    expect(
      logged.some(({ cause, orderCode }) => cause === 'wrong_amount' && orderCode === first.code),
    ).toBe(true)
  })
})

describe('a repeat of our charge after a lost response', () => {
  const lost = {
    method: 'POST',
    path: '/v1/payment_intents',
    when: 'after',
    outcome: 'reset',
  } as const

  test('within the request is paid immediately', async () => {
    const payer = await service.account()
    await service.stripe.fault({ ...lost, times: 1 })
    expect(await placed(submit(service, payer))).toMatchObject({ paid: true, charged: 8 })
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })

  test('is paid by the reconciler, after the processor refused the request', async () => {
    const payer = await service.account()
    await service.stripe.fault({ ...lost, times: 1 })
    const busy = { ...lost, when: 'before', outcome: { status: 429 }, times: 'always' } as const
    await service.stripe.fault(busy)
    const { code, paid } = await placed(submit(service, payer))
    expect([paid, (await orderOf(code)).chargeState]).toEqual([false, 'started'])
    await service.stripe.clearFaults()
    await service.service.database.pool.query(
      'update orders set charge_retry_at = now() where charge_retry_at is not null',
    )
    await reconcileCharges(service.deps, { startedSecondsAgo: 40 })
    expect(await orderOf(code)).toMatchObject({ paid: true, status: 'RECEIVED' })
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 1, refundedCents: 0 })
  })
})

describe('another request', () => {
  test('under the same key is another order, even when the rows of the first were lost', async () => {
    const payer = await service.account()
    const first = await send(payer, 'other-request')
    await lose(first.code)
    const second = await send(payer, 'other-request', { quantity: '2' })
    expect(second.code).not.toBe(first.code)
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 2, amountCents: 1700 })
  })

  test('by another account or under another key is another order', async () => {
    const [one, two] = [await service.account(), await service.account()]
    const codes = [await send(one, 'a'), await send(two, 'a'), await send(one, 'b')]
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  })

  test('whose claim of an expired key is lost before its order is written never gets the older order', async () => {
    const payer = await service.account()
    const { pool } = service.service.database
    const older = await send(payer, 'yesterday')
    await pool.query(
      `with late as (update orders set created_at = created_at - interval '25 hours' where code = $1)
       update idempotency_keys set created_at = now() - interval '25 hours' where account_id = $2`,
      [older.code, payer.accountId],
    )
    const { orders } = service.deps
    let inserts = 0
    service.replace({
      orders: {
        ...orders,
        insert: async (order) => {
          if (inserts++ === 0) {
            // The state before the claim: the key belongs to the older order, and has expired.
            await pool.query(
              `with back as (update orders set idempotency_key = 'yesterday' where code = $1)
               update idempotency_keys set created_at = now() - interval '25 hours' where account_id = $2`,
              [older.code, payer.accountId],
            )
          }
          return await orders.insert(order)
        },
      },
    })
    const headers = { 'idempotency-key': 'yesterday' }
    const lost = await submit(service, payer, { headers })
    expect(lost.status).toBe(500)
    expect(JSON.stringify(await lost.json())).not.toContain(older.code)
    const again = await send(payer, 'yesterday')
    expect(again.code).not.toBe(older.code)
    expect(again).toMatchObject({ paid: true, charged: 8 })
    expect(await chargesOf(payer)).toMatchObject({ succeeded: 2, amountCents: 1600 })
  })

  verifies(
    'decision.idempotency-24-hours',
    'the same request under an expired key is a new order, and each order finds its charge',
    async () => {
      const payer = await service.account()
      const codes: string[] = []
      const expire = () =>
        service.service.database.pool.query(
          `with late as (update orders set created_at = created_at - interval '25 hours' where account_id = $1)
           update idempotency_keys set created_at = created_at - interval '25 hours' where account_id = $1`,
          [payer.accountId],
        )
      for (let round = 0; round < 3; round += 1) {
        codes.push((await send(payer, 'daily')).code)
        await expire()
      }
      expect(new Set(codes).size).toBe(3)
      expect(await chargesOf(payer)).toMatchObject({ succeeded: 3, amountCents: 2400 })
      // The rows of the last order are lost: its repeat finds its charge, not that of an earlier order.
      await lose(codes[2] ?? '')
      expect((await send(payer, 'daily')).code).toBe(codes[2] ?? '')
      expect(await chargesOf(payer)).toMatchObject({ succeeded: 3 })
    },
  )

  test('has a random id without a key, and a derived one with a key', async () => {
    const payer = await service.account()
    const ids = [
      (await orderOf((await placed(submit(service, payer))).code)).id,
      (await orderOf((await send(payer, 'id')).code)).id,
    ]
    expect(ids.map((id) => id.charAt(14))).toEqual(['4', '8'])
  })
})
