// Checks the field names of a submitted form (decisions.md 24). A probable misspelling of a known name is refused, because the order
// would be charged without that field. Any other unknown name is listed in the response.

import { buyerFields } from '../accounts/buyer.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text.ts'
import { isFileSentAsText } from '../models/missing-file.ts'
import type { FormFields } from '../models/read-units.ts'
import type { OrderFailure } from './failure.ts'
import { aliasedNames, textsOf } from './order-form.ts'

/** Every name with a meaning in contract.md 4.2 or a decision, in the order of the contract's table. */
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
  'maxTotal',
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
  ...buyerFields,
] as const

const known: ReadonlySet<string> = new Set(knownFieldNames)

/** Common names of other forms that are no misspellings, as `lettersOf` normalizes them. */
const unrelatedNames: ReadonlySet<string> = new Set([
  'county',
  'fname',
  'lname',
  'mname',
  'sname',
  'uname',
])

/** The parts of a form, by name. */
export type FormParts = {
  /** The first text value of each name. */
  readonly fields: FormFields
  /** Names of text values that were sent again with another value. */
  readonly repeated: ReadonlySet<string>
  /** Names of file parts other than the order's file. */
  readonly otherFiles: ReadonlySet<string>
}

/** Returns the names to list as ignored, or the first problem. */
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

/** A `county` of two letters is a country code: without a country the order would go to the US. */
const meantBy = (name: string, value: string): readonly string[] =>
  lettersOf(name).join('') === 'county' && /^[a-z]{2}$/i.test(singleLine(value))
    ? ['country']
    : nearestNames(name)

export type FieldUnknown = Extract<OrderFailure, { kind: 'field_unknown' }>

/** A name in a JSON body that its object does not have. */
export type UnknownName = {
  readonly name: string
  /** What the object is, such as `item 2`; '' for the body itself. */
  readonly place: string
  readonly known: readonly string[]
}

/** The same for the names of a JSON body (decisions.md 50): those to list as ignored, or the first misspelling. */
export function checkJsonNames(
  unknown: readonly UnknownName[],
): Result<readonly string[], FieldUnknown> {
  for (const { name, place, known: names } of unknown) {
    const meant = nearestNames(name, names)
    if (meant.length > 0) {
      return fail({ kind: 'field_unknown', field: name, meant, ...(place !== '' && { place }) })
    }
  }
  const all = unknown.map(({ name, place }) => (place === '' ? name : `${place}: ${name}`))
  return ok(listed([...new Set(all)]))
}

const maxListedNames = 20
const maxListedNameCharacters = 60

function listed(names: readonly string[]): readonly string[] {
  const shown = names
    .slice(0, maxListedNames)
    .map((name) => cutText(singleLine(name), maxListedNameCharacters))
  return names.length > maxListedNames
    ? [...shown, `… ${names.length - maxListedNames} more`]
    : shown
}

/**
 * The known names that `name` is probably a misspelling of; empty for an unrelated name. Only letters and digits count, in any letter
 * case (`Layer_Height`). One letter may be wrong, missing, added or swapped with its neighbor, and two in names of six letters and
 * more. In names of three letters the first one must be right, so that `tip` and `ip` are not taken for `zip`.
 */
export function nearestNames(
  name: string,
  candidates: readonly string[] = knownFieldNames,
): readonly string[] {
  const sent = lettersOf(name)
  if (unrelatedNames.has(sent.join(''))) return []
  let nearest = Number.POSITIVE_INFINITY
  let names: string[] = []
  for (const candidate of candidates) {
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
 * The Damerau-Levenshtein distance: how many letters must be replaced, removed, added or swapped with a neighbor to turn `a` into `b`.
 * Letters may be added between two that are swapped.
 */
function editDistance(a: readonly string[], b: readonly string[]): number {
  const width = b.length + 1
  const distances: number[] = []
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 ? Number.POSITIVE_INFINITY : (distances[row * width + column] ?? 0)
  /** The last row, counted from 1, of each letter of `a`. */
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
