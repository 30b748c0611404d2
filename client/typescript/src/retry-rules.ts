// Which requests may be sent again, after what, and how long to wait before.
import { isOwnResponse } from './response-headers.ts'

/**
 * What sending a request twice would do.
 *
 * - `safe`: nothing more than sending it once.
 * - `keyed`: the same, by its Idempotency-Key.
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

/** The endpoint that knows Idempotency-Keys; elsewhere one counts for nothing. */
export const keyedPath = '/api/print/orders'

export function repeatabilityOf(method: string, path: string): Repeatability {
  if (method !== 'POST') return 'safe'
  if (path === keyedPath) return 'keyed'
  return harmlessPosts.has(path) ? 'safe' : 'once'
}

/** Refused before the service did anything. */
const refusedUnread: ReadonlySet<number> = new Set([429, 503])
/** Of a proxy that lost the service, or of the service when it lost a system behind it. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504])

/** Whether the same request can get another response than this one. */
export function isWorthRepeating(response: Response, repeatability: Repeatability): boolean {
  const { status } = response
  if (refusedUnread.has(status)) return true
  if (repeatability === 'once') return false
  if (status === 408 || gatewayStatuses.has(status) || isStillRunning(response)) return true
  return repeatability === 'keyed' && status === 500
}

/** An earlier request of the same has not ended; its result comes later. */
const isStillRunning = ({ status, headers }: Response): boolean =>
  status === 409 && headers.has('retry-after')

/**
 * Whether the service may have acted on a request that got this response, or on an earlier one under its key. A 502 of its own
 * says that nothing came of it.
 */
export function mayHaveActed(response: Response, repeatability: Repeatability): boolean {
  const { status } = response
  if (status === 502) return !isOwnResponse(response)
  if (status === 409) return repeatability === 'keyed' && isStillRunning(response)
  return status === 500 || status === 504
}

/**
 * Whether a refusal of a repeated request says nothing about an earlier one that may have arrived: these are made before the
 * service looks the key up.
 */
export const saysNothingOfEarlier = ({ status }: Response): boolean =>
  status === 401 || status === 408 || refusedUnread.has(status)

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
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a failed fetch certainly never sent its request. */
export function isUnsent(error: unknown): boolean {
  for (const one of causes(error)) {
    if ('code' in one && typeof one.code === 'string' && unsentCodes.has(one.code)) return true
  }
  return false
}

/** The error and what it names as its causes. */
function* causes(error: unknown): Generator<object> {
  for (let at: unknown = error; typeof at === 'object' && at !== null; ) {
    yield at
    at = 'cause' in at ? at.cause : undefined
  }
}
