// Header with a refusal's error code, and refusals without a failure.
import { type ErrorCode, errorCodeHeader } from '../../domain/errors/catalog.ts'

type CodeHeader = { readonly [errorCodeHeader]: ErrorCode }

/** Header objects, created once per code. */
const codeHeaders = new Map<ErrorCode, CodeHeader>()

export function codeHeader(code: ErrorCode): CodeHeader {
  const known = codeHeaders.get(code)
  if (known !== undefined) return known
  const made = Object.freeze({ [errorCodeHeader]: code })
  codeHeaders.set(code, made)
  return made
}

/** Returns `{"error": ...}` for a refusal without a failure. */
export const refusedWith = (
  code: ErrorCode,
  status: number,
  error: string,
  more: Readonly<Record<string, string>> = {},
): Response => Response.json({ error }, { status, headers: { ...more, ...codeHeader(code) } })

/** Codes by status, for pages and forms whose refusal has no failure. */
const general: Readonly<Record<number, ErrorCode>> = {
  400: 'request_invalid',
  401: 'session_required',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'state_conflict',
  410: 'gone',
  413: 'file_too_large',
  415: 'content_type_unsupported',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'upstream_failed',
  503: 'unavailable',
}

const generalCode = (status: number): ErrorCode =>
  general[status] ?? (status >= 500 ? 'internal_error' : 'request_refused')

/** Adds the code of the status to a refusal without one. Runs as the last filter of every response. */
export function completeCode(status: number, headers: Headers): void {
  if (status >= 400 && !headers.has(errorCodeHeader)) {
    headers.set(errorCodeHeader, generalCode(status))
  }
}
