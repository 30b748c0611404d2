// The history of an order in the language of its page.

import type { TimelineEntry } from '../../domain/orders/history/timeline.ts'
import { timelineText } from '../../domain/orders/history/timeline-text.ts'
import type { PaymentStep } from '../../domain/orders/reversals/payment-step.ts'
import { defaultLanguage } from '../languages/languages.ts'
import type { Words } from '../languages/words.ts'
import { refundedItems } from './order-words.ts'

/** Returns text such as "Handed to the carrier", in English that of emails. */
export const entryText = (words: Words, entry: TimelineEntry): string =>
  words.language === defaultLanguage ? timelineText(entry, words.money) : catalogEntry(words, entry)

/** Returns the message of the catalog. */
export function catalogEntry(words: Words, entry: TimelineEntry): string {
  const { text, money } = words
  switch (entry.kind) {
    case 'placed':
      return text('history.placed')
    case 'reprinted':
      return text('history.reprinted')
    case 'refunded':
    case 'refund_sent':
      return refundText(words, entry)
    case 'refund_returned':
      return text('history.refundReturned', { amount: money(entry.amountCents) })
    case 'disputed':
      return text('history.disputed', { amount: money(entry.amountCents) })
    case 'dispute_won':
      return text('history.disputeWon')
    case 'dispute_lost':
      return text('history.disputeLost', { amount: money(entry.amountCents) })
    case 'payment':
      return paymentText(words, entry.payment)
    case 'status':
      if (entry.isOverdue) return text('history.overdue')
      return entry.isBackward
        ? text('history.backTo', { status: text(`shortStatus.${entry.status}`) })
        : text(`history.${entry.status}`)
  }
}

type RefundEntry = Extract<TimelineEntry, { kind: 'refunded' | 'refund_sent' }>

function refundText(words: Words, { kind, amountCents, parts }: RefundEntry): string {
  const amount = words.money(amountCents)
  const key = kind === 'refunded' ? 'history.refunded' : 'history.refundSent'
  return parts === null
    ? words.text(key, { amount })
    : words.text(`${key}For`, { amount, items: refundedItems(words, parts) })
}

const paymentText = ({ text, money }: Words, { step, cause, amountCents }: PaymentStep): string =>
  text(`history.payment.${step === 'received' ? cause : step}`, { amount: money(amountCents) })
