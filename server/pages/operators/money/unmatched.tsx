// /operator/money/unmatched: payments without an order or purchase, and the decision about each.
import type { UnmatchedList } from '../../../domain/desk/unmatched.ts'
import { maxDecisionReason } from '../../../domain/operators/decide-payment.ts'
import type { OpenPayment } from '../../../domain/operators/ports.ts'
import {
  automaticRefundsPerHour,
  searchRules,
} from '../../../domain/orders/settle/search-payments.ts'
import type {
  UnmatchedCause,
  UnmatchedPayment,
  UnmatchedState,
} from '../../../domain/payments/unmatched.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { type FieldErrors, TextField } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'
import { ageColumn, moneyColumn, stateColumn } from '../parts/columns.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { unmatchedPath } from '../parts/money-paths.ts'
import { Tiles } from '../parts/tile.tsx'

type UnmatchedPage = DeskView & { readonly now: Date }

export type UnmatchedView = UnmatchedPage & UnmatchedList

const title = 'Payments without an order'

export function unmatchedPage(view: UnmatchedView): Response {
  const { now, waiting, decided, announced } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title,
    beside: <a href="/operator/money">Money</a>,
    body: (
      <>
        <p class="hint">
          {`Payments that match no order or purchase. If none exists in the database, for example after a restore, the payment is refunded ${searchRules.graceMinutes} minutes later, at most ${automaticRefundsPerHour} per hour. Second payments, and payments of closed orders, are refunded immediately. You decide about wrong amounts.`}
        </p>
        <Totals view={view} />
        <Section id="waiting" title="Waiting">
          <PaymentTable
            caption="Payments that wait for a refund or a decision, oldest first"
            rows={waiting}
            now={now}
            empty="None. Every payment belongs to an order or a purchase."
          />
        </Section>
        <Announced announced={announced} now={now} />
        <Section id="decided" title="Settled">
          <PaymentTable
            caption="Payments that were refunded, kept or matched, latest first"
            rows={decided}
            now={now}
            empty="None yet."
          />
        </Section>
      </>
    ),
  })
}

function Totals({ view }: { view: UnmatchedView }) {
  const { waiting, automaticLastHour, searchedAt, limit, now } = view
  const cents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isPaused = automaticLastHour >= automaticRefundsPerHour
  return (
    <Tiles
      tiles={[
        {
          label: 'Waiting',
          value: waiting.length < limit ? String(waiting.length) : `${limit} or more`,
          hint: money(cents),
          ...(waiting.length > 0 && { state: 'broken' as const }),
        },
        {
          label: 'Automatic refunds this hour',
          value: `${automaticLastHour} of ${automaticRefundsPerHour}`,
          hint: isPaused ? 'the others wait' : 'the oldest payment comes next',
          ...(isPaused && { state: 'waiting' as const }),
        },
        {
          label: 'Last complete search',
          value: searchedAt === null ? 'none yet' : minutesText(now, searchedAt),
        },
      ]}
    />
  )
}

function minutesText(now: Date, then: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 60_000))
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}

type TableProps = {
  caption: string
  rows: readonly UnmatchedPayment[]
  now: Date
  empty: string
}

function PaymentTable({ caption, rows, now, empty }: TableProps) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      empty={empty}
      columns={[
        { label: 'Payment', cell: (payment) => <PaymentLink payment={payment} /> },
        { label: 'Order', text: subjectText },
        { label: 'Why', text: ({ cause }) => causes[cause] },
        moneyColumn('Amount', 'amountCents'),
        ageColumn('Paid', now, 'paidAt'),
        stateColumn(stateOf),
        { label: 'Reason', text: reasonText },
      ]}
    />
  )
}

const PaymentLink = ({ payment: { paymentId } }: { payment: UnmatchedPayment }) => (
  <a href={`${unmatchedPath}/${encodeURIComponent(paymentId)}`}>{paymentId}</a>
)

const subjectText = ({ subject, orderCode }: UnmatchedPayment): string =>
  subject === 'purchase' ? 'a gift card or credits' : (orderCode ?? 'no code')

const causes: Readonly<Record<UnmatchedCause, string>> = {
  missing: 'Not in the database',
  duplicate: 'Second payment',
  closed: 'Order was closed',
  wrong_amount: 'Wrong amount',
}

const states: Readonly<Record<UnmatchedState, readonly [State, string]>> = {
  found: ['waiting', 'Waiting'],
  claimed: ['running', 'Refund not confirmed yet'],
  refunding: ['running', 'Refund not confirmed yet'],
  refunded: ['done', 'Refunded'],
  failed: ['broken', 'Refund failed'],
  kept: ['done', 'Kept'],
  returned: ['done', 'Order is back'],
}

