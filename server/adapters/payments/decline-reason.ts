// The reason of an unpaid order, from what the processor reports about the card.
import { shownReason } from './shown-reason.ts'

/** contract.md 8.2: the text for a card that needs 3-D Secure, whatever the processor's own text. */
const authenticationText = 'Payment requires_action'

/** The processor's message without ids, except that a request for 3-D Secure has its own fixed text. */
export function declineReason(error: {
  readonly code?: string
  readonly decline_code?: string
  readonly message?: string
}): string {
  const needsAuthentication =
    error.code === 'authentication_required' || error.decline_code === 'authentication_required'
  return needsAuthentication
    ? authenticationText
    : shownReason(error.message ?? '') || 'Payment declined'
}

/** A payment that stopped in a state other than paid. */
export const stoppedReason = (status: string): string => `Payment ${status}`
