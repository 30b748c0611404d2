// Explains differences and closes months. Closing stores the month's figures and the operator.
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import type { BooksFailure } from './failure.ts'
import type { BooksDeps, MonthState, TieOutDifference } from './ports.ts'

export const maxExplanation = 500

type Deps = Pick<BooksDeps, 'books' | 'log'>

export async function explainDifference(
  { books, log }: Deps,
  by: string,
  which: Pick<TieOutDifference, 'part' | 'objectId' | 'processorCents' | 'ledgerCents'> & {
    readonly text: string
  },
): Promise<Result<null, BooksFailure>> {
  const text = cutText(singleLine(which.text), maxExplanation)
  if (text === '') return fail({ kind: 'explanation_required' })
  if (!(await books.explain(which, { text, by }))) return fail({ kind: 'difference_not_found' })
  const { part, objectId } = which
  log.info('books.explained', { by, part, objectId })
  return ok(null)
}

/** Returns why the month cannot be closed now; null if it can. */
export function obstacleOf(month: string, state: MonthState): BooksFailure | null {
  const { isOver, isReading, isCompared, unexplained, earlier, closing } = state
  if (closing !== null) return { kind: 'month_closed', month }
  if (!isOver) return { kind: 'month_not_over', month }
  if (earlier !== null) return { kind: 'month_out_of_order', earlier }
  if (isReading) return { kind: 'month_being_compared' }
  if (!isCompared) return { kind: 'month_not_compared', month }
  if (unexplained > 0) return { kind: 'month_differs', month, differences: unexplained }
  return null
}

/** The closing statement repeats these checks, because both conditions can change in the meantime. */
export async function closeMonth(
  { books, log }: Deps,
  by: string,
  month: string,
): Promise<Result<null, BooksFailure>> {
  const obstacle = obstacleOf(month, await books.monthState(month))
  if (obstacle !== null) return fail(obstacle)
  const figures = await books.figures(month)
  if (await books.close({ month, by, figures })) {
    log.info('books.month_closed', { by, month })
    return ok(null)
  }
  return fail(
    obstacleOf(month, await books.monthState(month)) ?? { kind: 'month_not_compared', month },
  )
}
