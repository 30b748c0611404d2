// Disputes and early fraud warnings of the stand-in.
import { describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { connectStripeControl } from '../../server/local/stripe/control.ts'
import { paymentsOn } from '../../testing/money/stripe-payments.ts'
import { SECRET_KEY, startStage } from '../../testing/service/stripe-stand-in.ts'
import { use } from '../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
const { pay, refund, chargeOf, read, eventsOf } = paymentsOn(() => stage)
const client = () =>
  new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: stage.standIn.port,
    protocol: 'http',
    telemetry: false,
  })
const control = () => connectStripeControl(stage.standIn.baseUrl, SECRET_KEY)
/** Returns the net cents of each balance transaction of the dispute, oldest first. */
const movements = (dispute: Stripe.Dispute) => dispute.balance_transactions.map(({ net }) => net)

describe('a chargeback', () => {
  test('withdraws the amount and the fee, and marks the charge', async () => {
    const payment = await pay()
    const dueBy = Math.floor(stage.now().getTime() / 1000) + 3600
    const events = await eventsOf(() =>
      control().openDispute({ payment, reason: 'product_not_received', dueBy }),
    )
    expect(events).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    const charge = await chargeOf(payment)
    expect(charge.disputed).toBe(true)
    const { data } = await client().disputes.list({ payment_intent: payment })
    expect(data).toMatchObject([
      {
        amount: 500,
        charge: charge.id,
        status: 'needs_response',
        reason: 'product_not_received',
        is_charge_refundable: false,
        evidence_details: { due_by: dueBy, has_evidence: false, submission_count: 0 },
        balance_transactions: [
          {
            type: 'adjustment',
            reporting_category: 'dispute',
            amount: -500,
            fee: 1500,
            net: -2000,
            source: data[0]?.id,
            fee_details: [{ amount: 1500, type: 'stripe_fee' }],
          },
        ],
      },
    ])
  })

  test('prevents refunds of the charge, while it is open and when it is lost', async () => {
    const payment = await pay()
    const { id } = await control().openDispute({ payment })
    const refused = { status: 400, body: { error: { code: 'charge_disputed' } } }
    expect(await refund(payment)).toMatchObject(refused)
    const events = await eventsOf(() => control().moveDispute({ dispute: id, to: 'lost' }))
    expect(events).toEqual(['charge.dispute.closed'])
    expect(movements(await read(`/v1/disputes/${id}`))).toEqual([-2000])
    expect(await refund(payment)).toMatchObject(refused)
  })

  test('that is won returns the amount without the fee, and the charge can be refunded', async () => {
    const payment = await pay()
    const { id } = await control().openDispute({ payment, amountCents: 300 })
    const events = await eventsOf(() => control().moveDispute({ dispute: id, to: 'won' }))
    expect(events).toEqual(['charge.dispute.closed', 'charge.dispute.funds_reinstated'])
    const dispute = await read(`/v1/disputes/${id}`)
    expect(dispute.status).toBe('won')
    expect(movements(dispute)).toEqual([-1800, 300])
    expect((await refund(payment)).status).toBe(200)
    await expect(control().moveDispute({ dispute: id, to: 'warning_closed' })).rejects.toThrow(
      'This dispute is won and cannot become warning_closed.',
    )
  })

  test('that is won may still be lost, with the amount withdrawn again and another fee', async () => {
    const { id } = await control().openDispute({ payment: await pay(), amountCents: 300 })
    await control().moveDispute({ dispute: id, to: 'won' })
    const events = await eventsOf(() => control().moveDispute({ dispute: id, to: 'lost' }))
    expect(events).toEqual(['charge.dispute.closed', 'charge.dispute.funds_withdrawn'])
    expect(movements(await read(`/v1/disputes/${id}`))).toEqual([-1800, 300, -1800])
  })

  test('may be followed by another of the same charge', async () => {
    const payment = await pay()
    const first = await control().openDispute({ payment })
    await control().moveDispute({ dispute: first.id, to: 'won' })
    const second = await control().openDispute({ payment })
    const { data } = await read('/v1/disputes', { charge: String(first.charge) })
    expect(data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect((await refund(payment)).body.error.code).toBe('charge_disputed')
  })

  test('after a partial refund covers the rest, and never more than the charge', async () => {
    const payment = await pay()
    await refund(payment, { amount: '200' })
    expect((await control().openDispute({ payment })).amount).toBe(300)
    await expect(control().openDispute({ payment, amountCents: 501 })).rejects.toThrow(
      'A dispute cannot exceed its charge.',
    )
  })
})

describe('evidence', () => {
  test('is staged first and then submitted, and the bank reviews it', async () => {
    const { id } = await control().openDispute({ payment: await pay() })
    const staged = await client().disputes.update(id, {
      evidence: { shipping_tracking_number: '1Z 999', shipping_carrier: 'UPS' },
      submit: false,
    })
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { shipping_tracking_number: '1Z 999', uncategorized_text: null },
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    const events = await eventsOf(async () => {
      const sent = await client().disputes.update(id, { submit: true })
      expect(sent).toMatchObject({
        status: 'under_review',
        evidence: { shipping_carrier: 'UPS' },
        evidence_details: { submission_count: 1, submission_method: 'manual', past_due: false },
      })
    })
    expect(events).toEqual(['charge.dispute.updated'])
    await expect(
      client().disputes.update(id, { evidence: { customer_name: 'x' } }),
    ).rejects.toThrow('accepts no evidence')
  })

  test('is marked as late after its due date', async () => {
    const { id } = await control().openDispute({ payment: await pay(), dueBy: 1 })
    const sent = await client().disputes.update(id, { evidence: { customer_name: 'x' } })
    expect(sent.evidence_details.past_due).toBe(true)
  })

  test('has an empty text for a removed field, is not submitted by metadata alone, and accepts no file', async () => {
    const { id } = await control().openDispute({ payment: await pay() })
    const update = (fields: Record<string, string>) =>
      stage.call('POST', `/v1/disputes/${id}`, fields)
    await update({ 'evidence[customer_name]': 'x', submit: 'false' })
    const { body } = await update({ 'evidence[customer_name]': '', submit: 'false' })
    expect(body.evidence.customer_name).toBeNull()
    expect(body.evidence_details.has_evidence).toBe(false)
    const marked = await update({ 'metadata[ticket]': '7' })
    expect(marked.body).toMatchObject({ status: 'needs_response', metadata: { ticket: '7' } })
    expect((await update({ 'evidence[receipt]': 'file_1' })).body.error.code).toBe(
      'parameter_unknown',
    )
  })

  test.each([
    ['winning_evidence', 'won', [-2000, 500]],
    ['losing_evidence', 'lost', [-2000]],
  ])('%s: %s some time later', async (uncategorized_text, status, net) => {
    const { id } = await control().openDispute({ payment: await pay() })
    await client().disputes.update(id, { evidence: { uncategorized_text } })
    await control().settle()
    const dispute = await read(`/v1/disputes/${id}`)
    expect(dispute.status).toBe(status)
    expect(movements(dispute)).toEqual(net)
  })

  test('a dispute that is accepted is lost', async () => {
    const { id } = await control().openDispute({ payment: await pay() })
    expect((await client().disputes.close(id)).status).toBe('lost')
    await expect(client().disputes.close(id)).rejects.toThrow('This dispute is lost')
  })
})

describe('an inquiry', () => {
  test('withdraws no money, leaves the charge refundable, and ends with a full refund', async () => {
    const payment = await pay()
    const events = await eventsOf(() => control().openDispute({ payment, inquiry: true }))
    expect(events).toEqual(['charge.dispute.created'])
    const { data } = await read('/v1/disputes', { payment_intent: payment })
    expect(data).toMatchObject([
      {
        status: 'warning_needs_response',
        balance_transactions: [],
        is_charge_refundable: true,
        payment_method_details: { card: { case_type: 'inquiry' } },
      },
    ])
    await refund(payment, { amount: '100' })
    expect((await read(`/v1/disputes/${data[0].id}`)).status).toBe('warning_needs_response')
    expect(await eventsOf(() => refund(payment))).toEqual([
      'refund.created',
      'charge.refunded',
      'charge.dispute.closed',
    ])
    expect((await read(`/v1/disputes/${data[0].id}`)).status).toBe('warning_closed')
  })

  test('that escalates becomes a chargeback', async () => {
    const payment = await pay()
    const { id } = await control().openDispute({ payment, inquiry: true })
    await client().disputes.update(id, {
      evidence: { uncategorized_text: 'escalate_inquiry_evidence' },
    })
    expect((await read(`/v1/disputes/${id}`)).status).toBe('warning_under_review')
    expect(await eventsOf(() => control().settle())).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ])
    const dispute = await read(`/v1/disputes/${id}`)
    expect(dispute).toMatchObject({
      status: 'needs_response',
      payment_method_details: { card: { case_type: 'chargeback' } },
    })
    expect(movements(dispute)).toEqual([-2000])
    expect((await refund(payment)).body.error.code).toBe('charge_disputed')
  })
})

