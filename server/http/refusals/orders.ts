// Refusals of submitting and reading an order.

import type { AccountFailure } from '../../domain/accounts/failure.ts'
import { quoteForeign } from '../../domain/base/text/text.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { checkoutSentences } from '../../domain/cart/checkout-sentences.ts'
import { materialsText, qualitiesText } from '../../domain/catalog/materials.ts'
import type { MeasurementFailure } from '../../domain/measurement/failure.ts'
import type { ModelFailure } from '../../domain/models/failure.ts'
import type { OrderFailure, ReadFailure, SubmitFailure } from '../../domain/orders/failure.ts'
import { maxWaitSeconds } from '../../domain/orders/read/read-order.ts'
import { maxReferenceCharacters } from '../../domain/orders/record/reference.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { minimumTotalCents } from '../../domain/pricing/subtotal.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const orderRefusals: Refusals<
  Exclude<OrderFailure, AccountFailure | ModelFailure | MeasurementFailure> | ReadFailure
> = {
  shipping_fields_missing: ({ fields }) => [
    400,
    `Missing required shipping fields: ${fields.join(', ')}`,
  ],
  country_not_served: ({ country }) => [400, `We don't currently ship to ${country}.`],
  order_material_unknown: [400, `Invalid material. One of: ${materialsText}`],
  order_quality_unknown: [400, `Invalid quality. One of: ${qualitiesText}`],
  total_below_minimum: [
    400,
    `Order total is below the ${formatDollars(minimumTotalCents)} minimum.`,
  ],
  order_not_found: [404, 'Order not found'],
  wait_invalid: [400, `wait must be a whole number of seconds from 0 to ${maxWaitSeconds}.`],
  address_field_too_long: tooLong,
  order_email_invalid: [
    400,
    'Invalid email. Send one plain address, such as name@example.com, or none for the address of the account.',
  ],
  field_repeated: ({ field }) => [
    400,
    `The field ${field} was sent more than once, with different values. Send it once.`,
  ],
  field_aliases_differ: ({ names: [name, alias] }) => [
    400,
    `${name} and ${alias} are two names of one field and were sent with different values. Send one of them.`,
  ],
  field_sent_as_file: ({ field }) => [
    400,
    `The field ${field} was sent as a file. Send it as text.`,
  ],
  reference_too_long: [400, `reference is too long (max ${maxReferenceCharacters} characters).`],
  dry_run_invalid: [400, 'dryRun must be true or false, and a field of the form.'],
  max_total_invalid: [
    400,
    'maxTotal must be an amount of dollars above 0 with at most two decimals, such as 12.50.',
  ],
  above_max_total: ({ totalCents, maxTotalCents }) => [
    402,
    `This order costs ${formatDollars(totalCents)}, more than the maxTotal of ${formatDollars(maxTotalCents)}. Nothing was stored, ordered or charged.`,
  ],
  // Not a 429: programs retry those automatically.
  spending_limit_reached: (failure) => [402, limitReached(failure)],
  order_not_written: ({ isTransient: transient }) =>
    transient
      ? [503, checkoutSentences.order_not_written_now, retryAfter(retryHintSeconds.busy)]
      : [500, checkoutSentences.order_not_written],
  order_unconfirmed: (failure) => [500, unconfirmedOrder(failure)],
  buyer_field_too_long: tooLong,
  vat_id_invalid: [
    400,
    'Invalid vatId. Send the number with the prefix of its country, such as DE123456789, or leave it out.',
  ],
  field_unknown: ({ field, place, meant }) => [
    400,
    `Unknown field ${quoteForeign(field)}${place === undefined ? '' : ` in ${place}`}. Did you mean ${meant.join(' or ')}?`,
  ],
}

function tooLong({ field, limit }: { readonly field: string; readonly limit: number }) {
  return [400, `${field} is too long (max ${limit} characters).`] as const
}

function limitReached(failure: Extract<SubmitFailure, { kind: 'spending_limit_reached' }>): string {
  const { scope, limitCents, leftCents, totalCents, resetsAt } = failure
  const whose = scope === 'api_key' ? 'API key' : 'account'
  return `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(leftCents)} of the ${whose}'s daily spending limit of ${formatDollars(limitCents)} is left today. Nothing was ordered or charged. Raise the limit on your account page, or order again after ${resetsAt.toISOString()}.`
}

/**
 * Returns the refusal of an order in an unknown state. A retry with the same Idempotency-Key returns the order if it
 * exists, and places it otherwise.
 */
function unconfirmedOrder({
  code,
  isWithoutKey: withoutKey = false,
}: Extract<SubmitFailure, { kind: 'order_unconfirmed' }>): string {
  if (code !== null) return checkoutSentences.order_unconfirmed({ code })
  return withoutKey
    ? 'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not submit it as a new order: check on your account page in a minute whether it was placed.'
    : 'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not submit it as a new order: send it again with the same Idempotency-Key, or check your account page in a minute.'
}
