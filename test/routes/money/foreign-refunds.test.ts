// Refunds made at the card processor, not by the service: they count like any other, in whatever order their events
// arrive.
import { expect, test } from 'bun:test'
import { usePaymentDesk } from '../../../testing/people/payment-desk.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ordered, post, board, page, search } = usePaymentDesk()

const mails = (code: string) =>
  service.db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.order_id')
    .select(['emails.kind', 'emails.body'])
    .where('orders.code', '=', code)
    .where('emails.kind', 'like', 'refund:%')
    .execute()

verifies(
  'refund.elsewhere',
  'a full refund in the dashboard is recorded once, with email, history, receipt and ledger',
  async () => {
    const { code, id, payment } = await ordered()
    await service.stripe.refundInDashboard({ payment })
    // Delivered out of order, and each event several times.
    await service.stripe.deliver({ reverse: true, copies: 3 })
    await service.stripe.deliver({ again: true })
    expect(await board(code)).toMatchObject({
      paid: true,
      refundedCents: 800,
      refundingCents: 0,
      refundableCents: 0,
      refunds: [
        { state: 'succeeded', amountCents: 800, cardCents: 800, requestedBy: 'card processor' },
      ],
    })
    const [mail, ...others] = await mails(code)
    expect(others).toEqual([])
    expect(mail?.body).toContain(`We refunded $8.00 of the $8.00 that you paid for order ${code}.`)
    expect(mail?.body).toContain('Refunded by us at the card processor.')
    expect(await page(`/orders/${code}`)).toContain('Refund of $8.00 paid out')
    const movements = await service.deps.ledger.movementsOf({ orderId: id })
    expect(movements.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['charge', 800],
      ['refund', 800],
    ])
    expect((await service.stripe.charges({ orderCode: code })).refundedCents).toBe(800)
  },
)

test('two refunds in the dashboard are recorded as two', async () => {
  const { code, payment } = await ordered()
  await service.stripe.refundInDashboard({ payment, amountCents: 300 })
  await service.stripe.deliver()
  await service.stripe.refundInDashboard({ payment, amountCents: 500 })
  await service.stripe.deliver({ reverse: true })
  expect(await board(code)).toMatchObject({ refundedCents: 800, refundableCents: 0 })
  expect((await mails(code)).length).toBe(2)
})

test('the event charge.refunded, which older versions of the API send, is sufficient', async () => {
  const { code, payment } = await ordered()
  await service.stripe.refundInDashboard({ payment, amountCents: 300 })
  await service.stripe.deliver({ type: 'charge.refunded' })
  expect(await board(code)).toMatchObject({ refundedCents: 300, refundableCents: 500 })
})

verifies(
  'refund.elsewhere-waits',
  'a pending refund by the service delays it, and it is applied when that one has failed',
  async () => {
    const { code, payment } = await ordered()
    await service.stripe.planRefund({ payment, outcome: { status: 'pending' } })
    const asked = await post(`/api/operator/orders/${code}/refund`, {
      reason: 'A part was missing.',
      amountCents: 800,
    })
    expect(asked.status).toBe(202)
    const { processor_refund_id: pending } = await service.db
      .selectFrom('refunds')
      .select('processor_refund_id')
      .where('payment_id', '=', payment)
      .executeTakeFirstOrThrow()
    await service.stripe.settleRefund({ refund: pending ?? '', to: 'failed' })
    // The processor has released the amount; our row has not, because its event is held back.
    await service.stripe.refundInDashboard({ payment })
    await service.stripe.deliver({ type: 'refund.created' })
    const waiting = () =>
      service.db
        .selectFrom('payment_reviews')
        .select('payment_id')
        .where('payment_id', '=', payment)
        .execute()
    expect(await waiting()).toEqual([{ payment_id: payment }])
    // Reading the record has settled our refund as well.
    expect(await board(code)).toMatchObject({ refundedCents: 0, refundingCents: 0 })
    await search()
    expect(await board(code)).toMatchObject({ refundedCents: 800, refundingCents: 0 })
    expect(await waiting()).toEqual([])
    await service.stripe.deliver()
    expect(await board(code)).toMatchObject({ refundedCents: 800, refundingCents: 0 })
  },
)

test('a pending refund counts once it has succeeded', async () => {
  const { code, payment } = await ordered()
  await service.stripe.planRefund({ payment, outcome: { status: 'pending' } })
  const { id } = await service.stripe.refundInDashboard({ payment, amountCents: 300 })
  await service.stripe.deliver()
  expect(await board(code)).toMatchObject({ refundedCents: 0 })
  await service.stripe.settleRefund({ refund: id, to: 'succeeded' })
  await service.stripe.deliver()
  expect(await board(code)).toMatchObject({ refundedCents: 300 })
})

verifies(
  'refund.elsewhere-found',
  'a refund whose events were lost is found by the search',
  async () => {
    const { code, payment } = await ordered()
    await service.stripe.webhooks({ mode: 'off' })
    await service.stripe.refundInDashboard({ payment, amountCents: 300 })
    await search()
    expect(await board(code)).toMatchObject({ refundedCents: 300 })
    await search()
    expect((await mails(code)).length).toBe(1)
  },
)

verifies(
  'refund.elsewhere-returned',
  'when the bank returns it, it is treated like any other refund',
  async () => {
    const { code, payment } = await ordered()
    const { id } = await service.stripe.refundInDashboard({ payment, amountCents: 300 })
    await service.stripe.deliver()
    await service.stripe.settleRefund({ refund: id, to: 'failed' })
    await service.stripe.deliver()
    expect(await board(code)).toMatchObject({
      refundedCents: 0,
      refunds: [{ state: 'failed', returnedAt: expect.any(String) }],
    })
  },
)

test('events of another system’s payment change nothing', async () => {
  const before = await service.db
    .selectFrom('refunds')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const made = await service.stripe.call('/v1/payment_intents', {
    amount: '900',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
  })
  const { id: payment } = made as { id: string }
  await service.stripe.refundInDashboard({ payment })
  await service.stripe.deliver()
  await search()
  const after = await service.db
    .selectFrom('refunds')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
})
