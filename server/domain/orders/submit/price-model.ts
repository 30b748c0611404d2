// Estimates the price of an order of a stored model (contract.md 2.7), with the checks and the price of a submit.
import type { AccountCaller } from '../../base/caller.ts'
import { ok, type Result } from '../../base/result.ts'
import type { FormFields } from '../../models/read-units.ts'
import type { Estimate } from '../../pricing/estimate.ts'
import { chargedRate } from '../../pricing/rate.ts'
import { materialHundredthsOfCent } from '../../pricing/subtotal.ts'
import type { PlaceDeps, SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { type DryRun, dryRunOrder } from './dry-run.ts'

export type ModelPrice = { readonly estimate: Estimate; readonly run: DryRun }

/** `fields`: the fields of a submit; of the address only the country is required. Stores and charges nothing. */
export async function priceModel(
  deps: SubmitDeps & Pick<PlaceDeps, 'accounts'>,
  caller: AccountCaller,
  fields: FormFields,
): Promise<Result<ModelPrice, OrderFailure>> {
  const form = { fields, file: null, repeated: noNames, otherFiles: noNames }
  const run = await dryRunOrder(deps, caller, form, { isPriceOnly: true })
  return run.ok ? ok({ estimate: estimateOf(run.value), run: run.value }) : run
}

const noNames: ReadonlySet<string> = new Set()

function estimateOf({ price, options }: DryRun): Estimate {
  const { material, quality, quantity, color } = options
  const { gramsPerPart: grams, printCents, shippingCents, totalCents } = price
  const { centsPerGram, customColor } = chargedRate(material, color)
  return {
    grams,
    centihours: price.centihoursPerPart,
    materialHundredthsOfCent: materialHundredthsOfCent({ grams, centsPerGram, quality, quantity }),
    // Rounds half up.
    perUnitCents: Math.floor((2 * printCents + quantity) / (2 * quantity)),
    subtotalCents: printCents,
    shippingCents,
    totalCents,
    material,
    quality,
    quantity,
    color,
    customColor,
    centsPerGram,
  }
}
