// Postage (contract.md 9.2, rule 7).
import { domesticCountry, domesticPostage, internationalPostage } from '../catalog/countries.ts'

/** Flat by destination, and free once the print subtotal reaches a threshold. */
export function postageCents(country: string, printCents: number): number {
  const postage = postageOf(country)
  return printCents >= postage.freeFromCents ? 0 : postage.flatCents
}

const postageOf = (country: string) =>
  country === domesticCountry ? domesticPostage : internationalPostage

/** The print subtotal from which postage is free. */
export const freePostageFromCents = (country: string): number => postageOf(country).freeFromCents

export type PriceWithPostage = {
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
}

export function addPostage(printCents: number, country: string): PriceWithPostage {
  const shippingCents = postageCents(country, printCents)
  return { printCents, shippingCents, totalCents: printCents + shippingCents }
}
