// Compares the processor's record with the history: charges, refunds, disputes, the balance and payouts.
import { listObjects } from '../processor.ts'
import {
  cardCentsOf,
  cardLeftOf,
  type History,
  type OrderRecord,
  type PurchaseRecord,
  purchasesOf,
  sum,
} from '../record.ts'
import type { Json, Stage } from '../stage.ts'
import { balanceAtProcessor, feesOf } from '../sums.ts'
import { expectSame, expectSameItems, type Findings } from './findings.ts'

export async function compareProcessor(
  { service, history }: Stage,
  findings: Findings,
): Promise<void> {
  const kinds = ['charges', 'refunds', 'disputes', 'balance_transactions', 'payouts'] as const
  const [charges = [], refunds = [], disputes = [], transactions = [], payouts = []] =
    await Promise.all(kinds.map((kind) => listObjects(service, kind)))
  const record = {
    charges: Map.groupBy(charges, (charge) => charge.metadata.order_code ?? charge.payment_intent),
    refunds: Map.groupBy(refunds, (refund) => refund.payment_intent),
    disputes: Map.groupBy(disputes, (dispute) => dispute.payment_intent),
  }
  for (const order of history.orders) compareOrder(record, order, findings)
  for (const purchase of purchasesOf(history)) comparePurchase(record, purchase, findings)
  const expect = (what: string, found: number, expected: number) =>
    expectSame(findings, `processor, ${what}`, found, expected)
  expect('fees', sum(transactions.map(({ fee }) => fee)), feesOf(history))
  expect('balance', sum(transactions.map(({ net }) => net)), balanceAtProcessor(history))
  comparePayouts(payouts, history, findings)
}

type Objects = ReadonlyMap<string, readonly Json[]>
type ProcessorRecord = {
  readonly charges: Objects
  readonly refunds: Objects
  readonly disputes: Objects
}

function compareOrder(record: ProcessorRecord, order: OrderRecord, findings: Findings): void {
  const { code, payment, refunds } = order
  const where = `processor, ${code}`
  const paid = (record.charges.get(code) ?? []).filter((charge) => charge.paid)
  const cardCents = cardCentsOf(order)
  const expected = payment === null ? [] : [[payment, cardCents, cardCents - cardLeftOf(order)]]
  expectSame(
    findings,
    `${where}, charges`,
    paid.map((charge) => [charge.payment_intent, charge.amount, charge.amount_refunded]),
    expected,
  )
  const states = {
    succeeded: 'succeeded',
    settling: 'pending',
    returned: 'failed',
    failed: 'failed',
  }
  // A refund that the processor refused is not in its record.
  const made = (record.refunds.get(payment ?? '') ?? []).map(({ amount, status }) => [
    amount,
    status,
  ])
  expectSameItems(
    findings,
    `${where}, refunds`,
    made,
    refunds
      .filter(({ cardCents: cents, isRefused }) => cents > 0 && !isRefused)
      .map(({ cardCents: cents, state }) => [cents, states[state]]),
  )
  compareDisputes(record, order, findings)
}

function compareDisputes(
  record: ProcessorRecord,
  { payment, disputes }: Pick<OrderRecord, 'payment' | 'disputes'>,
  findings: Findings,
): void {
  expectSameItems(
    findings,
    `processor, disputes of ${payment}`,
    (record.disputes.get(payment ?? '') ?? []).map(({ id, amount, status }) => [
      id,
      amount,
      status,
    ]),
    disputes.map(({ id, cents, status }) => [id, cents, disputeStatuses[status]]),
  )
}

export const disputeStatuses = {
  inquiry: 'warning_needs_response',
  closed: 'warning_closed',
  open: 'needs_response',
  won: 'won',
  lost: 'lost',
} as const

function comparePurchase(
  record: ProcessorRecord,
  purchase: PurchaseRecord,
  findings: Findings,
): void {
  const { payment, amountCents, refunds } = purchase
  const charges = record.charges.get(payment) ?? []
  expectSame(
    findings,
    `processor, charges of ${payment}`,
    charges.map((charge) => [charge.amount, charge.paid]),
    [[amountCents, true]],
  )
  expectSameItems(
    findings,
    `processor, refunds of ${payment}`,
    (record.refunds.get(payment) ?? []).map(({ amount, status }) => [amount, status]),
    refunds.map(({ cents, isReturned }) => [cents, isReturned ? 'failed' : 'succeeded']),
  )
  compareDisputes(record, purchase, findings)
}

function comparePayouts(payouts: readonly Json[], history: History, findings: Findings): void {
  expectSameItems(
    findings,
    'processor, payouts',
    payouts.map(({ id, amount, status }) => [id, amount, status]),
    history.payouts.map(({ id, cents, isReturned }) => [id, cents, isReturned ? 'failed' : 'paid']),
  )
}
