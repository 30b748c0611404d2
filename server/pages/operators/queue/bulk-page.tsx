// /operator/bulk/{id}: the planned changes of many orders and, after the confirmation, the results.
import type { BulkPage } from '../../../domain/desk/bulk.ts'
import {
  type BulkAction,
  type BulkOrder,
  countBulk,
  countShipping,
  isStepChange,
} from '../../../domain/fulfillment/bulk-action.ts'
import { isStepKind, steps } from '../../../domain/fulfillment/next-step.ts'
import { wholeQueue } from '../../../domain/fulfillment/queue-filter.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { shortLabel } from '../../../domain/orders/record/status.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Notice } from '../../../html/notice.tsx'
import { Section } from '../../../html/section.tsx'
import { countOf } from '../../base/figures.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { type DeskView, deskPage } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import { queuePath } from './paths.ts'
import { TrackingForm, type TrackingFormView } from './tracking-form.tsx'
import {
  actionTitle,
  allSpoolsText,
  exclusionText,
  printedPartsText,
  resultLabel,
} from './work-words.ts'

export type BulkView = DeskView &
  BulkPage & {
    readonly action: BulkAction
    /** The tracking as typed, if it was refused. */
    readonly form?: TrackingFormView
  }

export function bulkPage(view: BulkView): Response {
  const { user, action, status = 200 } = view
  const { pending, done } = countBulk(action)
  const isDone = action.confirmedAt !== null && pending === 0
  return deskPage({
    title: isDone ? actionTitle(action.change, done) : previewTitle(view),
    tab: 'queue',
    user,
    status,
    body: (
      <>
        {view.notice === undefined ? '' : <Notice {...view.notice} />}
        {isDone ? <Result view={view} /> : <Preview view={view} />}
      </>
    ),
  })
}

const backPath = ({ filter }: BulkAction): string => queuePath(filter ?? wholeQueue)

function Preview({ view }: { view: BulkView }) {
  const { action, user, form } = view
  const { pending } = countBulk(action)
  const ships = action.change.kind === 'ship'
  const changing = changingOf(view)
  // Tracking can no longer change after the action is confirmed.
  const takesTracking = ships && pending > 0 && action.confirmedAt === null
  return (
    <>
      <div class="page-head">
        <h1>{`${previewTitle(view)}?`}</h1>
        <a href={backPath(action)}>Back to the queue</a>
      </div>
      {action.confirmedAt === null ? (
        ''
      ) : (
        <Notice
          kind="warning"
          text="This action was confirmed, but not carried out in full. Confirm again to do the rest; what is done is not repeated."
        />
      )}
      {pending === 0 ? (
        <Notice kind="warning" text="No order can be changed this way. The reasons are below." />
      ) : (
        <p>
          {`${summaryOf(view)} The orders are fixed: what comes in later, or changes in between, is not touched.`}
        </p>
      )}
      <Short view={view} />
      {takesTracking && user.role === 'operator' ? (
        <TrackingForm
          action={action}
          orders={view.orders}
          form={form}
          backPath={backPath(action)}
        />
      ) : (
        ''
      )}
      {!takesTracking && pending > 0 && user.role === 'operator' ? (
        <ConfirmForm action={action} changing={changing} />
      ) : (
        ''
      )}
      <Excluded view={view} />
      {pending === 0 || ships ? '' : <Pending view={view} />}
    </>
  )
}

/** Returns how many orders the confirmation changes. */
function changingOf({ action, orders }: BulkView): number {
  if (action.change.kind !== 'ship') return countBulk(action).pending
  const { tracked, untracked } = countShipping(action, orders)
  return tracked + untracked
}

/** Returns a title such as "Start printing 12 orders", or "Ship 3 of 7 orders" while tracking is missing. */
function previewTitle(view: BulkView): string {
  const { change } = view.action
  const { pending } = countBulk(view.action)
  const changing = changingOf(view)
  return changing === pending
    ? actionTitle(change, pending)
    : `Ship ${changing} of ${countOf(pending, 'order')}`
}

const unchangedText = (count: number): string =>
  count === 1 ? '1 order stays as it is' : `${countOf(count, 'order')} stay as they are`

/** Returns the consequences of the confirmation in sentences. */
function summaryOf(view: BulkView): string {
  const { action, orders } = view
  const { excluded } = countBulk(action)
  const becomes = `${countOf(changingOf(view), 'order')} will become “${resultLabel(action.change)}”`
  const leftOut = excluded === 0 ? '' : ` ${unchangedText(excluded)}, for the reasons below.`
  if (action.change.kind !== 'ship') {
    return `${becomes}.${queuesText(view)}${excluded === 0 ? ' Nothing is left out.' : leftOut}`
  }
  const { untracked, left } = countShipping(action, orders)
  const without = untracked === 0 ? '' : `, ${untracked} of them without tracking`
  const missing =
    left === 0
      ? ''
      : ` ${unchangedText(left)}, without tracking: enter it below, or choose to ship without tracking.`
  return `${becomes}${without}.${missing}${leftOut}`
}

function queuesText({ action, orders, planned }: BulkView): string {
  if (action.change.kind !== 'accept' || action.change.queues !== true) return ''
  const parts = action.orders.filter(isPending).reduce((sum, { code }) => {
    const order = orders.get(code)
    if (order === undefined) return sum
    return sum + Math.max(0, order.options.quantity - (planned.get(order.id) ?? 0))
  }, 0)
  return ` ${countOf(parts, 'part')} will be queued as print jobs.`
}

