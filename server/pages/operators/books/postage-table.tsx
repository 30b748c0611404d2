// Postage of a month by day of shipment, compared with the cost of labels that were bought at the desk.
import { monthText } from '../../../domain/base/time/month.ts'
import {
  type PostageOfMonth,
  type PostageSums,
  postageLeftCents,
} from '../../../domain/desk/postage.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { count } from '../../base/figures.ts'
import { money, signedMoney } from '../../base/money.ts'
import type { DeskUser } from '../parts/desk-page.tsx'
import { momentText } from '../parts/moment.tsx'
import { booksPath } from './books-paths.ts'

type Row = { readonly label: string; readonly sums: PostageSums; readonly isTotal: boolean }

type Column = {
  readonly label: string
  readonly of: (sums: PostageSums) => number
  readonly isMoney: boolean
  /** Whether only operators see it, like the cost of an order. */
  readonly isCost?: true
}

const otherCurrency = 'Other currency'

const columns: readonly Column[] = [
  { label: 'Labeled here', of: ({ here }) => here.orders, isMoney: false },
  { label: 'Postage charged', of: ({ here }) => here.chargedCents, isMoney: true },
  { label: 'Label cost', of: ({ here }) => -here.labelCents, isMoney: true, isCost: true },
  { label: 'Left', of: postageLeftCents, isMoney: true, isCost: true },
  { label: otherCurrency, of: ({ foreign }) => foreign.orders, isMoney: false },
  { label: 'Not bought here', of: ({ elsewhere }) => elsewhere.orders, isMoney: false },
  { label: 'Their postage', of: ({ elsewhere }) => elsewhere.chargedCents, isMoney: true },
]

type Props = {
  readonly postage: PostageOfMonth
  readonly month: string
  readonly user: DeskUser
}

export function PostageByDay({ postage, month, user }: Props) {
  const { days, total } = postage
  const shown = columns.filter(
    ({ isCost, label }) =>
      (isCost === undefined || user.role === 'operator') &&
      (label !== otherCurrency || total.foreign.orders > 0),
  )
  const rows: Row[] = days.map(({ day, ...sums }) => ({
    label: momentText(new Date(`${day}T12:00:00Z`), 'UTC', 'day'),
    sums,
    isTotal: false,
  }))
  if (days.length > 0) rows.push({ label: 'Total', sums: total, isTotal: true })
  return (
    <Section id="postage" title="Postage and labels">
      <p class="hint">
        Orders by the day of their first shipment, with labels that were bought at the desk or
        without. A voided label counts only if the carrier rejected its refund. A label of an order
        that was not shipped is in no month, such as of a cancelled order: void it. Closing the
        month does not fix these figures.{' '}
        <a href={`${booksPath}/postage.csv?month=${month}`}>Postage and labels as CSV</a>
      </p>
      <DataTable
        caption={`Postage and labels of ${monthText(month)} by day`}
        rows={rows}
        empty="No order was shipped in this month."
        rowAttributes={({ isTotal }) => (isTotal ? { class: 'sum' } : {})}
        columns={[
          { label: 'Day', text: ({ label }) => label },
          ...shown.map(({ label, of, isMoney }) => ({
            label,
            kind: 'number' as const,
            text: ({ sums }: Row) => text(of(sums), isMoney),
          })),
        ]}
      />
      {total.foreign.orders === 0 ? '' : <p class="hint">{foreignText(total)}</p>}
    </Section>
  )
}

const foreignText = ({ foreign: { orders, chargedCents } }: PostageSums): string =>
  `${orders === 1 ? '1 order has labels' : `${count(orders)} orders have labels`} that were bought here in another currency, which is not converted. Postage of ${money(chargedCents)} was charged.`

/** Returns '' for zero, as in the table of takings. */
const text = (value: number, isMoney: boolean): string =>
  value === 0 ? '' : isMoney ? signedMoney(value) : count(value)
