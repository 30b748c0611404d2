// /operator/books: a month's revenue, liabilities, payouts, the reconciliation with the card processor, and closing the
// month.
import { monthText } from '../../../domain/base/time/month.ts'
import { balancesOf, earningsOf, paidOutOf, takingsOf } from '../../../domain/books/figures.ts'
import type { BooksOfMonth } from '../../../domain/desk/books.ts'
import type { PostageOfMonth } from '../../../domain/desk/postage.ts'
import { Hidden } from '../../../html/form-fields.tsx'
import { Notice } from '../../../html/notice.tsx'
import { Section } from '../../../html/section.tsx'
import { signedMoney } from '../../base/money.ts'
import { StateBadge } from '../../base/state-badge.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { invoicesPath } from '../parts/money-paths.ts'
import { MonthChoice } from '../parts/month-choice.tsx'
import { Tiles } from '../parts/tile.tsx'
import { booksPath, monthPath } from './books-paths.ts'
import { BalanceSheet, Earned, Payouts, TakingsByDay } from './month-tables.tsx'
import { PostageByDay } from './postage-table.tsx'
import { ClosedDifferences, TieOutSection } from './tie-out-section.tsx'

export type BooksView = DeskView &
  Omit<BooksOfMonth, 'obstacle'> & {
    readonly now: Date
    /** Why the month cannot be closed now, or null if it can. */
    readonly obstacle: string | null
    readonly postage: PostageOfMonth
  }

export function booksPage(view: BooksView): Response {
  const { user, now, month, figures, state, tieOut, isChanged } = view
  return deskScreen({
    ...view,
    tab: 'money',
    title: `Books of ${monthText(month)}`,
    heading: 'Books',
    beside: [
      <a href="/operator/money">Money</a>,
      <a href={`${invoicesPath}?month=${month}`}>Invoices</a>,
    ],
    body: (
      <>
        {isChanged ? (
          <Notice
            kind="error"
            text="The ledger has changed since this month was closed. The closed figures are shown; the download contains the current movements."
          />
        ) : (
          ''
        )}
        <div class="row apart">
          <MonthChoice month={month} pathOf={monthPath} />
          <Downloads month={month} />
        </div>
        <MonthTiles figures={figures} state={state} />
        <ClosingSection view={view} />
        {state.closing === null ? (
          <TieOutSection tieOut={tieOut} month={month} user={user} now={now} />
        ) : (
          <ClosedDifferences differences={state.closing.figures.differences} user={user} />
        )}
        <TakingsByDay figures={figures} month={month} />
        <div class="beside">
          <Earned figures={figures} />
          <BalanceSheet figures={figures} month={month} />
        </div>
        <PostageByDay postage={view.postage} month={month} user={user} />
        <Payouts figures={figures} user={user} />
      </>
    ),
  })
}

const downloads = [
  ['takings', 'Takings by day'],
  ['movements', 'Movements'],
  ['transactions', 'Card processor'],
] as const

function Downloads({ month }: { month: string }) {
  return (
    <p class="row">
      <span>CSV:</span>
      {downloads.map(([name, label]) => (
        <a href={`${booksPath}/${name}.csv?month=${month}`}>{label}</a>
      ))}
    </p>
  )
}

function MonthTiles({ figures, state }: Pick<BooksView, 'figures' | 'state'>) {
  const takings = takingsOf(figures.days)
  const owed = balancesOf(figures, 'liabilities').reduce((sum, { endCents }) => sum + endCents, 0)
  return (
    <Tiles
      tiles={[
        { label: 'Prints and postage', value: signedMoney(takings.prints + takings.postage) },
        { label: 'Refunds and disputes', value: signedMoney(takings.refunds + takings.disputes) },
        { label: 'Fees', value: signedMoney(takings.fees) },
        { label: 'Result', value: signedMoney(earningsOf(figures).result) },
        { label: 'Paid out', value: signedMoney(paidOutOf(figures)) },
        { label: 'Owed to customers', value: signedMoney(owed) },
        {
          label: 'Unexplained differences',
          value: String(state.closing === null ? state.unexplained : 0),
          href: '#differences',
          ...(state.closing === null && state.unexplained > 0 && { state: 'broken' as const }),
        },
      ]}
    />
  )
}

function ClosingSection({ view: { user, month, state, obstacle } }: { view: BooksView }) {
  const { closing } = state
  if (closing !== null) {
    return (
      <Section id="closing" title="Closed">
        <p>
          <StateBadge state="done" label={`${monthText(month)} is closed`} /> by{' '}
          <span>{closing.by}</span>, <Moment at={closing.at} timeZone={user.timeZone} />. The
          figures date from that moment.
        </p>
      </Section>
    )
  }
  return (
    <Section id="closing" title="Close the month">
      {obstacle === null ? (
        <p>
          The month is over, and every amount at the card processor is what the ledger has, or is
          explained.
        </p>
      ) : (
        <p class="hint">
          <span>{obstacle}</span>{' '}
          {state.isOver && state.earlier !== null ? (
            <a href={monthPath(state.earlier)}>{monthText(state.earlier)}</a>
          ) : (
            ''
          )}
        </p>
      )}
      {obstacle === null && user.role !== 'viewer' ? (
        <form method="post" action={`${booksPath}/close`}>
          <Hidden name="month" value={month} />
          <button type="submit">{`Close ${monthText(month)}`}</button>
        </form>
      ) : (
        ''
      )}
    </Section>
  )
}
