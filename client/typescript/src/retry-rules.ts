// Which requests may be retried, after which failures, and after which delay.
import type { Attempt } from './attempt.ts'
import { errorCodeOf, isOwnResponse } from './response-headers.ts'

/**
 * Effect of sending a request twice.
 * - `safe`: the same as sending it once.
 * - `keyed`: the same as sending it once, because of its Idempotency-Key or, without one, its content.
 * - `once`: it could act twice, so it is retried only if it certainly did not arrive or was refused unread.
 */
export type Repeatability = 'safe' | 'keyed' | 'once'

/** POSTs that order, charge and spend nothing. A repeated upload or import stores the same bytes once. */
const harmlessPosts: ReadonlySet<string> = new Set([
  '/api/price',
  '/api/printability',
  '/api/print-upload',
  '/api/print-upload/sign',
  '/api/print-upload/complete',
  '/api/model-import',
  '/api/cart-reprice',
  '/api/slice-quote',
  '/api/detect-colors',
  '/api/agent/order',
])

/** The object that a POST with an Idempotency-Key creates, for error messages. */
export type CreatedKind = 'order' | 'generation' | 'other'

/** POSTs whose repeats with the same Idempotency-Key get the first response. `{id}` matches one path segment. */
export const keyedPosts: Readonly<Record<string, CreatedKind>> = {
  '/api/print/orders': 'order',
  '/api/checkout': 'order',
  '/api/generate': 'generation',
  '/api/generate/start': 'generation',
  '/api/retexture': 'generation',
  '/api/models/{id}/change': 'other',
  '/api/images/generate': 'other',
  '/api/images/edit': 'other',
  '/api/gift-cards/purchase': 'other',
  '/api/account/credits': 'other',
  '/api/operator/orders/{code}/refund': 'other',
  '/api/operator/orders/{code}/messages': 'other',
}

/**
 * Calls without a key that the service recognizes by their content: the same refund or message of an order happens
 * once, whichever program sends it. A key generated per call would make every call a new one, so only a key from the
 * caller is sent.
 */
const knownByContent: ReadonlySet<string> = new Set([
  '/api/operator/orders/{code}/refund',
  '/api/operator/orders/{code}/messages',
])

/** Returns null if the path takes no key. */
export const createdKindOf = (path: string): CreatedKind | null =>
  Object.entries(keyedPosts).find(([template]) => isOf(template, path))?.[1] ?? null

/** Whether the client generates a key for a call without one. */
export const getsNewKey = (method: string, path: string): boolean =>
  repeatabilityOf(method, path) === 'keyed' &&
  ![...knownByContent].some((template) => isOf(template, path))

function isOf(template: string, path: string): boolean {
  const segments = path.split('/')
  return template
    .split('/')
    .every(
      (name, at, { length }) =>
        length === segments.length && (name === segments[at] || name.startsWith('{')),
    )
}

export function repeatabilityOf(method: string, path: string): Repeatability {
  if (method !== 'POST') return 'safe'
  if (createdKindOf(path) !== null) return 'keyed'
  return harmlessPosts.has(path) ? 'safe' : 'once'
}

type Responded = Extract<Attempt, { kind: 'response' }>

/**
 * Sent by a proxy that lost the service, or by the service when it lost a system behind it. Some proxies send 503 after
 * they forwarded the request, and the service can lose its database while it processes one.
 */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * 503 codes after which the service certainly did nothing. Any other code, such as one of a newer service, leaves the
 * outcome unknown.
 */
const nothingDone: ReadonlySet<string> = new Set([
  'cart_line_refused',
  'database_away_unstarted',
  'engine_switched_off',
  'generation_budget_used_up',
  'generation_off',
  'images_switched_off',
  'limiter_unavailable',
  'measuring_unavailable',
  'moderation_unavailable',
  'order_not_written',
  'overloaded',
  'pictures_not_accepted',
  'processor_busy',
  'sign_in_busy',
  'starting',
  'uploads_busy',
])

/**
 * 502 codes with which a generation or a picture failed after its vendor was called. The key is free again, so a retry
 * would generate another one, which is the caller's decision.
 */
const ended = ['engine_failed', 'generation_interrupted', 'image_not_stored']

