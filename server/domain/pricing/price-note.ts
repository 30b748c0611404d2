// Explains an order line's price in words: the rate of a color outside the stock (decisions.md 4), and premium without
// finer layers (decisions.md 47).
import { premiumWithoutLayersNote } from '../catalog/materials.ts'
import { defaultPrintOptions, type PrintOptions, slicedFileInfill } from '../catalog/options.ts'
import type { ModelFormat } from '../models/format.ts'
import { customColorNote, customColorRates } from './custom-color.ts'

export type NotedLine = {
  readonly options: Pick<PrintOptions, 'material' | 'color' | 'quality' | 'layerHeight' | 'infill'>
  readonly file: { readonly format: ModelFormat }
}

/** Returns one or two sentences; null if there is nothing to explain. */
export function priceNoteOf(line: NotedLine): string | null {
  const { material, color } = line.options
  const rates = customColorRates(material, color)
  const notes = [
    ...(rates === null ? [] : [customColorNote(color, rates)]),
    ...(isPremiumInDefaultLayers(line) ? [premiumWithoutLayersNote] : []),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

/**
 * Whether premium was ordered with the default layer height. Always false for a sliced file, which has fixed layers
 * and whose infill is recorded as 100%.
 */
export function isPremiumInDefaultLayers({ options, file: { format } }: NotedLine): boolean {
  const { quality, layerHeight, infill } = options
  const mayBeSliced = format === 'gcode' || (format === '3mf' && infill === slicedFileInfill)
  return quality === 'premium' && layerHeight === defaultPrintOptions.layerHeight && !mayBeSliced
}
