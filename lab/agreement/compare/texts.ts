// Amounts in pages, emails and CSVs.

/** Formats 226800 as "$2,268.00", and with a minus sign below 0. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '\u2212' : ''}$${whole}.${digits.slice(-2)}`
}

/** Returns all amounts of a text, in cents. */
export const amountsIn = (text: string): number[] =>
  [...text.matchAll(/\$([\d,]+)\.(\d\d)/g)].map(([, whole = '', rest = '']) =>
    Number(`${whole.replaceAll(',', '')}${rest}`),
  )

/** Parses "11.32" as 1132; a CSV has as many decimals as it needs. */
export function centsOf(text: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) throw new Error(`"${text}" is not an amount`)
  const [, sign, whole, rest = ''] = match
  // Avoids minus zero.
  return Number(`${sign}${whole}${rest.padEnd(2, '0')}`) + 0
}

/** Returns the rows of a CSV by the names of its columns. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text.trim().split('\r\n').map(cellsOf)
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

const withoutHints = (html: string): string =>
  new HTMLRewriter()
    .on('.hint', {
      element: (element) => {
        element.remove()
      },
    })
    .transform(html)

const oneLine = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim()

/** Returns the first and the last cell of each row, without hints. */
export function rowsIn(html: string, table: string): (readonly [string, string])[] {
  const rows: string[][] = []
  new HTMLRewriter()
    .on(`${table} tr`, { element: () => void rows.push([]) })
    .on(`${table} tr th, ${table} tr td`, {
      element: () => void rows.at(-1)?.push(''),
      text: ({ text }) => {
        const row = rows.at(-1) ?? []
        row.push(`${row.pop() ?? ''}${text}`)
      },
    })
    .transform(withoutHints(html))
  return rows.map((cells) => [oneLine(cells[0] ?? ''), oneLine(cells.at(-1) ?? '')])
}

/** Returns the text of each element. */
export function textsIn(html: string, selector: string): string[] {
  const texts: string[] = []
  new HTMLRewriter()
    .on(selector, {
      element: () => void texts.push(''),
      text: ({ text }) => void texts.push(`${texts.pop() ?? ''}${text}`),
    })
    .transform(html)
  return texts.map(oneLine)
}
