// Reads request bodies under a cap. Elysia's `body:` option is not used: its 422 responses are not those of the contract.

import * as v from 'valibot'
import {
  checkJsonNames,
  type FieldUnknown,
  type UnknownName,
} from '../../domain/base/field-names.ts'
import { isObject } from '../../domain/base/is-object.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { bodyTimeoutMs, createTimeoutWheel } from '../../domain/base/timeout-wheel.ts'
import { readCapped } from './capped.ts'
import type { BodyFailure } from './failure.ts'

export const maxJsonBytes = 64 * 1024
const watch = createTimeoutWheel(bodyTimeoutMs)
const late = fail({ kind: 'body_late' } as const)

/** The body as text, refused beyond `limitBytes` without reading further, and when it does not arrive in time. */
export async function readText(
  request: Request,
  limitBytes: number = maxJsonBytes,
): Promise<Result<string, BodyFailure>> {
  const arrived = await watch.inTime(receiveText(request, limitBytes))
  if (arrived === 'late') return late
  // The client has disconnected, so the response reaches no one.
  if (arrived === 'broken') throw new Error('the connection broke while the body was on its way')
  return arrived
}

async function receiveText(
  request: Request,
  limitBytes: number,
): Promise<Result<string, BodyFailure>> {
  if (fitsAsDeclared(request, limitBytes)) return ok(await request.text())
  if ((declaredBytes(request) ?? 0) > limitBytes) {
    return fail({ kind: 'body_too_large', limitBytes })
  }
  const chunks: Uint8Array[] = []
  const fits = await readCapped(request.body, limitBytes, (chunk) => chunks.push(chunk))
  if (!fits) return fail({ kind: 'body_too_large', limitBytes })
  return ok(new TextDecoder().decode(Buffer.concat(chunks)))
}

/** The body as JSON of any shape. */
export async function readJsonBody(
  request: Request,
  limitBytes: number = maxJsonBytes,
): Promise<Result<unknown, BodyFailure>> {
  if (fitsAsDeclared(request, limitBytes)) {
    // Wrapped in a result, because the body itself may be the string "late".
    const arrived = await watch.inTime(request.json().then(ok<unknown>))
    if (arrived === 'late') return late
    return arrived === 'broken' ? fail({ kind: 'invalid_json' }) : arrived
  }
  try {
    const text = await readText(request, limitBytes)
    return text.ok ? ok(JSON.parse(text.value)) : text
  } catch {
    // Not JSON, or the connection broke and the response reaches no one.
    return fail({ kind: 'invalid_json' })
  }
}

/** The server enforces a declared length, so such a body may be read whole. */
function fitsAsDeclared(request: Request, limitBytes: number): boolean {
  const declared = request.headers.get('content-length')
  return declared !== null && Number(declared) <= limitBytes
}

/** The Content-Length; null = there is none, as with a body in chunks. */
export function declaredBytes({ headers }: Request): number | null {
  const declared = headers.get('content-length')
  return declared === null ? null : Number(declared)
}

/** Reads and checks a JSON body that may be left out, which counts as `{}`. */
export async function readOptionalJson(
  request: Request,
  limitBytes?: number,
): Promise<Result<unknown, BodyFailure>> {
  const text = await readText(request, limitBytes)
  if (!text.ok) return text
  if (text.value.trim() === '') return ok({})
  try {
    return ok(JSON.parse(text.value))
  } catch {
    // JSON.parse throws for no other reason.
    return fail({ kind: 'invalid_json' })
  }
}

/** A JSON object; `sentence` is the refusal of any other value. A field that was not sent is reported as required. */
export const jsonObject = <const E extends v.ObjectEntries>(entries: E, sentence: string) =>
  v.object(entries, ({ expected }) => (expected === 'Object' ? sentence : 'is required'))

/** A value of the schema's shape; the first problem becomes the refusal's sentence. */
export function parseShape<const S extends v.GenericSchema>(
  value: unknown,
  schema: S,
): Result<v.InferOutput<S>, BodyFailure> {
  const parsed = v.safeParse(schema, value, { message: problemOf })
  if (parsed.success) return ok(parsed.output)
  const issue = parsed.issues[0]
  return fail({ kind: 'field_invalid', message: placed(issue) })
}

