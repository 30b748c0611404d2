// POST /api/mcp from request to response. README.md gives the reasons for the order of the checks.

import type { AccountCaller, Caller } from '../server/domain/base/caller.ts'
import type { Result } from '../server/domain/base/result.ts'
import { retryHintSeconds } from '../server/domain/base/time/retry-hints.ts'
import {
  bodyTimeoutMs,
  createTimeoutWheel,
  type TimeoutWheel,
} from '../server/domain/base/time/timeout-wheel.ts'
import { brokenSentence } from '../server/domain/errors/sentences.ts'
import { consumeAllowance } from '../server/domain/limits/consume-allowance.ts'
import type { LimitFailure } from '../server/domain/limits/failure.ts'
import { limiterUnavailable, refuseOverAllowance } from './allowance.ts'
import { type BodyFault, parseBody, receiveBody } from './body.ts'
import type { ToolRefusal } from './content.ts'
import type { ToolDeps } from './deps.ts'
import { createEnvelopes, type Envelopes, type ServerInfo } from './envelope.ts'
import { classify } from './era.ts'
import { headerFault } from './headers.ts'
import { hasKey, identify } from './identify.ts'
import {
  acceptedResponse,
  codes,
  faultResponse,
  type Message,
  type RequestId,
  readMessage,
  resultResponse,
} from './json-rpc.ts'
import {
  callMethod,
  capabilityFault,
  logRequest,
  type MethodCall,
  type MethodResult,
  type ObserveTool,
} from './methods.ts'
import { allowReading, type Origins, originRefusal, preflightResponse } from './origins.ts'
import type { Registry } from './registry.ts'

export type McpParts = {
  /** Read on each request, because tests replace single ports. */
  readonly deps: ToolDeps
  readonly registry: Registry
  /** Returns the account of the request's API key. null without a key or with an unknown one. */
  readonly authenticate: (request: Request) => Promise<AccountCaller | null>
  /** Client address of a request, if known. */
  readonly clientAddress: (request: Request) => string
  /** Origins of browser pages that may call, in addition to the service's origin. */
  readonly allowedOrigins: readonly string[]
  readonly serverInfo: ServerInfo
  readonly instructions: string
  readonly observeTool?: ObserveTool
  /** Called when the endpoint itself refuses a request, for example for an exhausted allowance. */
  readonly onRefused?: (code: string) => void
}

export type McpHandler = (request: Request) => Promise<Response>

export function createMcpHandler(parts: McpParts): McpHandler {
  const origins = new Set([new URL(parts.deps.baseUrl).origin, ...parts.allowedOrigins])
  const precomputed: Precomputed = {
    origins,
    envelopes: createEnvelopes(parts.registry, parts),
    bodyTimeouts: createTimeoutWheel(bodyTimeoutMs),
  }
  return (request) =>
    request.method === 'POST'
      ? handlePost(parts, precomputed, request)
      : Promise.resolve(otherMethodResponse(origins, request))
}

/** Shared by all requests. */
type Precomputed = {
  readonly origins: Origins
  readonly envelopes: Envelopes
  readonly bodyTimeouts: TimeoutWheel
}

/**
 * Awaits each step in one function, because another level of async functions would cost about 1 % of a call
 * (README.md).
 */
async function handlePost(
  parts: McpParts,
  precomputed: Precomputed,
  request: Request,
): Promise<Response> {
  const startedAt = performance.now()
  const origin = request.headers.get('origin')
  const forbidden = originRefusal(precomputed.origins, origin)
  if (forbidden !== null) return forbidden
  let response: Response
  try {
    const anonymous = { kind: 'anonymous', address: parts.clientAddress(request) } as const
    const { caller, isKeyChecked } = hasKey(request)
      ? await identify(parts, request, anonymous)
      : { caller: anonymous, isKeyChecked: true }
    // Counts every request before it is read.
    const refusal = isKeyChecked
      ? endpointRefusal(await consumeAllowance(parts.deps, endpointAllowance, caller))
      : limiterUnavailable
    const body = parseBody(await receiveBody(request, precomputed.bodyTimeouts))
    if (body.ok) {
      const received = { caller, refusal, request, body: body.value, startedAt }
      const checked = checkMessage(parts, precomputed, received)
      response =
        checked instanceof Response
          ? checked
          : responseOf(checked.id, await callMethod(checked.call, checked.message))
    } else {
      response = await unreadableBody(parts.deps, caller, body.failure)
    }
  } catch (error) {
    parts.deps.log.error('mcp.request_failed', { error })
    response = faultResponse(null, {
      status: 500,
      code: codes.internal,
      message: brokenSentence,
    })
  }
  return origin === null ? response : allowReading(response, origin)
}

