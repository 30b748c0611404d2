// A shipping address as JSON, with the names of contract.md 4.2.
import * as v from 'valibot'
import { orNull, text } from '../../contract/schemas.ts'

const field = (description: string) => v.optional(orNull(text(description)))

export const addressBody = v.object({
  recipientName: field('Required. Alias: name.'),
  name: field('recipientName.'),
  street1: field('Required. Alias: address1.'),
  address1: field('street1.'),
  street2: field('Alias: address2.'),
  address2: field('street2.'),
  city: field('Required.'),
  state: field('Required.'),
  zip: field('Required. Alias: postalCode.'),
  postalCode: field('zip.'),
  country: field('As in `country` of the cart, which counts where both are sent.'),
  email: field('Gets the confirmation; the account’s unless given.'),
  phone: field('For the carrier.'),
})

export const addressExample = {
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}

/** Without fields that are null or absent. */
export function addressFields(
  address: v.InferOutput<typeof addressBody>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(address)) {
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}