type Issue = v.BaseIssue<unknown>

/** What is said where a schema has no message of its own. */
function problemOf({ type, expected }: Issue): string {
  if (objectTypes.has(type) && expected !== 'Object') return 'is required'
  const words = expected === null ? undefined : typeWords.get(expected)
  if (words !== undefined) return words
  if (type === 'integer') return 'must be a whole number'
  const choices = (expected ?? '').match(/"[^"]*"|\b\d[\d.]*\b/g)
  return (type === 'picklist' || type === 'literal') && choices !== null
    ? `must be one of ${choices.map((choice) => choice.replaceAll('"', '')).join(', ')}`
    : 'is not valid'
}

/** An issue of these expects an object, or one of its keys. */
const objectTypes = new Set(['object', 'loose_object', 'strict_object', 'object_with_rest'])

const typeWords = new Map([
  ['number', 'must be a number'],
  ['string', 'must be text'],
  ['boolean', 'must be true or false'],
  ['true', 'must be true'],
  ['Object', 'must be an object'],
  ['Array', 'must be a list'],
])

/** Names the field, and entries of a list from 1 as other refusals do: "Item 4: quantity must be a number". */
function placed({ path, message: problem }: Pick<Issue, 'path' | 'message'>): string {
  const keys: readonly unknown[] = path?.map(({ key }) => key) ?? []
  const [list, index, ...rest] = keys
  if (keys.length === 0) {
    return /^(?:must|is) /.test(problem) ? `The body ${problem}` : problem
  }
  // The rule is about the whole list.
  if (keys.length === 2 && problem.startsWith('must be a list')) return `${list}: ${problem}`
  if (typeof list === 'string' && typeof index === 'number') {
    const noun = list.replace(/s$/, '')
    const entry = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`
    return rest.length === 0 ? `${entry} ${problem}` : `${entry}: ${rest.join('.')} ${problem}`
  }
  return `${keys.join('.')}: ${problem}`
}

export type NamedShape<T> = {
  readonly value: T
  /** Names that mean nothing here; absent when there are none. */
  readonly ignored?: readonly string[]
}

/**
 * The same for a body whose numbers are read, priced or charged: a probable misspelling of a name is refused, and other unknown names are
 * listed, as in the form of an order (decisions.md 24 and 50). `alsoKnown`: names that the body may have for another endpoint.
 */
export function parseNamedShape<const S extends v.GenericSchema>(
  value: unknown,
  schema: S,
  alsoKnown: readonly string[] = [],
): Result<NamedShape<v.InferOutput<S>>, BodyFailure | FieldUnknown> {
  const names = checkJsonNames(
    unknownNames(schema, value).filter(
      ({ name, place }) => place !== null || !alsoKnown.includes(name),
    ),
  )
  if (!names.ok) return names
  const read = parseShape(value, schema)
  if (!read.ok) return read
  return ok({ value: read.value, ...(names.value.length > 0 && { ignored: names.value }) })
}

/** Every name of an object in the body that its schema does not have. */
function unknownNames(
  schema: unknown,
  value: unknown,
  place: string | null = null,
): readonly UnknownName[] {
  if (!isObject(schema) || typeof value !== 'object' || value === null) return []
  if ('wrapped' in schema) return unknownNames(schema['wrapped'], value, place)
  if ('item' in schema && Array.isArray(value)) {
    return value.slice(0, maxCheckedEntries).flatMap((entry: unknown, index) => {
      return unknownNames(schema['item'], entry, `item ${index + 1}`)
    })
  }
  const { entries } = schema
  if (!isObject(entries) || Array.isArray(value)) return []
  const known = Object.keys(entries)
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(entries, name)
      ? unknownNames(entries[name], inner, place ?? name)
      : [{ name, place, known }],
  )
}

/** More entries are refused by the schema. */
const maxCheckedEntries = 100
