// POST /api/price with the `modelUrl` of a stored model and a key: what a submit would cost.
import * as v from 'valibot'
import { isObject } from '../../../domain/base/is-object.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { FormFields } from '../../../domain/models/read-units.ts'
import { type ModelPrice, priceModel } from '../../../domain/orders/submit/price-model.ts'
import { text, whole } from '../../contract/schemas.ts'
import { country } from '../../contract/words.ts'
import { bearerOf } from '../../middleware/bearer.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Failure } from '../../refusals/failure.ts'
import { maxFields } from '../../requests/form-parser.ts'
import { submitFields } from './order-fields.ts'
import { partSize, partSizeJson } from './order-json.ts'
import { submitFailures } from './submit-failures.ts'
import { noteOf, remarks } from './submit-remarks.ts'

const { units, infill, nozzleDiameter, nozzleFlow, layerHeight, maxTotal } = submitFields.entries

/** Fields of a request that count for a stored model only. */
export const modelFields = {
  modelUrl: v.optional(
    text(
      'In place of `bboxMm`, with an API key or an extension token: the `gs://` address of a model that the service holds for the account. ' +
        'The response is then what an order of it would be charged. `material`, `quality`, `quantity` and `color` mean what they mean there, ' +
        'as do the fields below.',
    ),
  ),
  units,
  infill,
  nozzleDiameter,
  nozzleFlow,
  layerHeight,
  country: v.optional(country.exact('Where the parcel would go. In any letter case.'), 'US'),
  maxTotal,
}

/** Fields of a response that a stored model's has beside those of an estimate. */
export const modelPrice = {
  infill: v.optional(whole('Only for a stored model: percent, as used.')),
  country: v.optional(country.exact('Only for a stored model: where the postage is for.')),
  dimensionsMm: v.optional(partSize.dimensionsMm),
  unit: v.optional(partSize.unit),
  ...remarks,
}

/** The refusals of a submit that a price can have as well. */
const {
  file_empty: _,
  file_missing: __,
  idempotency_key_invalid: ___,
  idempotency_key_reused: ____,
  idempotency_key_running: _____,
  shipping_fields_missing: ______,
  storage_failed: _______,
  order_not_written: ________,
  order_unconfirmed: _________,
  ...refusals
} = submitFailures

/** As many as a form may have: each name is compared with the known ones, and no count of requests limits prices. */
const tooManyFields = {
  kind: 'field_invalid',
  message: `The body has more than ${maxFields} fields. Leave out those that are not needed.`,
} as const

export const modelPriceRefusals: readonly Failure[] = [
  { kind: 'api_key_required' },
  tooManyFields,
  ...Object.values(refusals),
]

/** The body as fields of a submit, if it is about a stored model. One with a box stays an estimate from the box, whatever else it has. */
export function modelFieldsOf(body: unknown): FormFields | null {
  if (!isObject(body) || isAbsent(body['modelUrl']) || !isAbsent(body['bboxMm'])) return null
  return new Map(
    Object.entries(body).flatMap(([name, value]) =>
      isAbsent(value) ? [] : [[name, typeof value === 'object' ? 'an object' : String(value)]],
    ),
  )
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether the request has a key, valid or not. Without one it is what it was without this file. */
export const meansKey = (request: Request): boolean =>
  bearerOf(request) !== null || request.headers.has('x-api-key')

/** For a request that has a key. */
export async function priceStoredModel(
  { deps, authenticate }: HttpContext,
  request: Request,
  fields: FormFields,
): Promise<Result<ModelPrice, Failure>> {
  const caller = await authenticate(request, ['api_key', 'extension_token'])
  if (caller === null) return fail({ kind: 'api_key_required' })
  return fields.size > maxFields ? fail(tooManyFields) : await priceModel(deps, caller, fields)
}

export function modelPriceJson({ run }: ModelPrice) {
  const { options, address, offStock, isPremiumInDefaultLayers, volumeNotes, supports } = run
  const decision = supports?.decision
  return {
    infill: options.infill,
    country: address.country,
    ...partSizeJson(run.size),
    ...noteOf({
      color: options.color,
      offStock,
      isPremiumInDefaultLayers,
      volumeNotes,
      ...(decision !== undefined && decision !== 'none' && { supports: decision }),
    }),
    ...(run.adjusted.length === 0 ? {} : { adjusted: run.adjusted }),
    ...(run.ignored.length === 0 ? {} : { ignored: [...run.ignored] }),
  }
}
