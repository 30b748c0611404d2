// Reads what a text states about one setting: every match of a pattern, except negated ones ("not black").

/** `unclear`: several values, only negated values, or a value that is not offered. */
export type StatedValue<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'stated'; readonly value: T }
  | { readonly kind: 'unclear' }

/** A pattern with the flag g, and the value of a match; null for a value that is not offered. */
export type Pattern<T> = readonly [RegExp, (match: RegExpExecArray) => T | null]

export function readStated<T extends string | number>(
  text: string,
  patterns: readonly Pattern<T>[],
): StatedValue<T> {
  const values = new Set<T | null>()
  let isRuledOut = false
  for (const [pattern, read] of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (negation.test(text.slice(Math.max(0, match.index - 40), match.index))) {
        isRuledOut = true
      } else {
        values.add(read(match))
      }
    }
  }
  const [value = null] = values
  if (value !== null && values.size === 1) return { kind: 'stated', value }
  return values.size === 0 && !isRuledOut ? { kind: 'absent' } : { kind: 'unclear' }
}

/** Matches a negation at the end of the text before a value. */
const negation =
  /\b(?:not|no|never|without|avoid|isn't|instead of|rather than|don't (?:want|use)(?: it)?)\s+(?:in\s+)?(?:the\s+|any\s+|an?\s+)?$/i

/** Parses a number with a decimal point or comma. */
export const decimal = (digits: string | undefined): number | null => {
  const value = Number((digits ?? 'x').replace(',', '.'))
  return Number.isNaN(value) ? null : value
}
