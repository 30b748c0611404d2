// The header of a refusal's code, and refusals that no failure stands behind.
import type { ErrorCode } from '../../domain/errors/catalog.ts'

export const errorCodeHeader = 'x-error-code'

type CodeHeader = { readonly [errorCodeHeader]: ErrorCode }

/** The header object is made once for each code. */
const codeHeaders = new Map<ErrorCode, CodeHeader>()

export function codeHeader(code: ErrorCode): CodeHeader {
  const known = codeHeaders.get(code)
  if (known !== undefined) return known
  const made = Object.freeze({ [errorCodeHeader]: code })
  codeHeaders.set(code, made)
  return made
}

/** `{"error": ...}` for a refusal that no failure stands behind. */
export const refusedWith = (
  code: ErrorCode,
  status: number,
  error: string,
  more: Readonly<Record<string, string>> = {},
): Response => Response.json({ error }, { status, headers: { ...more, ...codeHeader(code) } })

/** For pages and forms whose refusal has no failure, by status. */
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

/** The last filter of every response: a refusal that names no code of its own gets that of its status. */
export function completeCode(status: number, headers: Headers): void {
  if (status >= 400 && !headers.has(errorCodeHeader)) {
    headers.set(errorCodeHeader, generalCode(status))
  }
}
