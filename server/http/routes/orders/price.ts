// POST /api/price: an estimate from a bounding box. It has neither credentials nor a rate limit, so it must be cheap.
import { Elysia } from 'elysia'
import { type Estimate, estimateFromBox } from '../../../domain/pricing/estimate.ts'
import { hotJson, hotRefusal } from '../../middleware/hot-paths.ts'
import { readJson } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

export const price = () =>
  new Elysia().post(
    '/api/price',
    async ({ request }) => {
      const body = await readJson(request)
      if (!body.ok) return hotRefusal(failureToResponse(body.failure))
      const estimate = estimateFromBox(body.value)
      return estimate.ok
        ? hotJson(estimateJson(estimate.value))
        : hotRefusal(failureToResponse(estimate.failure))
    },
    { parse: 'none' },
  )

/** The response of contract.md 2.7. */
export function estimateJson(estimate: Estimate) {
  return {
    filamentChanges: 0,
    multiColorGrams: 0,
    multiColorHours: 0,
    grams: estimate.grams,
    printHours: estimate.hoursHundredths / 100,
    materialCost: Math.round(estimate.materialHundredthsOfCent / 100) / 100,
    machineCost: 0,
    shipping: estimate.shippingCents / 100,
    baseFee: 0,
    perUnit: estimate.perUnitCents / 100,
    subtotal: estimate.subtotalCents / 100,
    total: estimate.totalCents / 100,
    currency: 'USD',
    material: estimate.material,
    quality: estimate.quality,
    quantity: estimate.quantity,
    color: estimate.color,
    customColor: estimate.customColor,
    pricePerGram: estimate.centsPerGram / 100,
  }
}
