import { keysOf } from '../../base/keys-of.ts'

export const unpaidSentences = {
  no_card: 'No card on file',
  /** Only web orders are paid at a checkout first. */
  awaits_checkout: 'Waiting for the payment at checkout',
  no_response: 'The card processor did not answer in time',
  busy: 'The card processor is busy',
  earlier_charge: 'The card processor has an earlier charge for this order',
  never_arrived: 'The charge never reached the card processor',
  arrived_late: 'The charge arrived after the order was closed',
} as const

export type UnpaidCause = keyof typeof unpaidSentences
export const unpaidCauses = keysOf(unpaidSentences)

/** `cause` is null if `reason` contains the card processor's words. */
export type UnpaidReason = { readonly cause: UnpaidCause | null; readonly reason: string }

export const unpaidReason = (cause: UnpaidCause) =>
  ({ cause, reason: unpaidSentences[cause] }) as const

/**
 * Returns the cause of a stored sentence, for submit responses of releases without `unpaidCause`; null for the
 * processor's words.
 */
export const causeOfStoredSentence = (sentence: string | null): UnpaidCause | null =>
  unpaidCauses.find((cause) => unpaidSentences[cause] === sentence) ?? null
