// An independent implementation of the prices, written from contract.md and decisions.md alone, in exact fractions. It
// shares no code and no table with server/domain, and is deliberately slow and plain. Inputs are already parsed
// (naive-inputs.ts); weights and lengths are those of a file or a mesh.
import {
  add,
  ceiling,
  decimal,
  divide,
  exactDouble,
  largest,
  less,
  multiply,
  type Rational,
  roundHalfUp,
  subtract,
  whole,
} from './rational.ts'

export const MATERIALS = {
  pla: { rate: '0.12', density: '1.26' },
  petg: { rate: '0.12', density: '1.27' },
  abs: { rate: '0.12', density: '1.04' },
  asa: { rate: '0.14', density: '1.07' },
  tpu: { rate: '0.13', density: '1.21' },
} as const
export const QUALITIES = { standard: '1', premium: '1.75' } as const
const CUSTOM_RATE = '0.20'
const OVERTIME_RATE = '1.50'
const PI = decimal('3.14159265358979323846264338327950288419716939937510')

export type Material = keyof typeof MATERIALS
export type Quality = keyof typeof QUALITIES
/** A stock spool: its name and its hex value, with or without #. */
export type StockColor = { readonly name: string; readonly hex: string }

type Part = {
  readonly material: Material
  readonly quality: Quality
  readonly quantity: number
  readonly color: string | undefined
}
/** Millimeters. */
type Machine = {
  readonly nozzleDiameter: number
  readonly layerHeight: number
  readonly nozzleFlow: 'standard' | 'high'
}
export type MeshOrder = Part &
  Machine & { readonly volumeCm3: number; readonly infill: number; readonly country: string }

/** Facts that an already-sliced file states about one filament, as decimal text or number. */
export type Usage =
  | { readonly grams: string | number }
  | { readonly volumeCm3: string | number }
  | { readonly lengthMm: string | number; readonly diameterMm?: string | number }

/** `seconds` is null for a slicer that states no time. */
export type Plate = { readonly usage: readonly Usage[]; readonly seconds: string | number | null }
export type SlicedOrder = Part &
  Machine & { readonly plates: readonly Plate[]; readonly country: string }

/** Grams and hours are per part; money is in cents; hours are in hundredths. */
export type NaivePrice = {
  readonly grams: bigint
  readonly printCentihours: bigint
  readonly printCents: bigint
  readonly shippingCents: bigint
  readonly totalCents: bigint
}

/** Millimeters; `color` undefined when none was sent. */
export type EstimateInput = Part & { readonly x: number; readonly y: number; readonly z: number }
export type NaiveEstimate = {
  readonly grams: bigint
  readonly printCentihours: bigint
  readonly materialCostCents: bigint
  readonly perUnitCents: bigint
  readonly subtotalCents: bigint
  readonly totalCents: bigint
  readonly customColor: boolean
  /** Dollars as decimal text. */
  readonly pricePerGram: string
}

/** Prices a mesh order. `volumeCm3` is the exact binary value of the double. */
export function naiveMeshOrder(order: MeshOrder, stock: readonly StockColor[]): NaivePrice {
  const share = add(
    decimal('0.30'),
    multiply(decimal('0.70'), decimal(order.infill), decimal('0.01')),
  )
  const weight = multiply(exactDouble(order.volumeCm3), share, densityOf(order.material))
  const grams = billableGrams(weight)
  return priced(order, stock, grams, modeledHours(grams, order), whole(0))
}

/**
 * Prices an already-sliced order. Interpretation: all filaments of all plates are summed and then rounded up once.
 * Overtime belongs to each part: it is added before quantity, bulk discount and minimum, and premium does not
 * multiply it (premium multiplies the rate). A file is overtime-free when no plate states a time, and then has
 * modeled hours; plates without a time count as 0 if others state one.
 */
export function naiveSlicedOrder(order: SlicedOrder, stock: readonly StockColor[]): NaivePrice {
  const usage = order.plates.flatMap((plate) => plate.usage)
  const weight = usage.map((one) => statedWeight(one, order.material)).reduce(add, whole(0))
  const grams = billableGrams(weight)
  const times = order.plates.flatMap((plate) => (plate.seconds === null ? [] : [plate.seconds]))
  if (times.length === 0) return priced(order, stock, grams, modeledHours(grams, order), whole(0))
  const hours = divide(times.map(decimal).reduce(add, whole(0)), whole(3600))
  const included = divide(whole(grams), multiply(densityOf(order.material), whole(16)))
  const overtime = largest(subtract(hours, included), whole(0))
  return priced(order, stock, grams, hours, multiply(overtime, decimal(OVERTIME_RATE)))
}

/**
 * Returns one response of POST /api/price. Interpretation: grams, printHours, materialCost and perUnit are per part;
 * subtotal is the `breakdown.print` of such an order; perUnit is the same for one part at this quantity's discount,
 * rounded separately; hours are those of a 0.4 mm nozzle at 0.2 mm layers.
 */
