// POST /api/price with a key and the `modelUrl` of a stored model: what a submit would cost.
import * as v from 'valibot'
import { isObject } from '../../../domain/base/is-object.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { FormFields } from '../../../domain/models/read-units.ts'
import { supportsField } from '../../../domain/orders/record/submit-response.ts'
import { type ModelPrice, priceModel } from '../../../domain/orders/submit/price-model.ts'
import { text, whole } from '../../contract/schemas.ts'
import { country } from '../../contract/words.ts'
import { bearerOf } from '../../middleware/bearer.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Failure } from '../../refusals/failure.ts'
import { maxFields } from '../../requests/form-parser.ts'
import { leaveOutAdvice } from '../../requests/multipart.ts'
import { submitFields } from './order-fields.ts'
import { partSize, partSizeJson } from './order-json.ts'
import { submitFailures } from './submit-failures.ts'
import { noteOf, remarks } from './submit-remarks.ts'

const { units, infill, nozzleDiameter, nozzleFlow, layerHeight, maxTotal } = submitFields.entries

/** Request fields that apply only to a stored model. */
export const modelFields = {
  modelUrl: v.optional(
    text(
      'Instead of `bboxMm`, with an API key or an extension token: the `gs://` address of a model that the service holds for the account. ' +
        'The response is then what an order of it would be charged. `material`, `quality`, `quantity` and `color` mean what they mean there, ' +
        'as do the fields below.',
    ),
  ),
  units,
  infill,
  nozzleDiameter,
  nozzleFlow,
  layerHeight,
  country: v.optional(
    country.exact(
      'Where the parcel of a stored model would go, in any letter case. An estimate from a box always has the postage of the US.',
    ),
    'US',
  ),
  maxTotal,
}

/** Response fields for a stored model, in addition to those of an estimate. */
export const modelPrice = {
  infill: v.optional(whole('Only for a stored model: percent, as used.')),
  country: v.optional(country.exact('Only for a stored model: where the postage is for.')),
  dimensionsMm: v.optional(partSize.dimensionsMm),
  unit: v.optional(partSize.unit),
  ...remarks,
}

/** Refusals of a submit that a price never has: it takes no file, no address and no key, and writes nothing. */
const submitOnly: ReadonlySet<Failure['kind']> = new Set<keyof typeof submitFailures>([
  'file_empty',
  'file_missing',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_running',
  'shipping_fields_missing',
  'storage_failed',
  'order_not_written',
  'order_unconfirmed',
])

/** Same maximum as for a form: each name is compared with the known names, and prices have no rate limit. */
const tooManyFields = {
  kind: 'field_invalid',
  message: `The body has more than ${maxFields} fields. ${leaveOutAdvice}`,
} as const

export const modelPriceRefusals: readonly Failure[] = [
  { kind: 'api_key_required' },
  tooManyFields,
  ...Object.values(submitFailures).filter(({ kind }) => !submitOnly.has(kind)),
]

/**
 * Returns the body as submit fields if it describes a stored model. A body with a bounding box is always an estimate
 * from the box.
 */
export function modelFieldsOf(body: unknown): FormFields | null {
  if (!isObject(body) || isAbsent(body['modelUrl']) || !isAbsent(body['bboxMm'])) return null
  return new Map(
    Object.entries(body).flatMap(([name, value]) =>
      isAbsent(value) ? [] : [[name, typeof value === 'object' ? 'an object' : String(value)]],
    ),
  )
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether the request has a key, valid or not. Requests without one get a plain estimate. */
export const meansKey = (request: Request): boolean =>
  bearerOf(request) !== null || request.headers.has('x-api-key')

/** Prices a stored model for a request with a key. */
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
  return {
    infill: options.infill,
    country: address.country,
    ...partSizeJson(run.size),
    ...noteOf({
      color: options.color,
      offStock,
      isPremiumInDefaultLayers,
      volumeNotes,
      ...supportsField(supports),
    }),
    ...(run.adjusted.length === 0 ? {} : { adjusted: run.adjusted }),
    ...(run.ignored.length === 0 ? {} : { ignored: [...run.ignored] }),
  }
}
