// Downloads of a month's books. Amounts are numbers, so that spreadsheets can add them.
import { type DayTakings, takingColumns, takingsByDay } from '../../../../domain/books/figures.ts'
import type {
  BookedRow,
  Books,
  MonthFigures,
  OwnedTransaction,
} from '../../../../domain/books/ports.ts'
import { type PostageOfDay, postageLeftCents } from '../../../../domain/desk/postage.ts'
import { dollarsOfCents } from '../../../../domain/pricing/dollars.ts'
import type { CsvColumns } from '../../../responses/csv.ts'

const rowsPerQuery = 2000

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const takingsColumns: CsvColumns<DayTakings> = [
  ['day', ({ day }) => day],
  ...takingColumns.map(
    (column) =>
      [
        `${snake(column)}_usd`,
        ({ takings }: DayTakings) => dollarsOfCents(takings[column]),
      ] as const,
  ),
]

/** Orders by the day of their first shipment. */
export const postageColumns: CsvColumns<PostageOfDay> = [
  ['day', ({ day }) => day],
  ['labeled_here', ({ here }) => here.orders],
  ['labels', ({ here }) => here.labels],
  ['postage_charged_usd', ({ here }) => dollarsOfCents(here.chargedCents)],
  ['other_currency', ({ foreign }) => foreign.orders],
  ['other_currency_postage_usd', ({ foreign }) => dollarsOfCents(foreign.chargedCents)],
  ['not_bought_here', ({ elsewhere }) => elsewhere.orders],
  ['not_bought_here_postage_usd', ({ elsewhere }) => dollarsOfCents(elsewhere.chargedCents)],
]

/** Columns for operators, after the others. */
export const labelCostColumns: CsvColumns<PostageOfDay> = [
  ['label_cost_usd', ({ here }) => dollarsOfCents(here.labelCents)],
  ['left_usd', (sums) => dollarsOfCents(postageLeftCents(sums))],
]

export const takingsRows = (figures: MonthFigures): readonly DayTakings[] => takingsByDay(figures)

/** `debit` is the account that received the amount, `credit` the account that gave it. */
export const movementColumns: CsvColumns<BookedRow> = [
  ['number', ({ id }) => id],
  ['day', ({ day }) => day],
  ['booked', ({ at }) => at.toISOString()],
  ['kind', ({ kind }) => kind],
  ['debit', ({ debit }) => debit],
  ['credit', ({ credit }) => credit],
  ['amount_usd', ({ cents }) => dollarsOfCents(cents)],
  ['payment', ({ paymentId }) => paymentId ?? ''],
  ['processor_object', ({ processorId }) => processorId ?? ''],
  ['order', ({ orderCode }) => orderCode ?? ''],
  ['purchase', ({ purchaseId }) => purchaseId ?? ''],
  ['document', ({ document }) => document ?? ''],
  ['country', ({ country }) => country ?? ''],
  ['tax_percent', ({ taxRate }) => (taxRate === null ? '' : taxRate / 100)],
  ['tax_contained_usd', ({ taxCents }) => (taxCents === null ? '' : dollarsOfCents(taxCents))],
]

export async function* movementsOfMonth(
  { movementsOfMonth: read }: Pick<Books, 'movementsOfMonth'>,
  month: string,
): AsyncGenerator<readonly BookedRow[]> {
  for (let afterId = 0; ; ) {
    const part = await read(month, { limit: rowsPerQuery, afterId })
    if (part.length > 0) yield part
    if (part.length < rowsPerQuery) return
    afterId = part.at(-1)?.id ?? afterId
  }
}

export const transactionColumns: CsvColumns<OwnedTransaction> = [
  ['transaction', ({ id }) => id],
  ['created', ({ createdAt }) => createdAt.toISOString()],
  ['type', ({ type }) => type],
  ['amount_usd', ({ amountCents }) => dollarsOfCents(amountCents)],
  ['fee_usd', ({ feeCents }) => dollarsOfCents(feeCents)],
  ['net_usd', ({ amountCents, feeCents }) => dollarsOfCents(amountCents - feeCents)],
  ['currency', ({ currency }) => currency],
  ['payment', ({ paymentId }) => paymentId ?? ''],
  ['processor_object', ({ sourceId }) => sourceId ?? ''],
  ['order', ({ orderCode }) => orderCode ?? ''],
  ['purchase', ({ purchaseId }) => purchaseId ?? ''],
  ['payout', ({ payoutId }) => payoutId ?? ''],
  ['owner', ({ owner }) => owner],
]

export async function* transactionsOfMonth(
  { transactionsOfMonth: read }: Pick<Books, 'transactionsOfMonth'>,
  month: string,
): AsyncGenerator<readonly OwnedTransaction[]> {
  for (let after: OwnedTransaction | null = null; ; ) {
    const part: readonly OwnedTransaction[] = await read(month, { limit: rowsPerQuery, after })
    if (part.length > 0) yield part
    if (part.length < rowsPerQuery) return
    after = part.at(-1) ?? null
  }
}
