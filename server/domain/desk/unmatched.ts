// Payments that were not used for any order or purchase.
import { parsePaymentId } from '../base/ids/payment-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorFailure } from '../operators/failure.ts'
import type { OpenPayment, OperatorDeps } from '../operators/ports.ts'
import type { UnmatchedPayment } from '../payments/unmatched.ts'

export type UnmatchedList = {
  /** Oldest first. */
  readonly waiting: readonly UnmatchedPayment[]
  /** Latest first. */
  readonly decided: readonly UnmatchedPayment[]
  /** Payments whose events are too recent for the search. */
  readonly announced: readonly OpenPayment[]
  readonly automaticLastHour: number
  /** null before the first complete search. */
  readonly searchedAt: Date | null
  /** Maximum number of rows in a list. */
  readonly limit: number
}

/** Length of each list. */
const maxRows = 50

export async function readUnmatched({
  unmatchedPayments,
  moneyBoard,
}: Pick<OperatorDeps, 'unmatchedPayments' | 'moneyBoard'>): Promise<UnmatchedList> {
  const [{ waiting, decided }, progress, open] = await Promise.all([
    unmatchedPayments.list(maxRows),
    unmatchedPayments.progress(),
    moneyBoard.openPayments(maxRows),
  ])
  const known = new Set([...waiting, ...decided].map(({ paymentId }) => paymentId))
  const announced = open.filter(({ paymentId }) => paymentId === null || !known.has(paymentId))
  return { waiting, decided, announced, ...progress, limit: maxRows }
}

export async function findUnmatched(
  { unmatchedPayments }: Pick<OperatorDeps, 'unmatchedPayments'>,
  sentId: string,
): Promise<Result<UnmatchedPayment, OperatorFailure>> {
  const paymentId = parsePaymentId(sentId)
  const payment = paymentId === null ? null : await unmatchedPayments.read(paymentId)
  return payment === null ? fail({ kind: 'payment_not_found' }) : ok(payment)
}
