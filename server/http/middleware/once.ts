// The Idempotency-Key header of calls that spend (decisions.md 14), for the routes that declare it.

import type { AccountCaller } from '../../domain/base/caller.ts'
import { ok, type Result } from '../../domain/base/result.ts'
import { withParsedBody } from '../../domain/generation/request/parsed-body.ts'
import type { ParsedBody, RawBody } from '../../domain/generation/request/request.ts'
import type { IdempotencyFailure } from '../../domain/idempotency/failure.ts'
import { once } from '../../domain/idempotency/once.ts'
import type { Failure } from '../refusals/failure.ts'
import type { HttpContext } from './context.ts'
import {
  idempotencyKeyOf,
  keyedReply,
  keyParameterOf,
  replayHeadersOf,
  safeRepeat,
} from './idempotency-key.ts'
import type { Input, Reply } from './route.ts'

/** What a route declares in its document: the header, the header of a repeat, the refusals. */
export const keyParameter = keyParameterOf(
  safeRepeat(
    'nothing is made or charged twice. A refusal is not kept. Any text of yours, different for every request.',
  ),
)

export const replayHeaders = replayHeadersOf(
  '`true` when this is the response to an earlier request with the same key.',
)

export const keyRefusals: readonly IdempotencyFailure[] = [
  { kind: 'idempotency_key_invalid' },
  { kind: 'idempotency_key_reused' },
  { kind: 'idempotency_key_running', retryAfterSeconds: 2 },
]

type KeyedInput<Parsed> = Pick<Input<AccountCaller, never, Parsed>, 'request' | 'caller' | 'body'>

/** `respond` gets an id for what it makes; null without the header. `facts` is what makes two bodies the same; the body by default. */
export async function respondOnce<T, Parsed>(
  { deps }: Pick<HttpContext, 'deps'>,
  { request, caller, body }: KeyedInput<Parsed>,
  respond: (runId: string | null) => Promise<Result<T, Failure>>,
  facts: () => Promise<unknown> = async () => body,
): Promise<Result<T | Reply<T>, Failure>> {
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
  const { value, replayed } = made.value
  return ok(replayed ? keyedReply(value, { replayed }) : value)
}

/** What makes two bodies of a generation the same: a repeated form has another boundary, but the same fields and files. */
export const bodyFacts =
  (deps: HttpContext['deps'], body: RawBody): (() => Promise<unknown>) =>
  () =>
    withParsedBody(deps, body, async (parsed) => factsOf(parsed))

/** What makes two bodies equal: a repeated form has another boundary, but the fields and files of the first. */
export function factsOf(parsed: ParsedBody): unknown {
  if (parsed.kind !== 'form') return parsed
  const { fields, files, filesLeftOut } = parsed
  const pictures = files.map(({ field, fileName, sha256 }) => [field, fileName, sha256])
  return [[...fields].sort(([a], [b]) => (a < b ? -1 : 1)), pictures, filesLeftOut]
}
