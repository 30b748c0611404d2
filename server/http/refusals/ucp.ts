// Refusals of checkout sessions. Platforms receive them in the protocol's format (../routes/ucp/ucp-route.ts).

import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type { UcpFailure } from '../../domain/ucp/failure.ts'
import { maxOpenSessions, ucpVersion } from '../../domain/ucp/session.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const ucpRefusals: Refusals<UcpFailure> = {
  ucp_agent_invalid: [
    400,
    'The UCP-Agent header must name the profile of the platform: profile="https://platform.example/profile".',
  ],
  ucp_version_unsupported: [
    422,
    `This version of the protocol is not served. This service speaks ${ucpVersion}.`,
  ],
  checkout_session_not_found: [404, 'There is no such checkout session. It may have ended.'],
  checkout_session_cancelled: [409, 'This checkout session was cancelled. Begin a new one.'],
  checkout_sessions_full: [
    429,
    `Your network has ${maxOpenSessions} open checkout sessions. Use or cancel one of them, or try again later.`,
    retryAfter(retryHintSeconds.checkouts),
  ],
  checkout_hand_over_running: [
    409,
    'These parts are being put into a basket. Open your basket in a moment, and press the button again if they are not there.',
    retryAfter(retryHintSeconds.busy),
  ],
  checkout_unit_unknown: [
    422,
    'Parts are sold by the piece (C62, scale 0). Send the quantity as a number of pieces, without quantity_unit.',
  ],
  checkout_item_unknown: [
    422,
    'The id of an item must be a link to the quote page with a model, or the address of a model: https://... or gs://...',
  ],
}