export function naiveEstimate(input: EstimateInput, stock: readonly StockColor[]): NaiveEstimate {
  const mm3 = multiply(decimal(input.x), decimal(input.y), decimal(input.z))
  const cm3 = divide(mm3, whole(1000))
  const grams = billableGrams(multiply(cm3, decimal('0.44'), densityOf(input.material)))
  const machine = { nozzleDiameter: 0.4, layerHeight: 0.2, nozzleFlow: 'standard' } as const
  const customColor = input.color !== undefined && !isStockColor(input.color, stock)
  const pricePerGram = customColor ? CUSTOM_RATE : MATERIALS[input.material].rate
  const cost = multiply(whole(grams), decimal(pricePerGram), decimal(QUALITIES[input.quality]))
  const subtotalCents = printCents(cost, input.quantity)
  const discounted = multiply(cost, discountFactor(input.quantity))
  return {
    grams,
    printCentihours: hundredths(modeledHours(grams, { ...input, ...machine })),
    materialCostCents: hundredths(cost),
    perUnitCents: hundredths(largest(discounted, whole(1))),
    subtotalCents,
    totalCents: subtotalCents + 700n,
    customColor,
    pricePerGram,
  }
}

/**
 * Returns whether the color is a stock color: a name in any case, or the hex value of the spool with # optional and 3
 * or 6 digits (decision 4). Interpretation: white space around the value is ignored, inside a name it is significant.
 */
export function isStockColor(color: string, stock: readonly StockColor[]): boolean {
  const wanted = color.trim().toLowerCase()
  const hex = sixDigits(wanted)
  return stock.some((spool) => {
    const sameName = spool.name.toLowerCase() === wanted
    return sameName || (hex !== undefined && sixDigits(spool.hex.toLowerCase()) === hex)
  })
}

/** Returns the JSON number for an amount in cents or hundredths. */
export function hundredthsToNumber(value: bigint): number {
  return Number(`${value / 100n}.${String(value % 100n).padStart(2, '0')}`)
}

function priced(
  order: Part & { readonly country: string },
  stock: readonly StockColor[],
  grams: bigint,
  hours: Rational,
  overtime: Rational,
): NaivePrice {
  const isStock = order.color !== undefined && isStockColor(order.color, stock)
  const rate = decimal(isStock ? MATERIALS[order.material].rate : CUSTOM_RATE)
  const part = add(multiply(whole(grams), rate, decimal(QUALITIES[order.quality])), overtime)
  const print = printCents(part, order.quantity)
  const shipping = shippingCents(print, order.country)
  return {
    grams,
    printCentihours: hundredths(hours),
    printCents: print,
    shippingCents: shipping,
    totalCents: print + shipping,
  }
}

/** Returns the price by decision 3: max(part x quantity x (1 - bulk), $1.00 x quantity), rounded once, half up. */
function printCents(part: Rational, quantity: number): bigint {
  const discounted = multiply(part, whole(quantity), discountFactor(quantity))
  return hundredths(largest(discounted, whole(quantity)))
}

function discountFactor(quantity: number): Rational {
  if (quantity >= 10) return decimal('0.90')
  return decimal(quantity >= 5 ? '0.95' : '1')
}

/**
 * Returns the postage. Interpretation: the print subtotal of the response, in whole cents, is compared with the
 * threshold.
 */
export function shippingCents(print: bigint, country: string): bigint {
  if (country === 'US') return print >= 5000n ? 0n : 700n
  return print >= 50000n ? 0n : 3000n
}

/**
 * Rounds by decision 2. Interpretation: the 1e-6 g tolerance (inclusive) and the 1 g minimum apply to every weight.
 */
function billableGrams(weight: Rational): bigint {
  const below = ceiling(weight) - 1n
  const excess = subtract(weight, whole(below))
  const grams = less(decimal('0.000001'), excess) ? below + 1n : below
  return grams < 1n ? 1n : grams
}

/** Returns hours by decision 5. Interpretation: the grams are the billable whole grams. */
function modeledHours(grams: bigint, order: Machine & { readonly material: Material }): Rational {
  const throughput = multiply(
    whole(16),
    divide(decimal(order.nozzleDiameter), decimal('0.4')),
    divide(decimal(order.layerHeight), decimal('0.2')),
    decimal(order.nozzleFlow === 'high' ? '1.6' : '1'),
  )
  return divide(whole(grams), multiply(densityOf(order.material), throughput))
}

function statedWeight(usage: Usage, material: Material): Rational {
  if ('grams' in usage) return decimal(usage.grams)
  if ('volumeCm3' in usage) return multiply(decimal(usage.volumeCm3), densityOf(material))
  const radius = divide(decimal(usage.diameterMm ?? '1.75'), whole(2))
  const mm3 = multiply(PI, radius, radius, decimal(usage.lengthMm))
  return multiply(divide(mm3, whole(1000)), densityOf(material))
}

const densityOf = (material: Material): Rational => decimal(MATERIALS[material].density)

const hundredths = (value: Rational): bigint => roundHalfUp(multiply(value, whole(100)))

function sixDigits(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1]
  return digits?.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
}
