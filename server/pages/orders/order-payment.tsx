// Payment section of the order page: the customer's options and obligations.

import { payabilityOf } from '../../domain/orders/charge/payable.ts'
import { payUntil } from '../../domain/orders/charge/payment-deadline.ts'
import { dueCents } from '../../domain/orders/record/order-lines.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { isClosed } from '../../domain/orders/record/status.ts'
import { bankRefundTime } from '../../domain/payments/bank-refund.ts'
import { Notice } from '../../html/notice.tsx'
import { money } from '../base/money.ts'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import type { OrderSheet } from './order-parts.tsx'
import { chargeText } from './order-words.ts'

/** `returned`: the customer returns from a checkout. Empty if there is nothing to report. */
export function Payment({ order, returned }: { order: OrderSheet; returned: boolean }) {
  switch (payabilityOf(order)) {
    case 'paid':
      if (isClosed(order.status)) return <PaidAndClosed order={order} />
      return returned ? <Notice kind="info" text="Thank you. We received your payment." /> : ''
    case 'closed':
    case 'not_due':
      return ''
    case 'charge_settling':
    case 'payment_pending':
      return <Unconfirmed order={order} />
    case 'payable':
      return returned ? <Unconfirmed order={order} /> : <Unpaid order={order} />
  }
}

function Unpaid({ order }: { order: OrderSheet }) {
  return (
    <section class="panel" aria-labelledby="pay">
      <h2 id="pay">Not paid yet</h2>
      <p>
        {chargeText(english, order)} You can pay with any card on the card processor’s page until{' '}
        <Time at={payUntil(order)} />; then the order is cancelled.
      </p>
      <p>
        <a class="button" href={`${orderPagePath(order.code)}/pay`}>
          Pay {money(dueCents(order))}
        </a>
      </p>
    </section>
  )
}

/** Amounts paid and refunded for an order that will not be printed. */
function PaidAndClosed({ order }: { order: OrderSheet }) {
  return (
    <section class="panel" aria-labelledby="money">
      <h2 id="money">Your payment</h2>
      <p>
        {money(order.price.totalCents)} was paid for this order. {refundWords(order)}
      </p>
    </section>
  )
}

function refundWords({ price, web, refundedCents, refundingCents, lostCents }: OrderSheet): string {
  if (lostCents > 0) {
    const before = refundedCents === 0 ? '' : `${money(refundedCents)} was refunded. `
    return `${before}The card’s bank took ${money(lostCents)} back after a dispute.`
  }
  if (refundedCents === price.totalCents && web?.giftCents === price.totalCents) {
    return 'All of it was refunded to the gift card.'
  }
  if (refundedCents === price.totalCents && (web?.giftCents ?? 0) > 0) {
    return 'All of it was refunded: to the gift card first, the rest to the card you paid with.'
  }
  if (refundedCents === price.totalCents) {
    return `All of it was refunded to the card you paid with; banks usually show a refund within ${bankRefundTime}.`
  }
  if (refundingCents > 0) {
    return `A refund of ${money(refundingCents)} was requested; the card processor has not confirmed it yet.`
  }
  const done =
    refundedCents === 0 ? 'Nothing was refunded.' : `${money(refundedCents)} was refunded.`
  return `${done} If you have questions, contact us and include this order’s code.`
}

/** Asks the customer to check before paying again, because a payment may have succeeded. */
function Unconfirmed({ order }: { order: OrderSheet }) {
  const page = orderPagePath(order.code)
  const sentence =
    payabilityOf(order) === 'charge_settling'
      ? chargeText(english, order)
      : 'The card processor has not confirmed a payment for this order yet. This can take a minute.'
  return (
    <section class="panel" aria-labelledby="pay">
      <h2 id="pay">Waiting for payment confirmation</h2>
      <p>{sentence} Check again before you pay; an order is never charged twice.</p>
      <p class="row">
        <a class="button" href={`${page}?paid=1`}>
          Check again
        </a>
        <a href={`${page}/pay`}>Payment page</a>
      </p>
    </section>
  )
}
