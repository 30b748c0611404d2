// Converts the form's fields to a part's choices, and back.
import { hexOfText } from '../../../domain/base/text/hex-color.ts'
import { findStockColor } from '../../../domain/catalog/colors.ts'
import { defaultPrintOptions, type PrintOptions } from '../../../domain/catalog/options.ts'
import { readPrintOptions } from '../../../domain/orders/submit/order-form.ts'
import { colorText } from '../../../pages/base/line-text.ts'
import { customColorChoice } from '../../../pages/quotes/options/options.tsx'
import { orderFields } from '../../../pages/quotes/options/order-fields.ts'
import { words } from '../../base/page-words.ts'

/** Fields that are choices of a part. */
const names = [
  'material',
  'color',
  'customColor',
  'quality',
  'infill',
  'layerHeight',
  'nozzleDiameter',
  'quantity',
] as const

export function readFields(form: HTMLFormElement): Map<string, string> {
  const data = new FormData(form)
  return new Map(
    names.flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

export function writeFields(form: HTMLFormElement, fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name)
    if (field instanceof RadioNodeList) {
      field.value = value
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = value
    }
  }
}

/** Returns the options with the server's defaults and limits. */
export function optionsOf(fields: ReadonlyMap<string, string>): PrintOptions {
  const options = readPrintOptions(orderFields(fields))
  return options.ok ? options.value : defaultPrintOptions
}

/** Returns the color of the 3D view, or gray for a color without a known appearance. */
export function viewHexOf(fields: ReadonlyMap<string, string>, stockHex: string | null): string {
  if (fields.get('color') !== customColorChoice) return stockHex ?? unknownHex
  const text = (fields.get('customColor') ?? '').trim()
  return hexOfText(text) ?? cssColor(text) ?? unknownHex
}

const unknownHex = '#8d939b'

/** Returns a color name as a CSS value, or null for other words. */
function cssColor(name: string): string | null {
  if (!/^[a-z]+$/i.test(name) || !CSS.supports('color', name)) return null
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  context.fillStyle = name
  return context.fillStyle.startsWith('#') ? context.fillStyle : null
}

/** Returns the selected color in words. */
export function colorWords(fields: ReadonlyMap<string, string>): string {
  const color = fields.get('color') ?? ''
  if (color !== customColorChoice) return colorText(words, color)
  const custom = (fields.get('customColor') ?? '').trim()
  if (custom === '') return words.text('choice.noColor')
  return colorText(words, findStockColor(custom) ?? custom)
}
