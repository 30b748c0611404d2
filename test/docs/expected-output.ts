// Compares a sample's output with its guide. "…" in a guide matches anything, and an order code, a moment, an id or
// an address of a model matches any other value of its format.
import { isObject } from '../../server/domain/base/is-object.ts'

/** Placeholder texts, and the values that they match; the first that begins at a place counts. */
const forms: readonly (readonly [written: RegExp, form: string])[] = [
  [/SVC-7KQ2ZM/, 'SVC-[A-HJKMNP-Z2-9]{6}'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/gs:\/\/[^"\s]*…/, 'gs://[\\w./-]+'],
  [/[0-9a-f]{4}…/, '[0-9a-f-]+'],
  [/…/, '[\\s\\S]+?'],
]

/** Placeholder texts of a guide, with the values that they matched. */
export type Found = Map<string, string>

/** Returns whether the text matches the one in the guide; `found` gets the matched values. */
export function matchesText(written: string, actual: string, found: Found): boolean {
  const form = new RegExp(`^${formOf(written)}$`)
  if (!form.test(actual)) return false
  if (written !== actual) found.set(written, actual)
  return true
}

function formOf(written: string): string {
  const [first] = forms
    .map(([pattern, form]) => ({ match: pattern.exec(written), form }))
    .filter((each) => each.match !== null)
    .toSorted((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0))
  const match = first?.match
  if (!match) return RegExp.escape(written)
  const before = RegExp.escape(written.slice(0, match.index))
  return `${before}${first.form}${formOf(written.slice(match.index + match[0].length))}`
}

/**
 * Returns the first difference as a sentence; null when there is none. An object that ends with "…" may have more.
 */
export function differenceOfJson(written: string, actual: string, found: Found): string | null {
  const expected: unknown = JSON.parse(
    written.replaceAll(/(,?)\s*…(?=\s*\})/g, (_, comma: string) => `${comma} "…": "…"`),
  )
  return differ(expected, JSON.parse(actual), '', found)
}

function differ(expected: unknown, actual: unknown, path: string, found: Found): string | null {
  if (typeof expected === 'string' && typeof actual === 'string') {
    return matchesText(expected, actual, found) ? null : `${path}: ${actual} is not ${expected}`
  }
  if (!isObject(expected) || !isObject(actual)) {
    return Object.is(expected, actual)
      ? null
      : `${path}: ${String(actual)} is not ${String(expected)}`
  }
  const { '…': more, ...named } = expected
  const extra = Object.keys(actual).find((key) => !(key in named))
  if (more === undefined && extra !== undefined) return `${path}.${extra} is not in the guide`
  for (const [key, value] of Object.entries(named)) {
    const difference = differ(value, Reflect.get(actual, key), `${path}.${key}`, found)
    if (difference !== null) return difference
  }
  return null
}
