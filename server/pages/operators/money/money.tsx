// /operator/money: revenue, refunds, and every payment that needs manual work.
import type { MoneyOverview } from '../../../domain/desk/money.ts'
import type { BoardRefund, UnpaidOrder, UnsettledCharge } from '../../../domain/operators/ports.ts'
import type { RefundState } from '../../../domain/orders/reversals/refund.ts'
import { ActionForm } from '../../../html/action-form.tsx'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import type { State } from '../../base/state-badge.tsx'
import { booksPath } from '../books/books-paths.ts'
import { disputesPath } from '../disputes/dispute-paths.ts'
import {
  ageColumn,
  forOperators,
  moneyColumn,
  orderColumn,
  stateColumn,
} from '../parts/columns.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { deskTermsPath, invoicesPath, unmatchedPath } from '../parts/money-paths.ts'
import { Tiles } from '../parts/tile.tsx'
import { purchasesPath } from '../purchases/purchase-page.tsx'
import { LedgerSection } from './ledger-section.tsx'

export type MoneyView = DeskView & MoneyOverview & { readonly now: Date }

/** A charge usually settles within seconds. Operators are notified after this time. */
const lateMs = 15 * 60_000

export function moneyPage(view: MoneyView): Response {
  return deskScreen({
    ...view,
    tab: 'money',
    title: 'Money',
    beside: [
      <a href={booksPath}>Books</a>,
      <a href={invoicesPath}>Invoices</a>,
      <a href={disputesPath}>Disputes</a>,
      <a href={purchasesPath}>Gift cards and credits</a>,
      <a href={deskTermsPath}>Terms</a>,
    ],
    body: (
      <>
        <Totals view={view} />
        <Unsettled view={view} />
        <Refunds view={view} />
        <Unpaid view={view} />
        <Declined view={view} />
        <LedgerSection check={view.ledger} now={view.now} />
      </>
    ),
  })
}

type Props = { view: MoneyView }

function Totals({ view: { today, week, unsettled, unmatched, limit } }: Props) {
  const oldest = unsettled[0]
  return (
    <Tiles
      tiles={[
        {
          label: 'Paid today',
          value: money(today.received.cents),
          hint: `${orders(today.received.orders)}, ${money(week.received.cents)} in 7 days`,
        },
        {
          label: 'Refunded today',
          value: money(today.refunded.cents),
          hint: `${money(week.refunded.cents)} in 7 days`,
        },
        {
          label: 'Declined today',
          value: String(today.declined),
          hint: `${week.declined} in 7 days, and not paid since`,
        },
        {
          label: 'Unsettled charges',
          value: count(unsettled, limit),
          href: '#unsettled',
          ...(oldest !== undefined && { state: 'waiting' as const }),
        },
        {
          label: 'Payments without an order',
          value: String(unmatched),
          href: unmatchedPath,
          ...(unmatched > 0 && { state: 'broken' as const }),
        },
      ]}
    />
  )
}

const orders = (number: number) => (number === 1 ? '1 order' : `${number} orders`)
const count = (rows: readonly unknown[], limit: number) =>
  rows.length < limit ? String(rows.length) : `${limit} or more`

function Unsettled({ view: { user, unsettled, now } }: Props) {
  return (
    <Section id="unsettled" title="Unsettled charges">
      <p class="hint">
        Whether the card was charged is not known yet. The service asks the card processor by
        itself; nothing is charged a second time.
      </p>
      <DataTable
        caption="Unsettled charges, oldest first"
        rows={unsettled}
        empty="None. A charge is listed here when the card processor does not answer."
        columns={[
          orderColumn,
          moneyColumn('Amount', 'totalCents'),
          stateColumn(({ since }: UnsettledCharge) =>
            now.getTime() - since.getTime() > lateMs
              ? ['broken', 'Too long']
              : ['waiting', 'Settling'],
          ),
          ageColumn('Age', now, 'since'),
          { label: 'Asked', kind: 'number', text: ({ looks }) => `${looks} times` },
          ageColumn('Last asked', now, 'checkedAt'),
          { label: 'Customer', text: ({ email }) => email },
          ...forOperators<UnsettledCharge>(user, {
            label: 'Action',
            cell: ({ code }) => (
              <ActionForm
                action="/operator/money/reconcile"
                fields={{ code }}
                label="Reconcile now"
                about={code}
              />
            ),
          }),
        ]}
      />
    </Section>
  )
}

const refundStates: Readonly<Record<RefundState, readonly [State, string]>> = {
  started: ['running', 'Not confirmed yet'],
  unknown: ['waiting', 'Not confirmed yet'],
  succeeded: ['done', 'Refunded'],
  failed: ['broken', 'Failed'],
  partly: ['broken', 'In part'],
}

function Refunds({ view: { refunds, now } }: Props) {
  return (
    <Section id="refunds" title="Refunds">
      <DataTable
        caption="Refunds, unsettled ones first, then newest first"
        rows={refunds}
        empty="None yet. Refund an order on its page."
        columns={[
          orderColumn,
          moneyColumn('Amount', 'amountCents'),
          stateColumn(({ state }: BoardRefund) => refundStates[state]),
          ageColumn('Age', now, 'createdAt'),
          {
            label: 'Reason',
            text: ({ reason, failure }: BoardRefund) =>
              failure === null ? reason : `${reason} (card processor: ${failure})`,
          },
          { label: 'By', text: ({ requestedBy }) => requestedBy },
        ]}
      />
    </Section>
  )
}

function Unpaid({ view: { unpaid, now } }: Props) {
  return (
    <Section id="unpaid" title="Unpaid orders">
      <p class="hint">
        These orders wait for the customer, who has a payment link. Cancel an order on its page.
      </p>
      <UnpaidTable
        caption="Unpaid orders, newest first"
        rows={unpaid}
        now={now}
        empty="None. Every order is paid."
      />
    </Section>
  )
}

function Declined({ view: { declined, now } }: Props) {
  return (
    <Section id="declined" title="Failed payments">
      <UnpaidTable
        caption="Declined charges that were not paid since, newest first"
        rows={declined}
        now={now}
        empty="None. An order is listed here when its card is declined."
      />
    </Section>
  )
}

type UnpaidTableProps = {
  caption: string
  rows: readonly UnpaidOrder[]
  now: Date
  empty: string
}

function UnpaidTable({ caption, rows, now, empty }: UnpaidTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      empty={empty}
      columns={[
        orderColumn,
        moneyColumn('Amount', 'totalCents'),
        ageColumn('Age', now, 'createdAt'),
        { label: 'Reason', text: ({ reason }) => reason ?? 'No reason given' },
        { label: 'Customer', text: ({ email }) => email },
      ]}
    />
  )
}
