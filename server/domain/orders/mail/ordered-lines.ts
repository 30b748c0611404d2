// The lines of an order in mails.
import type { OrderLine } from '../order-lines.ts'

/** Such as "2 x bracket.stl in PETG, Black, standard quality", `withSettings` followed by ", 20% infill, 0.2 mm layers". */
export const orderedLines = (
  lines: readonly OrderLine[],
  { withSettings }: { readonly withSettings: boolean },
): readonly string[] =>
  lines.map(({ options, file, supports = null }) => {
    const { quantity, material, color, quality } = options
    return `${quantity} x ${file.fileName} in ${material.toUpperCase()}, ${color}, ${quality} quality${withSettings ? settingsWords(file, options) : ''}${printedWords(supports)}`
  })

/** A sliced file is printed as its slicer set it. */
const settingsWords = (
  { format }: OrderLine['file'],
  { infill, layerHeight }: OrderLine['options'],
): string => (format === 'gcode' ? '' : `, ${infill}% infill, ${layerHeight} mm layers`)

function printedWords(supports: OrderLine['supports']): string {
  switch (supports?.decision) {
    case 'supports':
      return ', printed with supports'
    case 'turn':
      return ', turned for printing'
    default:
      return ''
  }
}
