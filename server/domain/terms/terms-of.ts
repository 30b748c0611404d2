// The terms that priced earlier orders and quotes.
import { contractTerms, type Terms, terms } from '../catalog/terms.ts'
import type { FarmTerms } from './ports.ts'

/** Returns the `termsId` for current prices. */
export const pricingTermsId = (): number | null => {
  const { version } = terms()
  return version === 0 ? null : version
}

/** Returns the terms by the `termsId` of an order or a quote; null = the contract's terms, which need no read. */
export async function termsOf(
  { farmTerms }: { readonly farmTerms: Pick<FarmTerms, 'readTerms'> },
  termsId: number | null,
): Promise<Terms> {
  if (termsId === null) return contractTerms
  const now = terms()
  if (now.version === termsId) return now
  const stored = await farmTerms.readTerms(termsId)
  if (stored === null) throw new Error(`there are no terms ${termsId}`)
  return stored
}
