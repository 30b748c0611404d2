// Sends the response to a dispute to Stripe.

import type Stripe from 'stripe'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import { maxEvidenceCharacters } from '../../domain/base/text/text-lengths.ts'
import type { DisputeEvidence } from '../../domain/payments/returns.ts'
import { type Reach, StripeRefusal } from './client.ts'

/** Stripe's limit for one text of evidence, which is also that of the form. All texts together may have 150,000 characters. */
const maxText = maxEvidenceCharacters

/** Submits the evidence. Throws `ProcessorUnavailable`. */
export async function submitEvidence(
  stripe: Stripe,
  disputeId: DisputeId,
  evidence: DisputeEvidence,
  ask: Reach,
): Promise<'submitted' | { readonly refused: string }> {
  const fields: Stripe.DisputeUpdateParams.Evidence = {
    ...field('customer_name', evidence.customerName),
    ...field('customer_email_address', evidence.customerEmail),
    ...field('product_description', evidence.productDescription),
    ...field('shipping_address', evidence.shippingAddress),
    ...field('shipping_carrier', evidence.shippingCarrier),
    ...field('shipping_tracking_number', evidence.shippingNumber),
    ...field('shipping_date', evidence.shippingDate),
    ...field('uncategorized_text', evidence.text),
  }
  try {
    await ask('submit evidence', 'dispute', () =>
      stripe.disputes.update(disputeId, { evidence: fields, submit: true }),
    )
    return 'submitted'
  } catch (error) {
    if (error instanceof StripeRefusal) return { refused: error.reason }
    throw error
  }
}

const field = (name: keyof Stripe.DisputeUpdateParams.Evidence, text: string | null) =>
  text === null || text === '' ? {} : { [name]: text.slice(0, maxText).toWellFormed() }
