// Handles one API request: key, fault, idempotency, the endpoint in one transaction, and the response.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, findEndpoint } from './api.ts'
import type { Calls } from './calls.ts'
import { ApiError, type ErrorBody } from './core/errors.ts'
import { FormError, type FormValue, parseForm } from './core/form.ts'
import type { Store } from './core/store.ts'
import { type ApiResponse, newId, type World } from './core/world.ts'
import type { FaultList, InjectedFault } from './faults.ts'
import type { IdempotentResponses, KeptResponse, Keyed } from './idempotency.ts'
import { isAuthorized, respondUnauthorized } from './key.ts'

export type ApiParts = {
  readonly store: Store
  readonly worldFor: (requestId: string, idempotencyKey: string | null) => World
  readonly faults: FaultList
  readonly calls: Calls
  readonly idempotency: IdempotentResponses
  readonly secretKey: string
  /** Called when events may be pending. */
  readonly wake: () => void
  readonly closing: AbortSignal
}

type Call = {
  readonly method: string
  readonly path: string
  readonly text: string
  readonly requestId: string
  readonly key: string | null
  readonly version: string | null
}

export async function serveApi(parts: ApiParts, request: Request, path: string): Promise<Response> {
  const requestId = newId('req', 14)
  if (!isAuthorized(request, parts.secretKey)) return respondUnauthorized(request, requestId)
  const { method } = request
  const call: Call = {
    method,
    path,
    text: method === 'POST' ? await request.text() : new URL(request.url).search.slice(1),
    requestId,
    // Stripe ignores the key on calls that change nothing.
    key: method === 'POST' ? request.headers.get('idempotency-key') : null,
    version: request.headers.get('stripe-version'),
  }
  const fault = parts.faults.take({ method, path, text: `${decodeText(call.text)}\n${call.key}` })
  const response = await processOrRefuse(parts, call, fault)
  parts.calls.note(`${method} ${path}`, response.status)
  return response
}

async function processOrRefuse(
  parts: ApiParts,
  call: Call,
  fault: InjectedFault | null,
): Promise<Response> {
  try {
    return await process(parts, call, fault)
  } catch (error) {
    if (error instanceof ApiError) return respond(call, errorResponse(error.status, error.body))
    throw error
  }
}

async function process(
  parts: ApiParts,
  call: Call,
  fault: InjectedFault | null,
): Promise<Response> {
  const unlock = call.key === null ? () => undefined : parts.idempotency.lock(call.key)
  let kept: KeptResponse | null
  let response: ApiResponse
  try {
    if (fault?.when === 'before') {
      const broken = await strike(parts, call, fault)
      if (broken !== null) return broken
    }
    if (parts.closing.aborted) return cut()
    kept = call.key === null ? null : parts.idempotency.recall({ ...toKeyed(call), key: call.key })
    response = kept ?? execute(parts, call, fault)
  } finally {
    // Once the response is stored, a repeated request is a replay, even if the first response arrives later.
    unlock()
  }
  parts.wake()
  if (fault?.when === 'after') {
    const broken = await strike(parts, call, fault)
    if (broken !== null) return broken
  }
  return respond(call, response, kept)
}

/** Waits, then cuts the connection or returns the error. Returns null when the request should continue. */
async function strike(parts: ApiParts, call: Call, fault: InjectedFault): Promise<Response | null> {
  // Rejects when the stand-in closes.
  await sleep(fault.latencyMs ?? 0, undefined, { signal: parts.closing }).catch(() => undefined)
  if (fault.outcome === 'normal') return parts.closing.aborted ? cut() : null
  if (fault.outcome === 'reset') return cut()
  return respond(call, faultResponse(fault.outcome.status), null, {
    ...(fault.outcome.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(fault.outcome.retryAfterSeconds) }),
  })
}

/** Returns a body that fails before its first byte, which makes Bun close the socket without sending a status line. */
const cut = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(undefined) }))

/** Runs the endpoint and stores its response in one commit. A rejection rolls back the endpoint's writes. */
function execute(parts: ApiParts, call: Call, fault: InjectedFault | null): ApiResponse {
  const endpoint = findEndpoint(call.method, call.path)
  if (endpoint === null) throw unknownUrl(call)
  const input = formOf(call.text)
  const world = parts.worldFor(call.requestId, call.key)
  return parts.store.transaction(() => {
    const { response, executed } = attempt(parts.store, endpoint, world, input)
    if (call.key !== null && executed) {
      parts.idempotency.keep(
        { ...toKeyed(call), key: call.key },
        storedResponse(response, fault),
        call.requestId,
      )
    }
    return response
  })
}

/** Returns the response to a repetition: Stripe stores a 500 after the work like a success. */
const storedResponse = (response: ApiResponse, fault: InjectedFault | null): ApiResponse =>
  fault?.when === 'after' && typeof fault.outcome === 'object'
    ? faultResponse(fault.outcome.status)
    : response

function attempt(
  store: Store,
  endpoint: Endpoint,
  world: World,
  input: FormValue,
): { response: ApiResponse; executed: boolean } {
  try {
    return { response: store.transaction(() => endpoint(world, input)), executed: true }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { response: errorResponse(error.status, error.body), executed: error.executed }
  }
}

const toKeyed = (call: Call): Omit<Keyed, 'key'> => ({
  endpoint: `${call.method} ${call.path}`,
  body: call.text,
})

function formOf(text: string): FormValue {
  try {
    return parseForm(text)
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    throw new ApiError(400, { type: 'invalid_request_error', message: error.message }, false)
  }
}

const unknownUrl = ({ method, path }: Call): ApiError =>
  new ApiError(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). The stand-in knows only what this project uses.`,
    },
    false,
  )

const errorResponse = (status: number, error: ErrorBody): ApiResponse => ({
  status,
  body: { error },
})

function faultResponse(status: number): ApiResponse {
  if (status === 429) {
    return errorResponse(status, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. (Injected.)',
    })
  }
  return errorResponse(status, {
    type: 'api_error',
    message: 'An unknown error occurred. (Injected.)',
  })
}

function respond(
  call: Call,
  response: ApiResponse,
  kept: KeptResponse | null = null,
  headers = {},
): Response {
  return Response.json(response.body, {
    status: response.status,
    headers: {
      'request-id': call.requestId,
      'cache-control': 'no-cache, no-store',
      ...(call.version === null ? {} : { 'stripe-version': call.version }),
      ...(call.key === null ? {} : { 'idempotency-key': call.key }),
      ...(kept === null
        ? {}
        : { 'idempotent-replayed': 'true', 'original-request': kept.requestId }),
      ...headers,
    },
  })
}

/** Returns decoded form text, for faults that match a text in it. */
const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Malformed escapes are rejected later; the raw text is enough here.
    return text
  }
}
