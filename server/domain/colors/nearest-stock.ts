// Finds the stock color nearest to a color, by CIEDE2000 (decisions.md 35).
import { keysOf } from '../base/keys-of.ts'
import { type StockColor, stockColors } from '../catalog/colors.ts'
import { ciede2000 } from './ciede2000.ts'
import { labOf, type Rgb, rgbOfHex } from './lab.ts'

const stock = keysOf(stockColors).map((name) => {
  const hex = stockColors[name]
  return { name, hex, lab: labOf(rgbOfHex(hex)) }
})

export type NearStock = {
  readonly name: StockColor
  readonly hex: string
  readonly distance: number
}

export function nearestStock(rgb: Rgb): NearStock {
  const lab = labOf(rgb)
  const [nearest] = stock
    .map(({ name, hex, lab: other }) => ({ name, hex, distance: ciede2000(lab, other) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (nearest === undefined) throw new Error('there are no stock colors')
  return nearest
}
