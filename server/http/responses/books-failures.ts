// Refusals of closing a month and of explaining a difference.
import { monthText } from '../../domain/base/month.ts'
import type { BooksFailure } from '../../domain/books/failure.ts'

export function booksRefusal(failure: BooksFailure): { status: number; error: string } {
  switch (failure.kind) {
    case 'month_not_over':
      return {
        status: 409,
        error: `${monthText(failure.month)} is not over yet. A month can be closed when its last day has ended.`,
      }
    case 'month_not_compared':
      return {
        status: 409,
        error: `The ledger was not compared with the card processor since the end of ${monthText(failure.month)}. Compare now, and close the month when that is done; a comparison leaves out the last hour.`,
      }
    case 'month_being_compared':
      return {
        status: 409,
        error:
          'The card processor’s record is being read at this moment. Close the month when that is done.',
      }
    case 'month_differs':
      return {
        status: 409,
        error:
          failure.differences === 1
            ? 'One difference with the card processor is not explained. Mend or explain it first.'
            : `${failure.differences} differences with the card processor are not explained. Mend or explain them first.`,
      }
    case 'month_out_of_order':
      return {
        status: 409,
        error: `Months are closed in their order. Close ${monthText(failure.earlier)} first.`,
      }
    case 'month_closed':
      return { status: 409, error: `${monthText(failure.month)} is closed already.` }
    case 'explanation_required':
      return { status: 400, error: 'Say in 1 to 500 characters why the amounts differ.' }
    case 'difference_not_found':
      return {
        status: 404,
        error:
          'That difference is gone, or its amounts have changed since the page was opened. Nothing was saved.',
      }
  }
}
