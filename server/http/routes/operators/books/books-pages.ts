// /operator/books: the books of a month, the comparison with the card processor, explanations, and closing.
import { isMonth, monthText, neighborMonth } from '../../../../domain/base/month.ts'
import { closeMonth, explainDifference, obstacleOf } from '../../../../domain/books/close-month.ts'
import { earningsOf, takingsOf } from '../../../../domain/books/figures.ts'
import {
  type MonthFigures,
  type TransactionAbout,
  transactionAbouts,
} from '../../../../domain/books/ports.ts'
import { dayOf } from '../../../../domain/base/day.ts'
import { signedMoney } from '../../../../pages/base/money.ts'
import { booksPage } from '../../../../pages/operators/books/books-page.tsx'
import { booksPath, monthPath } from '../../../../pages/operators/books/books-paths.ts'
import { payoutPage } from '../../../../pages/operators/books/payout-page.tsx'
import { deskPayoutNotFound } from '../../../../pages/operators/not-found.tsx'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import type { Failure } from '../../../refusals/failure.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../../requests/forms.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { askedForm, type DeskNotice, info, noticeOf, problem } from '../ask-first.ts'
import { type DeskReader, forOperator, forViewer } from '../operator-view.ts'
import {
  movementColumns,
  movementsOfMonth,
  takingsColumns,
  takingsRows,
  transactionColumns,
  transactionsOfMonth,
} from './books-csv.ts'

const perPage = 100

export const booksPages = [
  page('GET', booksPath, showBooks),
  page('GET', `${booksPath}/payouts/:payout`, showPayout),
  page('GET', `${booksPath}/takings.csv`, downloadTakings),
  page('GET', `${booksPath}/movements.csv`, downloadMovements),
  page('GET', `${booksPath}/transactions.csv`, downloadTransactions),
  page('POST', `${booksPath}/compare`, compareByForm),
  page('POST', `${booksPath}/explain`, explainByForm),
  askedForm(`${booksPath}/close`, {
    question: async ({ http, operator, field }) => {
      const month = monthOf(http, field('month'))
      const { books } = http.deps
      const obstacle = obstacleOf(month, await books.monthState(month))
      if (obstacle !== null) return refused(http, operator, month, obstacle)
      const figures = await books.figures(month)
      const takings = takingsOf(figures.days)
      return {
        tab: 'money',
        title: `Close ${monthText(month)}?`,
        facts: [
          ['Prints and postage', signedMoney(takings.prints + takings.postage)],
          ['Fees', signedMoney(takings.fees)],
          ['Result', signedMoney(earningsOf(figures).result)],
          ['Explained differences', String(figures.differences.length)],
        ],
        text: 'The figures are kept as they are, with your name. What is booked late counts in the next month. It cannot be undone.',
        action: `${booksPath}/close`,
        fields: { month },
        button: `Close ${monthText(month)}`,
        back: monthPath(month),
      }
    },
    act: async ({ http, operator, field }) => {
      const month = monthOf(http, field('month'))
      const closed = await closeMonth(http.deps, operator.email, month)
      return closed.ok
        ? seeOther(`${monthPath(month)}&done=closed`)
        : refused(http, operator, month, closed.failure)
    },
  }),
]

const notices: Readonly<Record<string, DeskNotice>> = {
  closed: info('The month is closed.'),
  explained: info('The explanation is saved.'),
  compare: info(
    'The card processor’s record is being read. The comparison is here in a moment; load the page again.',
  ),
}

/** The month in an address or form; otherwise the current one. */
function monthOf({ deps: { clock, timeZone } }: HttpContext, typed: string | undefined): string {
  return typed !== undefined && isMonth(typed) ? typed : dayOf(clock.now(), timeZone).slice(0, 7)
}

function showBooks(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const notice = noticeOf(notices, query['done'])
    const month =
      query['month'] === undefined ? await monthToClose(http) : monthOf(http, query['month'])
    return render(http, user, month, notice === undefined ? {} : { notice })
  })
}

