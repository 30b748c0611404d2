// The detail of a row: a sentence and an optional list.
export type Detail = {
  readonly sentence: string
  readonly list: readonly string[]
}

const count = /^\d[\d,.]*(?=\s)/

/**
 * Splits a detail. A single line is the sentence. Of several lines, the first is the sentence unless it begins with a number, as in
 * older files. The numbers at the start of the other lines are counted: `2 × 1.00, 0.40`.
 */
export function detailOf(text: string): Detail {
  const lines = text.split('\n').map((line) => line.trim())
  const [first = '', ...others] = lines
  if (others.length === 0) return { sentence: first, list: [] }
  const list = count.test(first) ? lines : others
  const counts = list.flatMap((line) => count.exec(line)?.[0] ?? [])
  const times = [...new Set(counts)].map((one) => {
    const same = counts.filter((other) => other === one).length
    return same === 1 ? one : `${same}\u00a0×\u00a0${one}`
  })
  const head = list === lines ? `${lines.length} lines` : first
  return { sentence: times.length === 0 ? head : `${head}: ${times.join(', ')}`, list }
}
