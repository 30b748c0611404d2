// Tables of a month: revenue by day, earnings, balances and payouts.
import { monthText } from '../../../domain/base/time/month.ts'
import {
  type Balance,
  balancesOf,
  type Earnings,
  earningsOf,
  type TakingColumn,
  type Takings,
  takingColumns,
  takingsByDay,
  takingsOf,
} from '../../../domain/books/figures.ts'
import type { MonthFigures, MonthPayout } from '../../../domain/books/ports.ts'
import type { LedgerAccount } from '../../../domain/money/movement.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { count } from '../../base/figures.ts'
import { money, signedMoney } from '../../base/money.ts'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Moment, momentText } from '../parts/moment.tsx'
import { payoutPath } from './books-paths.ts'

export const takingWords: Readonly<Record<TakingColumn, string>> = {
  prints: 'Prints',
  postage: 'Postage',
  giftCardsSold: 'Gift cards sold',
  giftCardsUsed: 'Gift cards used',
  creditsSold: 'Credits sold',
  refunds: 'Refunds',
  disputes: 'Disputes',
  fees: 'Fees',
  other: 'Other',
  atProcessor: 'At the processor',
  creditsUsed: 'Credits used',
}

type Props = { figures: MonthFigures }
type Row = { readonly label: string; readonly takings: Takings; readonly isTotal: boolean }

/** Returns '' for zero, which is easier to read than a column of zeros. */
const amount = (cents: number): string => (cents === 0 ? '' : signedMoney(cents))

export function TakingsByDay({ figures, month }: Props & { month: string }) {
  const days = takingsByDay(figures)
  const rows: Row[] = days.map(({ day, takings }) => ({
    label: momentText(new Date(`${day}T12:00:00Z`), 'UTC', 'day'),
    takings,
    isTotal: false,
  }))
  if (days.length > 0) {
    rows.push({ label: 'Total', takings: takingsOf(figures.days), isTotal: true })
  }
  return (
    <Section id="takings" title="Takings by day">
      <p class="hint">
        The columns before “At the processor” add up to it: by what the balance there changed,
        payouts aside. Gift cards that were used are a part of prints and postage that was paid
        before, and so are credits that were used.
      </p>
      <DataTable
        caption={`Takings of ${monthText(month)} by day and kind`}
        rows={rows}
        empty="No money moved in this month."
        rowAttributes={({ isTotal }) => (isTotal ? { class: 'sum' } : {})}
        columns={[
          { label: 'Day', text: ({ label }) => label },
          ...takingColumns.map((column) => ({
            label: takingWords[column],
            kind: 'number' as const,
            text: ({ takings }: Row) => amount(takings[column]),
          })),
        ]}
      />
    </Section>
  )
}

const earningWords: Readonly<Record<keyof Earnings, string>> = {
  prints: 'Prints',
  postage: 'Postage',
  creditsUsed: 'Credits used',
  giftCardsVoided: 'Gift cards voided',
  refunds: 'Refunds of orders',
  disputesLost: 'Disputes lost',
  fees: 'Fees of the card processor',
  losses: 'Written off, and adjustments',
  result: 'Result',
}
const earningRows = Object.keys(earningWords).filter(
  (name): name is keyof Earnings => name in earningWords,
)

export function Earned({ figures }: Props) {
  const earnings = earningsOf(figures)
  return (
    <Section id="earned" title="Earned">
      <DataTable
        caption="What the month earned and cost"
        rows={earningRows}
        empty=""
        rowAttributes={(name) => (name === 'result' ? { class: 'sum' } : {})}
        columns={[
          { label: 'Kind', text: (name) => earningWords[name] },
          { label: 'Amount', kind: 'number', text: (name) => signedMoney(earnings[name]) },
        ]}
      />
    </Section>
  )
}

const accountWords: Readonly<Partial<Record<LedgerAccount, string>>> = {
  gift_cards: 'Open gift cards',
  credits: 'Unused credits',
  unmatched: 'Payments without an order',
  processor: 'At the card processor',
  disputed: 'Withdrawn by banks in open disputes',
  debts: 'Owed by buyers whose payment was reversed, less what is owed back to them',
}

export function BalanceSheet({ figures, month }: Props & { month: string }) {
  return (
    <Section id="liabilities" title={`Liabilities and claims at the end of ${monthText(month)}`}>
      <Balances caption="Owed to customers" rows={balancesOf(figures, 'liabilities')} />
      <Balances caption="Held by others for the shop" rows={balancesOf(figures, 'assets')} />
    </Section>
  )
}

function Balances({ caption, rows }: { caption: string; rows: readonly Balance[] }) {
  return (
    <DataTable
      caption={caption}
      showCaption
      rows={rows}
      empty=""
      columns={[
        { label: 'Account', kind: 'wrap', text: ({ account }) => accountWords[account] ?? account },
        { label: 'Before', kind: 'number', text: ({ beforeCents }) => signedMoney(beforeCents) },
        {
          label: 'Change',
          kind: 'number',
          text: ({ beforeCents, endCents }) => signedMoney(endCents - beforeCents),
        },
        { label: 'At the end', kind: 'number', text: ({ endCents }) => signedMoney(endCents) },
      ]}
    />
  )
}

export function Payouts({ figures, user }: Props & { user: DeskUser }) {
  const { foreign, payouts } = figures
  return (
    <Section id="payouts" title="Payouts">
      <DataTable
        caption="Payouts of the month, oldest first"
        rows={payouts}
        empty="None in this month. A payout is listed here after the nightly comparison, or after “Compare now”."
        columns={[
          {
            label: 'Payout',
            cell: ({ id }) => (
              <a href={payoutPath(id)}>
                <code>{id}</code>
              </a>
            ),
          },
          {
            label: 'Made',
            cell: ({ createdAt }) => <Moment at={createdAt} timeZone={user.timeZone} />,
          },
          {
            label: 'At the bank',
            cell: ({ arrivesAt }) => <Moment at={arrivesAt} timeZone={user.timeZone} form="day" />,
          },
          { label: 'State', text: payoutState },
          {
            label: 'Transactions',
            kind: 'number',
            text: ({ transactions }) => count(transactions),
          },
          { label: 'Fees', kind: 'number', text: ({ feeCents }) => signedMoney(-feeCents) },
          {
            label: 'Other systems',
            kind: 'number',
            text: ({ foreignCents }) => amount(foreignCents),
          },
          { label: 'Amount', kind: 'number', text: ({ amountCents }) => money(amountCents) },
        ]}
      />
      {foreign.transactions === 0 ? (
        ''
      ) : (
        <p class="hint">{`Other systems that use the account had ${transactionsText(foreign.transactions)} of ${signedMoney(foreign.netCents)} in this month. They are not booked here.`}</p>
      )}
    </Section>
  )
}

const transactionsText = (all: number): string =>
  all === 1 ? '1 transaction' : `${count(all)} transactions`

export const payoutState = ({ status, failure, isComplete, automatic }: MonthPayout): string =>
  status === 'failed'
    ? `Sent back: ${failure ?? 'no reason given'}`
    : automatic && !isComplete
      ? `${status.replaceAll('_', ' ')}, not complete yet`
      : status.replaceAll('_', ' ')
