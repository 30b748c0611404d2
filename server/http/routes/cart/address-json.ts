// Shipping address as JSON, with the names of contract.md 4.2.
import * as v from 'valibot'
import { buyerFieldLimits } from '../../../domain/accounts/buyer.ts'
import { maxAddressCharacters } from '../../../domain/orders/submit/order-form.ts'
import { named, orNull, text } from '../../contract/schemas.ts'
import { country } from '../../contract/words.ts'
import type { Failure } from '../../refusals/failure.ts'

const field = (description: string) => v.optional(orNull(text(description)))

/** Any of the names and aliases, all optional: the domain reports which fields are missing. */
export const addressBody = v.object({
  recipientName: field('name works as well.'),
  name: field('recipientName.'),
  street1: field('address1 works as well.'),
  address1: field('street1.'),
  street2: field('address2 works as well.'),
  address2: field('street2.'),
  city: field('Not checked against a list.'),
  state: field('State, province or region.'),
  zip: field('postalCode works as well.'),
  postalCode: field('zip.'),
  country: v.optional(
    orNull(country.sent('Same as `country` of the cart, which takes precedence if both are sent.')),
  ),
  email: field('Recipient of the confirmation; the account’s address by default.'),
  phone: field('The telephone number for the carrier.'),
})

const { name: _1, address1: _2, address2: _3, postalCode: _4, ...names } = addressBody.entries

/** Address with optional parts, for the document. */
export const partialAddress = named(
  'PartialAddress',
  v.object(names),
  'The known parts of an address.',
)

/** Complete address, for the document. */
export const shippingAddress = named(
  'ShippingAddress',
  v.object({
    ...names,
    recipientName: text('The recipient of the parcel. `name` works as well.'),
    street1: text('address1 works as well.'),
    city: text('Not checked against a list.'),
    state: text('State, province or region.'),
    zip: text('Postal code, in any form. postalCode works as well.'),
  }),
  'The address that a parcel goes to.',
)

export const addressExample = {
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}

/** Refusals of an address, its country, the buyer's fields and the reference. A complete address may also lack fields. */
export const addressRefusals: readonly Failure[] = [
  { kind: 'address_field_too_long', field: 'city', limit: maxAddressCharacters },
  { kind: 'order_email_invalid' },
  { kind: 'buyer_field_too_long', field: 'company', limit: buyerFieldLimits.company },
  { kind: 'vat_id_invalid' },
  { kind: 'reference_too_long' },
  { kind: 'country_not_served', country: 'XX' },
]

/** Returns the fields of the address that are neither null nor absent. */
export function addressFields(
  address: v.InferOutput<typeof addressBody>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(address)) {
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}
