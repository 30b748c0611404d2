// Prices of boxes, and models: their upload and their printability.
import { omitUndefined, resultOf } from './call.ts'
import { secretFor } from './credentials.ts'
import { modelPart } from './file-parts.ts'
import { formOf } from './form.ts'
import type { HelperParts } from './helper-parts.ts'
import { checkPrintSettings } from './print-settings.ts'
import type {
  CallOptions,
  CheckInput,
  ModelPrice,
  ModelPriceInput,
  PriceEstimate,
  PriceInput,
  PrintabilityReport,
  UploadedModel,
  UploadInput,
  UploadOptions,
} from './types.ts'

export type ModelHelpers = {
  /** Returns an estimate from the size of a part, without a file or an account. Orders are priced from their model. */
  readonly price: (input: PriceInput, options?: CallOptions) => Promise<PriceEstimate>
  /**
   * Returns the price of an order of a stored model, after the checks of the order. Requires a key. Calls are not rate-limited. Only
   * `country` of the address matters. Throws TypeError before anything is sent if the quantity, infill, nozzle or layer
   * height is out of range.
   */
  readonly priceModel: (input: ModelPriceInput, options?: CallOptions) => Promise<ModelPrice>
  /** Stores a model in the account. Orders accept its `modelUrl`. */
  readonly uploadModel: (input: UploadInput, options?: UploadOptions) => Promise<UploadedModel>
  /** Checks whether a mesh of at most 25 MB can be printed, and returns its faults. Nothing is stored. */
  readonly checkPrintability: (
    input: CheckInput,
    options?: UploadOptions,
  ) => Promise<PrintabilityReport>
}

export function modelHelpers({ api, credentials, fetchWith }: HelperParts): ModelHelpers {
  return {
    price: (input, options) =>
      resultOf(api.POST('/api/price', { body: omitUndefined(input), fetch: fetchWith(options) })),
    priceModel: async (input, options) => {
      // Estimates from a box are sent without it.
      const secret = secretFor('/api/print/orders', credentials)
      if (secret === undefined) {
        throw new TypeError('The price of a stored model needs an apiKey: pass it to createClient.')
      }
      checkPrintSettings(input)
      const price = await resultOf(
        api.POST('/api/price', {
          body: omitUndefined(input),
          headers: { authorization: `Bearer ${secret}` },
          fetch: fetchWith(options),
        }),
      )
      const { dimensionsMm = null, unit = null } = price
      return { ...price, dimensionsMm, unit }
    },
    uploadModel: async ({ units, ...named }, options) =>
      resultOf(
        api.POST('/api/print-upload', {
          body: omitUndefined({ units, file: await modelPart(named) }),
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      ),
    checkPrintability: async ({ units, ...named }, options) =>
      resultOf(
        api.POST('/api/printability', {
          body: omitUndefined({ units, file: await modelPart(named) }),
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      ),
  }
}
