// Fill of a color swatch for an order: a stock color, a hex value, or a CSS color name.
import { hexOfText } from '../../domain/base/text/hex-color.ts'
import { stockHexOf } from '../../domain/catalog/colors.ts'

/** Returns "#rrggbb", or null for a text without a known color, such as "like the last one". */
export function fillOfColor(color: string): string | null {
  const hex = stockHexOf(color) ?? hexOfText(color)
  if (hex !== null) return hex
  const name = color.toLowerCase().replaceAll(/\s/g, '')
  // Accepts only words, because functions such as rgb() are not names. Transparent filament has no fill to show.
  const value = /^[a-z]+$/.test(name) && name !== 'transparent' ? Bun.color(name, 'hex') : null
  // Bun returns "currentColor" unchanged.
  return value?.startsWith('#') === true ? value : null
}
