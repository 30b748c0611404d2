// /orders/{code}/pay: the amount due, if any, and a button to the processor's hosted checkout.

import { chargeSentenceOf } from '../../domain/orders/charge/charge-words.ts'
import { payabilityOf } from '../../domain/orders/charge/payable.ts'
import { payUntil } from '../../domain/orders/charge/payment-deadline.ts'
import { dueCents } from '../../domain/orders/record/order-lines.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { orderStatusLines } from '../../domain/orders/record/status.ts'
import type { PaymentLookup } from '../../domain/orders/settle/look-up-payment.ts'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { BusyNotice } from './busy-notice.tsx'
import { Ordered } from './order-lines.tsx'
import { type OrderSheet, PriceTable } from './order-parts.tsx'
import { overdueSentence } from './overdue-sentence.ts'
import { PaymentRetry } from './payment-retry.tsx'
import type { SheetLine } from './sheet-lines.ts'

export function payPage(
  order: OrderSheet,
  options: {
    lookup: PaymentLookup
    formTargets: readonly string[]
    noLink: boolean
    /** Whether the order was cancelled because it was not paid in time. */
    isOverdue: boolean
    /** Whether the order was cancelled because its basket was ordered again. */
    isReplaced: boolean
    lines: readonly SheetLine[]
    visitor: PageVisitor
  },
): Response {
  const states = {
    paid: Paid,
    payable: Unpaid,
    charge_settling: Settling,
    payment_pending: Settling,
    closed: options.isOverdue ? Overdue : options.isReplaced ? Replaced : Closed,
    not_due: NotDue,
  }
  const payment = payabilityOf(order)
  const State = states[payment]
  return pageResponse({
    title: `Pay for order ${order.code}`,
    headers: unlisted(),
    script: assetUrl(orderScript),
    formTargets: options.formTargets,
    visitor: options.visitor,
    body: (
      <>
        <p class="eyebrow">
          Order <code>{order.code}</code>
        </p>
        {options.lookup === 'busy' ? <BusyNotice /> : ''}
        {options.noLink && payment === 'payable' ? <NoLink /> : ''}
        <State order={order} lines={options.lines} asked={options.lookup === 'fresh'} />
        <p>
          <a href={orderPagePath(order.code)}>Back to the order</a>
        </p>
      </>
    ),
  })
}

function NoLink() {
  return (
    <Notice
      kind="error"
      text="The card processor did not return a payment page. Nothing was charged. Try again in a minute."
    />
  )
}

type UnpaidProps = { order: OrderSheet; lines: readonly SheetLine[]; asked: boolean }

function Unpaid({ order, lines, asked }: UnpaidProps) {
  const total = money(dueCents(order))
  const known = asked
    ? 'The card processor confirms that nothing has been paid for this order yet.'
    : 'As far as we know, nothing has been paid for this order; we check with the card processor again before a payment starts.'
  return (
    <>
      <h1>Pay {total}</h1>
      <p class="lead">
        {chargeSentenceOf(order)} {known} You pay with any card on the card processor’s page and
        then return here. The order can be paid until <Time at={payUntil(order)} />; then it is
        cancelled.
      </p>
      <section class="panel" aria-label="The order">
        <Ordered lines={lines} />
        <PriceTable {...order} />
        <form class="action" method="post" action={`${orderPagePath(order.code)}/pay`}>
          <button type="submit">Pay {total} by card</button>
        </form>
      </section>
    </>
  )
}

function Paid({ order }: { order: OrderSheet }) {
  return (
    <>
      <h1>This order is paid</h1>
      <p class="lead">We received {money(order.price.totalCents)}. There is nothing left to pay.</p>
    </>
  )
}

function Settling({ order }: { order: OrderSheet }) {
  const total = money(dueCents(order))
  const sentence =
    payabilityOf(order) === 'charge_settling'
      ? chargeSentenceOf(order)
      : `A payment of ${total} for this order is still being processed.`
  return (
    <>
      <h1>A payment is in progress</h1>
      <p class="lead">
        {sentence} This usually takes less than a minute. You do not need to pay anything in the
        meantime.
      </p>
      <p>
        <a class="button" href={`${orderPagePath(order.code)}/pay`}>
          Check again
        </a>
      </p>
    </>
  )
}

function Overdue({ order }: { order: OrderSheet }) {
  return (
    <>
      <h1>Too late to pay</h1>
      <p class="lead">
        {overdueSentence(order)} You will not be charged for it. A payment that still arrives is
        refunded.
      </p>
    </>
  )
}

function Replaced() {
  return (
    <>
      <h1>Replaced by a newer order</h1>
      <p class="lead">
        The basket was ordered again, so this order was cancelled. It was not paid, and you will not
        be charged for it.
      </p>
    </>
  )
}

function Closed({ order }: { order: OrderSheet }) {
  return (
    <>
      <h1>Nothing to pay</h1>
      <p class="lead">
        {orderStatusLines[order.status]} It was not paid, and you will not be charged for it.
      </p>
    </>
  )
}

function NotDue({ order }: { order: OrderSheet }) {
  return (
    <>
      <h1>Nothing to pay</h1>
      <p class="lead">
        {orderStatusLines[order.status]} The farm prints it without a payment here, and you will not
        be charged for it.
      </p>
    </>
  )
}

const away = {
  unreachable: {
    title: 'The card processor cannot be reached',
    text: 'it is not responding. No payment was started. Try again in a minute.',
  },
  refused: {
    title: 'The card processor refused the payment page',
    text: 'it refused the request. No payment was started and nothing was charged. Try again later; if it stays like this, write to us.',
  },
} as const

/** Without the processor's record, the page neither reports the order as unpaid nor starts a payment. */
export function payUnreachablePage(
  code: string,
  reason: keyof typeof away = 'unreachable',
): Response {
  const { title, text } = away[reason]
  return pageResponse({
    title,
    status: 502,
    visitor: null,
    headers: unlisted(),
    body: (
      <>
        <p class="eyebrow">
          Order <code>{code}</code>
        </p>
        <h1>{title}</h1>
        <p class="lead">
          Before each payment we check with it whether the order has already been paid, and {text}
        </p>
        <PaymentRetry code={code} />
      </>
    ),
  })
}
