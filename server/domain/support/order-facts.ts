// The state of an order in sentences, without names and addresses of people.

import { singleLine } from '../base/text/text.ts'
import { chargeSentenceOf } from '../orders/charge/charge-words.ts'
import { payabilityOf } from '../orders/charge/payable.ts'
import { shipDayLine } from '../orders/promise/ship-day.ts'
import { statusLineOf } from '../orders/read/status-line.ts'
import type { Order } from '../orders/record/order.ts'
import { dueCents } from '../orders/record/order-lines.ts'
import { isPaid } from '../orders/record/payment.ts'
import { isClosed, orderStatusLabels } from '../orders/record/status.ts'
import type { Tracking } from '../orders/record/tracking.ts'
import { formatDollars } from '../pricing/dollars.ts'

type Moment = { readonly now: Date; readonly timeZone: string }
type Progress = Pick<Order, 'code' | 'status' | 'tracking'> & Partial<Pick<Order, 'hold'>>

export function orderFacts(order: Order, moment: Moment): readonly string[] {
  const shipDay = shipDayLine(order, moment)
  return [
    ...progressFacts(order),
    ...(shipDay === null ? [] : [shipDay]),
    ...paymentFacts(order),
    ...refundFacts(order),
  ]
}

/** Returns facts about an order of an earlier website. Nothing else is stored about it. */
export function progressFacts(order: Progress): readonly string[] {
  const { code, status, tracking } = order
  const label = orderStatusLabels[status]
  return [
    `Order ${code}: ${label}. ${statusLineOf(order)}`,
    ...(tracking === null ? [] : [parcelFact(tracking)]),
  ]
}

const parcelFact = ({ carrier, number }: Tracking): string =>
  `The parcel is with ${singleLine(carrier)}, tracking number ${singleLine(number)}.`

function paymentFacts(order: Order): readonly string[] {
  const total = formatDollars(order.price.totalCents)
  const giftCents = order.web?.giftCents ?? 0
  const gift = giftCents === 0 ? '' : `, of which a gift card paid ${formatDollars(giftCents)}`
  switch (payabilityOf(order)) {
    case 'paid':
      return [`${total} was paid${gift}.`]
    case 'closed':
      return ['Nothing was paid.']
    case 'not_due':
      return ['Nothing is to be paid for this order here.']
    case 'charge_settling':
      return [chargeSentenceOf(order)]
    case 'payment_pending':
      return ['The card processor has not confirmed a payment for this order yet.']
    case 'payable':
      return [
        `${chargeSentenceOf(order)} ${formatDollars(dueCents(order))} can be paid on the page of the order.`,
      ]
  }
}

function refundFacts(order: Order): readonly string[] {
  const { status, refundedCents, refundingCents, lostCents, price } = order
  const facts: string[] = []
  if (refundedCents > 0) {
    const all = refundedCents === price.totalCents ? 'All of it' : formatDollars(refundedCents)
    facts.push(`${all} was refunded.`)
  }
  if (lostCents > 0) {
    facts.push(`The card’s bank took ${formatDollars(lostCents)} back after a dispute.`)
  }
  if (refundingCents > 0) {
    facts.push(
      `A refund of ${formatDollars(refundingCents)} was requested; the card processor has not confirmed it yet.`,
    )
  }
  return facts.length === 0 && isPaid(order) && isClosed(status)
    ? ['Nothing was refunded so far.']
    : facts
}
