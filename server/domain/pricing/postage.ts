// Postage: service.md "Pricing rules" 7.
import { domesticPostage, internationalPostage } from '../catalog/countries.ts'

/** Flat by destination, free once the print subtotal reaches the threshold. */
export function postageCents(country: string, printCents: number): number {
  const postage = country === 'US' ? domesticPostage : internationalPostage
  return printCents >= postage.freeFromCents ? 0 : postage.flatCents
}
