// Postage (contract.md 9.2, rule 7).
import { postageOf } from '../catalog/countries.ts'
import type { Postage } from '../catalog/terms.ts'

/** Returns a flat rate by destination; 0 when the print subtotal reaches a threshold. */
export function postageCents(country: string, printCents: number): number {
  return centsOf(postageOf(country), printCents)
}

const centsOf = ({ flatCents, freeFromCents }: Postage, printCents: number): number =>
  printCents >= freeFromCents ? 0 : flatCents

/** Returns the print subtotal from which postage is free. */
export const freePostageFromCents = (country: string): number => postageOf(country).freeFromCents

export type PriceWithPostage = {
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
}

export const addPostage = (printCents: number, country: string): PriceWithPostage =>
  withPostage(printCents, postageOf(country))

export function withPostage(printCents: number, postage: Postage): PriceWithPostage {
  const shippingCents = centsOf(postage, printCents)
  return { printCents, shippingCents, totalCents: printCents + shippingCents }
}
