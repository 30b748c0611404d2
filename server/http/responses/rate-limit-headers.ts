// RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10), from the table of limits. Both are lists of structured fields
// (RFC 9651) of one member, whose name is the scope.
import { type Limit, limits } from '../../domain/limits/table.ts'

export type Standing = {
  readonly scope: string
  /** Requests that are left in the window. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

/** The policy of each scope: `"slice-quote";q=30;w=3600`. */
const policies = new Map(
  Object.entries<Limit>(limits).map(([scope, { limit, windowSeconds }]) => [
    scope,
    `"${scope}";q=${limit};w=${windowSeconds}`,
  ]),
)

/** The headers of a limited response; none for a scope that the table does not have. */
export function rateLimitHeaders({ scope, remaining, resetSeconds }: Standing) {
  const policy = policies.get(scope)
  return policy === undefined
    ? {}
    : {
        'ratelimit-policy': policy,
        ratelimit: `"${scope}";r=${remaining};t=${resetSeconds}`,
      }
}
