// Sentences of error codes that appear neither in the document nor in a constant row of the refusals.
import { keysOf } from '../../domain/base/keys-of.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { linkCodes } from '../../domain/errors/code-of.ts'
import { brokenSentence } from '../../domain/errors/sentences.ts'
import { signInSentences } from '../auth/auth-sentences.ts'
import { codeOf } from '../refusals/codes.ts'
import type { Failure } from '../refusals/failure.ts'
import { refusalOf } from '../refusals/refusal-of.ts'
import { overloadedSentence } from '../responses/fallback-responses.ts'
import { databaseAwaySentence, diskFullSentence } from '../responses/outage.ts'

/** `tool` marks the result of an agent tool, which is HTTP 200. */
type ErrorStatus = number | 'tool'

/** A null sentence depends on the tool. */
export type ErrorText = { readonly status: ErrorStatus; readonly sentence: string | null }

/** Failures with placeholders that no endpoint of the document has. */
const samples: readonly Failure[] = [
  { kind: 'cart_too_long', limit: maxLines },
  { kind: 'cart_total_changed', amount: 'due', cents: 3_300 },
  { kind: 'basket_full', limit: maxLines, room: 0, parts: 1 },
  { kind: 'picture_unavailable', retryAfterSeconds: retryHintSeconds.drawing },
  { kind: 'order_not_written', isTransient: false },
  { kind: 'measuring_unavailable', by: 'time', retryAfterSeconds: retryHintSeconds.busy },
]

type ErrorTexts = Readonly<Partial<Record<ErrorCode, readonly ErrorText[]>>>

const sampled: ErrorTexts = Object.fromEntries(
  samples.map((failure) => {
    const { status, error } = refusalOf(failure)
    return [codeOf(failure), [{ status, sentence: error }]]
  }),
)

/** The sentences name the host, the status or the link. */
const links: ErrorTexts = Object.fromEntries(
  keysOf(linkCodes).map((reason) => {
    const { status } = refusalOf({ kind: 'import_refused', reason, message: '' })
    return [linkCodes[reason], [{ status, sentence: null }]]
  }),
)

const signingIn: ErrorTexts = Object.fromEntries(
  signInSentences.map(({ code, status, sentence }) => [code, [{ status, sentence }]]),
)

const textsOf = (status: ErrorStatus, sentence: string | null = null): readonly ErrorText[] => [
  { status, sentence },
]

export const otherErrorTexts: readonly ErrorTexts[] = [
  sampled,
  links,
  signingIn,
  {
    not_found: textsOf(404, 'Not found'),
    state_conflict: textsOf(409),
    method_not_allowed: textsOf(405, 'Method not allowed. This path serves GET, HEAD.'),
    address_too_long: textsOf(414),
    request_invalid: textsOf(400),
    forbidden: textsOf(403),
    gone: textsOf(410),
    request_refused: textsOf(422),
    content_type_unsupported: textsOf(415),
    internal_error: textsOf(500, brokenSentence),
    database_away: textsOf(503, databaseAwaySentence),
    database_away_unstarted: textsOf(503),
    order_in_doubt: textsOf(503),
    generation_in_doubt: textsOf(503),
    disk_full: textsOf(503, diskFullSentence),
    overloaded: textsOf(503, overloadedSentence),
    starting: textsOf(503, 'Starting; try again shortly.'),
    unavailable: textsOf(503),
    upstream_failed: textsOf(502),
    sign_in_refused: textsOf(400),
    mcp_request_invalid: textsOf(400),
    mcp_params_invalid: textsOf(400),
    mcp_headers_differ: textsOf(400),
    mcp_version_unsupported: textsOf(400),
    mcp_method_unknown: textsOf(404),
    mcp_tool_unknown: textsOf(400),
    mcp_capability_missing: textsOf(400),
    mcp_too_many_unreadable_bodies: textsOf(429),
    arguments_invalid: textsOf('tool'),
    tool_timed_out: textsOf('tool'),
    tool_failed: textsOf('tool'),
    caller_gone: textsOf('tool'),
    account_deleted: textsOf('tool'),
    generation_unconfirmed: textsOf('tool'),
    quote_url_invalid: textsOf('tool'),
    quote_hand_in_empty: textsOf('tool'),
    quote_size_invalid: textsOf('tool'),
    quote_not_found: textsOf('tool'),
    quote_expired: textsOf('tool'),
    quote_spent: textsOf('tool'),
    quote_country_differs: textsOf('tool'),
  },
]
