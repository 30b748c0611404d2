// /orders/{code}/pay: what is to be paid and whether it still is; the button leads to the processor's hosted checkout.
import { Html } from '@elysiajs/html'
import { chargeSentenceOf } from '../../domain/orders/charge-words.ts'
import { payabilityOf } from '../../domain/orders/payable.ts'
import type { PaymentReview } from '../../domain/orders/review-unpaid.ts'
import { orderStatusLines } from '../../domain/orders/status.ts'
import { Notice, pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { unlisted } from '../base/not-found.tsx'
import { BusyNotice } from './busy-notice.tsx'
import { OrderedRows, type OrderSheet, PriceTable } from './order-parts.tsx'

export function payPage(
  order: OrderSheet,
  options: { review: PaymentReview; formTargets: readonly string[]; noLink: boolean },
): Promise<Response> {
  const states = {
    paid: Paid,
    payable: Unpaid,
    charge_settling: Settling,
    payment_pending: Settling,
    closed: Closed,
  }
  const payment = payabilityOf(order)
  const State = states[payment]
  return pageResponse({
    title: `Pay for order ${order.code}`,
    headers: unlisted(),
    formTargets: options.formTargets,
    body: (
      <>
        <p class="eyebrow">
          Order <code safe>{order.code}</code>
        </p>
        {options.review === 'busy' ? <BusyNotice /> : ''}
        {options.noLink && payment === 'payable' ? <NoLink /> : ''}
        <State order={order} asked={options.review === 'fresh'} />
        <p>
          <a href={pathOf(order)}>Back to the order</a>
        </p>
      </>
    ),
  })
}

const pathOf = (order: OrderSheet) => `/orders/${encodeURIComponent(order.code)}`

function NoLink() {
  return (
    <Notice
      kind="error"
      text="The card processor gave us no payment page just now. Nothing was charged; try again in a minute."
    />
  )
}

function Unpaid({ order, asked }: { order: OrderSheet; asked: boolean }) {
  const total = money(order.price.totalCents)
  const known = asked
    ? 'The card processor confirms that nothing has been paid for this order yet.'
    : 'Nothing has been paid for this order as far as we know; the card processor is asked again before a payment is opened.'
  return (
    <>
      <h1>Pay {total}</h1>
      <p class="lead">
        {chargeSentenceOf(order)} {known} You pay on the processor’s own page, with any card, and
        come back here.
      </p>
      <section class="panel" aria-label="The order">
        <dl class="facts">
          <OrderedRows options={order.options} />
        </dl>
        <PriceTable price={order.price} options={order.options} />
        <form class="action" method="post" action={`${pathOf(order)}/pay`}>
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
      <p class="lead">{money(order.price.totalCents)} arrived and there is nothing left to pay.</p>
    </>
  )
}

function Settling({ order }: { order: OrderSheet }) {
  const total = money(order.price.totalCents)
  const sentence =
    payabilityOf(order) === 'charge_settling'
      ? chargeSentenceOf(order)
      : `The card processor has a payment of ${total} for this order that is not finished yet.`
  return (
    <>
      <h1>A payment is under way</h1>
      <p class="lead">
        {sentence} That usually takes less than a minute; there is nothing to pay until then.
      </p>
      <p>
        <a class="button" href={`${pathOf(order)}/pay`}>
          Look again
        </a>
      </p>
    </>
  )
}

function Closed({ order }: { order: OrderSheet }) {
  return (
    <>
      <h1>Nothing to pay</h1>
      <p class="lead">
        {orderStatusLines[order.status]} It was not paid, and no money is taken for it.
      </p>
    </>
  )
}

/** Without the processor's word we neither say that an order is unpaid nor open a payment. */
export function payUnreachablePage(code: string): Promise<Response> {
  const page = `/orders/${encodeURIComponent(code)}`
  return pageResponse({
    title: 'The card processor cannot be reached',
    status: 502,
    headers: unlisted(),
    body: (
      <>
        <p class="eyebrow">
          Order <code safe>{code}</code>
        </p>
        <h1>The card processor cannot be reached</h1>
        <p class="lead">
          Before anybody pays we ask it whether the order is paid already, and it does not answer
          right now. No payment was started. Try again in a minute.
        </p>
        <p class="row">
          <a class="button" href={`${page}/pay`}>
            Try again
          </a>
          <a href={page}>Back to the order</a>
        </p>
      </>
    ),
  })
}
