// Refunds of an order as operators see them, and the form for a new one.

import { maxReasonCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import type { Dispute } from '../../../domain/orders/reversals/dispute.ts'
import {
  isRefundIncomplete,
  movedCents,
  movedSplit,
  type Refund,
  type RefundState,
  refundableCents,
} from '../../../domain/orders/reversals/refund.ts'
import {
  refundedOfLine,
  refundedSoFar,
  refundItemsText,
} from '../../../domain/orders/reversals/refund-parts.ts'
import { Choice, type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { money } from '../../base/money.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { NoRefund } from '../disputes/no-refund.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import { PartsFields, type TypedParts } from './parts-fields.tsx'

/**
 * The form as filled in. `everything` refunds the whole remaining amount. Otherwise, `parts` and `shipping` show what
 * the amount pays for.
 */
export type RefundForm = {
  readonly amount: string
  readonly reason: string
  readonly everything?: boolean
  readonly parts?: TypedParts
  readonly shipping?: boolean
}

/**
 * Shows the refunds and the form. The form sends `refundId`, so that sending it twice makes one refund. null shows no
 * form.
 */
export function RefundPanel(props: {
  order: Order
  lines: readonly OrderLine[]
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
  refundId: string | null
  timeZone: string
  form: RefundForm | undefined
  errors: FieldErrors
}) {
  const { order, lines, refunds, disputes, refundId, timeZone, form, errors } = props
  if (!isPaid(order)) return ''
  const left = refundableCents(order)
  const isDisputed = order.disputedCents > 0
  return (
    <section class="panel" aria-labelledby="refunds">
      <h2 id="refunds">Refunds</h2>
      {refunds.length === 0 ? (
        <p>Nothing has been refunded.</p>
      ) : (
        <ul class="items">
          {refunds.map((refund) => (
            <RefundLine
              code={order.code}
              refund={refund}
              isOpen={refundId !== null && isOpenReturn(refund, refunds)}
              isDisputed={isDisputed}
              timeZone={timeZone}
              errors={errors}
            />
          ))}
        </ul>
      )}
      {left === 0 ? <p class="muted">Nothing is left to refund.</p> : ''}
      {left > 0 && isDisputed ? <NoRefund disputes={disputes} /> : ''}
      {left === 0 || isDisputed || refundId === null ? (
        ''
      ) : (
        <details open={form !== undefined}>
          <summary>{`Refund up to ${money(left)}`}</summary>
          <Form
            order={order}
            lines={lines}
            refunds={refunds}
            refundId={refundId}
            form={form}
            errors={errors}
          />
        </details>
      )}
    </section>
  )
}

type FormProps = {
  order: Order
  lines: readonly OrderLine[]
  refunds: readonly Refund[]
  refundId: string
  form: RefundForm | undefined
  errors: FieldErrors
}

function Form({ order, lines, refunds, refundId, form, errors }: FormProps) {
  const left = refundableCents(order)
  return (
    <form method="post" action={`${orderPath(order.code)}/refund`}>
      <Hidden name="version" value={String(order.version)} />
      <Hidden name="refundId" value={refundId} />
      <RefundFields
        form={form ?? { amount: '', reason: '' }}
        errors={errors}
        amountHint={`Up to ${money(left)}.`}
        reasonHint="Included in the email to the customer."
      />
      <div class="field">
        <Choice
          type="checkbox"
          id="everything"
          name="everything"
          value="1"
          label={`Refund everything, ${money(left)}`}
          checked={form?.everything ?? false}
        />
      </div>
      <PartsToRefund order={order} lines={lines} refunds={refunds} form={form} errors={errors} />
      <button type="submit" class="danger">
        Refund
      </button>
    </form>
  )
}

/** Open if parts were entered before or are missing. */
export function PartsToRefund({
  order,
  lines,
  refunds,
  form,
  errors,
}: Omit<FormProps, 'refundId'>) {
  const before = refundedSoFar(refunds)
  const postage = order.price.shippingCents - before.postageCents
  const typed = form?.parts ?? {}
  const isOpen =
    (form?.shipping ?? false) ||
    Object.values(typed).some((text) => text !== '') ||
    Object.keys(errors).some((name) => name.startsWith('line.'))
  return (
    <details open={isOpen}>
      <summary>Refund parts of a line</summary>
      <PartsFields
        name="line"
        lines={lines}
        typed={typed}
        hintOf={({ place, options: { quantity }, price: { printCents } }) =>
          `${quantity - refundedOfLine(before, place).quantity} of ${quantity} left. All ${quantity} cost ${money(printCents)}.`
        }
        errors={errors}
      />
      {postage > 0 ? (
        <div class="field">
          <Choice
            type="checkbox"
            id="shipping"
            name="shipping"
            value="1"
            label={`Refund the postage, ${money(postage)}`}
            checked={form?.shipping ?? false}
          />
        </div>
      ) : (
        ''
      )}
    </details>
  )
}

type RefundFieldsProps = {
  readonly form: RefundForm
  readonly errors: FieldErrors
  readonly amountHint: string
  readonly reasonHint: string
}

/** Shows amount and reason of a refund next to each other. */
export function RefundFields({ form, errors, amountHint, reasonHint }: RefundFieldsProps) {
  return (
    <div class="columns">
      <TextField
        name="amount"
        label="Amount in dollars"
        value={form.amount}
        hint={amountHint}
        errors={errors}
        input={{ maxlength: 12, autocomplete: 'off' }}
      />
      <TextField
        name="reason"
        label="Reason"
        value={form.reason}
        hint={reasonHint}
        errors={errors}
        input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
      />
    </div>
  )
}

const stateWords: Readonly<Record<RefundState, readonly [label: string, state: State]>> = {
  started: ['Not confirmed yet', 'waiting'],
  unknown: ['Not confirmed yet', 'waiting'],
  succeeded: ['Refunded', 'done'],
  failed: ['Failed', 'broken'],
  partly: ['In part', 'broken'],
}

/**
 * Whether an operator has to resolve the refund: the bank returned it, and it was neither settled nor requested again.
 */
const isOpenReturn = (refund: Refund, refunds: readonly Refund[]): boolean =>
  refund.returnedAt !== null &&
  refund.resolution === null &&
  !refunds.some(
    ({ requestKey, createdAt, state }) =>
      requestKey === refund.requestKey &&
      createdAt > refund.createdAt &&
      !isRefundIncomplete({ state }),
  )

function ReturnedForm({
  code,
  refund,
  isDisputed,
  errors,
}: {
  code: string
  refund: Refund
  isDisputed: boolean
  errors: FieldErrors
}) {
  return (
    <form method="post" action={`${orderPath(code)}/refunds/${refund.id}`}>
      <TextField
        name="resolution"
        label="How it was settled"
        value=""
        hint="For example: sent by bank transfer. Or refund it again."
        errors={errors}
        input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
      />
      <p class="row">
        <button type="submit" name="action" value="resolve" class="quiet">
          Settled otherwise
        </button>
        {isDisputed ? (
          ''
        ) : (
          <button type="submit" name="action" value="again" class="danger">
            {`Refund ${money(refund.amountCents - movedCents(refund))} again`}
          </button>
        )}
      </p>
    </form>
  )
}

type RefundLineProps = {
  code: string
  refund: Refund
  isOpen: boolean
  isDisputed: boolean
  timeZone: string
  errors: FieldErrors
}

function RefundLine({ code, refund, isOpen, isDisputed, timeZone, errors }: RefundLineProps) {
  const { amountCents, parts, reason, requestedBy, state, failure, createdAt, returnedAt } = refund
  const [label, shown] = stateWords[state]
  const { giftCents } = movedSplit(refund)
  return (
    <li>
      <div>
        <strong>{money(amountCents)}</strong>
        {parts === null ? '' : <p class="hint">{`For ${refundItemsText(parts)}`}</p>}
        <p class="hint">{reason}</p>
        <p class="hint">
          <span>{requestedBy}</span>, <Moment at={createdAt} timeZone={timeZone} />
        </p>
        {failure === null ? (
          ''
        ) : (
          <p class="hint">
            {returnedAt === null
              ? `Card processor: ${failure}`
              : `Returned by the bank: ${failure}`}
          </p>
        )}
        {state === 'partly' ? (
          <p class="hint">{`${money(giftCents)} of it went to the gift card; the card got nothing.`}</p>
        ) : (
          ''
        )}
        {refund.resolution === null ? (
          ''
        ) : (
          <p class="hint">{`Settled otherwise: ${refund.resolution}`}</p>
        )}
        {isOpen ? (
          <ReturnedForm code={code} refund={refund} isDisputed={isDisputed} errors={errors} />
        ) : (
          ''
        )}
      </div>
      <StateBadge state={shown} label={label} />
    </li>
  )
}