const stateOf = ({ state, marked, cause }: UnmatchedPayment): readonly [State, string] =>
  state === 'found' && (!marked || cause === 'wrong_amount')
    ? ['waiting', 'Needs a decision']
    : states[state]

function PaymentState({ payment }: { payment: UnmatchedPayment }) {
  const [state, label] = stateOf(payment)
  return <StateBadge state={state} label={label} />
}

function reasonText({ reason, decidedBy, automatic, failure, marked, state }: UnmatchedPayment) {
  if (failure !== null) return `Card processor: ${failure}`
  if (decidedBy !== null) return `${reason ?? ''} (${decidedBy})`
  if (automatic) return 'Refunded by the service'
  if (state === 'refunded') return 'Refunded at the card processor'
  return state === 'found' && !marked
    ? 'No marker of this service, so not refunded automatically'
    : ''
}

function Announced({ announced, now }: { announced: readonly OpenPayment[]; now: Date }) {
  if (announced.length === 0) return ''
  return (
    <Section id="announced" title="Reported a moment ago">
      <p class="hint">
        {`The card processor reported these payments. One that still has no order ${searchRules.graceMinutes} minutes later moves to the list above.`}
      </p>
      <DataTable
        caption="Reported payments without an order, oldest first"
        rows={announced}
        empty="None."
        columns={[
          { label: 'Payment', text: ({ paymentId, eventId }) => paymentId ?? eventId },
          { label: 'Events', text: ({ types }) => types.join(', ') },
          { label: 'Order', text: ({ orderCode }) => orderCode ?? 'no code' },
          {
            label: 'Amount',
            kind: 'number',
            text: ({ amountCents }) => (amountCents === null ? 'unknown' : money(amountCents)),
          },
          ageColumn('Reported', now, 'receivedAt'),
        ]}
      />
    </Section>
  )
}

export type UnmatchedPaymentView = UnmatchedPage & {
  readonly payment: UnmatchedPayment
  readonly form?: { readonly reason: string; readonly errors: FieldErrors }
}

/** Page of a single payment, with the decision form for operators. */
export function unmatchedPaymentPage(view: UnmatchedPaymentView): Response {
  const { user, now, payment, form } = view
  const { paymentId, amountCents, paidAt, foundAt } = payment
  return deskScreen({
    ...view,
    tab: 'money',
    title: paymentId,
    beside: <a href={unmatchedPath}>{title}</a>,
    errors: form?.errors ?? {},
    body: (
      <>
        <dl class="facts">
          <dt>State</dt>
          <dd>
            <PaymentState payment={payment} />
          </dd>
          <dt>Amount</dt>
          <dd>{money(amountCents)}</dd>
          <dt>Order</dt>
          <dd>{subjectText(payment)}</dd>
          <dt>Why</dt>
          <dd>{causes[payment.cause]}</dd>
          <dt>Paid</dt>
          <dd>
            <Age since={paidAt} now={now} /> ago
          </dd>
          <dt>Found</dt>
          <dd>
            <Age since={foundAt} now={now} /> ago
          </dd>
          <dt>Reason</dt>
          <dd>{reasonText(payment) || 'none yet'}</dd>
        </dl>
        {user.role === 'viewer' || !isDecidable(payment) ? (
          ''
        ) : (
          <DecisionForm payment={payment} {...(form && { form })} />
        )}
      </>
    ),
  })
}

const isDecidable = ({ state }: UnmatchedPayment): boolean =>
  state === 'found' || state === 'failed' || state === 'kept'

function DecisionForm({ payment, form }: Pick<UnmatchedPaymentView, 'payment' | 'form'>) {
  const { paymentId, state, amountCents } = payment
  return (
    <Section id="decision" title="Decide">
      <p>
        A refund returns the whole payment to the customer. Keep the payment when its order was
        entered again manually, or when the customer agreed to it. Both are logged with your name;
        nothing is refunded when the order has come back.
      </p>
      <form
        method="post"
        action={`${unmatchedPath}/${encodeURIComponent(paymentId)}`}
        class="narrow-form"
      >
        <TextField
          name="reason"
          label="Reason"
          value={form?.reason ?? ''}
          errors={form?.errors ?? {}}
          hint="For the log and the card processor’s record of the refund."
          input={{ required: true, maxlength: maxDecisionReason, autocomplete: 'off' }}
        />
        <p class="row">
          <button type="submit" name="action" value="refund" class="danger">
            {`Refund ${money(amountCents)} now`}
          </button>
          {state === 'kept' ? (
            ''
          ) : (
            <button type="submit" name="action" value="keep" class="quiet">
              Keep the payment
            </button>
          )}
        </p>
      </form>
    </Section>
  )
}
