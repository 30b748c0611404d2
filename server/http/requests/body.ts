// Reads request bodies under a cap. Elysia's `body:` option is not used: its 422 responses are not those of the contract.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { createTimeoutWheel } from '../../domain/base/timeout-wheel.ts'
import { readCapped } from './capped.ts'
import type { BodyFailure } from './failure.ts'

export const maxJsonBytes = 64 * 1024
/** The time limit for the whole body, which fits into a few packets. Files have other limits (README.md). */
const bodyTimeoutMs = 25_000

const watch = createTimeoutWheel(bodyTimeoutMs)
const late = fail({ kind: 'body_late' } as const)

/** The body as text, refused beyond `limitBytes` without reading further, and when it does not arrive in time. */
export async function readText(
  request: Request,
  limitBytes: number = maxJsonBytes,
): Promise<Result<string, BodyFailure>> {
  const arrived = await watch.inTime(receiveText(request, limitBytes))
  if (arrived === 'late') return late
  // The client is gone, so the response reaches no one.
  if (arrived === 'broken') throw new Error('the connection broke while the body was on its way')
  return arrived
}

async function receiveText(
  request: Request,
  limitBytes: number,
): Promise<Result<string, BodyFailure>> {
  if (fitsAsDeclared(request, limitBytes)) return ok(await request.text())
  if ((declaredBytes(request) ?? 0) > limitBytes)
    return fail({ kind: 'body_too_large', limitBytes })
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

/** The body as JSON of the schema's shape; the first problem becomes the refusal's sentence. */
export async function readShape<const S extends v.GenericSchema>(
  request: Request,
  schema: S,
  limitBytes?: number,
): Promise<Result<v.InferOutput<S>, BodyFailure>> {
  const json = await readJsonBody(request, limitBytes)
  if (!json.ok) return json
  return parseShape(json.value, schema)
}

/** The same for a body that may be left out, which counts as `{}`. */
export async function readOptionalShape<const S extends v.GenericSchema>(
  request: Request,
  schema: S,
): Promise<Result<v.InferOutput<S>, BodyFailure>> {
  const text = await readText(request)
  if (!text.ok) return text
  if (text.value.trim() === '') return parseShape({}, schema)
  try {
    return parseShape(JSON.parse(text.value), schema)
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
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return ok(parsed.output)
  const issue = parsed.issues[0]
  const path = v.getDotPath(issue)
  // The library's own words for a field that was not sent; a schema's words win.
  const problem = issue.message.startsWith('Invalid key') ? 'is required' : issue.message
  return fail({ kind: 'field_invalid', message: path === null ? problem : `${path}: ${problem}` })
}
