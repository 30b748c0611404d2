// POST /api/mcp from the request to the response: the ladder of checks, in the order that README.md gives reasons for.
import type { AccountCaller, AnonymousCaller, Caller } from '../server/domain/base/caller.ts'
import type { Result } from '../server/domain/base/result.ts'
import { createTimeoutWheel, type TimeoutWheel } from '../server/domain/base/timeout-wheel.ts'
import { takeAllowance } from '../server/domain/limits/consume-allowance.ts'
import { allowanceRefusal, unavailable } from './allowance.ts'
import { type BodyFault, parseBody, receiveBody } from './body.ts'
import type { Refused } from './content.ts'
import type { ToolDeps } from './deps.ts'
import { createEnvelopes, type Envelopes, type ServerInfo } from './envelope.ts'
import { classify } from './era.ts'
import { headerFault } from './headers.ts'
import {
  acceptedResponse,
  codes,
  type Fault,
  faultResponse,
  type RequestId,
  readMessage,
  resultResponse,
} from './json-rpc.ts'
import { capabilityFault, noteRequest, type Served, serveMethod } from './methods.ts'
import { type Origins, originRefusal, preflightAnswer, readable } from './origins.ts'
import type { Registry } from './registry.ts'

export type McpParts = {
  /** Asked for anew with each request, as tests put other ports in place. */
  readonly deps: ToolDeps
  readonly registry: Registry
  /** The account of the request's API key; null when there is none or nobody knows it. */
  readonly authenticate: (request: Request) => Promise<AccountCaller | null>
  /** The address that a request came from, as far as it can be told. */
  readonly clientAddress: (request: Request) => string
  /** Origins of browsers that may call, beside the service's own. */
  readonly allowedOrigins: readonly string[]
  readonly serverInfo: ServerInfo
  readonly instructions: string
}

export type McpHandler = (request: Request) => Promise<Response>

/** All that reading a body may take; with the longest tool it stays under the route's limit. */
const bodyTimeoutMs = 25_000

export function createMcpHandler(parts: McpParts): McpHandler {
  const origins = new Set([new URL(parts.deps.baseUrl).origin, ...parts.allowedOrigins])
  const fixed: Precomputed = {
    origins,
    envelopes: createEnvelopes(parts.registry, parts),
    watch: createTimeoutWheel(bodyTimeoutMs),
  }
  return (request) =>
    request.method === 'POST'
      ? answerPost(parts, fixed, request)
      : Promise.resolve(answerOther(origins, request))
}

/** Made once. */
type Precomputed = {
  readonly origins: Origins
  readonly envelopes: Envelopes
  readonly watch: TimeoutWheel
}

/** The one function here that waits: whatever answers at once is called without a promise. */
async function answerPost(
  parts: McpParts,
  fixed: Precomputed,
  request: Request,
): Promise<Response> {
  const startedAt = performance.now()
  const origin = request.headers.get('origin')
  const forbidden = originRefusal(fixed.origins, origin)
  if (forbidden !== null) return forbidden
  try {
    const admission = admit(parts, request)
    const { caller, refusal } = admission instanceof Promise ? await admission : admission
    const arriving = receiveBody(request, fixed.watch)
    const body = parseBody(arriving instanceof Promise ? await arriving : arriving)
    const answer = body.ok
      ? answerBody(parts, fixed, { request, caller, refusal, body: body.value, startedAt })
      : unreadableBody(parts.deps, caller, body.failure)
    const response = answer instanceof Promise ? await answer : answer
    return origin === null ? response : readable(response, origin)
  } catch (error) {
    parts.deps.log.error('mcp.request_failed', { error })
    const message = 'Something broke on our side. It was logged; try again shortly.'
    const response = faultResponse(null, { status: 500, code: codes.internal, message })
    return origin === null ? response : readable(response, origin)
  }
}

type Received = Admission & {
  readonly request: Request
  readonly body: unknown
  /** By performance.now(). */
  readonly startedAt: number
}

