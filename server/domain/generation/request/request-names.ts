// Unknown names in a request. As for orders (decisions.md 24), a probable misspelling of a known name is refused,
// because credits would be spent without that option. Any other unknown name is listed in the result.

import { keysOf } from '../../base/keys-of.ts'
import { fail, type Result } from '../../base/result.ts'
import { checkJsonNames, type FieldUnknown, type UnknownName } from '../../base/text/field-names.ts'
import { formKeyField } from '../../idempotency/form-key.ts'
import { viewNames } from '../engine/engine.ts'
import { defaultOptions } from './options.ts'
import type { ParsedBody } from './request.ts'

const optionNames: readonly string[] = keysOf(defaultOptions)
const commonNames = [
  'prompt',
  'mode',
  'style',
  'imageUrl',
  'imagesOf',
  'notify',
  'drafts',
  'refineOf',
]
const jsonNames = [...commonNames, 'advanced']
const formNames = [...commonNames, 'inputMode', 'image', 'images', ...viewNames, ...optionNames]

type Form = Extract<ParsedBody, { kind: 'form' }>

/** Returns the names to list as ignored, or fails for the first misspelling. */
export function checkRequestNames(
  body: Extract<ParsedBody, { kind: 'json' | 'form' }>,
): Result<readonly string[], FieldUnknown> {
  return body.kind === 'form' ? checkFormNames(body) : checkJsonRequest(body.value)
}

function checkFormNames({
  fields,
  otherFiles = [],
}: Form): Result<readonly string[], FieldUnknown> {
  const names = new Set([...fields.keys(), ...otherFiles])
  // Website forms contain this field; it is not a candidate for misspellings.
  names.delete(formKeyField)
  return checkJsonNames(unknownOf(names, formNames))
}

function checkJsonRequest(value: unknown): Result<readonly string[], FieldUnknown> {
  const body = objectOf(value)
  // With a picture, the fields have the same meaning as in the form.
  const asForm = ['imageUrl', 'imagesOf'].some((name) => {
    const source = body[name]
    return typeof source === 'string' && source.trim() !== ''
  })
  const known = asForm ? [...formNames, 'advanced'] : jsonNames
  const unknown = unknownOf(Object.keys(body), known)
  const misplaced = unknown.find(({ name }) => optionNames.includes(name))
  if (misplaced !== undefined) {
    const { name } = misplaced
    return fail({ kind: 'field_unknown', field: name, meant: [`advanced.${name}`] })
  }
  const inside = unknownOf(Object.keys(objectOf(body['advanced'])), optionNames, 'advanced')
  return checkJsonNames([...unknown, ...inside])
}

/** Checks the names of a body without nested objects. */
export const checkPlainNames = (
  names: Iterable<string>,
  known: readonly string[],
): Result<readonly string[], FieldUnknown> => checkJsonNames(unknownOf(names, known))

const unknownOf = (
  names: Iterable<string>,
  known: readonly string[],
  place: string | null = null,
): readonly UnknownName[] =>
  [...names].filter((name) => !known.includes(name)).map((name) => ({ name, place, known }))

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
