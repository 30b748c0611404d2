// Refusals of the estimate from a bounding box.
import { buildVolumeCompactText } from '../../domain/catalog/build-volume.ts'
import type { PriceFailure } from '../../domain/pricing/failure.ts'
import type { Refusals } from './refusal.ts'

export const priceRefusals: Refusals<PriceFailure> = {
  price_bbox_invalid: [400, 'bboxMm.x/y/z (mm) required'],
  price_too_large: [400, `model exceeds the ${buildVolumeCompactText} build volume`],
  price_material_unknown: ({ value }) => [400, `unknown material: ${value}`],
  price_quality_unknown: ({ value }) => [400, `unknown quality: ${value}`],
  price_quantity_invalid: [400, 'quantity must be a number'],
}
