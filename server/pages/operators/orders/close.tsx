// Confirmation before a paid order is cancelled or rejected, with a refund in the same step (decisions.md 26).

import type { Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { orderStatusLines } from '../../../domain/orders/record/status.ts'
import type { Dispute } from '../../../domain/orders/reversals/dispute.ts'
import { type Refund, refundableCents } from '../../../domain/orders/reversals/refund.ts'
import {
  Choice,
  FieldError,
  type FieldErrors,
  Hidden,
  isFirstError,
} from '../../../html/form-fields.tsx'
import { Notice } from '../../../html/notice.tsx'
import { correctFields } from '../../base/correct-fields.ts'
import { money } from '../../base/money.ts'
import { StatusBadge } from '../../orders/order-parts.tsx'
import { NoRefund } from '../disputes/no-refund.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { orderPath } from '../parts/order-path.ts'
import { wrongFields } from '../parts/wrong-fields.ts'
import { PartsToRefund, RefundFields, type RefundForm } from './refunds.tsx'
import type { StatusForm } from './status-form.tsx'

/** Form as filled in. `choice` is empty until one is selected. */
export type CloseForm = RefundForm & { readonly choice: 'full' | 'part' | 'parts' | 'none' | '' }

export type CloseView = {
  readonly user: DeskUser
  readonly status: 'CANCELLED' | 'REJECTED'
  /** The status form that led here, resent in hidden fields. */
  readonly change: StatusForm
  readonly refundId: string
  readonly lines: readonly OrderLine[]
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
  readonly typed: CloseForm
  readonly errors: FieldErrors
}

const verbs = { CANCELLED: 'Cancel', REJECTED: 'Reject' } as const

export function closeOrderPage(order: Order, view: CloseView): Response {
  const verb = verbs[view.status]
  const path = orderPath(order.code)
  const refused = Object.keys(view.errors).length > 0
  return deskPage({
    title: `${verb} order ${order.code}`,
    tab: 'queue',
    user: view.user,
    status: refused ? 400 : 200,
    body: (
      <>
        <p class="eyebrow">
          <a href={path}>{`Order ${order.code}`}</a>
        </p>
        <div class="row apart">
          <h1>{verb} this order?</h1>
          <StatusBadge status={order.status} />
        </div>
        {refused ? (
          <Notice
            kind="error"
            text={`Nothing was saved. ${correctFields(view.errors)}`}
            fields={wrongFields(view.errors)}
          />
        ) : (
          ''
        )}
        <p class="lead">
          The customer’s page will say: “{orderStatusLines[view.status]}” The order is paid:{' '}
          {money(order.price.totalCents)}
          {order.refundedCents + order.refundingCents === 0 || order.disputedCents > 0
            ? ''
            : `, of which ${money(refundableCents(order))} can still be refunded`}
          .
        </p>
        <form class="panel" method="post" action={path}>
          <Carried order={order} view={view} />
          <RefundPart order={order} view={view} />
          <p class="row action">
            <button type="submit" class="danger">
              {verb} the order
            </button>
            <a href={path}>Back without changes</a>
          </p>
        </form>
      </>
    ),
  })
}

/** Entries of the first form, and a flag that this page was shown. */
function Carried({ order, view: { status, change, refundId } }: { order: Order; view: CloseView }) {
  return (
    <>
      <Hidden name="confirmed" value="1" />
      <Hidden name="version" value={String(order.version)} />
      <Hidden name="status" value={status} />
      <Hidden name="carrier" value={change.carrier} />
      <Hidden name="number" value={change.number} />
      <Hidden name="url" value={change.url} />
      {change.withoutTracking ? <Hidden name="withoutTracking" value="1" /> : ''}
      <Hidden name="refundId" value={refundId} />
    </>
  )
}

function RefundPart(props: { order: Order; view: CloseView }) {
  const { order, view } = props
  if (refundableCents(order) === 0) return <p>Nothing is left to refund.</p>
  if (order.disputedCents === 0) return <RefundChoice {...props} />
  return (
    <>
      <NoRefund disputes={view.disputes} />
      <Hidden name="refund" value="none" />
    </>
  )
}

function RefundChoice({ order, view }: { order: Order; view: CloseView }) {
  const { typed, errors, lines, refunds } = view
  const left = money(refundableCents(order))
  const choices = [
    ['full', `Refund ${left}, the full amount left`],
    ['part', 'Refund part of it'],
    ['parts', 'Refund the parts named below'],
    ['none', 'No refund now'],
  ] as const
  return (
    <>
      <fieldset
        class="field"
        {...(errors['refund'] === undefined ? {} : { 'aria-describedby': 'refund-error' })}
      >
        <legend>Refund</legend>
        {choices.map(([value, label], index) => (
          <Choice
            type="radio"
            id={`refund-${value}`}
            name="refund"
            value={value}
            label={label}
            checked={typed.choice === value}
            autofocus={index === 0 && isFirstError(errors, 'refund')}
          />
        ))}
        <FieldError name="refund" errors={errors} />
      </fieldset>
      <RefundFields
        form={typed}
        errors={errors}
        amountHint={`For a partial refund: up to ${left}.`}
        reasonHint="Required for a refund; included in the email to the customer."
      />
      <PartsToRefund order={order} lines={lines} refunds={refunds} form={typed} errors={errors} />
    </>
  )
}
