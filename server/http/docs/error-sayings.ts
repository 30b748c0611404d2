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

const said = (status: ErrorStatus, sentence: string | null = null): readonly Saying[] => [
  { status, sentence },
]

export const otherSayings: readonly Sayings[] = [
  sampled,
  links,
  signingIn,
  {
    not_found: said(404, 'Not found'),
    state_conflict: said(409),
    method_not_allowed: said(405, 'Method not allowed. This path serves GET, HEAD.'),
    address_too_long: said(414),
    request_invalid: said(400),
    forbidden: said(403),
    gone: said(410),
    request_refused: said(422),
    content_type_unsupported: said(415),
    internal_error: said(500, 'Something broke on our side. It was logged; try again shortly.'),
    database_away: said(503, databaseAwaySentence),
    database_away_unstarted: said(503),
    order_in_doubt: said(503),
    generation_in_doubt: said(503),
    disk_full: said(503, 'The service has no room for files at the moment. Try again shortly.'),
    overloaded: said(
      503,
      'The service has too many requests to answer. Try again in a few seconds.',
    ),
    starting: said(503, 'Starting; try again shortly.'),
    unavailable: said(503),
    upstream_failed: said(502),
    sign_in_refused: said(400),
    mcp_request_invalid: said(400),
    mcp_params_invalid: said(400),
    mcp_headers_differ: said(400),
    mcp_version_unsupported: said(400),
    mcp_method_unknown: said(404),
    mcp_tool_unknown: said(400),
    mcp_capability_missing: said(400),
    mcp_too_many_unreadable_bodies: said(429),
    arguments_invalid: said('tool'),
    tool_timed_out: said('tool'),
    tool_failed: said('tool'),
    caller_gone: said('tool'),
    account_deleted: said('tool'),
    generation_unconfirmed: said('tool'),
    quote_url_invalid: said('tool'),
    quote_hand_in_empty: said('tool'),
    quote_size_invalid: said('tool'),
    quote_not_found: said('tool'),
    quote_expired: said('tool'),
    quote_spent: said('tool'),
    quote_country_differs: said('tool'),
  },
]
