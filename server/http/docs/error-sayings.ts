// Sentences of codes that neither the document nor a constant row of the refusals has.
import { retryHintSeconds } from '../../domain/base/retry-hints.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { linkCodes } from '../../domain/errors/code-of.ts'
import { signInSentences } from '../auth/auth-sentences.ts'
import { codeOf } from '../refusals/codes.ts'
import type { Failure } from '../refusals/failure.ts'
import { refusalOf } from '../refusals/refusal-of.ts'
import { databaseAwaySentence } from '../responses/outage.ts'
import type { ErrorStatus, Saying } from './error-rows.ts'

/** Failures with facts that no endpoint of the document has. */
const samples: readonly Failure[] = [
  { kind: 'cart_too_long', limit: maxLines },
  { kind: 'cart_total_changed', dueCents: 3_300 },
  { kind: 'basket_full', limit: maxLines, room: 0, parts: 1 },
  { kind: 'picture_unavailable', retryAfterSeconds: retryHintSeconds.drawing },
  { kind: 'order_not_written', transient: false },
  { kind: 'measuring_unavailable', by: 'time', retryAfterSeconds: retryHintSeconds.busy },
]

type Sayings = Readonly<Partial<Record<ErrorCode, readonly Saying[]>>>

const sampled: Sayings = Object.fromEntries(
  samples.map((failure) => {
    const { status, error } = refusalOf(failure)
    return [codeOf(failure), [{ status, sentence: error }]]
  }),
)

/** The sentence names the host, the status or the link. */
const links: Sayings = Object.fromEntries(
  (Object.keys(linkCodes) as (keyof typeof linkCodes)[]).map((reason) => {
    const { status } = refusalOf({ kind: 'import_refused', reason, message: '' })
    return [linkCodes[reason], [{ status, sentence: null }]]
  }),
)

const signingIn: Sayings = Object.fromEntries(
  signInSentences.map(({ code, status, sentence }) => [code, [{ status, sentence }]]),
)

const sayingOf = (status: ErrorStatus, sentence: string | null = null): readonly Saying[] => [
  { status, sentence },
]

export const otherSayings: readonly Sayings[] = [
  sampled,
  links,
  signingIn,
  {
    not_found: sayingOf(404, 'Not found'),
    state_conflict: sayingOf(409),
    method_not_allowed: sayingOf(405, 'Method not allowed. This path serves GET, HEAD.'),
    address_too_long: sayingOf(414),
    request_invalid: sayingOf(400),
    forbidden: sayingOf(403),
    gone: sayingOf(410),
    request_refused: sayingOf(422),
    content_type_unsupported: sayingOf(415),
    internal_error: sayingOf(500, 'Something broke on our side. It was logged; try again shortly.'),
    database_away: sayingOf(503, databaseAwaySentence),
    database_away_unstarted: sayingOf(503),
    order_in_doubt: sayingOf(503),
    generation_in_doubt: sayingOf(503),
    disk_full: sayingOf(503, 'The service has no room for files at the moment. Try again shortly.'),
    overloaded: sayingOf(
      503,
      'The service has too many requests to answer. Try again in a few seconds.',
    ),
    starting: sayingOf(503, 'Starting; try again shortly.'),
    unavailable: sayingOf(503),
    upstream_failed: sayingOf(502),
    sign_in_refused: sayingOf(400),
    mcp_request_invalid: sayingOf(400),
    mcp_params_invalid: sayingOf(400),
    mcp_headers_differ: sayingOf(400),
    mcp_version_unsupported: sayingOf(400),
    mcp_method_unknown: sayingOf(404),
    mcp_tool_unknown: sayingOf(400),
    mcp_capability_missing: sayingOf(400),
    mcp_too_many_unreadable_bodies: sayingOf(429),
    arguments_invalid: sayingOf('tool'),
    tool_timed_out: sayingOf('tool'),
    tool_failed: sayingOf('tool'),
    caller_gone: sayingOf('tool'),
    account_deleted: sayingOf('tool'),
    generation_unconfirmed: sayingOf('tool'),
    quote_url_invalid: sayingOf('tool'),
    quote_hand_in_empty: sayingOf('tool'),
    quote_size_invalid: sayingOf('tool'),
    quote_not_found: sayingOf('tool'),
    quote_expired: sayingOf('tool'),
    quote_spent: sayingOf('tool'),
    quote_country_differs: sayingOf('tool'),
  },
]
