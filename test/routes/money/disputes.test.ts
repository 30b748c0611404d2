// Disputes of orders: holds, withdrawals, refusals, bookings and notifications.

import { describe, expect, test } from 'bun:test'
import type { OrderId } from '../../../server/domain/base/ids/order-id.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { sendNotifications } from '../../../server/domain/notifications/send-notifications.ts'
import { settleRefunds } from '../../../server/domain/orders/refund/settle-refund.ts'
import { usePaymentDesk } from '../../../testing/people/payment-desk.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, operator, ordered, post, board, page, search } = usePaymentDesk()
const setStatus = async (code: string, status: string) => {
  const { version } = await board(code)
  return await post(`/api/operator/orders/${code}/status`, { status, version })
}
/** Returns [kind, debit, credit, cents] of each booking after the charge. */
const booked = async (orderId: OrderId) =>
  (await service.deps.ledger.movementsOf({ orderId }))
    .slice(1)
    .map(({ kind, debit, credit, cents }) => [kind, debit, credit, cents])
const attention = async (kind: string) =>
  (await service.deps.desk.attention()).find((group) => group.kind === kind)

describe('a disputed order', () => {
  verifies(
    'dispute.held',
    'is held, its print is stopped, and operators learn the deadline for evidence',
    async () => {
      const { code, id, payment } = await ordered()
      await setStatus(code, 'ACCEPTED')
      const dueBy = Math.floor(new Date('2031-05-06T12:00:00Z').getTime() / 1000)
      const { id: dispute } = await service.stripe.openDispute({
        payment,
        dueBy,
        reason: 'product_not_received',
      })
      await service.stripe.deliver({ reverse: true, copies: 2 })
      expect(await board(code)).toMatchObject({
        paid: true,
        refundedCents: 0,
        disputedCents: 800,
        lostCents: 0,
        held: {
          reason: 'The customer’s bank disputes the payment (product not received).',
          by: 'card processor',
        },
        disputes: [
          {
            id: dispute,
            amountCents: 800,
            feeCents: 1500,
            reason: 'product_not_received',
            status: 'needs_response',
            evidenceDueAt: '2031-05-06T12:00:00.000Z',
          },
        ],
      })
      expect(await refusal(setStatus(code, 'PRINTING'))).toEqual([
        409,
        expect.stringContaining('The customer’s bank disputes the payment'),
      ])
      expect(await booked(id)).toEqual([
        ['dispute_opened', 'disputed', 'processor', 800],
        ['fee', 'fees', 'processor', 1500],
      ])
      const items = (await attention('dispute'))?.items ?? []
      expect(items.find(({ subject }) => subject === code)).toMatchObject({
        key: dispute,
        detail: 'product not received, awaiting response until 2031-05-06',
      })
      expect(await page('/operator')).toContain('dispute')
      await sendNotifications(service.deps)
      const notices = await service.db
        .selectFrom('emails')
        .select('body')
        .where('kind', 'like', 'notice:%')
        .execute()
      expect(notices.map(({ body }) => body).join()).toContain(code)
      const [queue] = (await service.deps.metrics.queues()).filter(
        (each) => each.queue === 'disputes_to_answer',
      )
      expect(queue?.depth).toBeGreaterThan(0)
      // The page of an order is open to anyone with the link.
      const shown = await page(`/orders/${code}`)
      expect(shown).toContain('The order is on hold while the farm checks it.')
      expect(shown).not.toContain('Ships by')
      expect(shown).not.toMatch(/disput/i)
    },
  )

  verifies('dispute.not-refunded', 'is not refunded', async () => {
    const { code, payment } = await ordered()
    const { id } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    const sentence =
      'The customer’s bank disputes this payment. The card processor refunds nothing of it until the dispute has ended: see /operator/disputes.'
    expect(
      await refusal(
        post(`/api/operator/orders/${code}/refund`, { amountCents: 100, reason: 'Late.' }),
      ),
    ).toEqual([409, sentence])
    // The desk offers no refund, and refuses one without a question.
    const desk = await page(`/operator/orders/${code}`)
    expect(desk).not.toContain('name="everything"')
    expect(desk).toContain(`<a href="/operator/disputes/${id}">Open the dispute</a>`)
    const { version } = await board(code)
    const form = (path: string, fields: Record<string, string>) =>
      service.fetch(`/operator/orders/${code}${path}`, {
        method: 'POST',
        headers: { ...operator, origin: service.baseUrl },
        body: new URLSearchParams({ version: `${version}`, ...fields }),
      })
    const sent = await form('/refund', { amount: '1.00', reason: 'Late.' })
    expect([sent.status, await sent.text()]).toEqual([409, expect.stringContaining(sentence)])
    const question = await (await form('', { status: 'CANCELLED' })).text()
    expect(question).toContain(`<a href="/operator/disputes/${id}">Open the dispute</a>`)
    expect(question).toContain('<input type="hidden" name="refund" value="none"')
    expect(question).not.toContain('type="radio"')
    expect(
      await refusal(
        post(`/api/operator/orders/${code}/status`, {
          status: 'CANCELLED',
          version,
          refund: 'full',
        }),
      ),
    ).toEqual([409, sentence])
    // Cancelled without a refund: the bank decides about the money.
    const closed = await post(`/api/operator/orders/${code}/status`, {
      status: 'CANCELLED',
      version,
      refund: 'none',
    })
    expect(closed.status).toBe(200)
  })

  verifies(
    'dispute.won',
    'that is won has its money returned without the fee, and an operator releases it',
    async () => {
      const { code, id, payment } = await ordered()
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.deliver()
      await service.stripe.moveDispute({ dispute, to: 'won' })
      await service.stripe.deliver({ reverse: true, copies: 2 })
      expect(await booked(id)).toEqual([
        ['dispute_opened', 'disputed', 'processor', 800],
        ['fee', 'fees', 'processor', 1500],
        ['dispute_won', 'processor', 'disputed', 800],
      ])
      expect(await board(code)).toMatchObject({
        disputedCents: 0,
        lostCents: 0,
        refundableCents: 800,
        held: { reason: 'The dispute was won. Release the hold to go on with the order.' },
        disputes: [{ status: 'won' }],
      })
    },
  )

  verifies(
    'dispute.lost',
    'that is lost has nothing left to refund, which receipt and order page show',
    async () => {
      const { code, id, payment } = await ordered()
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.moveDispute({ dispute, to: 'lost' })
      // All events, newest first.
      await service.stripe.deliver({ reverse: true })
      expect(await booked(id)).toEqual([
        ['dispute_opened', 'disputed', 'processor', 800],
        ['fee', 'fees', 'processor', 1500],
        ['dispute_lost', 'orders', 'disputed', 800],
      ])
      expect(await board(code)).toMatchObject({
        paid: true,
        disputedCents: 0,
        lostCents: 800,
        refundableCents: 0,
        held: { reason: 'The dispute was lost. The payment is gone: cancel the order.' },
      })
      expect(
        await refusal(
          post(`/api/operator/orders/${code}/refund`, { amountCents: 100, reason: 'Late.' }),
        ),
      ).toEqual([409, 'Only $0.00 of this order can still be refunded.'])
      const shown = await page(`/orders/${code}`)
      expect(shown).toContain('Returned to the card')
      expect(shown).not.toMatch(/disput/i)
      const receipt = await page(`/orders/${code}/receipt`)
      expect(receipt).toContain('Returned to the card')
      expect(receipt).toContain('Total after refunds')
    },
  )

  verifies(
    'dispute.beyond',
    'that is lost after a refund loses its remainder, and the rest is a loss',
    async () => {
      const { id, code, payment } = await ordered()
      await post(`/api/operator/orders/${code}/refund`, { amountCents: 300, reason: 'Late.' })
      await service.stripe.deliver()
      // The bank disputes the full amount.
      const { id: dispute } = await service.stripe.openDispute({ payment, amountCents: 800 })
      await service.stripe.moveDispute({ dispute, to: 'lost' })
      await service.stripe.deliver()
      expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
        ['dispute_lost', 'orders', 'disputed', 500],
        ['dispute_lost', 'losses', 'disputed', 300],
      ])
      expect(await board(code)).toMatchObject({ refundedCents: 300, lostCents: 500 })
    },
  )

  verifies(
    'dispute.reversed',
    'that is lost and then won after all has everything restored except the fee',
    async () => {
      const { code, id, payment } = await ordered()
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.moveDispute({ dispute, to: 'lost' })
      await service.stripe.deliver()
      await service.stripe.moveDispute({ dispute, to: 'won' })
      await service.stripe.deliver({ reverse: true, copies: 2 })
      expect((await booked(id)).slice(2)).toEqual([
        ['dispute_lost', 'orders', 'disputed', 800],
        ['dispute_won', 'processor', 'disputed', 800],
        ['dispute_lost', 'disputed', 'orders', 800],
      ])
      expect(await board(code)).toMatchObject({
        disputedCents: 0,
        lostCents: 0,
        refundableCents: 800,
        held: { reason: 'The dispute was won. Release the hold to go on with the order.' },
        disputes: [{ status: 'won' }],
      })
    },
  )

  verifies(
    'dispute.waits-for-refund',
    'that is lost while a refund is pending is booked after the refund',
    async () => {
      const { code, id, payment } = await ordered()
      // The processor's response is lost, and the refund never arrived.
      await service.stripe.fault({
        method: 'POST',
        path: '/v1/refunds',
        when: 'before',
        outcome: 'reset',
        times: 'always',
      })
      await post(`/api/operator/orders/${code}/refund`, { amountCents: 300, reason: 'Late.' })
      await service.stripe.clearFaults()
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.moveDispute({ dispute, to: 'lost' })
      await service.stripe.deliver()
      expect(await board(code)).toMatchObject({ lostCents: 0, disputedCents: 800 })
      // The worker repeats the refund, and the processor refuses it.
      await service.db
        .updateTable('refunds')
        .set({ checked_at: new Date(0) })
        .where('order_id', '=', id)
        .execute()
      await settleRefunds(service.deps, { startedSecondsAgo: 0 })
      await search()
      expect(await board(code)).toMatchObject({
        lostCents: 800,
        disputedCents: 0,
        refundedCents: 0,
      })
      expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
        ['dispute_lost', 'orders', 'disputed', 800],
      ])
    },
  )

  test('that is lost before a refund becomes pending stays lost', async () => {
    const { code, payment } = await ordered()
    const { id: dispute } = await service.stripe.openDispute({ payment, amountCents: 300 })
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    await service.stripe.deliver()
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/refunds',
      when: 'before',
      outcome: 'reset',
      times: 'always',
    })
    await post(`/api/operator/orders/${code}/refund`, { amountCents: 500, reason: 'Late.' })
    await service.stripe.clearFaults()
    await service.stripe.deliver({ again: true })
    expect(await board(code)).toMatchObject({
      lostCents: 300,
      disputedCents: 0,
      disputes: [{ status: 'lost' }],
    })
  })

  verifies(
    'dispute.refund-returned',
    'that is lost in full after a refund that the bank returns has nothing left',
    async () => {
      const { code, id, payment } = await ordered()
      await post(`/api/operator/orders/${code}/refund`, { amountCents: 300, reason: 'Late.' })
      const { id: dispute } = await service.stripe.openDispute({ payment, amountCents: 800 })
      await service.stripe.moveDispute({ dispute, to: 'lost' })
      await service.stripe.deliver()
      const { refunds } = await service.deps.payments.readReturns(payment)
      const refund = refunds[0]?.processorRefundId ?? ''
      await service.stripe.settleRefund({ refund, to: 'failed' })
      await service.stripe.deliver()
      expect(await board(code)).toMatchObject({
        refundedCents: 0,
        lostCents: 800,
        refundableCents: 0,
      })
      expect((await booked(id)).slice(-3)).toEqual([
        ['refund_returned', 'processor', 'orders', 300],
        ['dispute_lost', 'orders', 'disputed', 300],
        ['dispute_lost', 'disputed', 'losses', 300],
      ])
    },
  )

  test('that has already shipped is not held, but has all other effects', async () => {
    const { code, payment } = await ordered()
    await post(`/api/operator/orders/${code}/hold`, { reason: 'The buyer looks dubious.' })
    await post(`/api/operator/orders/${code}/release`, {})
    const { version } = await board(code)
    await post(`/api/operator/orders/${code}/status`, {
      status: 'SHIPPED',
      version,
      tracking: { carrier: 'USPS', number: '9400' },
    })
    await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    expect(await board(code)).toMatchObject({ disputedCents: 800, held: null })
    const items = (await attention('dispute'))?.items ?? []
    expect(items.length).toBeGreaterThan(0)
  })

  verifies(
    'dispute.found',
    'whose events were lost is found by the search, and so is the end of its dispute',
    async () => {
      const { code, payment } = await ordered()
      await service.stripe.webhooks({ mode: 'off' })
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await search()
      expect(await board(code)).toMatchObject({ disputedCents: 800 })
      await service.stripe.moveDispute({ dispute, to: 'won' })
      await search()
      expect(await board(code)).toMatchObject({ disputedCents: 0, disputes: [{ status: 'won' }] })
    },
  )
})

