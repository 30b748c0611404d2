// Counts and findings of a comparison.

export type Findings = {
  /** Sentences: the place, the found value and the expected value. */
  readonly differences: string[]
  amounts: number
  pages: number
  mails: number
  documents: number
}

export const newFindings = (): Findings => ({
  differences: [],
  amounts: 0,
  pages: 0,
  mails: 0,
  documents: 0,
})

/** Compares numbers, texts and lists of them. */
export function expectSame(
  findings: Findings,
  where: string,
  found: unknown,
  expected: unknown,
): void {
  findings.amounts += countOf(expected)
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) findings.differences.push(`${where}: ${is} instead of ${should}`)
}

/** Compares without regard to order. */
export function expectSameItems(
  findings: Findings,
  where: string,
  found: readonly unknown[],
  expected: readonly unknown[],
): void {
  expectSame(findings, where, sorted(found), sorted(expected))
}

const sorted = (items: readonly unknown[]): unknown[] =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((all: number, each) => all + countOf(each), 0)
}
