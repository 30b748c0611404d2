// Balance, balance transactions and payouts of the stand-in. Fees and sums are derived manually.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { connectStripeControl, type StripeControl } from '../../server/local/stripe/control.ts'
import { paymentsOn } from '../../testing/money/stripe-payments.ts'
import { SECRET_KEY, type Stage, startStage } from '../../testing/service/stripe-stand-in.ts'

let stage: Stage
let stripe: Stripe
let control: StripeControl
beforeEach(async () => {
  stage = await startStage()
  const { port, baseUrl } = stage.standIn
  stripe = new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  control = connectStripeControl(baseUrl, SECRET_KEY)
})
afterEach(() => stage.standIn.close())
const { pay, refund, chargeOf, eventsOf } = paymentsOn(() => stage)

const twoDays = 2 * 24 * 3600
const balance = async () => {
  const { available, pending } = await stripe.balance.retrieve()
  return { available: available[0]?.amount, pending: pending[0]?.amount }
}
/** Returns every balance transaction, oldest first. */
const transactions = async (filter: Stripe.BalanceTransactionListParams = {}) =>
  (await stripe.balanceTransactions.list({ limit: 100, ...filter })).data.toReversed()
const told = (list: readonly Stripe.BalanceTransaction[]) =>
  list.map(({ type, reporting_category, amount, fee, net }) => [
    type,
    reporting_category,
    amount,
    fee,
    net,
  ])

describe('a payment', () => {
  test.each([
    // 14.5 + 30, 57.971 + 30, 1.45 + 30, 29 + 30, 43.5 + 30.
    [500, 45],
    [1999, 88],
    [50, 31],
    [1000, 59],
    [1500, 74],
  ])('of %i cents costs %i, and is available after two days', async (amount, fee) => {
    const charge = await chargeOf(await pay('pm_card_visa', amount))
    const read = () => stripe.balanceTransactions.retrieve(charge.balance_transaction)
    expect(await read()).toMatchObject({
      type: 'charge',
      amount,
      fee,
      net: amount - fee,
      source: charge.id,
      status: 'pending',
      fee_details: [{ amount: fee, type: 'stripe_fee' }],
    })
    expect(await balance()).toEqual({ available: 0, pending: amount - fee })
    stage.advance(twoDays)
    expect((await read()).status).toBe('available')
    expect(await balance()).toEqual({ available: amount - fee, pending: 0 })
  })

  test('by 4000 0000 0000 0077 is available immediately, and a declined payment moves nothing', async () => {
    await pay('pm_card_bypassPending')
    await pay('pm_card_visa_chargeDeclined')
    expect(await balance()).toEqual({ available: 455, pending: 0 })
    expect(await transactions()).toHaveLength(1)
  })
})

test('every movement is recorded, with its object, and the balance is the sum', async () => {
  const first = await pay('pm_card_bypassPending', 10_000)
  const second = await pay('pm_card_bypassPending', 2000)
  const made = await refund(first, { amount: '2500' })
  await control.settleRefund({ refund: made.body.id, to: 'failed' })
  const dispute = await control.openDispute({ payment: second })
  await control.moveDispute({ dispute: dispute.id, to: 'won' })
  const payout = await control.payOut({})
  await control.failPayout({ payout: payout.id })

  const expected = [
    ['charge', 'charge', 10_000, 320, 9680],
    ['charge', 'charge', 2000, 88, 1912],
    ['refund', 'refund', -2500, 0, -2500],
    ['refund_failure', 'refund_failure', 2500, 0, 2500],
    ['adjustment', 'dispute', -2000, 1500, -3500],
    ['adjustment', 'dispute_reversal', 2000, 0, 2000],
    ['payout', 'payout', -10_092, 0, -10_092],
    ['payout_failure', 'payout_reversal', 10_092, 0, 10_092],
  ]
  const all = await transactions({ expand: ['data.source'] })
  expect(told(all)).toEqual(expected)
  expect(all.map(({ source }) => (typeof source === 'string' ? source : source?.object))).toEqual([
    'charge',
    'charge',
    'refund',
    'refund',
    'dispute',
    'dispute',
    'payout',
    'payout',
  ])
  expect(await balance()).toEqual({ available: 10_092, pending: 0 })
  const failed = await stripe.refunds.retrieve(made.body.id, {
    expand: ['balance_transaction', 'failure_balance_transaction'],
  })
  expect(failed).toMatchObject({
    balance_transaction: { net: -2500 },
    failure_balance_transaction: { net: 2500 },
  })
})

