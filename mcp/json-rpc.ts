// JSON-RPC 2.0 as this endpoint uses it: one message in, one uncached JSON object out.
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import type { ErrorCode } from '../server/domain/errors/catalog.ts'
import { errorCodeHeader } from '../server/domain/errors/catalog.ts'
import type { Fields } from './content.ts'

export type RequestId = string | number

/** An undefined `id` marks a notification. */
export type Message = {
  readonly id: RequestId | undefined
  readonly method: string
  readonly params: Fields
  /** Content of `params._meta`. */
  readonly meta: Fields
}

/** Protocol fault with its code from contract.md 8.7. */
export type RpcError = {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: Fields
  /** Set if status and code do not determine it. */
  readonly errorCode?: ErrorCode
  readonly headers?: Readonly<Record<string, string>>
}

/** -32000 to -32019 are closed to new use. The rest of the range belongs to the specification. */
export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  headers: -32020,
  capability: -32021,
  version: -32022,
} as const

const plainHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const plain = { headers: new Headers(plainHeaders) }

/** Responses of at least this size have a Content-Length, which marks them for compression. */
const minLargeCharacters = 4096

/** `resultJson` is the serialized result. */
export function resultResponse(id: RequestId, resultJson: string): Response {
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
  if (text.length < minLargeCharacters) return new Response(text, plain)
  const headers = { ...plainHeaders, 'content-length': String(Buffer.byteLength(text)) }
  return new Response(text, { headers })
}

/** `id` is null if unknown. */
export function faultResponse(id: RequestId | null, fault: RpcError): Response {
  const { status, code, message, data, headers } = fault
  const error = data === undefined ? { code, message } : { code, message, data }
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, error }), {
    status,
    headers: { ...plainHeaders, ...headers, [errorCodeHeader]: errorCodeOfFault(fault) },
  })
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  405: 'method_not_allowed',
  408: 'body_late',
  413: 'body_too_large',
  415: 'content_type_unsupported',
  429: 'mcp_too_many_unreadable_bodies',
}

const codesByFault: Readonly<Record<number, ErrorCode>> = {
  [codes.parse]: 'invalid_json',
  [codes.request]: 'mcp_request_invalid',
  [codes.method]: 'mcp_method_unknown',
  [codes.params]: 'mcp_params_invalid',
  [codes.headers]: 'mcp_headers_differ',
  [codes.capability]: 'mcp_capability_missing',
  [codes.version]: 'mcp_version_unsupported',
}

const errorCodeOfFault = ({ status, code, errorCode }: RpcError): ErrorCode =>
  errorCode ?? codesByStatus[status] ?? codesByFault[code] ?? 'internal_error'

/** Returns a response outside of JSON-RPC: the refusal of an Origin. */
export function plainResponse(status: number, body: Fields, code: ErrorCode): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...plainHeaders, [errorCodeHeader]: code },
  })
}

export function acceptedResponse(): Response {
  return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
}

/** Whether the value is a JSON object and not an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses a request or a notification. Refuses anything else, with its id if it has one. A null `params` is treated as
 * omitted.
 */
export function readMessage(
  body: unknown,
): Result<Message, { readonly id: RequestId | null; readonly fault: RpcError }> {
  if (Array.isArray(body)) {
    return refuse(null, 'Batches are not accepted: send one request per POST.')
  }
  if (!isFields(body)) return refuse(null, 'The body must be one JSON-RPC 2.0 object.')
  const idField = body['id']
  const id = isRequestId(idField) ? idField : null
  if (body['jsonrpc'] !== '2.0') return refuse(id, '"jsonrpc" must be "2.0".')
  const { method } = body
  if (typeof method !== 'string') return refuse(id, '"method" is required and must be a string.')
  if (id === null && idField !== undefined) {
    return refuse(null, typeof idField === 'number' ? unsafeId : wrongId)
  }
  const params = body['params'] ?? {}
  if (!isFields(params)) return refuse(id, '"params" must be an object.', codes.params)
  const meta = params['_meta'] ?? {}
  if (!isFields(meta)) return refuse(id, '"params._meta" must be an object.', codes.params)
  return ok({ id: id ?? undefined, method, params, meta })
}

const wrongId = '"id" must be a string or an integer; leave it out for a notification.'
/** JSON numbers beyond 2^53 are rounded during parsing, so the response would contain another id. */
const unsafeId =
  '"id" must be an integer from -9007199254740991 to 9007199254740991: another number would not come back as it was sent. Send it as a string.'

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function refuse(id: RequestId | null, message: string, code: number = codes.request) {
  return fail({ id, fault: { status: 400, code, message } })
}
