// The fill of a swatch for the color of an order: a stock color, a hex value, or the name of a CSS color.
import { findStockColor, stockColors } from '../../domain/catalog/colors.ts'

/** "#rrggbb" or "#rgb"; null for a word whose color is not known, such as "like the last one". */
export function fillOfColor(color: string): string | null {
  const stock = findStockColor(color)
  if (stock !== null) return stockColors[stock]
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1]
  if (hex !== undefined) return `#${hex}`
  const name = color.toLowerCase().replaceAll(/\s/g, '')
  // Words only: functions such as rgb() are not names. Transparent filament has no fill to show.
  const value = /^[a-z]+$/.test(name) && name !== 'transparent' ? Bun.color(name, 'hex') : null
  // "currentColor" is returned unchanged.
  return value?.startsWith('#') === true ? value : null
}
