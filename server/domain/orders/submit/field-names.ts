// Checks the field names of a submitted form (decisions.md 24). A probable misspelling of a known name is refused,
// because the order would be charged without that field. Any other unknown name is listed in the response.

import { buyerFields } from '../../accounts/buyer.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { lettersOf, listedNames, nearestNames } from '../../base/text/field-names.ts'
import { singleLine } from '../../base/text/text.ts'
import { isFileSentAsText } from '../../models/missing-file.ts'
import type { FormFields } from '../../models/read-units.ts'
import type { OrderFailure } from '../failure.ts'
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
  'dryRun',
  'reference',
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

const knownNames: ReadonlySet<string> = new Set(knownFieldNames)

/** The parts of a form, by name. */
export type FormParts = {
  /** The first text value of each name. */
  readonly fields: FormFields
  /** Names of text values that were repeated with another value. */
  readonly repeated: ReadonlySet<string>
  /** Names of file parts other than the order's file. */
  readonly otherFiles: ReadonlySet<string>
}

/** Returns the names to list as ignored, or the first problem. */
export function checkFieldNames(parts: FormParts): Result<readonly string[], OrderFailure> {
  const { fields, repeated, otherFiles } = parts
  for (const name of otherFiles) {
    if (knownNames.has(name)) return fail({ kind: 'field_sent_as_file', field: name })
  }
  if (isFileSentAsText(fields)) return fail({ kind: 'field_sent_as_text', field: 'file' })
  for (const name of repeated) {
    if (knownNames.has(name)) return fail({ kind: 'field_repeated', field: name })
  }
  for (const names of Object.values(aliasedNames)) {
    if (new Set(textsOf(fields, names)).size > 1) {
      return fail({ kind: 'field_aliases_differ', names })
    }
  }
  const unknown = [...new Set([...fields.keys(), ...otherFiles])].filter(
    (name) => !knownNames.has(name),
  )
  for (const name of unknown) {
    const meant = meantBy(name, fields.get(name) ?? '')
    if (meant.length > 0) return fail({ kind: 'field_unknown', field: name, meant })
  }
  return ok(listedNames(unknown))
}

/**
 * Returns the fields that a name probably means. A two-letter `county` is a country code: without a country the order
 * would go to the US.
 */
const meantBy = (name: string, value: string): readonly string[] =>
  lettersOf(name).join('') === 'county' && /^[a-z]{2}$/i.test(singleLine(value))
    ? ['country']
    : nearestNames(name, knownFieldNames)
