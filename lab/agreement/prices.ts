// Prices of orders, by the independent pricer of the tests (contract.md 9.2).
import { stockColors } from '../../server/domain/catalog/colors.ts'
import {
  type Material,
  naiveMeshOrder,
  type Quality,
  shippingCents,
} from '../../testing/money/naive-pricer.ts'
import type { Dice } from '../lib/dice.ts'

const stock = Object.entries(stockColors).map(([name, hex]) => ({ name, hex }))

export type Part = {
  readonly sizeMm: number
  readonly material: Material
  readonly quality: Quality
  readonly quantity: number
  readonly infill: number
  /** Undefined: no color is named. */
  readonly color: string | undefined
}

export const countries = ['US', 'US', 'US', 'DE', 'DE', 'FR', 'GB', 'CA', 'NL', 'AU'] as const

export const drawPart = (dice: Dice): Part => ({
  sizeMm: dice.pick([20, 25, 30, 40, 50, 60, 80]),
  material: dice.pick(['pla', 'petg', 'abs', 'asa', 'tpu'] as const),
  quality: dice.chance(0.7) ? 'standard' : 'premium',
  quantity: dice.pick([1, 1, 1, 2, 3, 4, 5, 7, 10, 12]),
  infill: dice.pick([10, 15, 20, 20, 33, 50, 100]),
  color: dice.pick(['Black', 'black', 'Sakura Pink', 'Magenta', '#123457', undefined]),
})

/** Returns the price of all pieces, without postage. */
export function printCentsOf({ sizeMm, ...part }: Part, country: string): number {
  const machine = { nozzleDiameter: 0.4, layerHeight: 0.2, nozzleFlow: 'standard' } as const
  const order = { ...part, ...machine, volumeCm3: sizeMm ** 3 / 1000, country }
  return Number(naiveMeshOrder(order, stock).printCents)
}

/** Returns the postage, once per parcel. */
export const postageOf = (printCents: number, country: string): number =>
  Number(shippingCents(BigInt(printCents), country))

/** Returns 2.9 %, rounded half up, plus 30 cents. */
export const cardFee = (cents: number): number => Math.floor((cents * 29 + 500) / 1000) + 30

export const disputeFee = 1500

/** Returns total - round(total / (1 + rate)), half a cent up; the rate is in percent with at most one decimal. */
export function taxIn(cents: number, percent: number | undefined): number | null {
  if (percent === undefined) return null
  const whole = 1000 + Math.round(percent * 10)
  return cents - Math.floor((cents * 2000 + whole) / (2 * whole))
}