describe('a payout', () => {
  test('pays out the available amount, lists its transactions, and leaves the rest for the next', async () => {
    await pay('pm_card_bypassPending', 1000)
    const waiting = await pay('pm_card_visa', 2000)
    let first: Stripe.Payout | null = null
    const events = await eventsOf(async () => {
      first = await control.payOut({})
    })
    expect(events).toEqual(['payout.created', 'payout.paid', 'payout.reconciliation_completed'])
    expect(first).toMatchObject({ amount: 941, status: 'paid' })
    expect(await balance()).toEqual({ available: 0, pending: 1912 })

    await refund(waiting, { amount: '500' })
    const second = await control.payOut({ pending: true })
    expect(second.amount).toBe(1412)
    expect(told(await transactions({ payout: second.id }))).toEqual([
      ['charge', 'charge', 2000, 88, 1912],
      ['refund', 'refund', -500, 0, -500],
      ['payout', 'payout', -1412, 0, -1412],
    ])
    expect(await balance()).toEqual({ available: 0, pending: 0 })
    const { data } = await stripe.payouts.list({ status: 'paid' })
    expect(data.map(({ amount }) => amount)).toEqual([1412, 941])
  })

  test('that the bank returns is in the next one', async () => {
    await pay('pm_card_bypassPending', 1000)
    const { id } = await control.payOut({})
    const events = await eventsOf(() =>
      control.failPayout({ payout: id, failureCode: 'no_account' }),
    )
    expect(events).toEqual(['payout.failed'])
    expect(await stripe.payouts.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_code: 'no_account',
    })
    expect(await balance()).toEqual({ available: 941, pending: 0 })
    await expect(control.failPayout({ payout: id })).rejects.toThrow('This payout is failed.')
    const next = await control.payOut({})
    expect(told(await transactions({ payout: next.id }))).toEqual([
      ['payout_failure', 'payout_reversal', 941, 0, 941],
      ['payout', 'payout', -941, 0, -941],
    ])
  })

  test('of nothing is refused', async () => {
    await pay()
    await expect(control.payOut({})).rejects.toThrow('There is nothing to pay out.')
    expect(await transactions({ type: 'payout' })).toEqual([])
  })
})

test('transactions are filtered by type, source, payout and time', async () => {
  const payment = await pay()
  const since = Math.floor(stage.now().getTime() / 1000) + 60
  stage.advance(60)
  await refund(payment)
  const charge = await chargeOf(payment)
  expect(told(await transactions({ type: 'refund' }))).toEqual([
    ['refund', 'refund', -500, 0, -500],
  ])
  expect(await transactions({ source: charge.id })).toHaveLength(1)
  expect(told(await transactions({ created: { gte: since } }))).toEqual([
    ['refund', 'refund', -500, 0, -500],
  ])
  expect(told(await transactions({ created: { lt: since } }))[0]?.[0]).toBe('charge')
  await expect(transactions({ payout: 'po_none' })).rejects.toThrow("No such payout: 'po_none'")
})

test('the balance always equals the received payments minus the outgoing amounts', async () => {
  // Derived from the requests alone: nothing is read from the stand-in.
  let expected = 0
  const payments: string[] = []
  for (let round = 0; round < 12; round += 1) {
    const amount = 1000 + 100 * round
    payments.push(await pay('pm_card_bypassPending', amount))
    // 29 cents for each 1000, exact for whole hundreds except rounding: (10 + round) * 2.9.
    expected += amount - (Math.floor((10 + round) * 2.9 + 0.5 + 1e-9) + 30)
  }
  for (const [index, payment] of payments.entries()) {
    const cents = 100 + index
    if (index % 4 === 0) {
      await refund(payment, { amount: String(cents) })
      expected -= cents
    }
    if (index % 4 === 1) {
      const { body } = await refund(payment, { amount: String(cents) })
      await control.settleRefund({ refund: body.id, to: 'failed' })
    }
    if (index % 4 === 2) {
      const { id } = await control.openDispute({ payment, amountCents: cents })
      expected -= cents + 1500
      if (index % 8 === 2) {
        await control.moveDispute({ dispute: id, to: 'won' })
        expected += cents
      }
    }
    if (index % 4 === 3) {
      await control.planRefund({
        payment,
        outcome: { status: 'pending', reason: 'insufficient_funds' },
      })
      const { body } = await refund(payment, { amount: String(cents) })
      await control.settleRefund({ refund: body.id, to: 'canceled' })
    }
    expect(await balance()).toEqual({ available: expected, pending: 0 })
    const sum = (await transactions()).reduce((total, { net }) => total + net, 0)
    expect(sum).toBe(expected)
  }
})
