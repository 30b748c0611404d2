// Tables as CSV (RFC 4180) for spreadsheets.
import { csvField } from '../../domain/base/text/csv.ts'
import { downloadHeaders } from './attachment.ts'
import { streamOf } from './stream-of.ts'

/** Columns of a table: each name, with the value of a row. */
export type CsvColumns<Row> = readonly (readonly [
  name: string,
  of: (row: Row) => string | number,
])[]

/** Returns the header line with its line ending. */
export const csvHeading = <Row>(columns: CsvColumns<Row>): string =>
  `${columns.map(([name]) => name).join(',')}\r\n`

/** Returns a line with its line ending. */
export const csvLine = <Row>(columns: CsvColumns<Row>, row: Row): string =>
  `${columns.map(([, of]) => cellOf(of(row))).join(',')}\r\n`

const cellOf = (value: string | number): string =>
  typeof value === 'number' ? String(value) : csvField(value)

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Returns a download that is written as its rows arrive. */
export function csvResponse<Row>(
  columns: CsvColumns<Row>,
  { rows, fileName }: { readonly rows: Batches<Row>; readonly fileName: string },
): Response {
  const encoder = new TextEncoder()
  async function* lines() {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    yield encoder.encode(`\uFEFF${csvHeading(columns)}`)
    for await (const batch of rows) {
      yield encoder.encode(batch.map((row) => csvLine(columns, row)).join(''))
    }
  }
  return new Response(streamOf(lines()), {
    headers: downloadHeaders(fileName, 'text/csv; charset=utf-8'),
  })
}
