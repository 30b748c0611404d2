// The response to a request that failed because the database cannot be reached or the disk is full: when to retry and, where money
// is spent, whether a retry is safe.

import { isDatabaseUnreachable } from '../../domain/base/database-unreachable.ts'
import { retryHintSeconds } from '../../domain/base/retry-hints.ts'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { pathOf } from '../requests/paths.ts'

export type Outage = {
  readonly code: ErrorCode
  readonly sentence: string
  /** null = a client must not retry this request automatically. */
  readonly retryAfterSeconds: number | null
}

const retryAfterSeconds = retryHintSeconds.busy
const away = 'The service cannot reach its database at the moment.'

/** For requests that need no further explanation. */
export const databaseAwaySentence = `${away} Try again shortly.`

/** null when the error is something else. */
export function outageOf(request: Request, error: unknown): Outage | null {
  if (isDiskFull(error)) {
    const sentence = 'The service has no room for files at the moment. Try again shortly.'
    return { code: 'disk_full', sentence, retryAfterSeconds }
  }
  return isDatabaseUnreachable(error) ? databaseAway(request) : null
}

/** Calls that spend credits; a second one spends again. */
const generations: ReadonlySet<string> = new Set([
  'POST /api/generate',
  'POST /api/generate/start',
  'POST /api/retexture',
])

function databaseAway(request: Request): Outage {
  const call = `${request.method} ${pathOf(request.url)}`
  const isOrder = call === 'POST /api/print/orders'
  if (!isOrder && !generations.has(call)) {
    return { code: 'database_away', sentence: databaseAwaySentence, retryAfterSeconds }
  }
  // The caller is authenticated before the body is read, so until then nothing was done.
  if (request.bodyUsed) return isOrder ? orderInDoubt(request) : generationInDoubt
  const sentence = `${away} Nothing was charged; try again shortly.`
  return { code: 'database_away_unstarted', sentence, retryAfterSeconds }
}

/** The order may have been written, and even charged. */
function orderInDoubt({ headers }: Request): Outage {
  const lost = 'The service lost its database while it worked on this order.'
  if (headers.has('idempotency-key')) {
    const again = 'Send the same request with the same Idempotency-Key again; it is placed once.'
    return { code: 'order_in_doubt', sentence: `${lost} ${again}`, retryAfterSeconds }
  }
  const look = 'Look on the account page whether it was placed before you send it again.'
  return { code: 'order_in_doubt', sentence: `${lost} ${look}`, retryAfterSeconds: null }
}

/** The generation may have been queued or have run, and be charged. */
const generationInDoubt: Outage = {
  code: 'generation_in_doubt',
  sentence:
    'The service lost its database while it worked on this generation. Look on the account page whether it was started ' +
    'before you send it again. Credits of a generation that does not finish are given back.',
  retryAfterSeconds: null,
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
