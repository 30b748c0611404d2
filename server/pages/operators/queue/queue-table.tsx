// Rows of the work queue. The checkboxes belong to the form around the table, and the next-step buttons to a separate
// form.

import { capitalize } from '../../../domain/base/text/text.ts'
import { nextStep, stepObstacle } from '../../../domain/fulfillment/next-step.ts'
import type { SpoolGroup } from '../../../domain/fulfillment/ports.ts'
import {
  minTrackingLength,
  type QueueFilter,
  sortOf,
} from '../../../domain/fulfillment/queue-filter.ts'
import type { QueuePage } from '../../../domain/fulfillment/read-queue.ts'
import { isSameSpool, spoolsOf } from '../../../domain/fulfillment/spool-groups.ts'
import { chargeLabelOf } from '../../../domain/orders/charge/charge-words.ts'
import { findingText, needsFileReview } from '../../../domain/orders/record/file-review.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import {
  type OrderLine,
  plannedGrams,
  plannedHours,
} from '../../../domain/orders/record/order-lines.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { shortLabel } from '../../../domain/orders/record/status.ts'
import { hours, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { StateBadge, StateIcon, stateOfOrder } from '../../base/state-badge.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { orderPath } from '../parts/order-path.ts'
import { Due } from './due.tsx'
import { groupPath, queuePath } from './paths.ts'
import { Thumb } from './thumb.tsx'
import { allSpoolsText, neededSpoolText, spoolsText, stepLabels, sumsText } from './work-words.ts'

/** Id of the form for the row buttons. */
export const stepForm = 'step'

type TableProps = {
  readonly queue: QueuePage
  readonly user: DeskUser
  /** Codes with a checked checkbox. */
  readonly picked: ReadonlySet<string>
}

export function QueueTable({ queue, user, picked }: TableProps) {
  const { orders, filter } = queue
  const isReadOnly = user.role === 'viewer'
  return (
    <section class="scroll" aria-label="Orders" tabindex="0">
      <table class="data queue">
        <caption class="visually-hidden">Orders</caption>
        <Head filter={filter} isReadOnly={isReadOnly} />
        <tbody>
          {orders.length === 0 ? (
            <tr>
              <td class="empty" colspan={columnsOf(isReadOnly)}>
                {emptyText(filter)}
              </td>
            </tr>
          ) : (
            orders.map((order, index) => (
              <>
                <GroupHead group={groupAt(queue, index)} filter={filter} isReadOnly={isReadOnly} />
                <Row
                  order={order}
                  lines={queue.lines.get(order.id) ?? []}
                  now={queue.now}
                  user={user}
                  isPicked={picked.has(order.code)}
                />
              </>
            ))
          )}
        </tbody>
      </table>
    </section>
  )
}

const emptyText = ({ text }: QueueFilter): string =>
  text === ''
    ? 'No orders are here. Orders come in when their payment is confirmed; filters may hide others.'
    : `No order matches. A search looks in code, name, email, phone, city, state, postal code, country, file name, material and color, for the beginnings of words; of a code it finds any part, and of a tracking number its first ${minTrackingLength} characters or more. Notes are not searched.`

/** Returns the column count. Viewers have neither checkboxes nor steps. */
const columnsOf = (isReadOnly: boolean): number => (isReadOnly ? 9 : 11)

function Head({ filter, isReadOnly }: { filter: QueueFilter; isReadOnly: boolean }) {
  const sort = sortOf(filter)
  const age = sort === 'oldest' ? 'ascending' : sort === 'newest' ? 'descending' : 'none'
  return (
    <thead>
      <tr>
        {isReadOnly ? (
          ''
        ) : (
          <td class="pick">
            <input type="checkbox" id="pick-all" aria-label="Select all on this page" hidden />
          </td>
        )}
        <th scope="col">
          <span class="visually-hidden">Part</span>
        </th>
        <th scope="col" aria-sort={age}>
          <a href={queuePath({ ...filter, sort: sort === 'newest' ? 'oldest' : 'newest' })}>
            Order
          </a>
        </th>
        <th scope="col" aria-sort={sort === 'due' ? 'ascending' : 'none'}>
          <a href={queuePath({ ...filter, sort: 'due' })}>Due</a>
        </th>
        <th scope="col">Print</th>
        <th scope="col" class="rest">
          Note and file
        </th>
        <th scope="col" class="number">
          Weight
        </th>
        <th scope="col" class="number">
          Hours
        </th>
        <th scope="col">Customer</th>
        <th scope="col">Status</th>
        {isReadOnly ? '' : <th scope="col">Next step</th>}
      </tr>
    </thead>
  )
}

/**
 * Returns the group of an order, or null without grouping. An order that needs several spools is listed in the first of
 * their groups.
 */
const groupOf = ({ lines, groups }: QueuePage, { id }: Order): SpoolGroup | null => {
  const spools = groups.length === 0 ? [] : spoolsOf(lines.get(id) ?? [])
  return groups.find((group) => spools.some((spool) => isSameSpool(spool, group))) ?? null
}

/** Returns the group that begins at a row. null within a group and without grouping. */
function groupAt(queue: QueuePage, index: number): SpoolGroup | null {
  const [order, before] = [queue.orders[index], queue.orders[index - 1]]
  const group = order === undefined ? null : groupOf(queue, order)
  return before !== undefined && groupOf(queue, before) === group ? null : group
}

type GroupProps = {
  readonly group: SpoolGroup | null
  readonly filter: QueueFilter
  readonly isReadOnly: boolean
}

function GroupHead({ group, filter, isReadOnly }: GroupProps) {
  if (group === null) return ''
  return (
    <tr class="group">
      <th scope="rowgroup" colspan={columnsOf(isReadOnly)}>
        <strong>{neededSpoolText(group)}</strong> <span class="muted">{sumsText(group)}</span>{' '}
        <a href={groupPath(filter, group)}>Only these</a>
      </th>
    </tr>
  )
}

type RowProps = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly now: Date
  readonly user: DeskUser
  readonly isPicked: boolean
}

