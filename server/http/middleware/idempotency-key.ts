// Idempotency-Key header (decisions.md 14) as routes declare and read it, and the header of a repeated response.

import { keyHours } from '../../domain/base/time/retention.ts'
import { maxKeyLength } from '../../domain/idempotency/key.ts'
import type { Parameter, ResponseSpec } from '../contract/contract.ts'
import { Reply } from './route.ts'

/**
 * Returns the description of the header for a request that may be retried. `means` states what else the key guarantees.
 */
export const safeRepeat = (means: string): string =>
  `Makes it safe to send the same request again after a timeout: for ${keyHours} hours the same key and the same request get ` +
  `the first response again, and ${means}`

/** Returns the optional request header for the document. */
export const keyParameterOf = (description: string): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
})

/** Returns the header of a repeated response for the document. */
export const replayHeadersOf = (description: string): NonNullable<ResponseSpec['headers']> => ({
  'Idempotent-Replayed': { description, schema: { type: 'string', enum: ['true'] } },
})

/** Returns the key, or null without the header. */
export const idempotencyKeyOf = ({ headers }: Request): string | null =>
  headers.get('idempotency-key')

/** Marks a response to a repeated request. */
export const replayedHeader = { 'idempotent-replayed': 'true' } as const

/** Builds the response of a route that accepts retries. `status` defaults to that of the route's first response. */
export const keyedReply = <Body>(
  body: Body,
  { replayed, status }: { readonly replayed: boolean; readonly status?: number },
): Reply<Body> =>
  new Reply(body, {
    ...(status !== undefined && { status }),
    headers: replayed ? replayedHeader : {},
  })
