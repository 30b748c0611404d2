// Responses to requests that failed because the database is unreachable or the disk is full. They state when to retry
// and, where money is spent, whether a retry is safe.

import { isDatabaseUnreachable } from '../../domain/base/database-unreachable.ts'
import { hasCode } from '../../domain/base/has-code.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { noRoom, unfinishedCredits } from '../../domain/errors/sentences.ts'
import { pathOf } from '../requests/paths.ts'

export type Outage = {
  readonly code: ErrorCode
  readonly sentence: string
  /** null if a client must not retry the request automatically. */
  readonly retryAfterSeconds: number | null
}

const retryAfterSeconds = retryHintSeconds.busy
const away = 'The service cannot reach its database at the moment.'

/** Sentence for requests that need no further explanation. */
export const databaseAwaySentence = `${away} Try again shortly.`

export const diskFullSentence = `${noRoom} Try again shortly.`

/** Returns the outage, or null if the error has another cause. */
export function outageOf(request: Request, error: unknown): Outage | null {
  if (isDiskFull(error)) {
    return { code: 'disk_full', sentence: diskFullSentence, retryAfterSeconds }
  }
  return isDatabaseUnreachable(error) ? databaseAway(request) : null
}

/** Calls that spend credits. A second call spends again. */
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
  // The caller is authenticated before the body is read, so before that nothing was done.
  if (request.bodyUsed) return isOrder ? orderInDoubt(request) : generationInDoubt
  const sentence = `${away} Nothing was charged; try again shortly.`
  return { code: 'database_away_unstarted', sentence, retryAfterSeconds }
}

/** Returns the response for an order that may have been written, and even charged. */
function orderInDoubt({ headers }: Request): Outage {
  const lost = 'The service lost its database while it worked on this order.'
  if (headers.has('idempotency-key')) {
    const again = 'Send the same request with the same Idempotency-Key again; it is placed once.'
    return { code: 'order_in_doubt', sentence: `${lost} ${again}`, retryAfterSeconds }
  }
  const look = 'Look on the account page whether it was placed before you send it again.'
  return { code: 'order_in_doubt', sentence: `${lost} ${look}`, retryAfterSeconds: null }
}

/** Response for a generation that may have been queued or run, and charged. */
const generationInDoubt: Outage = {
  code: 'generation_in_doubt',
  sentence:
    'The service lost its database while it worked on this generation. Look on the account page whether it was started ' +
    `before you send it again. ${unfinishedCredits}`,
  retryAfterSeconds: null,
}

const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC', 'EDQUOT')
