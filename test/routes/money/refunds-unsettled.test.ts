// Refunds that the card processor refused or did not confirm, and the status of a refunded order.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { settleRefunds } from '../../../server/domain/orders/refund/settle-refund.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { refundDesk } from '../../../testing/money/refund-desk.ts'
import { findOrder, refusal } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
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

const { ordered, refund, orderOf, refundedCents, rows, mailsOf, settleNow, bodyOf } = refundDesk(
  service,
  account,
  () => cookie,
)

describe('the processor refuses', () => {
  test('and its full reason is quoted, which is longer than other quotations', async () => {
    const code = await ordered()
    const payment = (await findOrder(service, code))?.paymentId ?? ''
    const outcome = { status: 'refused', code: 'balance_insufficient' } as const
    await service.stripe.planRefund({ payment, outcome })
    expect(await refusal(refund(code, { amountCents: 100 }, 'short'))).toEqual([
      409,
      'The card processor refused this refund: "Insufficient funds in your Stripe balance to refund this amount.". No money was moved.',
    ])
  })

  test('to refund a payment that was refunded manually there, which is a sentence and reserves nothing', async () => {
    const code = await ordered()
    const paymentId = (await findOrder(service, code))?.paymentId ?? paymentIdOf('')
    await service.stripe.call('/v1/refunds', { payment_intent: paymentId })
    const [status, error] = await refusal(refund(code, { amountCents: 100 }, 'again'))
    expect([status, error]).toEqual([
      409,
      // The sentence omits the processor's id of the charge.
      'The card processor refused this refund: "Charge has already been refunded.". No money was moved.',
    ])
    expect(await orderOf(code)).toMatchObject({
      refundedCents: 0,
      refundingCents: 0,
      refunds: [{ state: 'failed', failure: expect.stringContaining('already been refunded') }],
    })
    // A failed refund moved nothing, so the same key may try again.
    expect((await refund(code, { amountCents: 100 }, 'again')).status).toBe(409)
    expect(await rows(code)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
    // An event reports the manual refund, possibly late.
    await until(async () => {
      await workOff(service)
      return mailsOf(code).length > 0
    })
    expect(mailsOf(code)).toMatchObject([
      { subject: `Refund for order ${code}`, text: expect.stringContaining('$8.00 of the $8.00') },
    ])
  })

  test('a refund that the bank returns later is subtracted', async () => {
    const code = await ordered()
    const { refundId } = await bodyOf(refund(code, { amountCents: 300 }))
    const [row] = await rows(code)
    const failed = {
      kind: 'failed',
      reason: 'Refund lost_or_stolen_card',
      processorRefundId: row?.processor_refund_id ?? '',
    } as const
    await service.deps.refunds.settle(refundIdOf(String(refundId)), {
      ...failed,
      processorRefundId: 're_other',
    })
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300 })
    await service.deps.refunds.settle(refundIdOf(String(refundId)), failed)
    expect(await orderOf(code)).toMatchObject({
      refundedCents: 0,
      refundableCents: 800,
      refunds: [{ state: 'failed', failure: 'Refund lost_or_stolen_card' }],
    })
  })
})

