// The words an unpaid order is given, from the processor's account of a card that did not pay.

/** contract.md 8.2: the words for a card that wants 3-D Secure, however the processor puts it. */
const NEEDS_AUTHENTICATION = 'Payment requires_action'

/** The processor's message verbatim, except that a demand for 3-D Secure has its own fixed words. */
export function declineReason(error: {
  readonly code?: string
  readonly decline_code?: string
  readonly message?: string
}): string {
  const needsAuthentication =
    error.code === 'authentication_required' || error.decline_code === 'authentication_required'
  return needsAuthentication ? NEEDS_AUTHENTICATION : error.message || 'Payment declined'
}

/** A payment that stopped in a state other than paid. */
export const stoppedReason = (status: string): string => `Payment ${status}`
