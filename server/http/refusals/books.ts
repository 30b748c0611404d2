// Refusals of closing a month and of explaining a difference.

import { lengthText } from '../../domain/base/text/text-lengths.ts'
import { monthText } from '../../domain/base/time/month.ts'
import { maxExplanation } from '../../domain/books/close-month.ts'
import type { BooksFailure } from '../../domain/books/failure.ts'
import type { Refusals } from './refusal.ts'

export const booksRefusals: Refusals<BooksFailure> = {
  month_not_over: ({ month }) => [
    409,
    `${monthText(month)} is not over yet. A month can be closed when its last day has ended.`,
  ],
  month_not_compared: ({ month }) => [
    409,
    `The ledger was not compared with the card processor since the end of ${monthText(month)}. Compare now, and close the month when that is done; a comparison leaves out the last hour.`,
  ],
  month_being_compared: [
    409,
    'The card processor’s record is being read at this moment. Close the month when that is done.',
  ],
  month_differs: ({ differences }) => [
    409,
    differences === 1
      ? 'One difference with the card processor is not explained. Mend or explain it first.'
      : `${differences} differences with the card processor are not explained. Mend or explain them first.`,
  ],
  month_out_of_order: ({ earlier }) => [
    409,
    `Months are closed in their order. Close ${monthText(earlier)} first.`,
  ],
  month_closed: ({ month }) => [409, `${monthText(month)} is closed already.`],
  explanation_required: [400, `Say in ${lengthText(maxExplanation)} why the amounts differ.`],
  difference_not_found: [
    404,
    'That difference is gone, or its amounts have changed since the page was opened. Nothing was saved.',
  ],
}
