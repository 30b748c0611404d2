// Payment section of the order page: the customer's options and obligations.

import { payabilityOf } from '../../domain/orders/charge/payable.ts'
import { payUntil } from '../../domain/orders/charge/payment-deadline.ts'
import { dueCents } from '../../domain/orders/record/order-lines.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { isClosed } from '../../domain/orders/record/status.ts'
import { bankRefundDays } from '../../domain/payments/bank-refund.ts'
import { Notice } from '../../html/notice.tsx'
import { Time } from '../base/time.tsx'
import type { Words } from '../languages/words.ts'
import type { OrderSheet } from './order-parts.tsx'
import { chargeText } from './order-words.ts'

type PaymentProps = { readonly words: Words; readonly order: OrderSheet }

type ReturnedProps = PaymentProps & {
  /** Whether the customer returns from a checkout. */
  readonly isReturned: boolean
}

/** Empty if there is nothing to report. */
export function Payment({ words, order, isReturned }: ReturnedProps) {
  switch (payabilityOf(order)) {
    case 'paid':
      if (isClosed(order.status)) return <PaidAndClosed words={words} order={order} />
      return isReturned ? <Notice kind="info" text={words.text('order.thanks')} /> : ''
    case 'closed':
    case 'not_due':
      return ''
    case 'charge_settling':
    case 'payment_pending':
      return <Unconfirmed words={words} order={order} />
    case 'payable':
      return isReturned ? (
        <Unconfirmed words={words} order={order} />
      ) : (
        <Unpaid words={words} order={order} />
      )
  }
}

function Unpaid({ words, order }: PaymentProps) {
  return (
    <section class="panel" aria-labelledby="pay">
      <h2 id="pay">{words.text('order.unpaid')}</h2>
      <p>
        {words.rich('order.payUntil', {
          charge: chargeText(words, order),
          time: <Time at={payUntil(order)} words={words} />,
        })}
      </p>
      <p>
        <a class="button" href={`${orderPagePath(order.code)}/pay`}>
          {words.text('order.pay', { amount: words.money(dueCents(order)) })}
        </a>
      </p>
    </section>
  )
}

/** Amounts paid and refunded for an order that will not be printed. */
function PaidAndClosed({ words, order }: PaymentProps) {
  const amount = words.money(order.price.totalCents)
  return (
    <section class="panel" aria-labelledby="money">
      <h2 id="money">{words.text('order.payment')}</h2>
      <p>{words.text('order.wasPaid', { amount, refund: refundText(words, order) })}</p>
    </section>
  )
}

function refundText({ text, money }: Words, order: OrderSheet): string {
  const { price, web, refundedCents, refundingCents, lostCents } = order
  if (lostCents > 0) {
    const amount = money(lostCents)
    return refundedCents === 0
      ? text('order.disputed', { amount })
      : text('order.refundedAndDisputed', { refunded: money(refundedCents), amount })
  }
  if (refundedCents === price.totalCents) {
    const giftCents = web?.giftCents ?? 0
    if (giftCents === price.totalCents) return text('order.refundedToGiftCard')
    if (giftCents > 0) return text('order.refundedToBoth')
    const { from, to } = bankRefundDays
    return text('order.refundedToCard', { from: String(from), to: String(to) })
  }
  if (refundingCents > 0) return text('order.refunding', { amount: money(refundingCents) })
  return refundedCents === 0
    ? text('order.refundedNothing')
    : text('order.refundedPart', { amount: money(refundedCents) })
}

/** Asks the customer to check before paying again, because a payment may have succeeded. */
function Unconfirmed({ words, order }: PaymentProps) {
  const page = orderPagePath(order.code)
  const payment =
    payabilityOf(order) === 'charge_settling'
      ? chargeText(words, order)
      : words.text('order.unconfirmedPayment')
  return (
    <section class="panel" aria-labelledby="pay">
      <h2 id="pay">{words.text('order.unconfirmed')}</h2>
      <p>{words.text('order.checkBeforePaying', { payment })}</p>
      <p class="row">
        <a class="button" href={`${page}?paid=1`}>
          {words.text('pay.checkAgain')}
        </a>
        <a href={`${page}/pay`}>{words.text('order.paymentPage')}</a>
      </p>
    </section>
  )
}