const filesOf = (lines: readonly OrderLine[]): string =>
  lines.map(({ file }) => file.fileName).join(', ')

function Row({ order, lines, now, user: { role, timeZone }, isPicked }: RowProps) {
  const isReadOnly = role === 'viewer'
  const { code, options, address, hold, status } = order
  return (
    <tr id={`order-${code}`} class={hold === null ? undefined : 'held'}>
      {isReadOnly ? (
        ''
      ) : (
        <td class="pick">
          <input
            type="checkbox"
            name="pick"
            value={`${code}:${order.version}`}
            aria-label={`Select ${code}`}
            checked={isPicked}
          />
        </td>
      )}
      <td class="part">
        <Thumb order={order} />
      </td>
      <th scope="row">
        <a class="code" href={orderPath(code)}>
          {code}
        </a>
      </th>
      <td class="due-cell">
        <Due at={order.dueAt} now={now} timeZone={timeZone} />
        <PriorityMark order={order} />
      </td>
      <td class="print" title={allSpoolsText(lines)}>
        {spoolsText(lines)}
      </td>
      <td class="rest">
        <div class="note-and-file">
          {options.note === null ? (
            ''
          ) : (
            <span class="note-mark" title={options.note}>
              {options.note}
            </span>
          )}
          <span class="muted" title={filesOf(lines)}>
            {lines.length === 1 ? filesOf(lines) : `${lines.length} lines`}
          </span>
        </div>
      </td>
      <td class="number weight">{weight(plannedGrams(order, lines))}</td>
      <td class="number hours">{hours(100 * plannedHours(order))}</td>
      <td class="customer">{`${address.recipientName}, ${address.country}`}</td>
      <td class="state-cell">
        {hold === null ? (
          <StateBadge state={stateOfOrder(status)} label={shortLabel(status)} />
        ) : (
          <span title={hold.reason}>
            <StateBadge state="waiting" label={`On hold (${shortLabel(status)})`} />
          </span>
        )}
        <ReviewMark order={order} />
        <MoneyNote order={order} />
      </td>
      {isReadOnly ? '' : <td class="step">{StepButton({ order, form: stepForm })}</td>}
    </tr>
  )
}

/** Marks an order whose findings an operator has to review first. Empty for any other order. */
function ReviewMark({ order }: { order: Order }) {
  const findings = needsFileReview(order) ? (order.fileReview?.findings ?? []) : []
  if (findings.length === 0) return ''
  const title = findings.map((finding) => `${capitalize(findingText(finding))}.`).join('\n')
  const [first] = findings
  return (
    <span title={title}>
      <StateBadge state="waiting" label="Needs review" />
      <span class="hint">{first === undefined ? '' : capitalize(findingText(first))}</span>
    </span>
  )
}

/** Shows an irregular payment state. */
function MoneyNote({ order }: { order: Order }) {
  const { refundedCents } = order
  if (!isPaid(order)) return <span class="hint">{chargeLabelOf(order)}</span>
  return refundedCents === 0 ? '' : <span class="hint">{`${money(refundedCents)} refunded`}</span>
}

function PriorityMark({ order: { priority } }: { order: Order }) {
  if (priority === 'normal') return ''
  return (
    <span class={['priority', priority]}>
      {priority === 'urgent' ? <StateIcon state="broken" /> : ''}
      {priority}
    </span>
  )
}

/**
 * Button with the step, the order and the version that the page shows. `form` is the id of its form unless that form
 * contains the button.
 */
export function StepButton({ order, form }: { order: Order; form?: string }) {
  const { code, version, hold, status } = order
  const step = hold === null ? nextStep(status)?.kind : 'release'
  if (step === undefined) return ''
  const queues = step === 'accept'
  if (step !== 'release' && stepObstacle(order, step, { queues }) !== null) return ''
  return (
    <button
      type="submit"
      class="quiet"
      name="step"
      form={form}
      value={`${step}:${code}:${version}`}
      formaction="/operator/queue/step"
      aria-label={`${stepLabels[step]} ${code}`}
    >
      {stepLabels[step]}
    </button>
  )
}
