// The price of a mesh at another size. Its volume grows with the cube of the scale.

import { domesticCountry } from '../catalog/countries.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { explainPrice, type PriceExplanation } from './explain-price.ts'

/** A stored mesh; `longestMm` is its longest side. */
export type SizableMesh = { readonly volumeCm3: number; readonly longestMm: number }

export const volumeAtSize = ({ volumeCm3, longestMm }: SizableMesh, sizeMm: number): number =>
  volumeCm3 * (sizeMm / longestMm) ** 3

/** Returns null for a mesh without a price. */
export function priceAtSize(
  mesh: SizableMesh,
  sizeMm: number,
  options: PrintOptions,
): PriceExplanation | null {
  const report = { volumeCm3: volumeAtSize(mesh, sizeMm) }
  return explainPrice({ kind: 'mesh', report }, options, domesticCountry)
}
