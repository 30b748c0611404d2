// Items that need attention, grouped by kind: subject, time, and the page that resolves them.
import type { AttentionItem, AttentionKind } from '../../../domain/desk/attention.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { count } from '../../base/figures.ts'
import { StateIcon } from '../../base/state-badge.tsx'
import { Age } from '../parts/age.tsx'
import { jobPath } from '../parts/job-path.ts'
import { orderPath } from '../parts/order-path.ts'
import { floorAttentionPath, printerPath, printersPath } from '../printers/printer-paths.ts'
import type { OverviewView } from './overview-view.ts'

type Words = {
  readonly one: string
  readonly many: string
  /** Page that lists all items of the kind. */
  readonly all: string
  /** Page that resolves an item, unless it is the order page. */
  readonly solvedAt?: string | ((item: AttentionItem) => string)
}

const words: Readonly<Record<AttentionKind, Words>> = {
  unsettled_charge: {
    one: 'charge not settled',
    many: 'charges not settled',
    all: '/operator/money',
  },
  unsettled_refund: {
    one: 'refund not settled',
    many: 'refunds not settled',
    all: '/operator/money',
  },
  unsettled_purchase_refund: {
    one: 'refund of a purchase not settled',
    many: 'refunds of purchases not settled',
    all: '/operator/purchases',
    solvedAt: '/operator/purchases',
  },
  payment_without_order: {
    one: 'payment without an order',
    many: 'payments without an order',
    all: '/operator/money/unmatched',
    solvedAt: '/operator/money/unmatched',
  },
  returned_refund: {
    one: 'refund returned by a bank',
    many: 'refunds returned by a bank',
    all: '/operator/money#refunds',
  },
  dispute: {
    one: 'dispute to answer',
    many: 'disputes to answer',
    all: '/operator/disputes',
    solvedAt: '/operator/disputes',
  },
  fraud_warning: {
    one: 'payment reported as fraud',
    many: 'payments reported as fraud',
    all: '/operator/disputes',
    solvedAt: '/operator/disputes',
  },
  open_debt: {
    one: 'buyer who owes money',
    many: 'buyers who owe money',
    all: '/operator/purchases',
    solvedAt: '/operator/purchases',
  },
  owed_to_buyer: {
    one: 'buyer to be paid back',
    many: 'buyers to be paid back',
    all: '/operator/purchases',
    solvedAt: '/operator/purchases',
  },
  unusable_payment: {
    one: 'payment that its order cannot use',
    many: 'payments that their orders cannot use',
    all: '/operator/money/unmatched',
    solvedAt: '/operator/money/unmatched',
  },
  kept_payment: {
    one: 'closed order not refunded',
    many: 'closed orders not refunded',
    all: '/operator/money',
  },
  ledger_difference: {
    one: 'balance that differs from the ledger',
    many: 'balances that differ from the ledger',
    all: '/operator/money#ledger',
    solvedAt: '/operator/money#ledger',
  },
  tie_out_difference: {
    one: 'difference with the card processor',
    many: 'differences with the card processor',
    all: '/operator/books#differences',
    solvedAt: '/operator/books#differences',
  },
  late_order: { one: 'late order', many: 'late orders', all: '/operator/queue?late=yes' },
  held_order: { one: 'held order', many: 'held orders', all: '/operator/queue?held=yes' },
  order_to_review: {
    one: 'order to review',
    many: 'orders to review',
    all: '/operator/queue?review=yes',
  },
  label_purchase: {
    one: 'label not confirmed',
    many: 'labels not confirmed',
    all: '/operator#attention',
  },
  unsliced_plate: {
    one: 'plate that cannot be sliced',
    many: 'plates that cannot be sliced',
    all: '/operator/jobs?view=unsliced',
    solvedAt: ({ key }) => jobPath(key),
  },
  waiting_slices: {
    one: 'slicer that does not slice',
    many: 'slicers that do not slice',
    all: '/operator/jobs?view=unsliced',
    solvedAt: '/operator/system',
  },
  no_worker: {
    one: 'worker missing',
    many: 'workers missing',
    all: '/operator/system',
    solvedAt: '/operator/system',
  },
  failed_print_job: {
    one: 'failed print job',
    many: 'failed print jobs',
    all: '/operator/jobs?view=attention',
    solvedAt: ({ key }) => jobPath(key),
  },
  silent_printer: {
    one: 'printer silent with a job',
    many: 'printers silent with a job',
    all: printersPath,
    solvedAt: ({ subject }) => printerPath(subject),
  },
  offline_printer: {
    one: 'printer offline',
    many: 'printers offline',
    all: floorAttentionPath,
    solvedAt: ({ subject }) => printerPath(subject),
  },
  stopped_printer: {
    one: 'printer stopped',
    many: 'printers stopped',
    all: printersPath,
    solvedAt: ({ subject }) => printerPath(subject),
  },
  full_plate: {
    one: 'plate to clear',
    many: 'plates to clear',
    all: printersPath,
    solvedAt: ({ subject }) => printerPath(subject),
  },
  waiting_ticket: {
    one: 'ticket waiting for a reply',
    many: 'tickets waiting for a reply',
    all: '/operator/tickets',
    solvedAt: '/operator/tickets',
  },
  unsent_mail: {
    one: 'email not sent',
    many: 'emails not sent',
    all: '/operator/mail',
    solvedAt: '/operator/mail',
  },
  failed_generation: {
    one: 'failed generation',
    many: 'failed generations',
    all: '/operator/failed',
    solvedAt: '/operator/failed',
  },
}

