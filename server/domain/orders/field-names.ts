// The names of a submitted form (decisions.md 24): a name that is nearly a known one is refused, because its sender meant that
// one and would be charged without it; any other unknown name is listed in the response.

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text.ts'
import { isFileSentAsText } from '../models/missing-file.ts'
import type { FormFields } from '../models/read-units.ts'
import type { OrderFailure } from './failure.ts'
import { aliasedNames, textsOf } from './order-form.ts'

/** Every name that contract.md 4.2 or a decision gives a meaning, in the order of the contract's table. */
export const knownFieldNames = [
  'file',
  'modelUrl',
  'units',
  'material',
  'quality',
  'quantity',
  'color',
  'infill',
  'nozzleDiameter',
  'nozzleFlow',
  'layerHeight',
  'note',
  'recipientName',
  'name',
  'street1',
  'address1',
  'street2',
  'address2',
  'city',
  'state',
  'zip',
  'postalCode',
  'country',
  'email',
  'phone',
] as const

const known: ReadonlySet<string> = new Set(knownFieldNames)

/** Names of other forms' fields that only look like misspellings, as `lettersOf` reads them. */
const otherWords: ReadonlySet<string> = new Set([
  'county',
  'fname',
  'lname',
  'mname',
  'sname',
  'uname',
])

/** What a form holds, by the names of its parts. */
export type FormParts = {
  /** The first text of each name. */
  readonly fields: FormFields
  /** Names of texts that were sent again with another text. */
  readonly repeated: ReadonlySet<string>
  /** Names of file parts other than the order's file. */
  readonly otherFiles: ReadonlySet<string>
}

/** The names to list as ignored, or the first problem with a name. */
export function checkFieldNames(parts: FormParts): Result<readonly string[], OrderFailure> {
  const { fields, repeated, otherFiles } = parts
  for (const name of otherFiles)
    if (known.has(name)) return fail({ kind: 'field_sent_as_file', field: name })
  if (isFileSentAsText(fields)) return fail({ kind: 'field_sent_as_text', field: 'file' })
  for (const name of repeated)
    if (known.has(name)) return fail({ kind: 'field_repeated', field: name })
  for (const names of Object.values(aliasedNames)) {
    if (new Set(textsOf(fields, names)).size > 1)
      return fail({ kind: 'field_aliases_differ', names })
  }
  const unknown = [...new Set([...fields.keys(), ...otherFiles])].filter((name) => !known.has(name))
  for (const name of unknown) {
    const meant = meantBy(name, fields.get(name) ?? '')
    if (meant.length > 0) return fail({ kind: 'field_unknown', field: name, meant })
  }
  return ok(listed(unknown))
}

/** No county has a name of two letters: its sender meant `country`, and without that the order would go to the US. */
const meantBy = (name: string, value: string): readonly string[] =>
  lettersOf(name).join('') === 'county' && /^[a-z]{2}$/i.test(singleLine(value))
    ? ['country']
    : nearestNames(name)

const LISTED_MAX = 20
const LISTED_NAME_LENGTH_MAX = 60

function listed(names: readonly string[]): readonly string[] {
  const shown = names
    .slice(0, LISTED_MAX)
    .map((name) => cutText(singleLine(name), LISTED_NAME_LENGTH_MAX))
  return names.length > LISTED_MAX ? [...shown, `… ${names.length - LISTED_MAX} more`] : shown
}

/**
 * The known names that `name` is probably a misspelling of; empty for a name that means something else. Letter case and
 * everything but letters and digits do not count (`Layer_Height`). Beyond that, one letter may be wrong, missing, added or
 * swapped with its neighbor, and two in names of six letters and more. In names of three letters the first one has to be
 * right, so that `tip` and `ip` are not `zip`.
 */
export function nearestNames(name: string): readonly string[] {
  const sent = lettersOf(name)
  if (otherWords.has(sent.join(''))) return []
  let nearest = Number.POSITIVE_INFINITY
  let names: string[] = []
  for (const candidate of knownFieldNames) {
    const meant = lettersOf(candidate)
    if (meant.length <= 3 && meant[0] !== sent[0]) continue
    const limit = meant.length < 6 ? 1 : 2
    if (Math.abs(meant.length - sent.length) > limit) continue
    const distance = editDistance(sent, meant)
    if (distance > limit || distance > nearest) continue
    names = distance === nearest ? [...names, candidate] : [candidate]
    nearest = distance
  }
  return names
}

const lettersOf = (name: string): readonly string[] => [
  ...name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, ''),
]

/**
 * How many letters have to be replaced, removed, added or swapped with a neighbor to make `b` out of `a`
 * (Damerau-Levenshtein). Letters may be added between two that are swapped, as a hasty hand does.
 */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const width = b.length + 1
  const distances: number[] = []
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 ? Number.POSITIVE_INFINITY : (distances[row * width + column] ?? 0)
  /** The last row, counted from 1, in which each letter of `a` stood. */
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
