// Searches the processor's payments for those not used for any order or purchase in the database. Applies them to
// existing unpaid orders and purchases, and refunds some of the others. The reconciler starts from rows and cannot find
// an order whose row was lost; this search starts from the payments.

import { applyPurchasePayment } from '../../gift-cards/settle-purchase.ts'
import { type MarkedPayment, ProcessorUnavailable } from '../../payments/ports.ts'
import { recordPaymentState } from '../../payments/return-payment.ts'
import {
  type SearchProgress,
  type SearchRules,
  type SearchStep,
  searchPeriod,
} from '../../payments/unmatched.ts'
import { tryToReturn } from '../../payments/unusable-payment.ts'
import { applyPayment } from '../charge/settle-order.ts'
import type { ApplyPaymentDeps, PaymentSearchDeps } from '../deps.ts'

export const searchRules: SearchRules = { ...searchPeriod, graceMinutes: 15 }

/**
 * For missing orders only, over all workers. Limits the damage of a defect, which must not refund every order before
 * an operator notices.
 */
export const automaticRefundsPerHour = 5
/** Number of processor calls. */
const unsettledLimit = 5

/** Runs one step if one is due: at most one page of payments and one automatic refund. Returns whether one was due. */
export async function searchPayments(deps: PaymentSearchDeps): Promise<boolean> {
  const step = await deps.unmatchedPayments.claimStep(searchRules)
  if (step === null) return false
  await deps.unmatchedPayments.finishStep(await readPage(deps, step))
  const { recordEvents, reopen, noteReturned } = deps.unmatchedPayments
  for (const payment of await recordEvents(searchRules)) recordPaymentState(deps, payment)
  for (const payment of await reopen()) recordPaymentState(deps, payment)
  for (const returned of await noteReturned()) recordPaymentState(deps, returned)
  await refundSome(deps)
  return true
}

async function readPage(deps: PaymentSearchDeps, { list }: SearchStep): Promise<SearchProgress> {
  if (list === null) return { after: null, isComplete: false }
  try {
    const { payments, next } = await deps.payments.listMarked(list)
    for (const recorded of await deps.unmatchedPayments.record(payments, searchRules)) {
      recordPaymentState(deps, recorded)
    }
    for (const payment of await deps.unmatchedPayments.findUnapplied(payments, searchRules)) {
      await applyFound(deps, payment)
    }
    return { after: next, isComplete: next === null }
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('payment.search_unreachable', { error })
    return { after: list.after, isComplete: false }
  }
}

/**
 * Pays the order or purchase of a payment whose event was handled before rows were lost, because the processor does
 * not resend it. A failure blocks neither other payments nor the search; the next search finds the payment again.
 */
async function applyFound(
  deps: PaymentSearchDeps,
  { paymentId, amountCents, subject }: MarkedPayment,
): Promise<void> {
  try {
    if (subject.kind === 'purchase') {
      await applyPurchasePayment(deps, { purchaseId: subject.id, paymentId, amountCents })
      return
    }
    const order = await deps.orders.readReferenced({
      orderId: subject.id,
      orderCode: subject.code,
    })
    if (order !== null) await applyPayment(deps, order, paymentId, amountCents)
  } catch (error) {
    const facts = { paymentId, error }
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('payment.not_applied', facts)
    } else {
      deps.log.error('payment.not_applied', facts)
    }
  }
}

async function refundSome(deps: ApplyPaymentDeps): Promise<void> {
  const unsettled = await deps.unmatchedPayments.claimUnsettled(unsettledLimit)
  const next = await deps.unmatchedPayments.claimAutomatic(automaticRefundsPerHour)
  const claimed = next === null ? unsettled : [...unsettled, next]
  await Promise.all(claimed.map((payment) => tryToReturn(deps, payment)))
}
