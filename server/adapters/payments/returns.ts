// Refunds, disputes and early fraud warnings in Stripe's record: those of one payment, and all since a given time.

import type Stripe from 'stripe'
import { disputeIdOf } from '../../domain/base/ids/dispute-id.ts'
import { type PaymentId, paymentIdOf } from '../../domain/base/ids/payment-id.ts'
import {
  type DisputeMovement,
  type DisputeStatus,
  disputeStatuses,
  type PaymentReturns,
  type RecordedDispute,
  type RecordedRefund,
  type RecordedWarning,
  type ReturnSighting,
} from '../../domain/payments/returns.ts'
import type { Reach } from './client.ts'
import { createdSince, pageSize } from './record.ts'
import { outcomeOfRefund, refundIdIn } from './refund.ts'

type Filter = { readonly payment_intent: string } | { readonly created: { readonly gte: number } }

/** A payment has few of each, and a shop has few in two days. */
const maxPages = 50

/** Reads the returns of one payment. Throws `ProcessorUnavailable`. */
export async function readReturns(
  stripe: Stripe,
  paymentId: PaymentId,
  ask: Reach,
): Promise<PaymentReturns> {
  const filter = { payment_intent: paymentId }
  const refunds = await listRefunds(stripe, filter, ask)
  const disputes = await listDisputes(stripe, filter, ask)
  const warnings = await listWarnings(stripe, filter, ask)
  return {
    paymentId,
    refunds: refunds.map(recordedRefund).reverse(),
    disputes: disputes.map(recordedDispute).reverse(),
    warnings: warnings.map(recordedWarning).reverse(),
  }
}

/** Lists all returns since then, of any system that uses the account. Throws `ProcessorUnavailable`. */
export async function listReturned(
  stripe: Stripe,
  since: Date,
  ask: Reach,
): Promise<readonly ReturnSighting[]> {
  const filter = createdSince(since)
  const refunds = await listRefunds(stripe, filter, ask)
  const disputes = await listDisputes(stripe, filter, ask)
  const warnings = await listWarnings(stripe, filter, ask)
  return [
    ...refunds.map((refund) => sightingOf('refund', refund, outcomeOfRefund(refund).kind)),
    ...disputes.map((dispute) => sightingOf('dispute', dispute, statusOf(dispute))),
    ...warnings.map((warning) => sightingOf('warning', warning, String(warning.actionable))),
  ].filter((each) => each !== null)
}

/** Returns null for an object without a payment intent, which cannot be ours. */
function sightingOf(
  kind: ReturnSighting['kind'],
  { id, payment_intent: payment }: { id: string; payment_intent?: unknown },
  state: string,
): ReturnSighting | null {
  const paymentId = paymentIdIn(payment)
  return paymentId === null ? null : { kind, id, paymentId, state }
}

/** Reads the id from a payment or an id. Returns null for anything else. */
export function paymentIdIn(payment: unknown): PaymentId | null {
  if (typeof payment === 'string') return paymentIdOf(payment)
  if (typeof payment !== 'object' || payment === null || !('id' in payment)) return null
  return paymentIdOf(String(payment.id))
}

const listRefunds = (stripe: Stripe, filter: Filter, ask: Reach) =>
  pagesOf<Stripe.Refund>((page) =>
    ask('list refunds', 'list', () => stripe.refunds.list({ ...filter, ...page })),
  )

const listDisputes = (stripe: Stripe, filter: Filter, ask: Reach) =>
  pagesOf<Stripe.Dispute>((page) =>
    ask('list disputes', 'list', () => stripe.disputes.list({ ...filter, ...page })),
  )

const listWarnings = (stripe: Stripe, filter: Filter, ask: Reach) =>
  pagesOf<Stripe.Radar.EarlyFraudWarning>((page) =>
    ask('list fraud warnings', 'list', () =>
      stripe.radar.earlyFraudWarnings.list({ ...filter, ...page }),
    ),
  )

type Page<T> = { readonly object: 'list'; readonly data: readonly T[]; readonly has_more: boolean }

/** Returns all pages, newest first. */
async function pagesOf<T extends { id: string }>(
  read: (page: { limit: number; starting_after?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const list: T[] = []
  for (let pages = 0; pages < maxPages; pages += 1) {
    const last = list.at(-1)
    const page = await read({ limit: pageSize, ...(last && { starting_after: last.id }) })
    list.push(...page.data)
    if (!page.has_more || page.data.length === 0) break
  }
  return list
}

const recordedRefund = (refund: Stripe.Refund): RecordedRefund => ({
  processorRefundId: refund.id,
  refundId: refundIdIn(refund),
  amountCents: refund.amount,
  outcome: outcomeOfRefund(refund),
})

function recordedDispute(dispute: Stripe.Dispute): RecordedDispute {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details
  return {
    id: disputeIdOf(dispute.id),
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: statusOf(dispute),
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    isEvidenceSubmitted: submissions > 0,
    openedAt: new Date(dispute.created * 1000),
    movements: dispute.balance_transactions.map(movementOf),
  }
}

const movementOf = ({ id, amount, fee }: Stripe.BalanceTransaction): DisputeMovement => ({
  transactionId: id,
  cents: -amount,
  feeCents: fee,
})

/**
 * Returns the status. An appeal is a chargeback that is decided again. A status of a later API version means that the bank has yet to
 * decide.
 */
function statusOf({ status }: Stripe.Dispute): DisputeStatus {
  const word = status.replace('appeal_', '')
  return disputeStatuses.find((known) => known === word) ?? 'under_review'
}

const recordedWarning = (warning: Stripe.Radar.EarlyFraudWarning): RecordedWarning => ({
  id: warning.id,
  fraudType: warning.fraud_type,
  isActionable: warning.actionable,
  warnedAt: new Date(warning.created * 1000),
})
