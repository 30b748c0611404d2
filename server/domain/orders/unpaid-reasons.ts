// Why an order is not paid. Orders and responses to submits store the sentence, which callers read; the cause is read from it here
// alone. All other sentences are the card processor's.
import { keysOf } from '../base/keys-of.ts'

export const unpaidReasons = {
  noCard: 'No card on file',
  /** Only orders of the website are paid at a checkout first. */
  awaitsCheckout: 'Waiting for the payment at checkout',
  noResponse: 'The card processor did not answer in time',
  busy: 'The card processor is busy',
  earlierCharge: 'The card processor has an earlier charge for this order',
  neverArrived: 'The charge never reached the card processor',
  arrivedLate: 'The charge arrived after the order was closed',
} as const

export type UnpaidCause = keyof typeof unpaidReasons

/** The cause that was stored as its sentence; null for the processor's words, and where none are stored. */
export const unpaidCauseOf = (stored: string | null): UnpaidCause | null =>
  keysOf(unpaidReasons).find((cause) => unpaidReasons[cause] === stored) ?? null
