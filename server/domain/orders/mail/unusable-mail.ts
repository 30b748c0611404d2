// The emails about a payment that could not be used: when it was refunded, and when the bank returns that refund.

import type { Mail } from '../../base/ports.ts'
import { bankRefundTime, returnedCause, returnedNext } from '../../payments/bank-refund.ts'
import type { UnmatchedCause } from '../../payments/unmatched.ts'
import { formatDollars } from '../../pricing/dollars.ts'

export type MailedPayment = {
  readonly amountCents: number
  readonly cause: UnmatchedCause
  /** null for a gift card or credits. */
  readonly orderCode: string | null
}

type MailTarget = { readonly to: string; readonly orderUrl: string | null }

export function unusableRefundMail(payment: MailedPayment, place: MailTarget): Mail {
  const subject = subjectOf(payment)
  return mail(`Refund for ${subject}`, place, [
    `We refunded your payment of ${formatDollars(payment.amountCents)} for ${subject} in full. ${why[payment.cause]}`,
    `The money goes back to the card you paid with. Banks usually show a refund within ${bankRefundTime}.`,
  ])
}

export function unusableReturnedMail(payment: MailedPayment, place: MailTarget): Mail {
  const subject = subjectOf(payment)
  return mail(`The refund for ${subject} was returned`, place, [
    `Your bank returned the ${formatDollars(payment.amountCents)} that we refunded to your card for ${subject}. ${returnedCause}`,
    `You have not received this money. The bank has told us as well. ${returnedNext}`,
  ])
}

function mail(subject: string, { to, orderUrl }: MailTarget, paragraphs: readonly string[]): Mail {
  const all = orderUrl === null ? paragraphs : [...paragraphs, `The order: ${orderUrl}`]
  return { to, subject, text: `${all.join('\n\n')}\n` }
}

const subjectOf = ({ orderCode }: MailedPayment): string =>
  orderCode === null ? 'a gift card or credits' : `order ${orderCode}`

const why: Readonly<Record<UnmatchedCause, string>> = {
  missing: 'It could not be matched with an order.',
  duplicate: 'It had been paid for before.',
  closed: 'The order was closed before the payment arrived.',
  wrong_amount: 'It was not the amount of the order.',
}
