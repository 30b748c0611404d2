// Drafts an order with its price from a text (decisions.md 43). It places no order: the draft is the body of a
// checkout, which the caller completes, shows and sends.

import { readBuyer } from '../accounts/buyer.ts'
import type { AccountCaller } from '../base/caller.ts'
import { ok, type Result } from '../base/result.ts'
import type { PricedCart } from '../cart/cart.ts'
import type { PriceCartDeps } from '../cart/deps.ts'
import { type CartRefusal, priceCart } from '../cart/price-cart.ts'
import { readItemOptions } from '../cart/read-part.ts'
import { domesticCountry, readCountry } from '../catalog/countries.ts'
import { qualityLayerHeightMm } from '../catalog/materials.ts'
import { defaultPrintOptions, type PrintOptions, quantityRange } from '../catalog/options.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { readAddress } from '../orders/submit/order-form.ts'
import { readWords, type Words } from './read-words.ts'

export type WordsInput = {
  readonly text: string
  readonly modelUrl: string
  /** Shipping fields, named as in contract.md 4.2. */
  readonly address: ReadonlyMap<string, string>
  /** The stated buyer fields. */
  readonly buyer: ReadonlyMap<string, string>
}

export type DraftItem = Omit<PrintOptions, 'note' | 'units'> & { readonly modelUrl: string }

export type DraftOrder = {
  /** Includes all settings of an order: defaults where the text states none, and numbers within their bounds. */
  readonly item: DraftItem
  readonly country: string
  readonly address: ReadonlyMap<string, string>
  /** Fields that an order needs but neither text nor address states, and the unclear parts of the text. */
  readonly missing: readonly string[]
  readonly cart: PricedCart
}

export async function draftOrder(
  deps: PriceCartDeps,
  caller: AccountCaller,
  { text, modelUrl, address, buyer }: WordsInput,
): Promise<Result<DraftOrder, CartRefusal | OrderFailure>> {
  const words = readWords(text)
  const destination = address.get('country')?.trim() || words.country
  const shipping = readAddress(
    new Map([...address, ['country', destination ?? domesticCountry]]),
    caller.email,
  )
  if (!shipping.ok && shipping.failure.kind !== 'shipping_fields_missing') return shipping
  const checked = readBuyer(buyer)
  if (!checked.ok) return checked
  const item = itemOf(words, modelUrl)
  const country = readCountry(destination)
  if (!country.ok) return country
  const priced = await priceCart(deps, caller, { items: [item], country: country.value })
  if (!priced.ok) return priced
  const isCountrySent = Boolean(address.get('country')?.trim())
  const unclear = words.unclear.filter((name) => name !== 'country' || !isCountrySent)
  const { min, max } = quantityRange
  const quantity = item.quantity < min || item.quantity > max ? ['quantity'] : []
  // Without a color, the rate for other colors applies, so the customer must be asked.
  const color = words.settings.color === undefined && !unclear.includes('color') ? ['color'] : []
  const fields =
    shipping.ok || shipping.failure.kind !== 'shipping_fields_missing'
      ? []
      : shipping.failure.fields
  const missing = [...unclear, ...quantity, ...color, ...fields]
  return ok({ item, country: country.value, address, missing, cart: priced.value })
}

/**
 * Keeps an invalid quantity as stated; the price then contains the refusal. Premium without a layer height gets the
 * layer height of the quality (decisions.md 47).
 */
function itemOf({ settings }: Words, modelUrl: string): DraftItem {
  const { quantity = defaultPrintOptions.quantity, ...stated } = settings
  const layerHeight = stated.layerHeight ?? qualityLayerHeightMm[stated.quality ?? 'standard']
  const rest = { ...stated, layerHeight }
  const options = readItemOptions(rest)
  if (!options.ok) throw new Error('words were read into settings that no order has')
  const { note: _note, units: _units, ...read } = options.value
  return { modelUrl, ...read, quantity }
}
