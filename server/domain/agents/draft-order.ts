// Makes a draft of an order from words, with its price (decisions.md 43). It orders nothing: the draft is the body of a checkout, which
// its caller completes, shows and sends.

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
  /** Shipping fields by the names of contract.md 4.2. */
  readonly address: ReadonlyMap<string, string>
  /** The buyer's fields that are stated. */
  readonly buyer: ReadonlyMap<string, string>
}

export type DraftItem = Omit<PrintOptions, 'note' | 'units'> & { readonly modelUrl: string }

export type DraftOrder = {
  /** With the settings of an order: defaults, and numbers within their bounds. */
  readonly item: DraftItem
  readonly country: string
  readonly address: ReadonlyMap<string, string>
  /** What an order needs but neither text nor address states, and what the text leaves unclear. */
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
  // Without a color the rate for other colors is billed: the customer has to know.
  const color = words.settings.color === undefined && !unclear.includes('color') ? ['color'] : []
  const fields =
    shipping.ok || shipping.failure.kind !== 'shipping_fields_missing'
      ? []
      : shipping.failure.fields
  const missing = [...unclear, ...quantity, ...color, ...fields]
  return ok({ item, country: country.value, address, missing, cart: priced.value })
}

/**
 * A quantity that cannot be ordered is kept as stated; the price has the refusal. Premium without a layer height gets that of the
 * quality (decisions.md 47).
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
