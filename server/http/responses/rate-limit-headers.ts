// RateLimit and RateLimit-Policy headers (draft-ietf-httpapi-ratelimit-headers-10), from the table of limits. Both are
// structured-field lists (RFC 9651) with a single member, named after the scope.
import { type Limit, limits } from '../../domain/limits/table.ts'

export type Standing = {
  readonly scope: string
  /** Requests remaining in the window. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

const limitsByScope = new Map(Object.entries<Limit>(limits))

/** Returns the policy of a scope: `"slice-quote";q=30;w=3600`. */
export const policyOf = (scope: string, { limit, windowSeconds }: Limit): string =>
  `"${scope}";q=${limit};w=${windowSeconds}`

const policies = new Map(
  [...limitsByScope].map(([scope, limit]) => [scope, policyOf(scope, limit)]),
)

/** Returns the headers of a limited response. Empty for a scope that is not in the table. */
export function rateLimitHeaders({ scope, remaining, resetSeconds }: Standing) {
  const policy = policies.get(scope)
  return policy === undefined
    ? {}
    : {
        'ratelimit-policy': policy,
        ratelimit: `"${scope}";r=${remaining};t=${resetSeconds}`,
      }
}

/** Returns the limit that a response counts against, from its `RateLimit` header, or null without one. */
export function limitOf(headers: Headers): Limit | null {
  const scope = /^"([^"]*)"/.exec(headers.get('ratelimit') ?? '')?.[1]
  return scope === undefined ? null : (limitsByScope.get(scope) ?? null)
}
