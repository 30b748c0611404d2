// Postage (contract.md 9.2).
import { domesticCountry, domesticPostage, internationalPostage } from '../catalog/countries.ts'

export type PostageRule = { readonly flatCents: number; readonly freeFromCents: number }

/** Flat by destination, free once the print subtotal reaches the threshold. */
export function postageCents(country: string, printCents: number): number {
  return postageByRule(
    country === domesticCountry ? domesticPostage : internationalPostage,
    printCents,
  )
}

export const postageByRule = (
  { flatCents, freeFromCents }: PostageRule,
  printCents: number,
): number => (printCents >= freeFromCents ? 0 : flatCents)
