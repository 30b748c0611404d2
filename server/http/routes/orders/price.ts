// POST /api/price: estimates an order from a bounding box (contract.md 2.7 and 4.5). It needs no credential and has no
// rate limit, so it must be cheap. With a key and a `modelUrl`, it prices a stored model (price-model.ts).

import * as v from 'valibot'
import { isObject } from '../../../domain/base/is-object.ts'
import { listedNames, refuseMisspelled } from '../../../domain/base/text/field-names.ts'
import { hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import { buildVolumeText } from '../../../domain/catalog/build-volume.ts'
import { maxColorCharacters } from '../../../domain/catalog/options.ts'
import type { FormFields } from '../../../domain/models/read-units.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { type Estimate, estimateFromBox } from '../../../domain/pricing/estimate.ts'
import { priceWord } from '../../../domain/pricing/price-words.ts'
import { estimateInfillPercent } from '../../../domain/pricing/weight.ts'
import { anyJson } from '../../contract/body.ts'
import { databaseAway } from '../../contract/refusals.ts'
import {
  dollars,
  flag,
  type JsonOf,
  named,
  number,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { currency, material, quality } from '../../contract/words.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { hotJson, hotRefusal } from '../../middleware/hot-paths.ts'
import { directRoute } from '../../middleware/route.ts'
import { failureToResponse } from '../../refusals/refusal-of.ts'
import { readJsonBody } from '../../requests/body.ts'
import { internalError, tooManyWait } from '../../responses/fallback-responses.ts'
import {
  meansKey,
  modelFields,
  modelFieldsOf,
  modelPrice,
  modelPriceJson,
  modelPriceRefusals,
  priceStoredModel,
} from './price-model.ts'

const customRate = priceWord('customColorRate')
const size = v.pipe(v.number(), v.gtValue(0), v.description('mm. A number, not text.'))

/** Fields of an estimate from a bounding box. */
const boxFields = {
  bboxMm: v.optional(
    says(
      named('BoundingBox', v.object({ x: size, y: size, z: size }), 'Sides in mm.'),
      `The bounding box. Its sides, largest first, must fit ${buildVolumeText}. Required, except with a key and a \`modelUrl\`.`,
    ),
  ),
  material: v.optional(material.exact('Anything else is refused.'), 'pla'),
  quality: v.optional(quality.exact('Anything else is refused.'), 'standard'),
  quantity: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'Rounded: 2.5 becomes 3. At least 1. A number, not text. (An order cuts the fraction off.)',
      ),
    ),
    1,
  ),
  color: v.optional(
    text(
      `Cut to ${maxColorCharacters} characters, and omitted ` +
        'if it contains anything but letters, digits, spaces and `# ( ) , . _ -`. A ' +
        `color that is not in stock bills ${customRate} per gram. Without a color, the material’s own rate applies here, but an ` +
        `order without a color bills ${customRate}.`,
    ),
  ),
}

const priceRequest = v.object({ ...boxFields, ...modelFields })

const estimateSchema = named(
  'PriceEstimate',
  v.object({
    filamentChanges: whole('Always 0.'),
    multiColorGrams: number('Always 0.'),
    multiColorHours: number('Always 0.'),
    grams: whole('Weight of one part, rounded up; estimated unless the model is stored.'),
    printHours: number('Estimated machine hours of one part.'),
    materialCost: dollars(
      'The price of the material in one part: grams x pricePerGram x quality factor.',
    ),
    machineCost: number('Always 0.'),
    shipping: dollars(
      `For an estimate always ${priceWord('flatDomesticPostage')}: the flat US rate, whatever the destination or the total. For a stored model the postage to \`country\`.`,
    ),
    baseFee: number('Always 0.'),
    perUnit: dollars('One part after bulk discount and minimum.'),
    subtotal: dollars('All parts, before postage. Add the real postage to this.'),
    total: dollars(
      'subtotal + shipping. For a stored model: what an order of it would be charged.',
    ),
    currency,
    material: material.exact('The material that was used.'),
    quality: quality.exact('The quality that was used.'),
    quantity: whole('The number of parts that was used.'),
    color: v.optional(text('The color that was sent; absent when none was.')),
    customColor: flag('Whether the color is not in stock.'),
    pricePerGram: dollars('The rate used.'),
    ...modelPrice,
  }),
  'The price of a part of a given size, or of a stored model.',
)

const priceBody = anyJson(priceRequest, {
  example: { bboxMm: { x: 40, y: 30, z: 20 }, material: 'petg', quantity: 5, color: 'Black' },
})

