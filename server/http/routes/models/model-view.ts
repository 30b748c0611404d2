// Stored model for its page, with the price of one part at the page's initial options.
import { domesticCountry } from '../../../domain/catalog/countries.ts'
import { defaultPrintOptions } from '../../../domain/catalog/options.ts'
import type { OwnedModel } from '../../../domain/models/ports.ts'
import { explainPrice } from '../../../domain/pricing/explain-price.ts'
import type { PricedMeasurement } from '../../../domain/pricing/weigh-part.ts'
import { browserBundle } from '../../../pages/assets/browser-bundle.ts'
import type { ModelView } from '../../../pages/models/model-view.ts'
import { defaultChoices } from '../../../pages/quotes/options/default-choices.ts'

type ShownModel = Pick<
  ModelView,
  'name' | 'picture' | 'msUntilTerms' | 'opens3d' | 'cut' | 'hasColors'
> &
  Partial<Pick<ModelView, 'sidesMm'>> & {
    readonly model: OwnedModel
    /** null for a model that cannot be printed. */
    readonly measurement: PricedMeasurement | null
  }

export async function modelView({
  measurement,
  sidesMm = null,
  ...shown
}: ShownModel): Promise<ModelView> {
  const { urls } = await browserBundle()
  const options = { ...defaultPrintOptions, color: defaultChoices.color }
  const explanation =
    measurement === null ? null : explainPrice(measurement, options, domesticCountry)
  return { ...shown, urls, explanation, sidesMm }
}