/** The codes above, and 503 codes that persist until an operator changes something. */
const final: ReadonlySet<string> = new Set([
  ...ended,
  'engine_switched_off',
  'generation_off',
  'images_switched_off',
  'pictures_not_accepted',
])

const saysNothingWasDone = ({ headers }: Response): boolean =>
  nothingDone.has(errorCodeOf(headers) ?? '')

/** Whether a retry of the request can get a different response. */
export function isWorthRepeating({ response }: Responded, repeatability: Repeatability): boolean {
  const { status, headers } = response
  if (final.has(errorCodeOf(headers) ?? '')) return false
  if (status === 429 || (status === 503 && saysNothingWasDone(response))) return true
  if (repeatability === 'once') return false
  if (status === 408 || gatewayStatuses.has(status) || isStillRunning(response)) return true
  return repeatability === 'keyed' && status === 500
}

/** Whether an earlier identical request is still running. Its result follows. */
const isStillRunning = ({ status, headers }: Response): boolean =>
  status === 409 && headers.has('retry-after')

/**
 * Whether the service may have acted on a request with this response, or on an earlier one with its key. A 502 from the
 * service itself means that nothing happened. A 503 is a refusal only if its code says that nothing was done.
 */
export function mayHaveActed({ response }: Responded, repeatability: Repeatability): boolean {
  const { status } = response
  if (status === 502) return !isOwnResponse(response)
  if (status === 409) return repeatability === 'keyed' && isStillRunning(response)
  if (status === 503) return !saysNothingWasDone(response)
  return status === 500 || status === 504
}

/**
 * Whether a refusal of a retry says nothing about an earlier attempt that may have arrived. Such refusals are sent
 * before the service looks up the key.
 */
export const saysNothingOfEarlier = ({ status }: Response): boolean =>
  [401, 408, 429, 503].includes(status)

const firstPauseMs = 250
const longestPauseMs = 15_000
/** A service that crashes repeatedly may run for only a few seconds at a time, which a longer pause would miss. */
const longestRestartPauseMs = 2_000

/**
 * Returns a delay with exponential backoff and full jitter: up to 250 ms, 500 ms, 1 s ... 15 s. `random` is from 0 to
 * 1.
 */
export const backoffMs = (retry: number, random: number): number =>
  pauseOf(retry, random, longestPauseMs)

/** Returns the delay while nothing serves the address (`isRestarting`): same as `backoffMs`, but at most 2 s. */
export const restartPauseMs = (retry: number, random: number): number =>
  pauseOf(retry, random, longestRestartPauseMs)

const pauseOf = (retry: number, random: number, longestMs: number): number =>
  Math.round(random * Math.min(longestMs, firstPauseMs * 2 ** retry))

/** Error codes of Node, Bun and Deno after which nothing can have been sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Nothing listens at the address, as during a restart of the service. An unknown host name is more often a typing
 * error.
 */
const refusedCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ConnectionRefused'])

/** These errors also end established connections, so they prove nothing unless connecting failed. */
const unreachableCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH'])

/** Whether nothing serves the address yet: the connection was refused, or the service reports that it is starting. */
export const isRestarting = (attempt: Attempt): boolean =>
  attempt.kind === 'response'
    ? attempt.response.status === 503 && errorCodeOf(attempt.response.headers) === 'starting'
    : attempt.kind === 'unsent' && isRefused(attempt.error)

/** Whether a failed fetch found no program listening at the address. */
export const isRefused = (error: unknown): boolean => refusedCodes.has(codeOf(causeOf(error)) ?? '')

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null

/**
 * Returns the real cause of a failed fetch. Runtimes wrap the failed system call, and report one per address of a host.
 */
export function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return causeOf(error.cause)
  return error
}

/** Whether a failed fetch certainly never sent its request, judged by the error or one of its causes. */
export function isUnsent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string') {
    if (unsentCodes.has(error.code)) return true
    const isConnecting = 'syscall' in error && error.syscall === 'connect'
    if (isConnecting && unreachableCodes.has(error.code)) return true
  }
  // Node tries several addresses of a host, and reports the failure of each.
  if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isUnsent)) {
    return true
  }
  return 'cause' in error && isUnsent(error.cause)
}
