// An address as it is printed.
import type { ShippingAddress } from './order.ts'

/** Line by line: the recipient first, the code of the country last. */
export function addressLines(address: Omit<ShippingAddress, 'email' | 'phone'>): readonly string[] {
  const { recipientName, street1, street2, city, state, zip, country } = address
  return [
    recipientName,
    street1,
    ...(street2 === null ? [] : [street2]),
    `${city}, ${state} ${zip}`,
    country,
  ]
}
