// Converts disputes to and from rows, and defines conditions that several queries share.
import { type Selectable, sql } from 'kysely'
import {
  type Dispute,
  disputeStatusWords,
  type FraudWarning,
  awaitsEvidence as statusAwaitsEvidence,
} from '../../domain/orders/reversals/dispute.ts'
import { disputeStatuses } from '../../domain/payments/returns.ts'
import { literals } from '../core/values/literals.ts'
import type { DisputesTable, FraudWarningsTable } from '../schema/disputes.ts'

export const disputeOfRow = (row: Selectable<DisputesTable>): Dispute => ({
  id: row.id,
  paymentId: row.payment_id,
  orderId: row.order_id,
  purchaseId: row.purchase_id,
  amountCents: row.amount_cents,
  withdrawnCents: row.withdrawn_cents,
  feeCents: row.fee_cents,
  reason: row.reason,
  status: row.status,
  evidenceDueAt: row.evidence_due_at,
  evidenceSubmittedAt: row.evidence_submitted_at,
  evidenceBy: row.evidence_by,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
})

export const warningOfRow = (row: Selectable<FraudWarningsTable>): FraudWarning => ({
  id: row.id,
  paymentId: row.payment_id,
  fraudType: row.fraud_type,
  isActionable: row.actionable,
  warnedAt: row.warned_at,
  resolution: row.resolution,
})

/** Condition on `disputes`: the bank waits for the shop's response. */
export const awaitsEvidence = sql<boolean>`(disputes.closed_at is null
  and disputes.status in (${literals(disputeStatuses.filter(statusAwaitsEvidence))}))`

const lowerCaseWords = Object.fromEntries(
  Object.entries(disputeStatusWords).map(([status, words]) => [
    status,
    words.charAt(0).toLowerCase() + words.slice(1),
  ]),
)

/** `reasonWords` in SQL. */
const reasonText = (column: string) => sql<string>`replace(${sql.ref(column)}, '_', ' ')`

/** The description of a row of `disputes` for operators. */
export const disputeFacts = sql<string>`concat(${reasonText('disputes.reason')}, ', ',
  ${JSON.stringify(lowerCaseWords)}::jsonb ->> disputes.status,
  case when ${awaitsEvidence} then ' until ' || to_char(disputes.evidence_due_at at time zone 'UTC', 'YYYY-MM-DD') end)`

/** Condition on `fraud_warnings`: no operator has dealt with it. */
export const isUnresolvedWarning = sql<boolean>`(actionable and resolved_at is null)`

/** Key, order, time and type of each open warning, for operators. */
export const unresolvedWarnings = sql`
  select fraud_warnings.id, coalesce(orders.code, fraud_warnings.payment_id), warned_at, ${reasonText('fraud_type')}
  from fraud_warnings left join orders on orders.id = order_id where ${isUnresolvedWarning}`

/** Whether the row's payment belongs to an order, a purchase or an unmatched payment here. */
export const isOfKnownPayment = (table: string) => {
  const payment = sql.ref(`${table}.payment_id`)
  return sql<boolean>`(exists (select from orders where orders.payment_id = ${payment})
    or exists (select from purchases where purchases.payment_id = ${payment})
    or exists (select from unmatched_payments as unmatched where unmatched.payment_id = ${payment}))`
}