describe('a lost response', () => {
  const lost = (when: 'before' | 'after') =>
    service.stripe.fault({
      method: 'POST',
      path: '/v1/refunds',
      when,
      times: 'always',
      outcome: 'reset',
    })

  verifies(
    'decision.refund-settled',
    'a refund that was made is reported as settling, and is settled from the record',
    async () => {
      const code = await ordered()
      await lost('after')
      const response = await refund(code, { amountCents: 300 }, 'key')
      expect([response.status, await response.json()]).toMatchObject([
        202,
        { state: 'settling', refundedCents: 0, refundingCents: 300, refundableCents: 500 },
      ])
      expect((await refund(code, { amountCents: 300 }, 'key')).status).toBe(202)
      const page = await service.fetch(`/operator/orders/${code}`, { headers: { cookie } })
      expect(await page.text()).toContain('Not confirmed yet')
      expect(await (await service.fetch(`/orders/${code}`)).text()).toContain(
        'Refund (not confirmed yet)',
      )
      // A refund in doubt cannot be repeated as a new one.
      expect((await refund(code, { amountCents: 501 }, 'other')).status).toBe(409)
      await settleNow()
      expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
      expect(await refundedCents(code)).toBe(300)
    },
  )

  verifies(
    'decision.refund-settled',
    'a refund that was not made is requested again under its key',
    async () => {
      const code = await ordered()
      await lost('before')
      expect((await refund(code, { amountCents: 300 }, 'key')).status).toBe(202)
      expect(await refundedCents(code)).toBe(0)
      await settleNow()
      expect(await orderOf(code)).toMatchObject({ refundingCents: 300 })
      await service.stripe.clearFaults()
      await settleNow()
      expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
      expect(await refundedCents(code)).toBe(300)
    },
  )

  verifies(
    'decision.refund-settled',
    'a refund is settled after a crash before the call and after one before its outcome is written',
    async () => {
      const [before, after] = [await ordered(), await ordered()]
      const { payments, refunds } = service.deps
      const crash = () => Promise.reject(new Error('the process dies here'))
      let restore = service.replace({ payments: { ...payments, refundPayment: crash } })
      expect((await refund(before, { amountCents: 300 })).status).toBe(500)
      restore()
      restore = service.replace({ refunds: { ...refunds, settle: crash } })
      expect((await refund(after, { amountCents: 300 })).status).toBe(500)
      restore()
      expect([await refundedCents(before), await refundedCents(after)]).toEqual([0, 300])
      for (const code of [before, after]) {
        expect(await rows(code)).toMatchObject([{ state: 'started' }])
        expect(await orderOf(code)).toMatchObject({ refundedCents: 0, refundingCents: 300 })
      }
      await settleNow()
      await settleNow()
      for (const code of [before, after]) {
        expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
        expect(await refundedCents(code)).toBe(300)
      }
    },
  )

  test('a refund that a live process is working on is left to it', async () => {
    const code = await ordered()
    const crash = () => Promise.reject(new Error('the process dies here'))
    const restore = service.replace({
      payments: { ...service.deps.payments, refundPayment: crash },
    })
    await refund(code, { amountCents: 300 })
    restore()
    await service.db
      .updateTable('refunds')
      .set({ checked_at: new Date(0) })
      .execute()
    await settleRefunds(service.deps, { startedSecondsAgo: 40 })
    expect(await rows(code)).toMatchObject([{ state: 'started' }])
    await settleNow()
  })

  test('a refund without a record counts as failed once its key has expired at the processor, and frees its amount', async () => {
    const code = await ordered()
    await lost('before')
    await refund(code, { amountCents: 300 }, 'key')
    await service.stripe.clearFaults()
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    const { id } = (await rows(code))[0] ?? { id: refundIdOf('') }
    await service.db
      .updateTable('refunds')
      .set({ created_at: yesterday })
      .where('id', '=', id)
      .execute()
    await settleNow()
    expect(await orderOf(code)).toMatchObject({
      refundedCents: 0,
      refundingCents: 0,
      refunds: [{ state: 'failed', failure: 'The refund never reached the card processor' }],
    })
    expect(await refundedCents(code)).toBe(0)
  })

  test('the processor’s event settles it as well, even when it arrives twice', async () => {
    const code = await ordered()
    await lost('after')
    await refund(code, { amountCents: 300 })
    await service.stripe.clearFaults()
    await service.stripe.deliver({ type: 'refund.created', copies: 2 })
    expect(await orderOf(code)).toMatchObject({ refundedCents: 300, refundingCents: 0 })
    await workOff(service)
    expect(mailsOf(code)).toHaveLength(1)
  })
})

describe('a refunded order stays paid', () => {
  test('to the reconciler, the pay page, repeated events and the read', async () => {
    const code = await ordered()
    await refund(code, { amountCents: 800 })
    const order = await findOrder(service, code)
    // The reconciler reviews it: its charge was abandoned once.
    await service.db
      .updateTable('orders')
      .set({ charge_state: 'not_made', charge_checked_at: new Date(0) })
      .where('code', '=', code)
      .execute()
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    await service.stripe.deliver({ again: true })
    expect(await (await service.fetch(`/orders/${code}/pay`)).text()).toContain(
      'This order is paid',
    )
    const read = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
    expect(await read.json()).toMatchObject({ paid: true, status: 'RECEIVED' })
    expect(await findOrder(service, code)).toMatchObject({
      paid: true,
      paymentId: order?.paymentId,
      refundedCents: 800,
    })
    expect(await service.stripe.charges({ orderCode: code })).toMatchObject({
      succeeded: 1,
      refundedCents: 800,
    })
  })
})