/** The previous month while it is to be closed; otherwise the current one. */
async function monthToClose(http: HttpContext): Promise<string> {
  const present = monthOf(http, undefined)
  const before = neighborMonth(present, -1)
  const { closing, earlier } = await http.deps.books.monthState(present)
  return closing === null && earlier !== null ? before : present
}

type Shown = { readonly status?: number; readonly notice?: DeskNotice }

async function render(
  { deps: { books } }: HttpContext,
  user: DeskReader,
  month: string,
  shown: Shown,
): Promise<Response> {
  const [state, figures, tieOut] = await Promise.all([
    books.monthState(month),
    books.figures(month),
    books.tieOut(),
  ])
  const obstacle = obstacleOf(month, state)
  return booksPage({
    ...shown,
    user,
    now: new Date(),
    month,
    state,
    figures: state.closing?.figures ?? figures,
    obstacle: obstacle === null ? null : refusalOf(obstacle).error,
    isChanged: state.closing !== null && !hasSameSums(state.closing.figures, figures),
    tieOut,
  })
}

/** Compares sums of the ledger only; payouts and their state may change after the closing. */
const hasSameSums = (closed: MonthFigures, now: MonthFigures): boolean =>
  Bun.deepEquals(closed.days, now.days)

function refused(
  http: HttpContext,
  user: DeskReader,
  month: string,
  failure: Failure,
): Promise<Response> {
  const { status, error } = refusalOf(failure)
  return render(http, user, month, { status, notice: problem(error) })
}

function compareByForm(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async () => {
    const field = await readForm(request)
    await http.deps.books.requestReading()
    const month = field('month')
    return seeOther(
      isMonth(month) ? `${monthPath(month)}&done=compare` : `${booksPath}?done=compare`,
    )
  })
}

function explainByForm(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const field = await readForm(request)
    const month = monthOf(http, field('month'))
    const part = partOf(field('part'))
    const [processorCents, ledgerCents] = [centsOf(field('processor')), centsOf(field('ledger'))]
    if (part === null || processorCents === null || ledgerCents === null) {
      return refused(http, user, month, { kind: 'difference_not_found' })
    }
    const explained = await explainDifference(http.deps, user.email, {
      part,
      objectId: field('object'),
      processorCents,
      ledgerCents,
      text: field('text'),
    })
    return explained.ok
      ? seeOther(`${monthPath(month)}&done=explained`)
      : refused(http, user, month, explained.failure)
  })
}

const partOf = (typed: string): TransactionAbout | null =>
  transactionAbouts.find((each) => each === typed) ?? null

const centsOf = (typed: string): number | null =>
  /^-?\d{1,12}$/.test(typed) ? Number(typed) : null

function showPayout(
  http: HttpContext,
  { request, params: { payout: id = '' }, query }: Received,
): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const { books } = http.deps
    const payout = await books.payout(id)
    if (payout === null) return deskPayoutNotFound(user)
    const number = /^[1-9]\d{0,4}$/.test(query['page'] ?? '') ? Number(query['page']) : 1
    const transactions = await books.transactionsOfPayout(id, {
      limit: perPage,
      offset: (number - 1) * perPage,
    })
    return payoutPage({ user, payout, transactions, page: number, perPage })
  })
}

function downloadTakings(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async () => {
    const { books } = http.deps
    const month = monthOf(http, query['month'])
    const { closing } = await books.monthState(month)
    const figures = closing?.figures ?? (await books.figures(month))
    return csvResponse(takingsColumns, {
      rows: [takingsRows(figures)],
      fileName: `takings-${month}.csv`,
    })
  })
}

function downloadMovements(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async () => {
    const month = monthOf(http, query['month'])
    return csvResponse(movementColumns, {
      rows: movementsOfMonth(http.deps.books, month),
      fileName: `movements-${month}.csv`,
    })
  })
}

function downloadTransactions(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async () => {
    const month = monthOf(http, query['month'])
    return csvResponse(transactionColumns, {
      rows: transactionsOfMonth(http.deps.books, month),
      fileName: `processor-${month}.csv`,
    })
  })
}
