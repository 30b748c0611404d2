// Response headers that the document lists once, and which response has which of them.
import { limits } from '../../domain/limits/table.ts'
import type { Contract, Header, Parameter } from '../contract/contract.ts'
import { policyOf } from '../responses/rate-limit-headers.ts'
import type { Reference } from './types.ts'

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
})

export const componentHeaders = {
  RequestId: text(
    'The id of the request in our log: the `X-Request-Id` of the request (8 to 64 letters, digits, `.`, `_` or `-`), or one of ours.',
    '0d9b1c6e-5f6e-1k',
  ),
  ErrorCode: text(
    'The stable code of the refusal, such as `rate_limited`: /docs/errors lists each one with its cause and what to do. A code never changes ' +
      'its meaning; new codes may be added, so handle an unknown one by its status.',
    'rate_limited',
  ),
  RetryAfter: {
    description: 'Whole seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 5,
  },
  RateLimitPolicy: text(
    'The rate limit of the endpoint: its name, `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers-10).',
    policyOf('slice-quote', limits['slice-quote']),
  ),
  RateLimit: text(
    'The rest of the rate limit: `r` requests for the next `t` seconds. Then `q` requests are free again.',
    '"slice-quote";r=29;t=1800',
  ),
  ETag: text(
    'The entity tag of this response. If you send it as `If-None-Match`, the response for an unchanged resource is 304 without a body.',
    '"5f2b8c0d9e1a7f34"',
  ),
  Deprecation: text('The date since which the endpoint is deprecated (RFC 9745).', '@1795392000'),
  Sunset: text(
    'The date after which the endpoint may be removed (RFC 8594); absent if no date is set.',
    'Tue, 01 Jun 2027 00:00:00 GMT',
  ),
  Link: text('Replacement of the endpoint.', '</api/billing/webhook>; rel="successor-version"'),
} as const satisfies Readonly<Record<string, Header>>

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier response. Unchanged, the response is 304 without a body.',
  schema: { type: 'string' },
}

type Name = keyof typeof componentHeaders

const to = (name: Name): Reference => ({ $ref: `#/components/headers/${name}` })

type Facts = {
  readonly contract: Contract
  readonly status: number
  /** Whether the response states how long to wait. */
  readonly waits?: boolean
  /** Whether the response may be the refusal of a rate limit. */
  readonly isLimit?: boolean
}

/** Returns the headers of a response, except those that its route describes. */
export function headersOf({
  contract,
  status,
  waits = false,
  isLimit = false,
}: Facts): Record<string, Reference> {
  const { limits: scopes = [], conditional, deprecated, hot = false } = contract
  return {
    ...(!(hot && status === 200) && { 'X-Request-Id': to('RequestId') }),
    ...(status >= 400 && { 'X-Error-Code': to('ErrorCode') }),
    ...(waits && { 'Retry-After': to('RetryAfter') }),
    ...((isLimit || scopes.length > 0) && limitHeaders),
    ...(conditional && (status === 200 || status === 304) && { ETag: to('ETag') }),
    ...(deprecated && {
      Deprecation: to('Deprecation'),
      ...(deprecated.sunset !== undefined && { Sunset: to('Sunset') }),
      ...(deprecated.successor !== undefined && { Link: to('Link') }),
    }),
  }
}

const limitHeaders = { 'RateLimit-Policy': to('RateLimitPolicy'), RateLimit: to('RateLimit') }
