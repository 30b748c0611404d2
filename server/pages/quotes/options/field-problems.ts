// What is wrong with the numbers of a part's choices, for the quote page and for the lines of a basket.
import { infillRange, quantityRange } from '../../../domain/catalog/options.ts'
import { layerHeightRangeMm, snapNozzle } from '../../../domain/catalog/print-options.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

type RangedField = 'infill' | 'layerHeight' | 'quantity'

/**
 * Returns the values that are out of range, with what to do. The server would use the nearest allowed value, which the
 * form does not show.
 */
export const problemsOf = (
  words: ScriptWords,
  fields: ReadonlyMap<string, string>,
  options: Options = {},
): ReadonlyMap<RangedField, string> =>
  new Map(
    [...wrongRangesOf(fields, options)].map(([name, range]) => [
      name,
      problemOf(words, name, range),
    ]),
  )

function problemOf(words: ScriptWords, name: RangedField, { min, max }: Range): string {
  const range = { min: words.exact(min), max: words.exact(max) }
  return words.text(
    name === 'layerHeight' ? 'editor.layerHeightWrong' : 'editor.numberWrong',
    range,
  )
}

/** Returns the allowed range of each value that is out of range. Layer heights are in millimeters. */
export function wrongRangesOf(
  fields: ReadonlyMap<string, string>,
  { isSliced = false }: Options = {},
): ReadonlyMap<RangedField, Range> {
  const layers = layerHeightRangeMm(snapNozzle(fields.get('nozzleDiameter')))
  const number = (name: RangedField) => {
    const text = fields.get(name)?.trim() ?? ''
    return text === '' ? Number.NaN : Number(text)
  }
  const isWhole = (name: RangedField, range: Range) =>
    Number.isInteger(number(name)) && isWithin(number(name), range)
  const wrong = new Map<RangedField, Range>()
  // A slicer has chosen infill and layers already.
  if (!isSliced && !isWhole('infill', infillRange)) wrong.set('infill', infillRange)
  // An empty field means the layer height of the quality.
  const isEmpty = (fields.get('layerHeight')?.trim() ?? '') === ''
  if (!isSliced && !isEmpty && !isWithin(number('layerHeight'), layers)) {
    wrong.set('layerHeight', layers)
  }
  if (!isWhole('quantity', quantityRange)) wrong.set('quantity', quantityRange)
  return wrong
}

type Options = { readonly isSliced?: boolean }

type Range = { readonly min: number; readonly max: number }

/** NaN is outside every range. */
const isWithin = (value: number, { min, max }: Range): boolean => value >= min && value <= max