export const priceRoute = directRoute({
  method: 'POST',
  path: '/api/price',
  id: 'estimatePrice',
  tag: 'Price',
  crossOrigin: true,
  summary: 'Estimate a price from a bounding box',
  description:
    `Price of a part of this size at ${estimateInfillPercent}% infill, without a file and without an account. ` +
    'A real order is priced from the measured model; “Prices” on the page /docs/reference has both formulas. No limit.\n\n' +
    'With an API key or an extension token and a `modelUrl` instead of the box, it is the price of a stored model: what a submit with ' +
    'these options would be charged, with its checks and refusals in its order. Only the `country` of the address is needed. Nothing is ' +
    'stored or charged, and there is no limit on requests; measuring a model for the first time counts against the account’s processor time.',
  body: priceBody,
  responses: [
    {
      description: 'The estimate.',
      schema: estimateSchema,
      example: {
        filamentChanges: 0,
        multiColorGrams: 0,
        multiColorHours: 0,
        grams: 14,
        printHours: 0.69,
        materialCost: 1.68,
        machineCost: 0,
        shipping: 7,
        baseFee: 0,
        perUnit: 1.6,
        subtotal: 7.98,
        total: 14.98,
        currency: 'USD',
        material: 'petg',
        quality: 'standard',
        quantity: 5,
        color: 'Black',
        customColor: false,
        pricePerGram: 0.12,
      },
    },
  ],
  refusals: [
    ...priceBody.refusals,
    { kind: 'price_bbox_invalid' },
    { kind: 'price_too_large' },
    { kind: 'price_material_unknown', value: 'wood' },
    { kind: 'price_quality_unknown', value: 'best' },
    { kind: 'price_quantity_invalid' },
    ...modelPriceRefusals,
    databaseAway,
  ],
  handler: estimatePrice,
})

async function estimatePrice(request: Request, context: HttpContext): Promise<Response> {
  const body = await readJsonBody(request)
  if (!body.ok) return hotRefusal(failureToResponse(body.failure))
  const fields = modelFieldsOf(body.value)
  if (fields !== null && meansKey(request)) return await priceModelOnce(request, context, fields)
  const estimate = estimateFromBox(body.value)
  if (!estimate.ok) return hotRefusal(failureToResponse(estimate.failure))
  const names = isObject(body.value) ? otherNames(body.value) : []
  if (names.length === 0) return hotJson(estimateJson(estimate.value))
  // Refuses probable misspellings, because the estimate would be for another part.
  const checked = refuseMisspelled(names.slice(0, maxComparedNames), namesToSend)
  return checked.ok
    ? hotJson({ ...estimateJson(estimate.value), ignored: listedNames(names) })
    : hotRefusal(failureToResponse(checked.failure))
}

/**
 * Names that an estimate reads. `country` is included: by the contract the destination changes nothing, so a body with
 * it gets the same response as one without. A misspelled `country` is only listed, because the correct name would
 * change nothing either.
 */
const readNames: ReadonlySet<string> = new Set([...Object.keys(boxFields), 'country'])
const namesToSend = Object.keys(priceRequest.entries).filter((name) => name !== 'country')
/** Maximum number of compared names. Comparing takes time, and estimates have no rate limit. */
const maxComparedNames = 100

/** Returns the names in an estimate's body that have no effect. */
const otherNames = (body: object): readonly string[] =>
  Object.keys(body).filter((name) => !readNames.has(name))

/** Prices a stored model. Waits in the queue because it queries the database and may measure the file. */
async function priceModelOnce(
  request: Request,
  context: HttpContext,
  fields: FormFields,
): Promise<Response> {
  const turn = context.takeTurn?.(request) ?? null
  if (turn !== null && !(await turn)) return hotRefusal(await tooManyWait(request))
  try {
    const priced = await priceStoredModel(context, request, fields)
    if (!priced.ok) return hotRefusal(failureToResponse(priced.failure))
    const { estimate } = priced.value
    return hotJson({ ...estimateJson(estimate), ...modelPriceJson(priced.value) }, accountHeaders)
  } catch (error) {
    context.deps.log.error('price.failed', { error })
    return hotRefusal(await internalError(request, error))
  }
}

/** The response is specific to one account. */
const accountHeaders = { 'cache-control': 'no-store' }

export function estimateJson(estimate: Estimate): JsonOf<typeof estimateSchema> {
  return {
    filamentChanges: 0,
    multiColorGrams: 0,
    multiColorHours: 0,
    grams: estimate.grams,
    printHours: hoursOfCentihours(estimate.centihours),
    materialCost: Math.round(estimate.materialHundredthsOfCent / 100) / 100,
    machineCost: 0,
    shipping: dollarsOfCents(estimate.shippingCents),
    baseFee: 0,
    perUnit: dollarsOfCents(estimate.perUnitCents),
    subtotal: dollarsOfCents(estimate.subtotalCents),
    total: dollarsOfCents(estimate.totalCents),
    currency: 'USD',
    material: estimate.material,
    quality: estimate.quality,
    quantity: estimate.quantity,
    color: estimate.color,
    customColor: estimate.customColor,
    pricePerGram: dollarsOfCents(estimate.centsPerGram),
  }
}
