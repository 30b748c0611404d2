// The tables and the processor's record at the end of a run.
import * as v from 'valibot'
import type { Charge, ProcessorDispute, ProcessorRefund } from './processor.ts'
import type { World } from './world.ts'

const cents = v.number()
const orderSchema = v.object({
  id: v.string(),
  code: v.string(),
  status: v.string(),
  /** Time of cancellation, in Unix seconds. */
  closedAt: v.nullable(v.number()),
  paid: v.boolean(),
  paymentId: v.nullable(v.string()),
  total: cents,
  gift: cents,
  giftRefunded: cents,
  refunded: cents,
  refunding: cents,
  lost: cents,
  disputed: cents,
  /** Holder of the order; null when it is not on hold. */
  heldBy: v.nullable(v.string()),
  printJobs: v.number(),
  /** Number of unfinished print jobs. */
  openJobs: v.number(),
  /** Number of fraud warnings of a payment that has been neither refunded nor disputed since. */
  warnings: v.number(),
  /**
   * Debt of the gift card that paid a share of the order, after the payment of the card was reversed; 0 once the
   * share was returned.
   */
  owedShare: cents,
  confirmations: v.number(),
  /** Sums and counts of the gift card's ledger, by kind. */
  redeemed: cents,
  redemptions: v.number(),
  returned: cents,
  returns: v.number(),
  refundedToCard: cents,
})
const refundSchema = v.object({
  id: v.string(),
  orderId: v.string(),
  requestKey: v.string(),
  requested: cents,
  /** State; a failed refund has a gift card part only if that part moved. */
  state: v.string(),
  amount: cents,
  gift: cents,
  returned: v.boolean(),
  /** The processor's id. */
  processorId: v.nullable(v.string()),
  mails: v.number(),
})
const purchaseSchema = v.object({
  id: v.string(),
  kind: v.picklist(['gift_card', 'credits']),
  state: v.string(),
  amount: cents,
  paymentId: v.nullable(v.string()),
  /** Delivered credits and gift cards, and the amounts of those cards. */
  credits: v.number(),
  cards: v.number(),
  cardCents: cents,
  /** Reversed amount of its payment, and the part of it that was withdrawn or is, or was, a debt. */
  gone: cents,
  explained: cents,
})
const cardSchema = v.object({ id: v.string(), balance: cents, ledger: cents })
const accountSchema = v.object({
  id: v.string(),
  credits: v.number(),
  ledger: v.number(),
  /** Price paid for them, in cents. */
  value: cents,
})
const jobSchema = v.object({
  id: v.string(),
  status: v.string(),
  charged: v.nullable(v.number()),
  spent: v.number(),
  spendings: v.number(),
  returned: v.number(),
  returns: v.number(),
})

const returnSchema = v.object({ id: v.string(), cents })
const debtSchema = v.object({
  left: cents,
  settled: cents,
  /** Part of `settled` that was repaid, credited, or offset against another debt. */
  paidBack: cents,
  isReinstated: v.boolean(),
})
const unmatchedSchema = v.object({ paymentId: v.string(), state: v.string(), amount: cents })

const movementSchema = v.object({
  debit: v.string(),
  credit: v.string(),
  cents,
  processorId: v.nullable(v.string()),
  disputeId: v.nullable(v.string()),
})

const rowsSchema = v.object({
  orders: v.array(orderSchema),
  refunds: v.array(refundSchema),
  purchases: v.array(purchaseSchema),
  cards: v.array(cardSchema),
  accounts: v.array(accountSchema),
  jobs: v.array(jobSchema),
  /** Reversed amounts of purchases that were not restored. */
  returns: v.array(returnSchema),
  debts: v.array(debtSchema),
  unmatched: v.array(unmatchedSchema),
  movements: v.array(movementSchema),
  /** Balances that differ from the ledger, as "order_money <id>". */
  disagreeing: v.array(v.object({ what: v.string() })),
})

export type Rows = v.InferOutput<typeof rowsSchema>
export type Order = Rows['orders'][number]

const sumOf = (what: string, table: string, where: string) =>
  `coalesce((select sum(${what})::int from ${table} where ${where}), 0)`
const countOf = (table: string, where: string) =>
  `(select count(*)::int from ${table} where ${where})`
/** Returns the amount of a dispute that the bank holds. */
export const withdrawnOf = ({ balance_transactions: movements }: ProcessorDispute): number =>
  -movements.reduce((sum, { amount }) => sum + amount, 0)

export const isLost = ({ status }: ProcessorDispute): boolean => status === 'lost'
export const isUndecided = ({ status }: ProcessorDispute): boolean =>
  status.endsWith('needs_response') || status.endsWith('under_review')

const ofCard = (kind: string) => `kind = '${kind}' and order_id = o.id`
const list = (source: string) =>
  `coalesce((select json_agg(row_to_json(found)) from (${source}) as found), '[]')`

const comparisons = ['order_money', 'gift_card_money', 'account_credits', 'account_credit_value']

