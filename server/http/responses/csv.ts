// Tables as CSV (RFC 4180) that a spreadsheet opens.
import { disposition } from './attachment.ts'
import { streamOf } from './stream-of.ts'

/** The columns of a table: their names, and the value of a row in each. */
export type CsvColumns<Row> = readonly (readonly [
  name: string,
  of: (row: Row) => string | number,
])[]

/** One line with its end. */
export const csvHeading = <Row>(columns: CsvColumns<Row>): string =>
  `${columns.map(([name]) => name).join(',')}\r\n`

/** One line with its end. */
export const csvLine = <Row>(columns: CsvColumns<Row>, row: Row): string =>
  `${columns.map(([, of]) => csvField(of(row))).join(',')}\r\n`

/**
 * A text that a spreadsheet would read as a formula begins with an apostrophe instead: customers write these texts, and a formula can
 * send the contents of the sheet elsewhere (OWASP, CSV injection).
 */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** A download that is written as its rows arrive. */
export function csvResponse<Row>(
  columns: CsvColumns<Row>,
  { rows, fileName }: { readonly rows: Batches<Row>; readonly fileName: string },
): Response {
  const encoder = new TextEncoder()
  async function* lines() {
    // The mark by which spreadsheets recognize UTF-8.
    yield encoder.encode(`\uFEFF${csvHeading(columns)}`)
    for await (const batch of rows) {
      yield encoder.encode(batch.map((row) => csvLine(columns, row)).join(''))
    }
  }
  return new Response(streamOf(lines()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition(fileName),
      'cache-control': 'private, no-store',
    },
  })
}