type ReceivedCall = {
  readonly caller: Caller
  readonly refusal: ToolRefusal | null
  readonly request: Request
  readonly body: unknown
  /** Start of the call, as returned by performance.now(). */
  readonly startedAt: number
}

type CheckedCall = {
  readonly id: RequestId
  readonly call: MethodCall
  readonly message: Message
}

/** Returns the method call in a body, or the response if there is nothing to call. */
function checkMessage(
  { deps, registry, observeTool, onRefused }: McpParts,
  { envelopes }: Precomputed,
  { request, caller, refusal, body, startedAt }: ReceivedCall,
): CheckedCall | Response {
  const { headers } = request
  const read = readMessage(body)
  if (!read.ok) return faultResponse(read.failure.id, read.failure.fault)
  const message = read.value
  const { id = null } = message
  const version = headers.get('mcp-protocol-version')
  const classified = classify(message, version)
  if (!classified.ok) return faultResponse(id, classified.failure)
  const era = classified.value
  const wrongHeader = headerFault(message, era, version, headers)
  if (wrongHeader !== null) return faultResponse(id, wrongHeader)
  if (id === null) return acceptedResponse()
  const undeclared = capabilityFault(message, era)
  if (undeclared !== null) return faultResponse(id, undeclared)
  if (refusal !== null) {
    logRequest({ deps, era }, message, 'refused')
    onRefused?.(refusal.code)
    return resultResponse(id, envelopes.refused(era, message, refusal))
  }
  const call = { deps, registry, envelopes, request, caller, era, observeTool, startedAt }
  return { id, call, message }
}

function responseOf(id: RequestId, result: MethodResult): Response {
  return result.ok ? resultResponse(id, result.value) : faultResponse(id, result.failure)
}

/** Returns the refusal instead of sending it, because the response needs the request's id. */
function endpointRefusal(consumed: Result<unknown, LimitFailure>): ToolRefusal | null {
  return consumed.ok ? null : refuseOverAllowance(consumed.failure, endpointAllowance)
}

const endpointAllowance = 'agent-endpoint'

/**
 * Returns the fault of an unreadable body, within the allowance. Beyond it, and while requests cannot be counted,
 * returns 429.
 */
async function unreadableBody(
  deps: Pick<ToolDeps, 'log' | 'production' | 'rateCounters'>,
  caller: Caller,
  { fault, unreadable }: BodyFault,
): Promise<Response> {
  if (!unreadable) return faultResponse(null, fault)
  const consumed = await consumeAllowance(deps, 'agent-unreadable-bodies', caller)
  if (consumed.ok) return faultResponse(null, fault)
  const isCounted = consumed.failure.kind === 'rate_limited'
  const seconds = isCounted ? consumed.failure.retryAfterSeconds : retryHintSeconds.agentCounters
  const why = isCounted
    ? 'Too many unreadable bodies.'
    : 'This body could not be read, and such bodies cannot be counted at the moment.'
  return faultResponse(null, {
    status: 429,
    code: codes.request,
    message: `${why} Send one JSON-RPC 2.0 object per request; what is wrong with a body is reported again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  })
}

/** Responds to a CORS preflight, or to an unsupported method. */
function otherMethodResponse(origins: Origins, request: Request): Response {
  const preflight = preflightResponse(origins, request)
  if (preflight !== null) return preflight
  const response = faultResponse(null, {
    status: 405,
    code: codes.request,
    message: 'This endpoint takes POST only: there is no stream to open and no session to end.',
    headers: { allow: 'POST' },
  })
  const origin = request.headers.get('origin')
  return origin === null || !origins.has(origin) ? response : allowReading(response, origin)
}