/** Reads all facts in one statement. */
const query = `select
  ${list(`select id, code, status, (select extract(epoch from min(at))::int from order_events
      where order_id = o.id and status = 'CANCELLED') as "closedAt", paid, payment_id as "paymentId", total_cents as total, gift_cents as gift,
    gift_refunded_cents as "giftRefunded", refunded_cents as refunded, refunding_cents as refunding,
    lost_cents as lost, disputed_cents as disputed, held_by as "heldBy",
    ${countOf('print_jobs', 'order_id = o.id')} as "printJobs",
    ${countOf('print_jobs', "order_id = o.id and state in ('queued', 'claimed', 'printing', 'failed')")} as "openJobs",
    ${countOf('fraud_warnings', 'order_id = o.id and actionable')} as warnings,
    ${sumOf('left_cents', 'debts join gift_cards on gift_cards.purchase_id = debts.purchase_id', 'gift_cards.id = o.gift_card_id and o.gift_cents > o.gift_refunded_cents')} as "owedShare",
    ${countOf('emails', "order_id = o.id and kind = 'confirmation'")} as confirmations,
    ${sumOf('cents', 'gift_card_entries', ofCard('redeem'))} as redeemed,
    ${countOf('gift_card_entries', ofCard('redeem'))} as redemptions,
    ${sumOf('cents', 'gift_card_entries', ofCard('return'))} as returned,
    ${countOf('gift_card_entries', ofCard('return'))} as returns,
    ${sumOf('cents', 'gift_card_entries', ofCard('refund'))} as "refundedToCard"
    from orders as o`)} as orders,
  ${list(`select id, order_id as "orderId", request_key as "requestKey", coalesce(requested_cents, amount_cents) as requested, state,
    amount_cents as amount, gift_cents as gift, returned_at is not null as returned, processor_refund_id as "processorId",
    ${countOf('emails', "kind = 'refund:' || r.id")} as mails from refunds as r`)} as refunds,
  ${list(`select id, kind, state, amount_cents as amount, payment_id as "paymentId",
    ${sumOf('credits', 'credit_entries', 'purchase_id = p.id')} as credits,
    ${countOf('gift_cards', 'purchase_id = p.id')} as cards,
    ${sumOf('amount_cents', 'gift_cards', 'purchase_id = p.id')} as "cardCents",
    ${sumOf('cents', 'purchase_returns', 'purchase_id = p.id and reinstated_at is null')} as gone,
    ${sumOf('taken_cents', 'purchase_returns', 'purchase_id = p.id and reinstated_at is null')}
      + ${sumOf('debts.cents', 'debts join purchase_returns as r on r.id = return_id', 'debts.purchase_id = p.id and reinstated_at is null')} as explained
    from purchases as p`)} as purchases,
  ${list(`select id, balance_cents as balance,
    ${sumOf('cents', 'gift_card_entries', 'gift_card_id = c.id')} as ledger from gift_cards as c`)} as cards,
  ${list(`select id, credits, credit_value_cents as value, ${sumOf('credits', 'credit_entries', 'account_id = a.id')} as ledger
    from accounts as a`)} as accounts,
  ${list(`select id, status, credits_charged as charged,
    ${sumOf('credits', 'credit_entries', "job_id = j.id and kind = 'charge'")} as spent,
    ${countOf('credit_entries', "job_id = j.id and kind = 'charge'")} as spendings,
    ${sumOf('credits', 'credit_entries', "job_id = j.id and kind = 'refund'")} as returned,
    ${countOf('credit_entries', "job_id = j.id and kind = 'refund'")} as returns
    from generation_jobs as j`)} as jobs,
  ${list(`select split_part(id, '/', 1) as id, cents from purchase_returns where reinstated_at is null`)} as returns,
  ${list(`select left_cents as left, settled_cents as settled, paid_back_cents as "paidBack", reinstated_at is not null as "isReinstated"
    from debts join purchase_returns as r on r.id = return_id`)} as debts,
  ${list(`select payment_id as "paymentId", state, amount_cents as amount from unmatched_payments`)} as unmatched,
  ${list(`select debit, credit, cents, processor_id as "processorId", dispute_id as "disputeId" from money_movements`)} as movements,
  ${list(comparisons.map((view) => `select '${view} ' || id as what from ${view} where not agrees`).join(' union all '))} as disagreeing`

export type Facts = {
  readonly rows: Rows
  readonly charges: readonly Charge[]
  /** Refunds that did not fail. */
  readonly refunds: readonly ProcessorRefund[]
  readonly disputes: readonly ProcessorDispute[]
  readonly rowsWereLost: boolean
}

export async function readFacts({ stage, processor, loss }: World): Promise<Facts> {
  const found = await stage.pool.query(query)
  const rows = v.parse(rowsSchema, found.rows[0])
  const charges = await processor.charges()
  return {
    rows,
    charges,
    refunds: (await processor.refunds()).filter(({ status }) => status !== 'failed'),
    disputes: (await processor.disputes()).filter(isKnown({ rows, charges })),
    rowsWereLost: loss.happened,
  }
}

/**
 * Returns whether the service can know the dispute: any except a dispute of a payment that was fully refunded at the
 * processor before any event of it arrived. The nightly comparison finds those (docs/money.md, "Money that the
 * processor takes back").
 */
function isKnown({ rows, charges }: Pick<Facts, 'rows' | 'charges'>) {
  const known = new Set(
    [...rows.orders, ...rows.purchases, ...rows.unmatched].map(({ paymentId }) => paymentId),
  )
  return ({ payment_intent: payment }: ProcessorDispute): boolean => {
    const charge = charges.find(({ payment_intent: id }) => id === payment)
    const isRefunded = charge !== undefined && charge.amount_refunded === charge.amount_captured
    return known.has(payment) || !isRefunded
  }
}
