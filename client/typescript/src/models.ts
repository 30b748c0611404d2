// Prices of boxes, and models: their upload and their printability.
import { defined, resultOf } from './call.ts'
import { modelPart } from './file-parts.ts'
import { formOf } from './form.ts'
import type { HelperParts } from './helper-parts.ts'
import type {
  CallOptions,
  CheckInput,
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
  /** Stores a model under the account; orders take its `modelUrl`. */
  readonly uploadModel: (input: UploadInput, options?: UploadOptions) => Promise<UploadedModel>
  /** Whether a mesh of at most 25 MB can be printed, and what is wrong with it. Nothing is stored. */
  readonly checkPrintability: (
    input: CheckInput,
    options?: UploadOptions,
  ) => Promise<PrintabilityReport>
}

export function modelHelpers({ api, fetchWith }: HelperParts): ModelHelpers {
  return {
    price: (input, options) =>
      resultOf(api.POST('/api/price', { body: defined(input), fetch: fetchWith(options) })),
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
