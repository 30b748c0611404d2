// The form's fields as a part's choices, and back.
import { findStockColor } from '../../domain/catalog/colors.ts'
import {
  defaultPrintOptions,
  infillRange,
  type PrintOptions,
  quantityRange,
} from '../../domain/catalog/options.ts'
import { layerHeightRangeMm, snapNozzle } from '../../domain/catalog/print-options.ts'
import { readPrintOptions } from '../../domain/orders/submit/order-form.ts'
import { customColorChoice } from '../../pages/quotes/options.tsx'
import { orderFields } from '../../pages/quotes/order-fields.ts'

/** Fields that are choices of one part. */
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

/** The options with the server's defaults and limits. */
export function optionsOf(fields: ReadonlyMap<string, string>): PrintOptions {
  const options = readPrintOptions(orderFields(fields))
  return options.ok ? options.value : defaultPrintOptions
}

type RangedField = 'infill' | 'layerHeight' | 'quantity'

/**
 * The values that are out of range, with what to do. The server would use the nearest value that is allowed, which the form does not show.
 */
export function problemsOf(
  fields: ReadonlyMap<string, string>,
  { isSliced = false }: { readonly isSliced?: boolean } = {},
): ReadonlyMap<RangedField, string> {
  const layers = layerHeightRangeMm(snapNozzle(fields.get('nozzleDiameter')))
  const infill = `Enter a whole number from ${infillRange.min} to ${infillRange.max}.`
  const quantity = `Enter a whole number from ${quantityRange.min} to ${quantityRange.max}.`
  const number = (name: RangedField) => {
    const text = fields.get(name)?.trim() ?? ''
    return text === '' ? Number.NaN : Number(text)
  }
  const isWhole = (name: RangedField, range: Range) =>
    Number.isInteger(number(name)) && isWithin(number(name), range)
  const problems = new Map<RangedField, string>()
  // A slicer has chosen infill and layers already.
  if (!isSliced && !isWhole('infill', infillRange)) problems.set('infill', infill)
  // An empty field stands for the layer height of the quality.
  const isEmpty = (fields.get('layerHeight')?.trim() ?? '') === ''
  if (!isSliced && !isEmpty && !isWithin(number('layerHeight'), layers)) {
    problems.set('layerHeight', `Enter a height from ${layers.min} to ${layers.max} mm.`)
  }
  if (!isWhole('quantity', quantityRange)) problems.set('quantity', quantity)
  return problems
}

type Range = { readonly min: number; readonly max: number }

/** NaN is outside every range. */
const isWithin = (value: number, { min, max }: Range): boolean => value >= min && value <= max

/** What the 3D view shows; gray for a color whose look is not known. */
export function hexOf(fields: ReadonlyMap<string, string>, stockHex: string | null): string {
  if (fields.get('color') !== customColorChoice) return stockHex ?? unknownHex
  const text = (fields.get('customColor') ?? '').trim()
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) return cssColor(text) ?? unknownHex
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${six.toLowerCase()}`
}

const unknownHex = '#8d939b'

/** A color's CSS name, as the browser knows it; null for other words. */
function cssColor(name: string): string | null {
  if (!/^[a-z]+$/i.test(name) || !CSS.supports('color', name)) return null
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  context.fillStyle = name
  return context.fillStyle.startsWith('#') ? context.fillStyle : null
}

/** The chosen color in words. */
export function colorWords(fields: ReadonlyMap<string, string>): string {
  const color = fields.get('color') ?? ''
  if (color !== customColorChoice) return color
  const custom = (fields.get('customColor') ?? '').trim()
  if (custom === '') return 'not chosen yet'
  return findStockColor(custom) ?? custom
}
