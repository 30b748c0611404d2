// Keeps the form's numbers within their ranges, or marks them.
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'
import { problemsOf } from '../../../pages/quotes/options/field-problems.ts'
import { isColorMissing } from '../../../pages/quotes/options/order-fields.ts'
import { words } from '../../base/page-words.ts'
import { fieldProblems, type PartState } from '../parts/part-state.ts'
import type { Elements } from './elements.ts'
import { optionsOf, readFields } from './fields.ts'
import { markField } from './mark-field.ts'

/** Marks the fields of the shown part, or of the form before there is one. */
export function markFields(page: Elements, active: PartState | null): void {
  const { infill, layerHeight, quantity, customColor, form } = page
  const problems = active === null ? problemsOf(words, readFields(form)) : fieldProblems(active)
  markField(infill, problems.get('infill') ?? '')
  markField(layerHeight, problems.get('layerHeight') ?? '')
  markField(quantity, problems.get('quantity') ?? '')
  // The value is required only when the part is added.
  if (!isColorMissing(readFields(form))) markField(customColor, '')
}

/** Each nozzle has a different range, so a layer height outside of it becomes the nearest allowed one. */
export function fitLayerHeight({ form, layerHeight }: Elements): void {
  const fields = readFields(form)
  const { min, max } = layerHeightRangeMm(optionsOf(fields).nozzleDiameter)
  const isNewNozzle = layerHeight.min !== String(min) || layerHeight.max !== String(max)
  if (!isNewNozzle || layerHeight.value === '') return
  if (!problemsOf(words, fields).has('layerHeight')) return
  layerHeight.value = String(optionsOf(fields).layerHeight)
}
