// Keeps the numbers of the form within their ranges, or marks them.
import { layerHeightRangeMm } from '../../domain/catalog/print-options.ts'
import { isColorMissing } from '../../pages/quotes/order-fields.ts'
import type { Elements } from './elements.ts'
import { optionsOf, problemsOf, readFields } from './fields.ts'
import { markField } from './mark-field.ts'
import { fieldProblems, type PartState } from './part-state.ts'

/** Marks the fields of the part that is shown, or of the form before there is one. */
export function markFields(page: Elements, active: PartState | null): void {
  const { infill, layerHeight, quantity, customColor, form } = page
  const problems = active === null ? problemsOf(readFields(form)) : fieldProblems(active)
  markField(infill, problems.get('infill') ?? '')
  markField(layerHeight, problems.get('layerHeight') ?? '')
  markField(quantity, problems.get('quantity') ?? '')
  // It is only required when the part is added.
  if (!isColorMissing(readFields(form))) markField(customColor, '')
}

/** Another nozzle has another range: a layer height outside of it becomes the nearest one. */
export function fitLayerHeight({ form, layerHeight }: Elements): void {
  const fields = readFields(form)
  const { min, max } = layerHeightRangeMm(optionsOf(fields).nozzleDiameter)
  const isNewNozzle = layerHeight.min !== String(min) || layerHeight.max !== String(max)
  if (!isNewNozzle || layerHeight.value === '' || !problemsOf(fields).has('layerHeight')) return
  layerHeight.value = String(optionsOf(fields).layerHeight)
}
