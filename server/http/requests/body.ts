// Reads request bodies up to a size limit. Does not use Elysia's `body:` option, because its 422 responses do not match
// the contract.

import * as v from 'valibot'
import { isObject } from '../../domain/base/is-object.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import {
  checkJsonNames,
  type FieldUnknown,
  type UnknownName,
} from '../../domain/base/text/field-names.ts'
import { bodyTimeoutMs, createTimeoutWheel } from '../../domain/base/time/timeout-wheel.ts'
import { readCapped } from './capped.ts'
import type { BodyFailure } from './failure.ts'

export const maxJsonBytes = 64 * 1024
const watch = createTimeoutWheel(bodyTimeoutMs)
const late = fail({ kind: 'body_late' } as const)

/** Reads the body as text. Stops and refuses beyond `limitBytes`, or when the body does not arrive in time. */
export const readText = (
  request: Request,
  limitBytes: number = maxJsonBytes,
): Promise<Result<string, BodyFailure>> => receiveInTime(receiveText(request, limitBytes))

/** Reads the body. Stops and refuses like `readText`. */
export const readBytes = (
  request: Request,
  limitBytes: number,
): Promise<Result<Buffer<ArrayBuffer>, BodyFailure>> =>
  receiveInTime(receiveBytes(request, limitBytes))

async function receiveInTime<T>(
  receiving: Promise<Result<T, BodyFailure>>,
): Promise<Result<T, BodyFailure>> {
  const arrived = await watch.inTime(receiving)
  if (arrived === 'late') return late
  // The client has disconnected, so the response is never delivered.
  if (arrived === 'broken') throw new Error('the connection broke while the body was on its way')
  return arrived
}

async function receiveText(
  request: Request,
  limitBytes: number,
): Promise<Result<string, BodyFailure>> {
  if (fitsAsDeclared(request, limitBytes)) return ok(await request.text())
  const bytes = await receiveBytes(request, limitBytes)
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes
}

async function receiveBytes(
  request: Request,
  limitBytes: number,
): Promise<Result<Buffer<ArrayBuffer>, BodyFailure>> {
  if ((declaredBytes(request) ?? 0) > limitBytes) {
    return fail({ kind: 'body_too_large', limitBytes })
  }
  const chunks: Uint8Array[] = []
  const fits = await readCapped(request.body, limitBytes, (chunk) => chunks.push(chunk))
  if (!fits) return fail({ kind: 'body_too_large', limitBytes })
  return ok(Buffer.concat(chunks))
}

/** Reads the body as JSON of any shape. */
export async function readJsonBody(
  request: Request,
  limitBytes: number = maxJsonBytes,
): Promise<Result<unknown, BodyFailure>> {
  if (fitsAsDeclared(request, limitBytes)) {
    // Wrapped in a result because the body may be the string "late".
    const arrived = await watch.inTime(request.json().then(ok<unknown>))
    if (arrived === 'late') return late
    return arrived === 'broken' ? fail({ kind: 'invalid_json' }) : arrived
  }
  try {
    const text = await readText(request, limitBytes)
    return text.ok ? ok(JSON.parse(text.value)) : text
  } catch {
    // Either the body is not JSON, or the connection broke and the response is never delivered.
    return fail({ kind: 'invalid_json' })
  }
}

/**
 * Whether the declared length is within the limit. The server enforces a declared length, so such a body may be read
 * whole.
 */
function fitsAsDeclared(request: Request, limitBytes: number): boolean {
  const declared = request.headers.get('content-length')
  return declared !== null && Number(declared) <= limitBytes
}

/** Returns the Content-Length, or null without one, as with a chunked body. */
export function declaredBytes({ headers }: Request): number | null {
  const declared = headers.get('content-length')
  return declared === null ? null : Number(declared)
}

/** Reads and validates an optional JSON body. An absent body is treated as `{}`. */
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
    // JSON.parse throws only for invalid JSON.
    return fail({ kind: 'invalid_json' })
  }
}

/** Schema of a JSON object. `sentence` refuses any other value. A missing field is reported as required. */
export const jsonObject = <const E extends v.ObjectEntries>(entries: E, sentence: string) =>
  v.object(entries, ({ expected }) => (expected === 'Object' ? sentence : 'is required'))

/** Parses a value with the schema. The first problem becomes the sentence of the refusal. */
export function parseShape<const S extends v.GenericSchema>(
  value: unknown,
  schema: S,
): Result<v.InferOutput<S>, BodyFailure> {
  const parsed = v.safeParse(schema, value, { message: problemOf })
  if (parsed.success) return ok(parsed.output)
  const issue = parsed.issues[0]
  return fail({ kind: 'field_invalid', message: prefixProblem(issue) })
}

type Issue = v.BaseIssue<unknown>

/** Returns the message for an issue whose schema has none. */
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

/** Issue types that expect an object or one of its keys. */
const objectTypes = new Set(['object', 'loose_object', 'strict_object', 'object_with_rest'])

const typeWords = new Map([
  ['number', 'must be a number'],
  ['string', 'must be text'],
  ['boolean', 'must be true or false'],
  ['true', 'must be true'],
  ['Object', 'must be an object'],
  ['Array', 'must be a list'],
])

/**
 * Prefixes the problem with its field. List entries count from 1, as in other refusals: "Item 4: quantity must be a
 * number".
 */
function prefixProblem({ path, message: problem }: Pick<Issue, 'path' | 'message'>): string {
  const keys: readonly unknown[] = path?.map(({ key }) => key) ?? []
  const [list, index, ...rest] = keys
  if (keys.length === 0) {
    return /^(?:must|is) /.test(problem) ? `The body ${problem}` : problem
  }
  // The rule applies to the whole list.
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
  /** Names that the endpoint does not use. Absent when there are none. */
  readonly ignored?: readonly string[]
}

/**
 * Parses a body whose numbers are read, priced or charged. Refuses probable misspellings of a name and lists other
 * unknown names, like the order form (decisions.md 24 and 50). `alsoKnown`: names that the body may contain for another
 * endpoint.
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

/** Returns every name of an object in the body that its schema does not have. */
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

/** The schema refuses longer lists. */
const maxCheckedEntries = 100
