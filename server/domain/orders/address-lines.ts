// An address in the form in which it is printed.
import { hasStates } from '../catalog/countries.ts'
import type { Order } from './order.ts'

/** The lines, from the recipient to the country code. */
export function addressLines({ address, web }: Pick<Order, 'address' | 'web'>): readonly string[] {
  const { recipientName, street1, street2, city, state, zip, country } = address
  return [
    recipientName,
    street1,
    ...(street2 === null ? [] : [street2]),
    // Without states, the website's checkout enters the city for the state.
    web !== null && state === city && !hasStates(country)
      ? `${city} ${zip}`
      : `${city}, ${state} ${zip}`,
    country,
  ]
}
