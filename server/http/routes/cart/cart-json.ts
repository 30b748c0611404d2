// Carts as JSON: the items of a request, and the priced lines of a response (decisions.md 37).

import * as v from 'valibot'
import { hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import {
  type CartItem,
  maxLines,
  type PricedCart,
  type PricedLine,
} from '../../../domain/cart/cart.ts'
import { adjustmentsOfItem } from '../../../domain/cart/read-part.ts'
import {
  defaultPrintOptions,
  infillRange,
  layerHeightPercentRange,
  nozzleDiametersMm,
  type PrintOptions,
  quantityRange,
  rangeText,
  spanText,
} from '../../../domain/catalog/options.ts'
import { lineNotes } from '../../../domain/orders/record/line-notes.ts'
import { storedModelText } from '../../contract/field-texts.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import {
  flag,
  type JsonOf,
  named,
  number,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import {
  country,
  currency,
  lengthUnit,
  material,
  nozzleFlow,
  quality,
} from '../../contract/words.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { adjusted } from '../orders/adjusted-json.ts'

const amount = (description: string) => v.optional(number(description))

const { infill, layerHeight, nozzleDiameter, quantity } = defaultPrintOptions
/** `0.2, 0.4 (default), 0.6 or 0.8` */
const nozzlesText = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  nozzleDiametersMm.map((mm) => (mm === nozzleDiameter ? `${mm} (default)` : String(mm))),
)
const quantityRule = `must be a whole number from ${rangeText(quantityRange)}`

const item = named(
  'CartItem',
  v.object({
    modelUrl: text(storedModelText),
    material: v.optional(material.sent('pla unless given.')),
    quality: v.optional(quality.sent('standard unless given.')),
    color: v.optional(
      orNull(text('A stock color or a hex value; without one the custom rate is billed.')),
    ),
    quantity: says(
      v.optional(v.number(quantityRule)),
      `${rangeText(quantityRange)}; ${quantity} unless given.`,
    ),
    infill: amount(`Percent, clamped to ${spanText(infillRange)}; ${infill} unless given.`),
    layerHeight: amount(
      `mm, clamped to ${spanText(layerHeightPercentRange)}% of the nozzle; ${layerHeight} unless given.`,
    ),
    nozzleDiameter: amount(`mm: ${nozzlesText}.`),
    nozzleFlow: v.optional(nozzleFlow.sent('standard unless given.')),
    units: v.optional(
      orNull(lengthUnit.sent('By default, the unit that was stated at the upload.')),
    ),
    expectedCents: v.optional(whole('The price of this line that the buyer saw.')),
  }),
  'A part of a cart.',
)

/** Fields that a cart and a checkout share. */
export const cartBody = named(
  'Cart',
  v.object({
    items: says(
      v.pipe(
        v.array(item),
        v.minLength(1, `must have 1 to ${maxLines} entries`),
        v.maxLength(maxLines, `must have 1 to ${maxLines} entries`),
      ),
      `1 to ${maxLines} parts.`,
    ),
    country: v.optional(country.sent('US unless given.')),
    giftCard: v.optional(text('The code of a gift card.')),
  }),
  'Parts to be priced or ordered together.',
)

/** Item without its expected price. */
export const unpricedItemExample = {
  modelUrl: 'gs://models/models/0f3a.stl',
  material: 'petg',
  quality: 'standard',
  color: 'Black',
  quantity: 2,
  infill: 20,
  layerHeight: 0.2,
  nozzleDiameter: 0.4,
  nozzleFlow: 'standard',
}

export const itemExample = { ...unpricedItemExample, expectedCents: 308 }

export const priceNoteText =
  'Only when the color is not in stock, or none was given: its rate, and the rate of a stock color. When premium came without finer layers. And ' +
  'when the part is printed with supports, at no extra charge, or turned, so that it needs none.'

const pricedLine = named(
  'PricedLine',
  v.object({
    printCents: orNull(whole('The price of the line without postage; null when it is refused.')),
    grams: orNull(whole('Billed weight of one part.')),
    printHours: orNull(number('Machine hours of one part.')),
    changed: flag('Whether the price differs from `expectedCents`. false if none was sent.'),
    fromGallery: flag('Whether the model is one of the gallery.'),
    note: v.optional(text(priceNoteText)),
    adjusted: v.optional(adjusted),
    refusal: v.optional(text('Why the part cannot be ordered. Absent otherwise.')),
  }),
  'The price of a part of a cart, or why it cannot be ordered.',
)

export const pricedCart = named(
  'PricedCart',
  v.object({
    lines: says(v.array(pricedLine), 'In the order of `items`.'),
    printCents: whole('Sum of the lines that can be ordered.'),
    shippingCents: whole('Postage, once for the parcel.'),
    totalCents: whole('Print and postage: the `expectedTotalCents` of a checkout.'),
    giftCard: orNull(
      named(
        'GiftCardShare',
        v.object({
          valid: flag('Whether it has a balance.'),
          balanceCents: whole('Its balance.'),
          shareCents: whole('Share of the total that the card pays.'),
        }),
        'Share of a gift card in a cart.',
      ),
    ),
    dueCents: whole('Amount left to pay.'),
    currency,
    ignored: ignoredNames,
  }),
  'The prices of a cart.',
)

export const pricedCartExample = {
  lines: [{ printCents: 308, grams: 11, printHours: 0.54, changed: false, fromGallery: false }],
  printCents: 308,
  shippingCents: 700,
  totalCents: 1008,
  giftCard: { valid: true, balanceCents: 500, shareCents: 500 },
  dueCents: 508,
  currency: 'USD',
}

/** Returns the priced cart. `items` holds the items of the request, if it sent any. */
export function pricedCartJson(
  cart: PricedCart,
  items: readonly CartItem[] = [],
): JsonOf<typeof pricedCart> {
  const { lines, printCents, shippingCents, totalCents, gift, dueCents } = cart
  return {
    lines: lines.map((line, index) => lineJson(line, items[index])),
    printCents,
    shippingCents,
    totalCents,
    giftCard: gift === null ? null : { valid: gift.balanceCents > 0, ...gift },
    dueCents,
    currency: 'USD',
  }
}

/** Returns the adjusted options, or an empty object if nothing was changed. */
export function adjustedJson(cartItem: CartItem | undefined, options: PrintOptions) {
  const adjustments = cartItem === undefined ? [] : adjustmentsOfItem(cartItem, options)
  return adjustments.length === 0 ? {} : { adjusted: adjustments }
}

function lineJson(priced: PricedLine, cartItem: CartItem | undefined): JsonOf<typeof pricedLine> {
  if (priced.kind === 'refused') {
    return {
      printCents: null,
      grams: null,
      printHours: null,
      changed: false,
      fromGallery: false,
      refusal: refusalOf(priced.refusal).error,
    }
  }
  const { printCents, gramsPerPart, centihoursPerPart } = priced.line.price
  const notes = lineNotes(priced.line, priced.volumeNotes)
  return {
    printCents,
    grams: gramsPerPart,
    printHours: hoursOfCentihours(centihoursPerPart),
    changed: priced.hasChanged,
    fromGallery: priced.isFromGallery,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...adjustedJson(cartItem, priced.line.options),
  }
}
