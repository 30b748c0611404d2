// Which requests may be sent again, after what, and how long to wait before.
import type { Attempt } from './attempt.ts'
import { errorCodeOf, isOwnResponse } from './response-headers.ts'

/**
 * What sending a request twice would do.
 *
 * - `safe`: nothing more than sending it once.
 * - `keyed`: the same, by its Idempotency-Key or, without one, by its content.
 * - `once`: it could act twice, so it is sent again only where it certainly did not arrive or was refused unread.
 */
export type Repeatability = 'safe' | 'keyed' | 'once'

/** POSTs that order, charge and spend nothing; a repeated upload or import stores the same bytes once. */
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

/** What a POST that takes an Idempotency-Key makes, for the words of an error. */
export type CreatedKind = 'order' | 'generation' | 'other'

/** POSTs whose repeats under one Idempotency-Key get the first response. `{id}` stands for one segment of a path. */
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
 * Calls that the service knows again by their content where they have no key: the same refund or message of an order, by whichever
 * program, happens once. A key made for each call would make every call another one, so only a key of the caller goes with them.
 */
const knownByContent: ReadonlySet<string> = new Set([
  '/api/operator/orders/{code}/refund',
  '/api/operator/orders/{code}/messages',
])

/** null = the path takes no key. */
export const createdKindOf = (path: string): CreatedKind | null =>
  Object.entries(keyedPosts).find(([template]) => isOf(template, path))?.[1] ?? null

/** Whether the client makes a key for a call to which the caller gave none. */
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
 * Sent by a proxy that lost the service, or by the service when it lost a system behind it. Some proxies send 503 after they have
 * passed the request on, and the service can lose its database in the middle of one.
 */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Codes of 503 after which the service certainly did nothing with the request. A code that is not here, such as one of a newer service,
 * counts as a doubt.
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
 * Codes of 502 with which a generation or a picture has ended, after its vendor was asked. The key is free again, so a repeat would
 * have another one made: that is the caller's to decide.
 */
const ended = ['engine_failed', 'generation_interrupted', 'image_not_stored']

/** These, and those of a 503 that last until an operator changes something. */
const final: ReadonlySet<string> = new Set([
  ...ended,
  'engine_switched_off',
  'generation_off',
  'images_switched_off',
  'pictures_not_accepted',
])

const saysNothingWasDone = ({ headers }: Response): boolean =>
  nothingDone.has(errorCodeOf(headers) ?? '')

/** Whether the same request can get another response than this one. */
export function isWorthRepeating({ response }: Responded, repeatability: Repeatability): boolean {
  const { status, headers } = response
  if (final.has(errorCodeOf(headers) ?? '')) return false
  if (status === 429 || (status === 503 && saysNothingWasDone(response))) return true
  if (repeatability === 'once') return false
  if (status === 408 || gatewayStatuses.has(status) || isStillRunning(response)) return true
  return repeatability === 'keyed' && status === 500
}

/** An earlier request of the same has not ended; its result comes later. */
const isStillRunning = ({ status, headers }: Response): boolean =>
  status === 409 && headers.has('retry-after')

/**
 * Whether the service may have acted on a request that got this response, or on an earlier one under its key. A 502 of its own
 * says that nothing came of it. A 503 counts as a refusal only if its code says that nothing was done.
 */
export function mayHaveActed({ response }: Responded, repeatability: Repeatability): boolean {
  const { status } = response
  if (status === 502) return !isOwnResponse(response)
  if (status === 409) return repeatability === 'keyed' && isStillRunning(response)
  if (status === 503) return !saysNothingWasDone(response)
  return status === 500 || status === 504
}

/**
 * Whether a refusal of a repeated request says nothing about an earlier one that may have arrived: these are made before the
 * service looks the key up.
 */
export const saysNothingOfEarlier = ({ status }: Response): boolean =>
  [401, 408, 429, 503].includes(status)

const firstPauseMs = 250
const longestPauseMs = 15_000

/** Exponential with full jitter: between nothing and 250 ms, 500 ms, 1 s ... 15 s. `random` is from 0 to 1. */
export function backoffMs(retry: number, random: number): number {
  return Math.round(random * Math.min(longestPauseMs, firstPauseMs * 2 ** retry))
}

/** Names of errors of Node, Bun and Deno after which nothing can have been sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Nothing listens there, as while a service restarts; an unknown name of a host is more often a mistake. */
const refusedCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ConnectionRefused'])

/** These also end established connections, and prove nothing unless it was the connecting that failed. */
const unreachableCodes: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH'])

/** Whether nothing serves yet at the address: the connection was refused, or the service says that it starts. */
export const isRestarting = (attempt: Attempt): boolean =>
  attempt.kind === 'response'
    ? attempt.response.status === 503 && errorCodeOf(attempt.response.headers) === 'starting'
    : attempt.kind === 'unsent' && refusedCodes.has(codeOf(causeOf(attempt.error)) ?? '')

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null

/** What a failed fetch is really about: runtimes wrap the failed system call, and name one for each address of a host. */
export function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return causeOf(error.cause)
  return error
}

/** Whether a failed fetch certainly never sent its request, by the error or one that it names as its cause. */
export function isUnsent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string') {
    if (unsentCodes.has(error.code)) return true
    const isConnecting = 'syscall' in error && error.syscall === 'connect'
    if (isConnecting && unreachableCodes.has(error.code)) return true
  }
  // Node tries several addresses of a host, and names the failure of each.
  if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isUnsent)) {
    return true
  }
  return 'cause' in error && isUnsent(error.cause)
}
