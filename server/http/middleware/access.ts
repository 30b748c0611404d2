// Access to a route. Identifies the caller and counts the request against the rate limit, both before the body is read.

import { checkInternalKey } from '../../domain/accounts/internal-key.ts'
import { type DeskCaller, requireOperator, requireViewer } from '../../domain/accounts/operator.ts'
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { consumeRateLimit, type RateSlot } from '../../domain/limits/consume-rate-limit.ts'
import {
  defaultLimitMessage,
  type Limit,
  type LimitScope,
  limits,
} from '../../domain/limits/table.ts'
import type { CredentialKind } from '../contract/contract.ts'
import type { Failure } from '../refusals/failure.ts'
import { bearerOf } from './bearer.ts'
import type { AdmissionContext, HttpContext } from './context.ts'

/** `Caller` is passed to the handler. `C` is the context needed to identify the caller. */
export type Access<Caller, C = HttpContext> = {
  /** Documented credentials, any of which is sufficient. */
  readonly credentials: readonly CredentialKind[]
  readonly refusals: readonly Failure[]
  /** Rate limits that apply. Each request counts against one of them. */
  readonly limits?: readonly LimitScope[]
  readonly admit: (context: C, request: Request) => Promise<AdmissionResult<Caller>>
}

/** The caller, with the remaining quota of the rate limit that the request used. */
export type AdmissionResult<Caller> = Result<Caller, Failure> & { readonly slot?: RateSlot }

export const anyone: Access<null, unknown> = {
  credentials: [],
  refusals: [],
  admit: async () => ok(null),
}

/** Access for an account with one of the credentials. `limit` counts its requests per email address. */
export function account({
  accepts,
  limit,
}: {
  readonly accepts: readonly Credential[]
  readonly limit?: LimitScope
}): Access<AccountCaller, AdmissionContext> {
  const kind = missingKind(accepts)
  return {
    credentials: accepts,
    refusals: [{ kind }, ...(limit === undefined ? [] : limitRefusals(limit))],
    ...(limit !== undefined && { limits: [limit] }),
    admit: async ({ deps, authenticate }, request) => {
      const caller = await authenticate(request, accepts)
      if (caller === null) return fail({ kind })
      if (limit === undefined) return ok(caller)
      const slot = await consumeRateLimit(deps, limit, caller.email)
      return admittedBy(slot, caller)
    },
  }
}

/** The sentence for a request without a credential depends on whether sessions are accepted, the code also on keys. */
function missingKind(accepts: readonly Credential[]) {
  if (!accepts.includes('session')) return 'api_key_required'
  return accepts.includes('api_key') ? 'credential_required' : 'session_required'
}

/** Admits the caller if the rate limit had a free slot. */
export const admittedBy = <Caller>(
  slot: Result<RateSlot, Failure>,
  caller: Caller,
): AdmissionResult<Caller> => (slot.ok ? { ...ok(caller), slot: slot.value } : slot)

/** Returns the refusals of an exhausted limit and of a limiter without its database. */
export function limitRefusals(scope: LimitScope): readonly Failure[] {
  const { message = defaultLimitMessage }: Limit = limits[scope]
  return [
    { kind: 'rate_limited', scope, message, retryAfterSeconds: 600 },
    { kind: 'limiter_unavailable' },
  ]
}

/** The desk refuses a session without its second factor itself, and names the page for entering the code. */
const deskAccepts = ['session', 'pending_session'] as const

/** Access for an account with one of the credentials, or for null. The handler decides what null means. */
export const optionalAccount = (
  accepts: readonly Credential[],
): Access<AccountCaller | null, AdmissionContext> => ({
  credentials: accepts,
  refusals: [],
  admit: async ({ authenticate }, request) => ok(await authenticate(request, accepts)),
})

/** Access for the signed-in user, or for null. */
export const optionalSession = optionalAccount(['session'])

/** Access for operators and viewers, for routes that change nothing. */
export const viewer: Access<DeskCaller, AdmissionContext> = {
  credentials: ['session'],
  refusals: [
    { kind: 'session_required' },
    { kind: 'operator_required' },
    { kind: 'second_factor_required', step: 'set_up' },
  ],
  admit: async ({ deps, authenticate }, request) =>
    requireViewer(deps, await authenticate(request, deskAccepts)),
}

export const operator: Access<DeskCaller, AdmissionContext> = operatorWithin()

/** Access for operators only. `limit` counts their requests per email address. */
export function operatorWithin(limit?: LimitScope): Access<DeskCaller, AdmissionContext> {
  return {
    credentials: ['session'],
    refusals: [
      ...viewer.refusals,
      { kind: 'viewer_read_only' },
      ...(limit === undefined ? [] : limitRefusals(limit)),
    ],
    ...(limit !== undefined && { limits: [limit] }),
    admit: async ({ deps, authenticate }, request) => {
      const admitted = requireOperator(deps, await authenticate(request, deskAccepts))
      if (!admitted.ok || limit === undefined) return admitted
      const slot = await consumeRateLimit(deps, limit, admitted.value.email)
      return admittedBy(slot, admitted.value)
    },
  }
}

/** Access for farm machines, with the key that they share with the service. */
export const internal: Access<void, AdmissionContext> = {
  credentials: ['internal_key'],
  refusals: [{ kind: 'internal_key_required' }],
  admit: ({ deps }, request) => checkInternalKey(deps, request.headers.get('x-internal-key')),
}

/**
 * Access for Prometheus: the internal key in a custom header or as a bearer token. Releases before 2.55 cannot send
 * custom headers. Every release can read a bearer token from a file.
 */
export const scraper: Access<void, AdmissionContext> = {
  credentials: ['internal_key', 'internal_bearer'],
  refusals: [{ kind: 'internal_key_required' }],
  admit: ({ deps }, request) =>
    checkInternalKey(deps, request.headers.get('x-internal-key') ?? bearerOf(request)),
}
