// Refusals of the card processor, of its events and of invoices.
import { quoteForeign } from '../../domain/base/text/text.ts'
import type { BillingFailure } from '../../domain/billing/failure.ts'
import { checkoutSentences } from '../../domain/cart/checkout-sentences.ts'
import type { EventFailure } from '../../domain/orders/failure.ts'
import type { ProcessorFailure } from '../../domain/payments/failure.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const paymentRefusals: Refusals<ProcessorFailure | EventFailure | BillingFailure> = {
  processor_unavailable: [502, checkoutSentences.processor_unavailable],
  processor_refused: ({ reason }) => [
    502,
    `The card processor refused this: ${quoteForeign(reason)}. Nothing was charged.`,
  ],
  processor_busy: ({ retryAfterSeconds }) => [
    503,
    checkoutSentences.processor_busy({ seconds: String(retryAfterSeconds) }),
    retryAfter(retryAfterSeconds),
  ],
  signature_invalid: [400, 'Missing or invalid signature.'],
  invoice_not_issued: [
    404,
    'This order has no invoice. One is issued within a minute of the payment.',
  ],
}
