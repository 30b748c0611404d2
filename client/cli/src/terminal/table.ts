// Rows of text in columns.

/** Columns are as wide as their widest cell. `sides` states which ones are right-aligned. */
export function table(
  rows: readonly (readonly string[])[],
  sides: readonly ('left' | 'right')[] = [],
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return sides[column] === 'right' ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
