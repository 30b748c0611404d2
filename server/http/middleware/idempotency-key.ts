// The Idempotency-Key header (decisions.md 14) as routes declare and read it, and the header of a repeat.

import { keyHours } from '../../domain/base/retention.ts'
import { maxKeyLength } from '../../domain/idempotency/key.ts'
import type { Parameter, ResponseSpec } from '../contract/contract.ts'
import { Reply } from './route.ts'

/** What the header says of a request that may be sent again; `means`: what the first response stands for besides. */
export const safeRepeat = (means: string): string =>
  `Makes it safe to send the same request again after a timeout: for ${keyHours} hours the same key and the same request get ` +
  `the first response again, and ${means}`

/** For the document: the header that a request may have. */
export const keyParameterOf = (description: string): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  description,
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
})

/** For the document: the header of a repeat. */
export const replayHeadersOf = (description: string): NonNullable<ResponseSpec['headers']> => ({
  'Idempotent-Replayed': { description, schema: { type: 'string', enum: ['true'] } },
})

/** null = the request has none. */
export const idempotencyKeyOf = ({ headers }: Request): string | null =>
  headers.get('idempotency-key')

/** The response of a route that may be repeated; `status` where it is not that of the route's first response. */
export const keyedReply = <Body>(
  body: Body,
  { replayed, status }: { readonly replayed: boolean; readonly status?: number },
): Reply<Body> =>
  new Reply(body, {
    ...(status !== undefined && { status }),
    headers: replayed ? { 'idempotent-replayed': 'true' } : {},
  })
