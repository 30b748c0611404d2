// The customs declaration of a parcel: the required form and its contents.
//
// The fields follow the forms CN 22 and CN 23 of the Universal Postal Union, as the OECD reproduces the CN 23 with its
// instructions ("Misuse of Small Parcels for Trade in Counterfeit Goods", 2018, annex A): sender and its reference,
// addressee and importer's reference, and for each article (1) a detailed description, (2) the quantity, (3) the net
// weight, (5) the value, (7) the HS number and (8) the country of origin; for the item (4) the gross weight, (6) the
// total value, (9) postal charges, (10) the category, (11) comments, (12) to (14) license, certificate and invoice, and
// (15) date and signature.
import type { CustomsTerms } from '../../catalog/customs-terms.ts'
import type { Material } from '../../catalog/options.ts'
import type { Order } from '../../orders/record/order.ts'
import type { OrderLine } from '../../orders/record/order-lines.ts'
import { crossesCustoms } from './customs-areas.ts'

/**
 * The CN 22 is for items worth up to 300 special drawing rights, the CN 23 for all others (UPU; Japan Post, "Customs
 * Declaration Form").
 */
export const cn22Sdr = 300
/** The CN 22 is for letter post, with a maximum weight of 2 kg. */
export const cn22Grams = 2_000
/**
 * Upper bound of the packaging weight if the farm states none. A carton of 40 x 30 x 20 cm is cut from 0.72 m2 of
 * board, which weighs 400 g at 550 g/m2; the remaining 100 g are for padding. A CN 23 is valid for a lighter parcel,
 * but a CN 22 is not valid above its limit.
 */
export const assumedPackagingGrams = 500
/** Maximum number of articles on a CN 22. */
export const cn22Lines = 4

export type CustomsForm = 'cn22' | 'cn23'

/** Data that a form needs and the service does not know. Missing data never causes a refusal. */
export type CustomsGap = 'sender' | 'packaging_weight'

export type CustomsLine = {
  /** Starts at 1. */
  readonly place: number
  readonly description: string
  readonly quantity: number
  /** Billed weight of all parts. */
  readonly netGrams: number
  /** The amount charged for the line, after discounts and without postage. */
  readonly valueCents: number
  readonly hsCode: string
  readonly originCountry: string
}

export type CustomsDeclaration = {
  readonly form: CustomsForm
  /** Whether a commercial invoice is required. The CN 23 requires one for sold goods. */
  readonly needsInvoice: boolean
  readonly lines: readonly CustomsLine[]
  readonly netGrams: number
  /** Including packaging; null = to be weighed. */
  readonly grossGrams: number | null
  readonly valueCents: number
  readonly postageCents: number
  /** Name, address and tax number, one entry per line; empty = not configured. */
  readonly sender: readonly string[]
  readonly missing: readonly CustomsGap[]
}

/** Names of the materials for customs officers. */
const plastics: Readonly<Record<Material, string>> = {
  pla: 'polylactic acid (PLA)',
  petg: 'polyester (PETG)',
  abs: 'ABS',
  asa: 'ASA',
  tpu: 'polyurethane (TPU)',
}

type Declared = {
  readonly customs: CustomsTerms
  readonly lines: readonly OrderLine[]
  readonly sender: readonly string[]
}

/** Returns null if the parcel crosses no customs border. */
export function declarationOf(
  { address, price }: Pick<Order, 'address' | 'price'>,
  { customs, lines, sender }: Declared,
): CustomsDeclaration | null {
  const { postedFrom, originCountry, hsCodes, packagingGrams, sdrCents } = customs
  if (!crossesCustoms(postedFrom, address)) return null
  const declared = lines.map(({ place, options, price: { gramsPerPart, printCents } }) => ({
    place,
    description: `3D-printed part of plastic, ${plastics[options.material]}`,
    quantity: options.quantity,
    netGrams: gramsPerPart * options.quantity,
    valueCents: printCents,
    hsCode: hsCodes[options.material],
    originCountry,
  }))
  const netGrams = declared.reduce((sum, line) => sum + line.netGrams, 0)
  const valueCents = declared.reduce((sum, line) => sum + line.valueCents, 0)
  const grossGrams = packagingGrams === null ? null : netGrams + packagingGrams
  const isSmall =
    valueCents <= cn22Sdr * sdrCents &&
    netGrams + (packagingGrams ?? assumedPackagingGrams) <= cn22Grams &&
    declared.length <= cn22Lines
  return {
    form: isSmall ? 'cn22' : 'cn23',
    needsInvoice: !isSmall,
    lines: declared,
    netGrams,
    grossGrams,
    valueCents,
    postageCents: price.shippingCents,
    sender,
    missing: [
      ...(sender.length === 0 ? (['sender'] as const) : []),
      ...(packagingGrams === null ? (['packaging_weight'] as const) : []),
    ],
  }
}
