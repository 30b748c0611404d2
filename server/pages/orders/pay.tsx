// /orders/{code}/pay: the amount due, if any, and a button to the processor's hosted checkout.

import { chargeSentenceKindOf } from '../../domain/orders/charge/charge-words.ts'
import { payabilityOf } from '../../domain/orders/charge/payable.ts'
import { payUntil } from '../../domain/orders/charge/payment-deadline.ts'
import { dueCents } from '../../domain/orders/record/order-lines.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import type { PaymentLookup } from '../../domain/orders/settle/look-up-payment.ts'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageLanguage } from '../base/page-language.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import type { Words } from '../languages/words.ts'
import { BusyNotice } from './busy-notice.tsx'
import { Ordered } from './order-lines.tsx'
import { type OrderSheet, PriceTable } from './order-parts.tsx'
import { chargeText, overdueText } from './order-words.ts'
import { PaymentRetry } from './payment-retry.tsx'
import type { SheetLine } from './sheet-lines.ts'

type PayView = {
  readonly language: PageLanguage
  readonly lookup: PaymentLookup
  readonly formTargets: readonly string[]
  readonly noLink: boolean
  /** Whether the order was cancelled because it was not paid in time. */
  readonly isOverdue: boolean
  /** Whether the order was cancelled because its basket was ordered again. */
  readonly isReplaced: boolean
  readonly lines: readonly SheetLine[]
  readonly visitor: PageVisitor
}

export function payPage(order: OrderSheet, view: PayView): Response {
  const { language, lines } = view
  const { words } = language
  const states = {
    paid: Paid,
    payable: Unpaid,
    charge_settling: Settling,
    payment_pending: Settling,
    closed: closedState(order, view),
    not_due: NotDue,
  }
  const payment = payabilityOf(order)
  const State = states[payment]
  return pageResponse({
    title: words.text('pay.title', { code: order.code }),
    language,
    headers: unlistedHeaders(),
    script: assetUrl(orderScript),
    formTargets: view.formTargets,
    visitor: view.visitor,
    body: (
      <>
        <OrderCode words={words} code={order.code} />
        {view.lookup === 'busy' ? <BusyNotice words={words} /> : ''}
        {view.noLink && payment === 'payable' ? (
          <Notice kind="error" text={words.text('pay.noLink')} />
        ) : (
          ''
        )}
        <State words={words} order={order} lines={lines} isAsked={view.lookup === 'fresh'} />
        <p>
          <a href={orderPagePath(order.code)}>{words.text('pay.back')}</a>
        </p>
      </>
    ),
  })
}

/**
 * The card of a closed order may have been charged: after it was closed, or by a charge that is not settled yet. The page
 * must not promise then that nothing was charged.
 */
function closedState(order: OrderSheet, { isOverdue, isReplaced }: PayView) {
  const charge = chargeSentenceKindOf(order)
  if (charge === 'arrived_late' || charge === 'settling') return ClosedAfterCharge
  return isOverdue ? Overdue : isReplaced ? Replaced : Closed
}

const OrderCode = ({ words, code }: { readonly words: Words; readonly code: string }) => (
  <p class="eyebrow">{words.rich('waiting.order', { code: <code>{code}</code> })}</p>
)

type StateProps = { readonly words: Words; readonly order: OrderSheet }

type UnpaidProps = StateProps & {
  readonly lines: readonly SheetLine[]
  /** Whether the processor was asked for this page. */
  readonly isAsked: boolean
}

function Unpaid({ words, order, lines, isAsked }: UnpaidProps) {
  const amount = words.money(dueCents(order))
  return (
    <>
      <h1>{words.text('pay.heading', { amount })}</h1>
      <p class="lead">
        {words.rich('pay.lead', {
          charge: chargeText(words, order),
          known: words.text(isAsked ? 'pay.confirmedUnpaid' : 'pay.presumedUnpaid'),
          time: <Time at={payUntil(order)} words={words} />,
        })}
      </p>
      <section class="panel" aria-label={words.text('pay.order')}>
        <Ordered words={words} lines={lines} />
        <PriceTable words={words} {...order} />
        <form class="action" method="post" action={`${orderPagePath(order.code)}/pay`}>
          <button type="submit">{words.text('pay.byCard', { amount })}</button>
        </form>
      </section>
    </>
  )
}

type MessageProps = { readonly heading: string; readonly lead: string }

const Message = ({ heading, lead }: MessageProps) => (
  <>
    <h1>{heading}</h1>
    <p class="lead">{lead}</p>
  </>
)

const Paid = ({ words, order }: StateProps) => (
  <Message
    heading={words.text('pay.paid')}
    lead={words.text('pay.paidLead', { amount: words.money(order.price.totalCents) })}
  />
)

function Settling({ words, order }: StateProps) {
  const payment =
    payabilityOf(order) === 'charge_settling'
      ? chargeText(words, order)
      : words.text('pay.pending', { amount: words.money(dueCents(order)) })
  return (
    <>
      <Message
        heading={words.text('pay.settling')}
        lead={words.text('pay.settlingLead', { payment })}
      />
      <p>
        <a class="button" href={`${orderPagePath(order.code)}/pay`}>
          {words.text('pay.checkAgain')}
        </a>
      </p>
    </>
  )
}

const ClosedAfterCharge = ({ words, order }: StateProps) => (
  <>
    <Message heading={words.text('pay.nothing')} lead={words.text(`statusLine.${order.status}`)} />
    <p>{chargeText(words, order)}</p>
  </>
)

const Overdue = ({ words, order }: StateProps) => (
  <Message
    heading={words.text('pay.overdue')}
    lead={words.text('pay.overdueLead', { overdue: overdueText(words, order) })}
  />
)

const Replaced = ({ words }: StateProps) => (
  <Message heading={words.text('pay.replaced')} lead={words.text('pay.replacedLead')} />
)

const Closed = ({ words, order }: StateProps) => (
  <Message
    heading={words.text('pay.nothing')}
    lead={words.text('pay.closedLead', { status: words.text(`statusLine.${order.status}`) })}
  />
)

const NotDue = ({ words, order }: StateProps) => (
  <Message
    heading={words.text('pay.nothing')}
    lead={words.text('pay.notDueLead', { status: words.text(`statusLine.${order.status}`) })}
  />
)

type UnreachableView = {
  readonly language: PageLanguage
  readonly reason: 'unreachable' | 'refused'
}

/** Without the processor's record, the page neither reports the order as unpaid nor starts a payment. */
export function payUnreachablePage(code: string, { language, reason }: UnreachableView): Response {
  const { words } = language
  const title = words.text(`pay.${reason}`)
  return pageResponse({
    title,
    language,
    status: 502,
    visitor: null,
    headers: unlistedHeaders(),
    body: (
      <>
        <OrderCode words={words} code={code} />
        <Message heading={title} lead={words.text(`pay.${reason}Lead`)} />
        <PaymentRetry words={words} code={code} />
      </>
    ),
  })
}
