// /operator/books: the books of a month, the reconciliation with the card processor, explanations, and closing.

import { fail, ok } from '../../../../domain/base/result.ts'
import { readPage } from '../../../../domain/base/text/page-number.ts'
import { isMonth, monthText } from '../../../../domain/base/time/month.ts'
import { closeMonth, explainDifference } from '../../../../domain/books/close-month.ts'
import { earningsOf, takingsOf } from '../../../../domain/books/figures.ts'
import { transactionSubjects } from '../../../../domain/books/ports.ts'
import { monthToClose, readBooks, readFigures, readPayout } from '../../../../domain/desk/books.ts'
import { readPostage } from '../../../../domain/desk/postage.ts'
import { signedMoney } from '../../../../pages/base/money.ts'
import { booksPage } from '../../../../pages/operators/books/books-page.tsx'
import { booksPath, monthPath } from '../../../../pages/operators/books/books-paths.ts'
import { payoutPage } from '../../../../pages/operators/books/payout-page.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { anyText, checkbox } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, type ListNotice, outcomeOf, refusedOutcome } from '../forms/desk-list.ts'
import {
  labelCostColumns,
  movementColumns,
  movementsOfMonth,
  postageColumns,
  takingsColumns,
  takingsRows,
  transactionColumns,
  transactionsOfMonth,
} from './books-csv.ts'
import { monthOf } from './desk-invoices.ts'

const notices = {
  closed: info('The month is closed.'),
  explained: info('The explanation is saved.'),
  compare: info(
    'The card processor’s record is being read. The comparison appears here shortly. Reload the page.',
  ),
}

type Sender = { readonly caller: DeskViewer }

const booksForm = {
  access: operators,
  refuse: (http: HttpContext, { caller }: Sender, refused: FormRefusal) =>
    showMonth(http, caller, monthOf(http.deps, refused.typedIn('month')), refusedOutcome(refused)),
}

export const booksPages = [
  page({
    path: booksPath,
    access: viewers,
    show: async function showBooks(http, { query, caller }) {
      const month = monthOf(http.deps, query['month'])
      const isChosen = query['month'] !== undefined
      const monthShown = isChosen ? month : await monthToClose(http.deps, month)
      return await showMonth(http, caller, monthShown, outcomeOf(notices, query['done']))
    },
  }),
  page({
    path: `${booksPath}/payouts/:payout`,
    access: viewers,
    show: async function showPayout({ deps }, { params, query, caller: user }) {
      const read = await readPayout(deps, params.payout, readPage(query['page']))
      return read === null ? deskNotFound(user, 'payout') : payoutPage({ ...read, user })
    },
  }),
  page({
    path: `${booksPath}/takings.csv`,
    access: viewers,
    show: async function downloadTakings({ deps }, { query }) {
      const month = monthOf(deps, query['month'])
      const rows = [takingsRows(await readFigures(deps, month))]
      return csvResponse(takingsColumns, { rows, fileName: `takings-${month}.csv` })
    },
  }),
  page({
    path: `${booksPath}/postage.csv`,
    access: viewers,
    show: async function downloadPostage({ deps }, { query, caller }) {
      const month = monthOf(deps, query['month'])
      const { days } = await readPostage(deps, month)
      const columns = caller.role === 'operator' ? labelCostColumns : []
      const named = { rows: [days], fileName: `postage-${month}.csv` }
      return csvResponse([...postageColumns, ...columns], named)
    },
  }),
  page({
    path: `${booksPath}/movements.csv`,
    access: viewers,
    show: function downloadMovements({ deps }, { query }) {
      const month = monthOf(deps, query['month'])
      const rows = movementsOfMonth(deps.books, month)
      return csvResponse(movementColumns, { rows, fileName: `movements-${month}.csv` })
    },
  }),
  page({
    path: `${booksPath}/transactions.csv`,
    access: viewers,
    show: function downloadTransactions({ deps }, { query }) {
      const month = monthOf(deps, query['month'])
      const rows = transactionsOfMonth(deps.books, month)
      return csvResponse(transactionColumns, { rows, fileName: `processor-${month}.csv` })
    },
  }),
  form({
    ...booksForm,
    path: `${booksPath}/compare`,
    fields: { month: anyText },
    act: async function compareByForm({ deps }) {
      return ok(await deps.books.requestReading())
    },
    done: (_http, { body: { month } }) =>
      isMonth(month) ? `${monthPath(month)}&done=compare` : `${booksPath}?done=compare`,
  }),
  form({
    ...booksForm,
    path: `${booksPath}/explain`,
    fields: {
      month: anyText,
      part: anyText,
      object: anyText,
      processor: anyText,
      ledger: anyText,
      text: anyText,
    },
    act: async function explainByForm({ deps }, { caller, body }) {
      const part = transactionSubjects.find((each) => each === body.part)
      const [processorCents, ledgerCents] = [centsOf(body.processor), centsOf(body.ledger)]
      if (part === undefined || processorCents === null || ledgerCents === null) {
        return fail({ kind: 'difference_not_found' })
      }
      const difference = { part, objectId: body.object, processorCents, ledgerCents }
      return await explainDifference(deps, caller.email, { ...difference, text: body.text })
    },
    done: ({ deps }, { body }) => `${monthPath(monthOf(deps, body.month))}&done=explained`,
  }),
  form({
    ...booksForm,
    path: `${booksPath}/close`,
    fields: { month: anyText, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body }) => {
      const { month, figures, obstacle } = await readBooks(deps, monthOf(deps, body.month))
      if (obstacle !== null) return fail(obstacle)
      const takings = takingsOf(figures.days)
      return ok({
        tab: 'money',
        title: `Close ${monthText(month)}?`,
        facts: [
          ['Prints and postage', signedMoney(takings.prints + takings.postage)],
          ['Fees', signedMoney(takings.fees)],
          ['Result', signedMoney(earningsOf(figures).result)],
          ['Explained differences', String(figures.differences.length)],
        ],
        text: 'The figures are stored with your name and no longer change. Late entries count in the next month. This cannot be undone.',
        action: `${booksPath}/close`,
        fields: { month },
        button: `Close ${monthText(month)}`,
        back: monthPath(month),
      })
    }),
    act: async function closeByForm({ deps }, { caller, body }) {
      return await closeMonth(deps, caller.email, monthOf(deps, body.month))
    },
    done: ({ deps }, { body }) => `${monthPath(monthOf(deps, body.month))}&done=closed`,
  }),
]

async function showMonth(
  { deps }: HttpContext,
  user: DeskViewer,
  month: string,
  outcome: ListNotice,
): Promise<Response> {
  const [{ obstacle, ...books }, postage] = await Promise.all([
    readBooks(deps, month),
    readPostage(deps, month),
  ])
  return booksPage({
    ...outcome,
    ...books,
    postage,
    user,
    now: new Date(),
    obstacle: obstacle === null ? null : refusalOf(obstacle).error,
  })
}

const centsOf = (text: string): number | null => (/^-?\d{1,12}$/.test(text) ? Number(text) : null)
