// The access to a route: it finds the caller and counts the request against the rate limit, both before the body is read.

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
import type { HttpContext } from './context.ts'

/** `Caller` is what the handler receives; `C` is what is needed to find the caller. */
export type Access<Caller, C = HttpContext> = {
  /** The credentials of the description; any one of them is enough. */
  readonly credentials: readonly CredentialKind[]
  readonly refusals: readonly Failure[]
  /** The rate limits that apply; each request counts against one of them. */
  readonly limits?: readonly LimitScope[]
  readonly admit: (context: C, request: Request) => Promise<AdmissionResult<Caller>>
}

/** The caller, and what is left of the rate limit that the request used. */
export type AdmissionResult<Caller> = Result<Caller, Failure> & { readonly slot?: RateSlot }

export const anyone: Access<null, unknown> = {
  credentials: [],
  refusals: [],
  admit: async () => ok(null),
}

/** An account with one of the credentials; `limit` counts its requests by its email address. */
export function account({
  accepts,
  limit,
}: {
  readonly accepts: readonly Credential[]
  readonly limit?: LimitScope
}): Access<AccountCaller> {
  const kind = accepts.includes('session') ? 'session_required' : 'api_key_required'
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

/** Admits the caller if a slot of the rate limit was free. */
export const admittedBy = <Caller>(
  slot: Result<RateSlot, Failure>,
  caller: Caller,
): AdmissionResult<Caller> => (slot.ok ? { ...ok(caller), slot: slot.value } : slot)

/** The refusals of a used-up limit and of a limiter without its database. */
export function limitRefusals(scope: LimitScope): readonly Failure[] {
  const { message = defaultLimitMessage }: Limit = limits[scope]
  return [
    { kind: 'rate_limited', scope, message, retryAfterSeconds: 600 },
    { kind: 'limiter_unavailable' },
  ]
}

/** The desk itself refuses a session without its second factor, and names the page where the code is entered. */
const deskAccepts = ['session', 'pending_session'] as const

/** An account with one of the credentials, or null: the handler decides what that means. */
export const optionalAccount = (accepts: readonly Credential[]): Access<AccountCaller | null> => ({
  credentials: accepts,
  refusals: [],
  admit: async ({ authenticate }, request) => ok(await authenticate(request, accepts)),
})

/** The person who is signed in, or null. */
export const optionalSession = optionalAccount(['session'])

/** Operators and viewers: for routes that change nothing. */
export const viewer: Access<DeskCaller> = {
  credentials: ['session'],
  refusals: [
    { kind: 'session_required' },
    { kind: 'operator_required' },
    { kind: 'second_factor_required', step: 'set_up' },
  ],
  admit: async ({ deps, authenticate }, request) =>
    requireViewer(deps, await authenticate(request, deskAccepts)),
}

export const operator: Access<DeskCaller> = operatorWithin()

/** Operators only; `limit` counts their requests by their email address. */
export function operatorWithin(limit?: LimitScope): Access<DeskCaller> {
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

/** The farm's machines, by the key that the service shares with them. */
export const internal: Access<void> = {
  credentials: ['internal_key'],
  refusals: [{ kind: 'internal_key_required' }],
  admit: ({ deps }, request) => checkInternalKey(deps, request.headers.get('x-internal-key')),
}

/**
 * Prometheus: the internal key in its own header or as a bearer token. Releases before 2.55 cannot send a header of another
 * name, and every release reads a bearer token from a file.
 */
export const scraper: Access<void> = {
  credentials: ['internal_key', 'internal_bearer'],
  refusals: [{ kind: 'internal_key_required' }],
  admit: ({ deps }, request) =>
    checkInternalKey(deps, request.headers.get('x-internal-key') ?? bearerOf(request)),
}
