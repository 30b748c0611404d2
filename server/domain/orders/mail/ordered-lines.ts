// The lines of an order in emails.
import { lineSpecs } from '../record/line-specs.ts'
import type { OrderLine } from '../record/order-lines.ts'

/**
 * Returns lines such as "2 x bracket.stl in PETG, Black, standard quality"; `withSettings` appends ", 80.0 × 40.0 ×
 * 12.0 mm, 20% infill, 0.2 mm layers".
 */
export const orderedLines = (
  lines: readonly OrderLine[],
  { withSettings }: { readonly withSettings: boolean },
): readonly string[] =>
  lines.map((line) => {
    const { options, file, supports = null } = line
    const { quantity, material, color, quality } = options
    const specs = withSettings ? lineSpecs(line) : []
    const settings = [`${quality} quality`, ...specs].join(', ')
    return `${quantity} x ${file.fileName} in ${material.toUpperCase()}, ${color}, ${settings}${printedWords(supports)}`
  })

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
