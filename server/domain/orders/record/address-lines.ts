// An address in printed form.
import { hasStates } from '../../catalog/countries.ts'
import type { Order } from './order.ts'

/** Returns the lines, from the recipient to the country code. */
export function addressLines({ address, web }: Pick<Order, 'address' | 'web'>): readonly string[] {
  const { recipientName, street1, street2, city, state, zip, country } = address
  return [
    recipientName,
    street1,
    ...(street2 === null ? [] : [street2]),
    // For countries without states, the website's checkout enters the city as the state.
    web !== null && state === city && !hasStates(country)
      ? `${city} ${zip}`
      : `${city}, ${state} ${zip}`,
    country,
  ]
}