describe('an early fraud warning', () => {
  test('is listed, and ends with a full refund', async () => {
    const payment = await pay()
    const events = await eventsOf(() => control().warnOfFraud({ payment }))
    expect(events).toEqual(['radar.early_fraud_warning.created'])
    const find = () => client().radar.earlyFraudWarnings.list({ payment_intent: payment })
    const [warning] = (await find()).data
    expect(warning).toMatchObject({ actionable: true, fraud_type: 'made_with_stolen_card' })
    await refund(payment, { amount: '100' })
    expect((await find()).data).toMatchObject([{ actionable: true }])
    await refund(payment)
    const refundedWarning = await client().radar.earlyFraudWarnings.retrieve(warning?.id ?? '')
    expect(refundedWarning.actionable).toBe(false)
  })

  test('ends with a dispute', async () => {
    const payment = await pay()
    await control().warnOfFraud({ payment, fraudType: 'misc' })
    expect(await eventsOf(() => control().openDispute({ payment }))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'radar.early_fraud_warning.updated',
    ])
  })
})

describe('test cards', () => {
  test.each([
    ['pm_card_createDispute', [['fraudulent', 'needs_response']]],
    ['pm_card_createDisputeProductNotReceived', [['product_not_received', 'needs_response']]],
    ['pm_card_createDisputeInquiry', [['fraudulent', 'warning_needs_response']]],
    [
      'pm_card_createMultipleDisputes',
      [
        ['fraudulent', 'needs_response'],
        ['fraudulent', 'needs_response'],
      ],
    ],
    ['pm_card_createIssuerFraudRecord', []],
    ['pm_card_visa', []],
  ])('%s: paid first, reported some time later', async (card, expected) => {
    const payment = await pay(card)
    const find = async () => (await read('/v1/disputes', { payment_intent: payment })).data
    expect(await find()).toEqual([])
    await control().settle()
    const found = (await find()).map((each: Stripe.Dispute) => [each.reason, each.status])
    expect(found).toEqual(expected)
    const warnings = await read('/v1/radar/early_fraud_warnings', { payment_intent: payment })
    expect(warnings.data).toHaveLength(card === 'pm_card_createIssuerFraudRecord' ? 1 : 0)
  })
})
