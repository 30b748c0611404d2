// Unknown field names in a form or JSON body (decisions.md 24 and 50): detects probable misspellings and lists the
// other names.
import { fail, ok, type Result } from '../result.ts'
import { cutText, singleLine } from './text.ts'

/** The name, as sent, is a probable misspelling or a common synonym of a known name. */
export type FieldUnknown = {
  readonly kind: 'field_unknown'
  readonly field: string
  /** The closest known names, at least one. */
  readonly meant: readonly string[]
  /** The object of a JSON body that contains the field, such as `item 2`. */
  readonly place?: string
}

/** Fails for the first name that is a probable misspelling of a known name. */
export function refuseMisspelled(
  names: Iterable<string>,
  known: readonly string[],
): Result<void, FieldUnknown> {
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearestNames(name, known)
    if (meant.length > 0) return fail({ kind: 'field_unknown', field: name, meant })
  }
  return ok(undefined)
}

/** A name in a JSON body that its object does not define. */
export type UnknownName = {
  readonly name: string
  /** Name of the object, such as `item 2`; null for the body itself. */
  readonly place: string | null
  readonly known: readonly string[]
}

/** Returns the names of a JSON body to list as ignored, or fails for the first misspelling. */
export function checkJsonNames(
  unknown: readonly UnknownName[],
): Result<readonly string[], FieldUnknown> {
  for (const { name, place, known: names } of unknown) {
    const meant = nearestNames(name, names)
    if (meant.length > 0) {
      return fail({ kind: 'field_unknown', field: name, meant, ...(place !== null && { place }) })
    }
  }
  const all = unknown.map(({ name, place }) => (place === null ? name : `${place}: ${name}`))
  return ok(listedNames([...new Set(all)]))
}

const maxListedNames = 20
const maxListedNameCharacters = 60

/** Returns the names for a response: at most 20, cut to 60 characters each. */
export function listedNames(names: readonly string[]): readonly string[] {
  const shown = names
    .slice(0, maxListedNames)
    .map((name) => cutText(singleLine(name), maxListedNameCharacters))
  return names.length > maxListedNames
    ? [...shown, `… ${names.length - maxListedNames} more`]
    : shown
}

/** Common names of other forms that are not misspellings, as normalized by `lettersOf`. */
const unrelatedNames: ReadonlySet<string> = new Set([
  'county',
  'fname',
  'lname',
  'mname',
  'sname',
  'uname',
])

/**
 * Common synonyms of known names, as normalized by `lettersOf`. If these fields were ignored, an invoice would lack
 * required details, or a parcel would go to the US.
 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['companyname', 'company'],
  ['organization', 'company'],
  ['vat', 'vatId'],
  ['vatno', 'vatId'],
  ['vatnumber', 'vatId'],
  ['taxid', 'vatId'],
  ['taxnumber', 'vatId'],
  ['po', 'purchaseOrder'],
  ['pono', 'purchaseOrder'],
  ['ponumber', 'purchaseOrder'],
  ['purchaseordernumber', 'purchaseOrder'],
  ['countrycode', 'country'],
])

/**
 * Returns the known names that `name` probably means; empty for an unrelated name. Compares letters and digits only,
 * in any letter case (`Layer_Height`), and includes common synonyms (`vat`). One letter can be wrong, missing, added
 * or swapped with its neighbor; two in names of at least six letters. In three-letter names the first letter must
 * match, so that `tip` and `ip` do not match `zip`.
 */
export function nearestNames(name: string, candidates: readonly string[]): readonly string[] {
  const letters = lettersOf(name)
  if (unrelatedNames.has(letters.join(''))) return []
  const other = otherNames.get(letters.join(''))
  if (other !== undefined && candidates.includes(other)) return [other]
  let nearest = Number.POSITIVE_INFINITY
  let names: string[] = []
  for (const candidate of candidates) {
    const meant = lettersOf(candidate)
    if (meant.length <= 3 && meant[0] !== letters[0]) continue
    const limit = meant.length < 6 ? 1 : 2
    if (Math.abs(meant.length - letters.length) > limit) continue
    const distance = editDistance(letters, meant)
    if (distance > limit || distance > nearest) continue
    names = distance === nearest ? [...names, candidate] : [candidate]
    nearest = distance
  }
  return names
}

/** Returns the letters and digits of a name, in lowercase. */
export const lettersOf = (name: string): readonly string[] => [
  ...name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, ''),
]

/**
 * Returns the Damerau-Levenshtein distance: how many letters must be replaced, removed, added or swapped with a
 * neighbor to turn `a` into `b`. Letters can be added between two swapped letters.
 */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const width = b.length + 1
  const distances: number[] = []
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 ? Number.POSITIVE_INFINITY : (distances[row * width + column] ?? 0)
  /** The last row (from 1) of each letter of `a`. */
  const rows = new Map<string, number>()
  for (let column = 0; column < width; column += 1) distances.push(column)
  for (const [aIndex, letter] of a.entries()) {
    const row = aIndex + 1
    distances.push(row)
    let columnOfLetter = 0
    for (const [bIndex, other] of b.entries()) {
      const column = bIndex + 1
      const rowOfOther = rows.get(other) ?? 0
      const between = row - rowOfOther - 1 + (column - columnOfLetter - 1)
      const swapped = at(rowOfOther - 1, columnOfLetter - 1) + between + 1
      const replaced = at(row - 1, column - 1) + (letter === other ? 0 : 1)
      const removed = at(row - 1, column) + 1
      const added = at(row, column - 1) + 1
      distances.push(Math.min(swapped, replaced, removed, added))
      if (letter === other) columnOfLetter = column
    }
    rows.set(letter, row)
  }
  return at(a.length, b.length)
}
