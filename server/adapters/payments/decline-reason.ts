// The reason why an order is unpaid, from what the processor reports about the card.
import { type DeclineCode, declineCodes } from '../../domain/payments/decline-codes.ts'
import { shownReason } from './shown-reason.ts'

/** The text for a card that needs 3-D Secure, regardless of the processor's text (contract.md 8.2). */
const authenticationText = 'Payment requires_action'

/** Whether the bank requires the cardholder to confirm the payment (3-D Secure). */
export const needsAuthentication = (error: {
  readonly code?: string
  readonly decline_code?: string
}): boolean =>
  error.code === 'authentication_required' || error.decline_code === 'authentication_required'

/** Returns the processor's message without ids. A request for 3-D Secure has a fixed text. */
export function declineReason(error: {
  readonly code?: string
  readonly decline_code?: string
  readonly message?: string
}): string {
  return needsAuthentication(error)
    ? authenticationText
    : shownReason(error.message ?? '') || 'Payment declined'
}

/** Returns the code of a reason that the service knows, or undefined. */
export const declineCode = (error: {
  readonly code?: string
  readonly decline_code?: string
}): DeclineCode | undefined =>
  declineCodes.find((code) => code === error.decline_code || code === error.code)

/** Returns the reason for a payment that stopped in a state other than paid. */
export const stoppedReason = (status: string): string => `Payment ${status}`
