// Idempotency-Key header of calls that spend (decisions.md 14), for the routes that declare it.

import type { AccountCaller } from '../../domain/base/caller.ts'
import { ok, type Result } from '../../domain/base/result.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { withParsedBody } from '../../domain/generation/request/parsed-body.ts'
import type { ParsedBody, RawBody } from '../../domain/generation/request/request.ts'
import type { IdempotencyFailure } from '../../domain/idempotency/failure.ts'
import { once, type SpendDeps } from '../../domain/idempotency/once.ts'
import type { Failure } from '../refusals/failure.ts'
import {
  idempotencyKeyOf,
  keyParameterOf,
  replayedHeader,
  replayHeadersOf,
  safeRepeat,
} from './idempotency-key.ts'
import { type Input, StoredReply } from './route.ts'

/** Documentation of such a route: the request header, the header of a repeated response, and the refusals. */
export const keyParameter = keyParameterOf(
  safeRepeat(
    'nothing is created or charged twice. A refusal is not stored. Choose any text, and a different one for every request.',
  ),
)

export const replayHeaders = replayHeadersOf(
  '`true` when this is the response to an earlier request with the same key.',
)

export const keyRefusals: readonly IdempotencyFailure[] = [
  { kind: 'idempotency_key_invalid' },
  { kind: 'idempotency_key_reused' },
  { kind: 'idempotency_key_running', retryAfterSeconds: retryHintSeconds.sameKey },
]

type KeyedInput<Parsed> = Pick<Input<AccountCaller, never, Parsed>, 'request' | 'caller' | 'body'>

/**
 * Responds once per Idempotency-Key. `respond` receives an id for what it creates, or null without the header. `facts`
 * is the content that identifies equal bodies, by default the body.
 */
export async function respondOnce<T, Parsed>(
  { deps }: { readonly deps: SpendDeps },
  { request, caller, body }: KeyedInput<Parsed>,
  respond: (runId: string | null) => Promise<Result<T, Failure>>,
  facts: () => Promise<unknown> = async () => body,
): Promise<Result<T | StoredReply, Failure>> {
  const key = idempotencyKeyOf(request)
  if (key === null) return await respond(null)
  const { pathname } = new URL(request.url)
  const call = {
    accountId: caller.accountId,
    key,
    request: async () => [request.method, pathname, await facts()],
  }
  const made = await once(deps, call, respond)
  if (!made.ok) return made
  const { value: first } = made
  return ok(first.replayed ? new StoredReply(first.stored, replayedHeader) : first.value)
}

/**
 * Content that identifies equal bodies of a generation. A repeated form has a different boundary but the same fields
 * and files.
 */
export const bodyFacts =
  (deps: Parameters<typeof withParsedBody>[0], body: RawBody): (() => Promise<unknown>) =>
  () =>
    withParsedBody(deps, body, async (parsed) => bodyFactsOf(parsed))

/**
 * Returns the content that identifies equal bodies. A repeated form has a different boundary but the same fields and
 * files.
 */
export function bodyFactsOf(parsed: ParsedBody): unknown {
  if (parsed.kind !== 'form') return parsed
  const { fields, files, filesLeftOut } = parsed
  const pictures = files.map(({ field, fileName, sha256 }) => [field, fileName, sha256])
  return [[...fields].sort(([a], [b]) => (a < b ? -1 : 1)), pictures, filesLeftOut]
}