/** Lists orders that will be marked as printed or shipped although parts are missing. */
function Short({ view: { action, orders, short } }: { view: BulkView }) {
  const rows = action.orders.flatMap((each) => {
    const parts = isPending(each) ? short.get(each.order?.id ?? '') : undefined
    return parts === undefined ? [] : [{ code: each.code, ...parts }]
  })
  if (rows.length === 0) return ''
  return (
    <Section id="short" title={`Short of parts (${rows.length})`}>
      <Notice
        kind="warning"
        text={`These orders have fewer good parts than were ordered. When they are ${action.change.kind === 'ship' ? 'shipped' : 'marked as printed'}, their open print jobs are cancelled, and the missing parts are not printed. To leave an order out, go back and deselect it.`}
      />
      <DataTable
        caption="Orders that are short of parts"
        columns={[
          { label: 'Order', cell: ({ code }: (typeof rows)[number]) => <OrderLink code={code} /> },
          { label: 'Customer', text: ({ code }) => orders.get(code)?.address.recipientName ?? '' },
          { label: 'Parts', text: printedPartsText },
        ]}
        rows={rows}
        empty="None."
      />
    </Section>
  )
}

function ConfirmForm({ action, changing }: { action: BulkAction; changing: number }) {
  return (
    <form class="actions" method="post" action={`/operator/bulk/${action.id}/confirm`}>
      <button type="submit">{actionTitle(action.change, changing)}</button>
      <a href={backPath(action)}>Cancel</a>
    </form>
  )
}

const isPending = ({ outcome }: BulkOrder): boolean => outcome === null

function Pending({ view: { action, orders, lines } }: { view: BulkView }) {
  const rows = action.orders.filter(isPending)
  return (
    <Section id="changes" title={`Will change (${rows.length})`}>
      <DataTable
        caption="Orders that will change"
        columns={[
          { label: 'Order', cell: ({ code }: BulkOrder) => <OrderLink code={code} /> },
          { label: 'Customer', text: ({ code }) => orders.get(code)?.address.recipientName ?? '' },
          {
            label: 'Print',
            text: ({ code }) => allSpoolsText(lines.get(orders.get(code)?.id ?? '') ?? []),
          },
          { label: 'Now', text: ({ code }) => nowText(orders.get(code)) },
          { label: 'Becomes', text: () => resultLabel(action.change) },
        ]}
        rows={rows}
        empty="Nothing."
      />
    </Section>
  )
}

function nowText(order: Order | undefined): string {
  if (order === undefined) return ''
  return order.hold === null ? shortLabel(order.status) : `${shortLabel(order.status)}, on hold`
}

const OrderLink = ({ code }: { code: string }) => <a href={orderPath(code)}>{code}</a>

function Excluded({ view: { action, orders } }: { view: BulkView }) {
  const rows = action.orders.filter(
    ({ outcome }) => outcome === 'excluded' || outcome === 'refused',
  )
  if (rows.length === 0) return ''
  return (
    <Section id="excluded" title={`Left out (${rows.length})`}>
      <DataTable
        caption="Orders that are left out"
        columns={[
          { label: 'Order', cell: ({ code }: BulkOrder) => <OrderLink code={code} /> },
          { label: 'Customer', text: ({ code }) => orders.get(code)?.address.recipientName ?? '' },
          {
            label: 'Why',
            text: ({ code, why }) =>
              why === null ? '' : exclusionText(why, action.change, orders.get(code) ?? null),
          },
        ]}
        rows={rows}
        empty="None."
      />
    </Section>
  )
}

function Result({ view }: { view: BulkView }) {
  const { action, user } = view
  const { done, excluded, refused } = countBulk(action)
  const left = excluded + refused
  const isStep = isStepKind(action.change.kind)
  return (
    <>
      <div class="page-head">
        <h1>{`${actionTitle(action.change, done)}: done`}</h1>
        <StateBadge
          state={left === 0 ? 'done' : 'waiting'}
          label={left === 0 ? 'Complete' : `${left} left out`}
        />
        {action.confirmedAt === null ? (
          ''
        ) : (
          <Moment at={action.confirmedAt} timeZone={user.timeZone} />
        )}
        <span class="muted">{action.by}</span>
      </div>
      <p>
        {`${countOf(done, 'order')} changed, ${left} left out. `}
        <a href={backPath(action)}>Back to the queue</a>
        {!isStep || done === 0 ? '' : <NextQueue action={action} />}
      </p>
      <Excluded view={view} />
      <Section id="done" title={`Changed (${done})`}>
        <p>
          {action.orders
            .filter(({ outcome }) => outcome === 'done')
            .map(({ code }) => (
              <>
                <OrderLink code={code} />{' '}
              </>
            ))}
        </p>
      </Section>
    </>
  )
}

/** Links to the queue that now contains the changed orders. */
function NextQueue({ action: { change, filter } }: { action: BulkAction }) {
  if (!isStepChange(change)) return ''
  const { to } = steps[change.kind]
  return (
    <>
      {' or continue with '}
      <a href={queuePath({ ...(filter ?? wholeQueue), status: to })}>{shortLabel(to)}</a>
    </>
  )
}
