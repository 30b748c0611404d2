// Refusals of a submit that are not in the contract's table: misspelled and odd fields, and orders that could not be written.

import { unreachable } from '../../domain/base/result.ts'
import { quoteForeign } from '../../domain/base/text.ts'
import type { ModelFailure } from '../../domain/models/failure.ts'
import type { SubmitFailure } from '../../domain/orders/failure.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function submitRefusal(
  failure: SubmitFailure | Extract<ModelFailure, { kind: 'field_sent_as_text' }>,
): Refusal {
  switch (failure.kind) {
    case 'address_field_too_long':
    case 'buyer_field_too_long':
      return {
        status: 400,
        error: `${failure.field} is too long (max ${failure.limit} characters).`,
      }
    case 'order_email_invalid':
      return {
        status: 400,
        error:
          'Invalid email. Send one plain address, such as name@example.com, or none for the address of the account.',
      }
    case 'vat_id_invalid':
      return {
        status: 400,
        error:
          'Invalid vatId. Send the number with the prefix of its country, such as DE123456789, or leave it out.',
      }
    case 'field_unknown':
      return {
        status: 400,
        error: `Unknown field ${quoteForeign(failure.field)}${failure.place === undefined ? '' : ` in ${failure.place}`}. Did you mean ${failure.meant.join(' or ')}?`,
      }
    case 'field_repeated':
      return {
        status: 400,
        error: `The field ${failure.field} was sent more than once, with different values. Send it once.`,
      }
    case 'field_aliases_differ': {
      const [name, alias] = failure.names
      return {
        status: 400,
        error: `${name} and ${alias} are two names of one field and were sent with different values. Send one of them.`,
      }
    }
    case 'field_sent_as_file':
      return {
        status: 400,
        error: `The field ${failure.field} was sent as a file. Send it as text.`,
      }
    case 'field_sent_as_text':
      return {
        status: 400,
        error: `The field ${failure.field} was sent as text. Send it as a file part, with a file name.`,
      }
    case 'max_total_invalid':
      return {
        status: 400,
        error:
          'maxTotal must be an amount of dollars above 0 with at most two decimals, such as 12.50.',
      }
    case 'above_max_total':
      return {
        status: 402,
        error: `This order costs ${formatDollars(failure.totalCents)}, more than the maxTotal of ${formatDollars(failure.maxTotalCents)}. Nothing was stored, ordered or charged.`,
      }
    case 'spending_limit_reached':
      // Not a 429: programs repeat that automatically.
      return { status: 402, error: limitReached(failure) }
    case 'order_not_written':
      return failure.transient
        ? {
            status: 503,
            error: 'The order could not be saved just now. Nothing was charged; send it again.',
            headers: { 'retry-after': '5' },
          }
        : {
            status: 500,
            error:
              'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
          }
    case 'order_unconfirmed':
      return { status: 500, error: unconfirmedOrder(failure) }
    default:
      return unreachable(failure)
  }
}

function limitReached(failure: Extract<SubmitFailure, { kind: 'spending_limit_reached' }>): string {
  const { scope, limitCents, leftCents, totalCents, resetsAt } = failure
  const whose = scope === 'api_key' ? 'API key' : 'account'
  return `This order costs ${formatDollars(totalCents)}, and ${formatDollars(leftCents)} is left today of the ${whose}'s spending limit of ${formatDollars(limitCents)} a day. Nothing was ordered or charged. Raise the limit on your account page, or order again after ${resetsAt.toISOString()}.`
}

/** A retry under the same Idempotency-Key returns the order if there is one, and places it if there is none. */
function unconfirmedOrder({
  code,
  withoutKey = false,
}: Extract<SubmitFailure, { kind: 'order_unconfirmed' }>): string {
  if (code !== null) {
    return `Order ${code} is placed, but something broke on our side, and whether it was charged is not known yet. Do not submit it again: read its status in a minute.`
  }
  const lost =
    'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not submit it as a new order:'
  return withoutKey
    ? `${lost} look on your account page in a minute whether it was placed.`
    : `${lost} send it again with the same Idempotency-Key, or look at your account page in a minute.`
}