verifies(
  'dispute.inquiry',
  'an inquiry holds the order and no money, and may become a chargeback',
  async () => {
    const { code, id, payment } = await ordered()
    const { id: dispute } = await service.stripe.openDispute({ payment, inquiry: true })
    await service.stripe.deliver()
    expect(await booked(id)).toEqual([])
    expect(await board(code)).toMatchObject({
      disputedCents: 0,
      held: { reason: 'The customer’s bank asks about the payment (fraudulent).' },
      disputes: [{ status: 'warning_needs_response' }],
    })
    await service.stripe.moveDispute({ dispute, to: 'needs_response' })
    await service.stripe.deliver()
    expect(await board(code)).toMatchObject({
      disputedCents: 800,
      held: { reason: 'The customer’s bank disputes the payment (fraudulent).' },
    })
    expect((await booked(id)).map(([kind]) => kind)).toEqual(['dispute_opened', 'fee'])
  },
)

test('an event of another API version is applied, and logged with its version', async () => {
  const { code, payment } = await ordered()
  const lines = () =>
    service.logs().filter(({ event }) => event === 'payment.event_of_other_version')
  const before = lines().length
  await service.stripe.webhooks({ apiVersion: '2019-12-03' })
  await service.stripe.openDispute({ payment })
  await service.stripe.deliver()
  await service.stripe.webhooks({ apiVersion: '2026-10-28.endive' })
  expect(
    lines()
      .slice(before)
      .map(({ version }) => version),
  ).toEqual(['2019-12-03', '2019-12-03'])
  expect(await board(code)).toMatchObject({ disputedCents: 800 })
})

test('every balance agrees with the ledger', async () => {
  expect((await checkLedger(service.deps)).differences).toEqual([])
})
