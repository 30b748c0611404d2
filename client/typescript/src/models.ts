// Prices of boxes, and models: their upload and their printability.
import { defined, resultOf } from './call.ts'
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
  /** An estimate from the size of a part, without a file and an account; an order is priced from its model. */
  readonly price: (input: PriceInput, options?: CallOptions) => Promise<PriceEstimate>
  /**
   * What an order of a stored model would be charged, with its checks and refusals, at any volume. Needs a key; `country` is all of the
   * address that counts. Throws TypeError before anything is sent for a quantity, infill, nozzle or layer height out of range.
   */
  readonly priceModel: (input: ModelPriceInput, options?: CallOptions) => Promise<ModelPrice>
  /** Stores a model under the account; orders take its `modelUrl`. */
  readonly uploadModel: (input: UploadInput, options?: UploadOptions) => Promise<UploadedModel>
  /** Whether a mesh of at most 25 MB can be printed, and what is wrong with it. Nothing is stored. */
  readonly checkPrintability: (
    input: CheckInput,
    options?: UploadOptions,
  ) => Promise<PrintabilityReport>
}

export function modelHelpers({ api, credentials, fetchWith }: HelperParts): ModelHelpers {
  return {
    price: (input, options) =>
      resultOf(api.POST('/api/price', { body: defined(input), fetch: fetchWith(options) })),
    priceModel: async (input, options) => {
      // Estimates from a box travel without it.
      const secret = secretFor('/api/print/orders', credentials)
      if (secret === undefined) {
        throw new TypeError('The price of a stored model needs an apiKey: pass it to createClient.')
      }
      checkPrintSettings(input)
      const price = await resultOf(
        api.POST('/api/price', {
          body: defined(input),
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
          body: defined({ units, file: await modelPart(named) }),
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      ),
    checkPrintability: async ({ units, ...named }, options) =>
      resultOf(
        api.POST('/api/printability', {
          body: defined({ units, file: await modelPart(named) }),
          bodySerializer: formOf,
          fetch: fetchWith(options),
        }),
      ),
  }
}
