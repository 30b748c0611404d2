// Tables of work pages: rows of 36 px, numbers aligned to the right, and the first column names the row.
import type { Child } from './markup.ts'

type Cell<Row> = { readonly text: (row: Row) => string } | { readonly cell: (row: Row) => Child }

export type Column<Row> = Cell<Row> & {
  readonly label: string
  /** rest: takes the remaining width, with an ellipsis for overflow. wrap: a sentence or an address, on several lines if need be. */
  readonly kind?: 'number' | 'text' | 'rest' | 'wrap'
  /** Link that sorts the page by this column. `direction` is null while another column is sorted. */
  readonly sort?: {
    readonly href: string
    readonly direction: 'ascending' | 'descending' | null
  }
}

export type DataTableProps<Row> = {
  readonly id?: string
  /** Names the table for screen readers. Visible as its heading if `showCaption` is set. */
  readonly caption: string
  readonly showCaption?: boolean
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Text of an empty table, which says what its rows will contain and how they are created. */
  readonly empty: string
  readonly rowAttributes?: (row: Row) => { readonly id?: string; readonly class?: string }
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, caption, showCaption = false, columns, rows, empty, rowAttributes } = props
  return (
    <section class="scroll" aria-label={caption} tabindex="0" {...(id && { id })}>
      <table class={isListed(columns) ? 'data list' : 'data'}>
        <caption class={showCaption ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td class="empty" colspan={columns.length}>
                {empty}
              </td>
            </tr>
          ) : (
            rows.map((row) => (
              <tr {...rowAttributes?.(row)}>
                {columns.map((column, index) => (
                  <BodyCell column={column} row={row} isFirst={index === 0} />
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </section>
  )
}

/**
 * Whether the table becomes a list on phones, with the column labels before the values. Columns of figures are compared
 * with each other, so a table of two columns or mostly figures remains a table, and so does one of three with a figure.
 */
function isListed(columns: readonly Pick<Column<never>, 'kind'>[]): boolean {
  const figures = columns.filter(({ kind }) => kind === 'number').length
  return columns.length > 3 ? figures * 2 < columns.length : columns.length === 3 && figures === 0
}

const classOf = ({ kind = 'text' }: Pick<Column<never>, 'kind'>) =>
  kind === 'text' ? {} : { class: kind }

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const { label, sort } = column
  if (sort === undefined) {
    return (
      <th scope="col" {...classOf(column)}>
        {label}
      </th>
    )
  }
  const { href, direction } = sort
  return (
    <th scope="col" {...classOf(column)} aria-sort={direction ?? 'none'}>
      <a href={href}>{label}</a>
    </th>
  )
}

type BodyCellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean }

function BodyCell<Row>({ column, row, isFirst }: BodyCellProps<Row>) {
  const content = 'text' in column ? <span>{column.text(row)}</span> : column.cell(row)
  return isFirst ? (
    <th scope="row" {...classOf(column)}>
      {content}
    </th>
  ) : (
    <td {...classOf(column)} data-label={column.label}>
      {content}
    </td>
  )
}