type Row = AttentionItem & {
  readonly kind: AttentionKind
  /** null on all but the first row of a kind. */
  readonly count: number | null
}

export function AttentionTable({ overview: { attention, now } }: OverviewView) {
  const rows = attention.flatMap(({ kind, count: all, items }) =>
    items.map((item, index): Row => ({ ...item, kind, count: index === 0 ? all : null })),
  )
  return (
    <DataTable
      id="attention"
      caption="What needs attention"
      columns={[
        { label: 'What', cell: (row) => <Kind row={row} /> },
        { label: 'Since', cell: ({ since }) => <Age since={since} now={now} /> },
        { label: 'Which', cell: (row) => <Subject row={row} /> },
        { label: 'Why', kind: 'rest', text: ({ kind, detail }) => detailOf(kind, detail) },
      ]}
      rows={rows}
      rowAttributes={({ kind, key }) => ({ id: `${kind}-${key}` })}
      empty="Nothing has stopped. Unsettled charges, late and held orders, printers that stopped, and jobs, emails and generations that failed appear here."
    />
  )
}

/** Such as "3 late orders". */
export const attentionText = (kind: AttentionKind, all: number): string =>
  `${count(all)} ${all === 1 ? words[kind].one : words[kind].many}`

function Kind({ row: { kind, count: all } }: { row: Row }) {
  const { one, all: list } = words[kind]
  if (all === null) return <span class="visually-hidden">{one}</span>
  const state = kind === 'held_order' || kind === 'full_plate' ? 'waiting' : 'broken'
  return (
    <a class={`kind ${state}`} href={list}>
      <StateIcon state={state} />
      <span>{attentionText(kind, all)}</span>
    </a>
  )
}

function Subject({ row }: { row: Row }) {
  const { subject } = row
  const { solvedAt = orderPath(subject) } = words[row.kind]
  return <a href={typeof solvedAt === 'string' ? solvedAt : solvedAt(row)}>{subject}</a>
}

/** Returns statuses and failure kinds in words, and reasons unchanged. */
function detailOf(kind: AttentionKind, detail: string | null): string {
  if (detail === null) return ''
  return kind === 'failed_generation' || kind === 'kept_payment'
    ? detail.toLowerCase().replaceAll('_', ' ')
    : detail
}
