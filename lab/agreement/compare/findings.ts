// What a comparison looked at and what it found.

export type Findings = {
  /** Sentences: what was found where, and what it should be. */
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

/** Numbers, texts and lists of them. */
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

/** Without regard to their order. */
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
