// A shipping address as JSON, with the names of contract.md 4.2.
import * as v from 'valibot'
import { named, orNull, text } from '../../contract/schemas.ts'
import { country } from '../../contract/words.ts'

const field = (description: string) => v.optional(orNull(text(description)))

/** Any of the names and aliases, any of them absent: the domain reports which fields are missing. */
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
    orNull(country.sent('As in `country` of the cart, which counts where both are sent.')),
  ),
  email: field('Gets the confirmation; the account’s unless given.'),
  phone: field('The telephone number for the carrier.'),
})

const { name: _1, address1: _2, address2: _3, postalCode: _4, ...names } = addressBody.entries

/** An address of which a part may be missing, as the document has it. */
export const partialAddress = named(
  'PartialAddress',
  v.object(names),
  'An address as far as it is known.',
)

/** A whole address, as the document has it. */
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

/** The fields of the address, without those that are null or absent. */
export function addressFields(
  address: v.InferOutput<typeof addressBody>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(address)) {
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}
