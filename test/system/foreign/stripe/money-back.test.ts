// Refunds, disputes, early fraud warnings, balance and payouts of the stand-in, compared with the structure that
// stripe-mock returns.
import { beforeAll, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { foreign, pathOrSkip } from '../../../../lab/foreign/places.ts'
import { openMirror } from '../../../../lab/foreign/stripe/mirror.ts'
import { newer, optional, unread } from '../../../../lab/foreign/stripe/reasons.ts'
import { shapeDifferences } from '../../../../lab/foreign/stripe/shapes.ts'
import { startStripeMock } from '../../../../lab/foreign/stripe/stripe-mock.ts'
import { paymentsOn } from '../../../../testing/money/stripe-payments.ts'
import { SECRET_KEY, startStage } from '../../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../../testing/use.ts'

const program = pathOrSkip(foreign.stripeMock)

/** Differences with their reasons; any other difference fails. */
const knownDifferences: Readonly<Record<string, string>> = {
  'balance.connect_reserved: only theirs': unread,
  'dispute.evidence_details.submission_method: only ours': newer,
  'dispute.intended_submission_method: only ours': newer,
  'radar.early_fraud_warning.payment_intent: only ours': optional,
  'refund.destination_details: only theirs': unread,
  'refund.failure_balance_transaction: only ours': optional,
  'refund.failure_reason: only ours': optional,
}

describe.skipIf(program === null)('stripe-mock on reversed money', () => {
  const stage = use(startStage, ({ standIn }) => standIn.close())
  const stripeMock = use(() => startStripeMock(program ?? ''))
  const mirror = use(() =>
    openMirror(stage.standIn.baseUrl, stripeMock.baseUrl, (_path, body) => body),
  )
  const { pay, refund } = paymentsOn(() => stage)
  beforeAll(async () => {
    const { control } = stage.standIn
    const [first, second] = [await pay('pm_card_bypassPending', 5000), await pay()]
    const refunded = await refund(first)
    await control.settleRefund({ refund: refunded.body.id, to: 'failed' })
    const warning = await control.warnOfFraud({ payment: second })
    const dispute = await control.openDispute({ payment: second })
    const payout = await control.payOut({})
    const stripe = new Stripe(SECRET_KEY, {
      host: '127.0.0.1',
      port: Number(new URL(mirror.baseUrl).port),
      protocol: 'http',
      telemetry: false,
    })
    await stripe.refunds.retrieve(refunded.body.id)
    await stripe.refunds.list({ payment_intent: first })
    await stripe.disputes.list({ payment_intent: second })
    await stripe.disputes.update(dispute.id, { evidence: { customer_name: 'A' }, submit: false })
    await stripe.disputes.retrieve(dispute.id)
    await stripe.disputes.close(dispute.id)
    await stripe.radar.earlyFraudWarnings.list({ payment_intent: second })
    await stripe.radar.earlyFraudWarnings.retrieve(warning.id)
    await stripe.balance.retrieve()
    await stripe.balanceTransactions.list({ type: 'charge', created: { gte: 0 } })
    await stripe.balanceTransactions.list({ payout: payout.id })
    await stripe.balanceTransactions.retrieve(String(payout.balance_transaction))
    await stripe.payouts.list({ status: 'paid' })
    await stripe.payouts.retrieve(payout.id)
    const { id } = await stripe.customers.create({})
    await stripe.customers.del(id)
  })

  test('stripe-mock accepts every request, and so does the stand-in', () => {
    const refused = mirror
      .exchanges()
      .filter(({ standIn, mock }) => standIn.status !== 200 || mock.status !== 200)
    expect(refused).toEqual([])
    expect(mirror.exchanges()).toHaveLength(16)
  })

  test('its structures equal those of the stand-in, except for the known differences', () => {
    const found = mirror
      .exchanges()
      .flatMap(({ standIn, mock }) => shapeDifferences(standIn.body, mock.body))
    expect([...new Set(found)].sort()).toEqual(Object.keys(knownDifferences).sort())
  })
})
