// Refusals of labels and of the carrier service, for operators.
import type { LabelFailure } from '../../domain/carriers/failure.ts'
import { postedFromAdvice } from '../../domain/errors/sentences.ts'
import { shortLabel } from '../../domain/orders/record/status.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import type { Refusals } from './refusal.ts'

export const carrierRefusals: Refusals<LabelFailure> = {
  carriers_off: [404, 'No carrier account is configured.'],
  carrier_unreachable: [503, 'The carrier service did not respond. Try again in a few minutes.'],
  carrier_account_refused: [
    503,
    'The carrier service refused the key of the account. Correct EASYPOST_API_KEY.',
  ],
  carrier_balance_low: [
    409,
    'The balance of the carrier account is too low, so nothing was bought. Add money to the account, then try again.',
  ],
  carrier_busy: [
    503,
    'The carrier service limits the calls of the account. Try again in a minute.',
  ],
  carrier_address_refused: ({ message }) => [422, refusedText('the address', message)],
  carrier_refused: ({ message }) => [422, refusedText('the request', message)],
  carrier_sender_elsewhere: ({ country, declared }) => [
    409,
    `EASYPOST_FROM is in ${country}, but the terms declare parcels posted from ${declared}. ${postedFromAdvice}`,
  ],
  carrier_rates_none: ({ messages }) => [
    422,
    `No carrier takes this parcel.${messages.map((message) => ` ${message}.`).join('')}`,
  ],
  label_not_found: [404, 'This order has no such label.'],
  label_rates_outdated: [409, 'These rates are outdated. Compare the rates again.'],
  label_rate_unknown: [400, 'Choose one of the rates.'],
  label_exists: [409, 'This order has a label. Void it, or keep it and make another one.'],
  label_unconfirmed: [
    409,
    'The carrier service has not confirmed the purchase yet. It is settled within minutes, and the label appears here; do not buy another one.',
  ],
  label_not_bought: [409, 'This label has not been bought, or was voided.'],
  label_not_on_order: [
    409,
    'The label was bought, but other tracking was entered for the order meanwhile. Void the label, or enter its number to use it.',
  ],
  label_used: [409, 'The parcel of this label has been posted, so the label cannot be voided.'],
  label_status: ({ status }) => [
    409,
    `This order is ${shortLabel(status)}. Labels are for accepted orders that are not delivered.`,
  ],
  parcel_too_light: ({ grams }) => [
    400,
    `The customs form declares ${grams} g of contents, so the parcel cannot weigh less.`,
  ],
  second_parcel_abroad: [
    409,
    'The customs form declares the contents of the whole order, which the first parcel has. Post a second parcel at the carrier, with a form of its own contents, and paste its tracking number.',
  ],
  export_filing_required: ({ limitCents }) => [
    409,
    `Goods of one HS code worth more than ${formatDollars(limitCents)} need an export filing. Post this parcel at the carrier, and paste its tracking number.`,
  ],
}

/** `message`: text of the service; empty if it gives no reason. */
const refusedText = (what: string, message: string): string =>
  message === ''
    ? `The carrier service refused ${what}.`
    : `The carrier service refused ${what}: ${message}.`