/** A promise only where something has to be waited for. */
function answerBody(
  { deps, registry }: McpParts,
  { envelopes }: Precomputed,
  { request, caller, refusal, body, startedAt }: Received,
): Response | Promise<Response> {
  const { headers } = request
  const read = readMessage(body)
  if (!read.ok) return faultResponse(read.failure.id, read.failure.fault)
  const message = read.value
  const { id = null } = message
  const version = headers.get('mcp-protocol-version')
  const era = classify(message, version)
  if (!era.ok) return faultResponse(id, era.failure)
  const wrongHeader = headerFault(message, era.value, version, headers)
  if (wrongHeader !== null) return faultResponse(id, wrongHeader)
  if (id === null) return acceptedResponse()
  const undeclared = capabilityFault(message, era.value)
  if (undeclared !== null) return faultResponse(id, undeclared)
  if (refusal !== null) {
    noteRequest({ deps, era: era.value }, message, 'refused')
    return resultResponse(id, envelopes.refused(era.value, message, refusal))
  }
  const served: Served = { deps, registry, envelopes, request, caller, era: era.value, startedAt }
  const serving = serveMethod(served, message)
  return serving instanceof Promise
    ? serving.then((late) => responseOf(id, late))
    : responseOf(id, serving)
}

function responseOf(id: RequestId, answer: Result<string, Fault>): Response {
  return answer.ok ? resultResponse(id, answer.value) : faultResponse(id, answer.failure)
}

type Admission = { readonly caller: Caller; readonly refusal: Refused | null }

/**
 * Who calls, and whether the endpoint's own allowance lets him: it counts every request, before anything is read. The refusal
 * waits until the request's id is known, because it is an answer to it.
 */
function admit(parts: McpParts, request: Request): Admission | Promise<Admission> {
  const anonymous: AnonymousCaller = { kind: 'anonymous', address: parts.clientAddress(request) }
  if (request.headers.has('authorization') || request.headers.has('x-api-key')) {
    return admitKeyed(parts, request, anonymous)
  }
  const refusal = allowanceRefusal(parts.deps, 'agent-endpoint', anonymous)
  return refusal instanceof Promise
    ? refusal.then((late) => ({ caller: anonymous, refusal: late }))
    : { caller: anonymous, refusal }
}

async function admitKeyed(
  { deps, authenticate }: McpParts,
  request: Request,
  anonymous: AnonymousCaller,
): Promise<Admission> {
  try {
    const caller = (await authenticate(request)) ?? anonymous
    return { caller, refusal: await allowanceRefusal(deps, 'agent-endpoint', caller) }
  } catch (error) {
    // Nobody knows whose key it is, so no allowance can be asked.
    deps.log.error('mcp.authentication_failed', { error })
    return { caller: anonymous, refusal: unavailable }
  }
}

/** The first thirty of an hour get their own words; none does while they cannot be counted. */
async function unreadableBody(
  deps: ToolDeps,
  caller: Caller,
  { fault, unreadable }: BodyFault,
): Promise<Response> {
  if (!unreadable) return faultResponse(null, fault)
  const taken = await takeAllowance(deps, 'agent-unreadable-bodies', caller)
  if (taken.ok) return faultResponse(null, fault)
  const isCounted = taken.failure.kind === 'rate_limited'
  const seconds = isCounted ? taken.failure.retryAfterSeconds : uncountedSeconds
  const why = isCounted
    ? 'Too many unreadable bodies.'
    : 'This body could not be read, and such bodies cannot be counted at the moment.'
  return faultResponse(null, {
    status: 429,
    code: codes.request,
    message: `${why} Send one JSON-RPC 2.0 object per request; more of the other kind are looked at in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  })
}

/** As long as calls are told to wait then. */
const uncountedSeconds = 30

/** A browser's question whether it may POST, or a method that is not served. */
function answerOther(origins: Origins, request: Request): Response {
  const preflight = preflightAnswer(origins, request)
  if (preflight !== null) return preflight
  const response = faultResponse(null, {
    status: 405,
    code: codes.request,
    message: 'This endpoint takes POST only: there is no stream to open and no session to end.',
    headers: { allow: 'POST' },
  })
  const origin = request.headers.get('origin')
  return origin === null || !origins.has(origin) ? response : readable(response, origin)
}
