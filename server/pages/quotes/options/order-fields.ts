// Converts the quote form's fields to those of an order. A custom color has a separate field, because radio buttons
// have fixed values. In an order, it becomes the color. An empty layer height means the height of the quality
// (decisions.md 47).
import { isQuality, qualityLayerHeightMm } from '../../../domain/catalog/materials.ts'
import { customColorChoice } from './options.tsx'

/** Hint when a custom color was selected but not named. */
export const colorMissingText =
  'Other color: enter a name or a hex value, such as teal or #2f6f4f, or choose a color in stock.'

export const isColorMissing = (fields: ReadonlyMap<string, string>): boolean =>
  fields.get('color') === customColorChoice && (fields.get('customColor') ?? '').trim() === ''

export function orderFields(fields: ReadonlyMap<string, string>): Map<string, string> {
  const inOrder = new Map(fields)
  const customColor = inOrder.get('customColor') ?? ''
  inOrder.delete('customColor')
  if (inOrder.get('color') === customColorChoice) inOrder.set('color', customColor)
  const quality = (inOrder.get('quality') ?? '').trim().toLowerCase()
  if ((inOrder.get('layerHeight') ?? '').trim() === '' && isQuality(quality)) {
    inOrder.set('layerHeight', String(qualityLayerHeightMm[quality]))
  }
  return inOrder
}
