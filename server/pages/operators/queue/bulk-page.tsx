// /operator/bulk/{id}: what a change of many orders will do, and after its confirmation what it did.
import { Html } from '@elysiajs/html'
import {
  type BulkAction,
  type BulkOrder,
  countBulk,
} from '../../../domain/fulfillment/bulk-action.ts'
import { steps } from '../../../domain/fulfillment/next-step.ts'
import { wholeQueue } from '../../../domain/fulfillment/queue-filter.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { shortLabel } from '../../../domain/orders/status.ts'
import { Notice } from '../../base/layout.tsx'
import { StateBadge } from '../../base/state-badge.tsx'
import { Time } from '../../base/time.tsx'
import { type DeskUser, deskPage } from '../desk-page.tsx'
import { orderPath } from '../order-path.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { queuePath } from './paths.ts'
import { TrackingForm, type TrackingFormView } from './tracking-form.tsx'
import { actionTitle, countOf, exclusionText, resultLabel } from './work-words.ts'

export type BulkView = {
  readonly user: DeskUser
  readonly action: BulkAction
  /** The orders of the action as they are now, by code. */
  readonly orders: ReadonlyMap<string, Order>
  readonly status?: number
  /** The tracking as typed, when it was refused. */
  readonly form?: TrackingFormView
}

export function bulkPage(view: BulkView): Promise<Response> {
  const { user, action, status = 200 } = view
  const { pending, done } = countBulk(action)
  const isDone = action.confirmedAt !== null && pending === 0
  return deskPage({
    title: actionTitle(action.change, isDone ? done : pending),
    tab: 'queue',
    user,
    status,
    body: isDone ? <Result view={view} /> : <Preview view={view} />,
  })
}

const backPath = ({ filter }: BulkAction): string => queuePath(filter ?? wholeQueue)

function Preview({ view }: { view: BulkView }) {
  const { action, user, form } = view
  const { pending, excluded } = countBulk(action)
  const ships = action.change.kind === 'ship'
  return (
    <>
      <div class="page-head">
        <h1>{actionTitle(action.change, pending)}?</h1>
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
          {`${countOf(pending, 'order')} will become “${resultLabel(action.change)}”. `}
          {excluded === 0
            ? 'Nothing is left out. '
            : `${countOf(excluded, 'order')} stay${excluded === 1 ? 's' : ''} as ${excluded === 1 ? 'it is' : 'they are'}. `}
          The orders are fixed: what comes in later, or changes in between, is not touched.
        </p>
      )}
      {ships && pending > 0 && user.role === 'operator' ? (
        <TrackingForm action={action} orders={view.orders} form={form} />
      ) : (
        ''
      )}
      {pending > 0 && user.role === 'operator' ? (
        <ConfirmForm action={action} pending={pending} />
      ) : (
        ''
      )}
      <Excluded view={view} />
      {pending === 0 || ships ? '' : <Pending view={view} />}
    </>
  )
}

function ConfirmForm({ action, pending }: { action: BulkAction; pending: number }) {
  const untracked = action.change.kind === 'ship' && !action.withoutTracking
  return (
    <form class="actions" method="post" action={`/operator/bulk/${action.id}/confirm`}>
      <button type="submit">{actionTitle(action.change, pending)}</button>
      <a href={backPath(action)}>Cancel</a>
      {untracked ? <span class="muted">Orders without tracking are left out.</span> : ''}
    </form>
  )
}

const isPending = ({ outcome }: BulkOrder): boolean => outcome === null

function Pending({ view: { action, orders } }: { view: BulkView }) {
  const rows = action.orders.filter(isPending)
  return (
    <Section id="changes" title={`Will change (${rows.length})`}>
      <DataTable
        caption="Orders that will change"
        columns={[
          { label: 'Order', cell: ({ code }: BulkOrder) => <OrderLink code={code} /> },
          { label: 'Customer', text: ({ code }) => orders.get(code)?.address.recipientName ?? '' },
          { label: 'Print', text: ({ code }) => printText(orders.get(code)) },
          { label: 'Now', text: ({ code }) => nowText(orders.get(code)) },
          { label: 'Becomes', text: () => resultLabel(action.change) },
        ]}
        rows={rows}
        empty="Nothing."
      />
    </Section>
  )
}

const printText = (order: Order | undefined): string =>
  order === undefined
    ? ''
    : `${order.options.quantity} × ${order.options.material.toUpperCase()} ${order.options.color}`

function nowText(order: Order | undefined): string {
  if (order === undefined) return ''
  return order.hold === null ? shortLabel(order.status) : `${shortLabel(order.status)}, on hold`
}

const OrderLink = ({ code }: { code: string }) => (
  <a href={orderPath(code)} safe>
    {code}
  </a>
)

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
  const { action } = view
  const { done, excluded, refused } = countBulk(action)
  const left = excluded + refused
  const next = action.change.kind === 'hold' || !Object.hasOwn(steps, action.change.kind)
  return (
    <>
      <div class="page-head">
        <h1>{`${actionTitle(action.change, done)}: done`}</h1>
        <StateBadge
          state={left === 0 ? 'done' : 'waiting'}
          label={left === 0 ? 'Complete' : `${left} left out`}
        />
        {action.confirmedAt === null ? '' : <Time at={action.confirmedAt} />}
        <span class="muted" safe>
          {action.by}
        </span>
      </div>
      <p>
        {`${countOf(done, 'order')} changed, ${left} left out. `}
        <a href={backPath(action)}>Back to the queue</a>
        {next || done === 0 ? '' : <NextQueue action={action} />}
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

/** Where the changed orders are now. */
function NextQueue({ action: { change, filter } }: { action: BulkAction }) {
  if (change.kind === 'hold' || change.kind === 'release' || change.kind === 'priority') return ''
  const { to } = steps[change.kind]
  return (
    <>
      {' or go on with '}
      <a href={queuePath({ ...(filter ?? wholeQueue), status: to })}>{shortLabel(to)}</a>
    </>
  )
}
