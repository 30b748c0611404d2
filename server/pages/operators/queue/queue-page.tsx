// /operator/queue: the orders that wait for the farm. The address contains the page's whole state.
import {
  maxCandidates,
  maxMatches,
  type QueueFilter,
  queueQuery,
  statusChoiceOf,
} from '../../../domain/fulfillment/queue-filter.ts'
import { ordersPerPage, type QueuePage } from '../../../domain/fulfillment/read-queue.ts'
import { shortLabel } from '../../../domain/orders/record/status.ts'
import { Choice } from '../../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../../html/notice.tsx'
import { Pager } from '../../../html/pager.tsx'
import { Segments } from '../../../html/section.tsx'
import { assetUrl, queueScript } from '../../assets/assets.ts'
import { count, countOf, weight } from '../../base/figures.ts'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { deliveredPath } from './delivered.tsx'
import { groupPath, queuePath } from './paths.ts'
import { QueueFilters } from './queue-filters.tsx'
import { QueueTable, stepForm } from './queue-table.tsx'
import { EnterButton, type EnteredSelection, SelectionBar } from './selection-bar.tsx'
import { neededSpoolText, sumsText } from './work-words.ts'

export type QueueView = {
  readonly user: DeskUser
  readonly queue: QueuePage
  /** Number of shipped orders that the carriers report as delivered. */
  readonly delivered: number
  readonly status?: number
  readonly notices?: readonly { readonly kind: NoticeKind; readonly text: string }[]
  /** Values of the form if it was refused. */
  readonly entered?: EnteredSelection
}

const nothingEntered: EnteredSelection = {
  picked: new Set(),
  isAll: false,
  reason: '',
  priority: null,
}

export function queuePage({
  user,
  queue,
  delivered,
  status = 200,
  notices = [],
  entered = nothingEntered,
}: QueueView): Response {
  const { filter, sums, page } = queue
  return deskPage({
    title: 'Queue',
    tab: 'queue',
    user,
    status,
    script: assetUrl(queueScript),
    body: (
      <>
        <div class="page-head">
          <h1>Queue</h1>
          <StatusLinks filter={filter} />
          <span class="muted" id="sums">
            {sumsText(sums)}
          </span>
          <span class="end">
            {delivered === 0 ? (
              ''
            ) : (
              <>
                <a href={deliveredPath}>{`${countOf(delivered, 'delivered parcel')}`}</a>{' '}
              </>
            )}
            <button type="button" class="quiet" id="keys-button" hidden>
              Keys
            </button>{' '}
            <a href={`/operator/export.csv?${queueQuery(filter)}`}>CSV</a>
          </span>
        </div>
        {notices.map(({ kind, text }) => (
          <Notice kind={kind} text={text} />
        ))}
        {queue.isCapped ? <Notice kind="info" text={cappedText(filter)} /> : ''}
        <QueueFilters filter={filter} />
        <SpoolLinks queue={queue} />
        <form id="bulk" method="post" action="/operator/bulk">
          <EnterButton />
          <input type="hidden" name="query" value={String(queueQuery(filter))} />
          <input type="hidden" name="page" value={String(page)} />
          <QueueTable queue={queue} user={user} picked={entered.picked} />
          <Pager
            page={page}
            pages={queue.pages}
            perPage={ordersPerPage}
            shown={queue.orders.length}
            total={sums.orders}
            pathOf={(each) => queuePath(filter, each)}
          />
          {user.role === 'viewer' || sums.orders === 0 ? (
            ''
          ) : (
            <SelectionBar queue={queue} entered={entered} />
          )}
        </form>
        {user.role === 'viewer' ? '' : <StepForm filter={filter} page={page} />}
        <Keys />
      </>
    ),
  })
}

/**
 * Form of the row buttons, separate from the selection, so that Enter in a selection field does not press a row button.
 */
function StepForm({ filter, page }: { filter: QueueFilter; page: number }) {
  return (
    <form id={stepForm} method="post" action="/operator/queue/step">
      <input type="hidden" name="query" value={String(queueQuery(filter))} />
      <input type="hidden" name="page" value={String(page)} />
    </form>
  )
}

const cappedText = ({ text }: QueueFilter): string =>
  text === ''
    ? `There are more than ${count(maxCandidates)} orders here. These are the first of them in this order; choose a status or a filter to see others.`
    : `More than ${count(maxMatches)} orders match this search. Add a word to it.`

const choices = [
  ['open', 'Open'],
  ['RECEIVED', shortLabel('RECEIVED')],
  ['ACCEPTED', shortLabel('ACCEPTED')],
  ['PRINTING', shortLabel('PRINTING')],
  ['PRINTED', shortLabel('PRINTED')],
  ['SHIPPED', shortLabel('SHIPPED')],
  ['PENDING_PAYMENT', 'Unpaid'],
  ['closed', 'Closed'],
  ['all', 'All'],
] as const

function StatusLinks({ filter }: { filter: QueueFilter }) {
  const chosen = statusChoiceOf(filter)
  return (
    <Segments
      label="Status"
      segments={choices.map(([status, label]) => ({
        label,
        href: queuePath({
          ...filter,
          status: status === 'open' && filter.text === '' ? null : status,
        }),
        isChosen: status === chosen,
      }))}
    />
  )
}

/** Links to all groups, because the visible rows may show only the first group. */
function SpoolLinks({ queue: { groups, filter } }: { queue: QueuePage }) {
  if (groups.length < 2) return ''
  return (
    <>
      <p class="hint">
        An order of several spools counts under each of them with its parts, and is listed once,
        under the first.
      </p>
      <nav class="spools" aria-label="Spools">
        {groups.map((group) => (
          <a href={groupPath(filter, group)}>
            <strong>{neededSpoolText(group)}</strong>{' '}
            <span class="muted">{`${countOf(group.orders, 'order')}, ${countOf(group.parts, 'part')}, ${weight(group.grams)}`}</span>
          </a>
        ))}
      </nav>
    </>
  )
}

const keys = [
  ['j', 'next order'],
  ['k', 'previous order'],
  ['x', 'select or deselect it'],
  ['Enter', 'open it'],
  ['n', 'go to its next step'],
  ['/', 'search'],
  ['?', 'this list'],
] as const

/** Keyboard shortcuts. Hidden until browser/operators/queue.ts shows the list, because they need JavaScript. */
function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      <Choice
        type="checkbox"
        id="keys-on"
        name="keys"
        value="on"
        label="Use single keys"
        checked={true}
      />
      <form method="dialog">
        <button type="submit" class="quiet">
          Close
        </button>
      </form>
    </dialog>
  )
}
