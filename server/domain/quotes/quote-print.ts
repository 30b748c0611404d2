// Quotes a firm price for one model: fetches it, measures and slices it, prices it and stores the quote for 24 hours
// (contract.md 2.6).

import type { AccountCaller } from '../base/caller.ts'
import { quoteIdOf } from '../base/ids/quote-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hourMs } from '../base/time/day.ts'
import { readCountry } from '../catalog/countries.ts'
import { qualityLayerHeightMm } from '../catalog/materials.ts'
import {
  defaultPrintOptions,
  type Material,
  type PrintOptions,
  type Quality,
} from '../catalog/options.ts'
import { storedColor } from '../catalog/print-options.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { drawOptions, type PictureLook, storePicture } from '../measurement/model-picture.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { picturedPart } from '../orders/record/part-picture.ts'
import { isBelowMinimum } from '../pricing/subtotal.ts'
import type { QuoteFailure } from './failure.ts'
import { findModel, type QuoteModel, storeQuotedModel } from './find-model.ts'
import { type MeasuredQuote, measureQuote } from './measure-quote.ts'
import type { QuoteDeps } from './ports.ts'
import { type MadeQuote, type NewQuote, quoteHours } from './quote.ts'

export type QuoteRequest = {
  /** An https link, or the gs:// address of a model of the account. */
  readonly modelUrl: string
  readonly material: Material
  readonly quality: Quality
  /** 1 to 50. */
  readonly quantity: number
  readonly color: string | undefined
  /** In percent, 10 to 100. */
  readonly infill: number
  /** Two-letter code in any case. */
  readonly country: string
  /** Format of the picture that is read next, so that a new model is drawn while it is measured; absent = no picture. */
  readonly look?: PictureLook | undefined
  readonly signal: AbortSignal
}

export async function quotePrint(
  deps: QuoteDeps,
  caller: AccountCaller,
  request: QuoteRequest,
): Promise<Result<MadeQuote, OrderFailure | QuoteFailure | LimitFailure>> {
  const startedAt = performance.now()
  const destination = readCountry(request.country)
  if (!destination.ok) return destination
  const country = destination.value
  const model = await findModel(deps, caller, request)
  if (!model.ok) return model
  const { look, signal } = request
  const options = { ...optionsOf(request), units: model.value.units }
  try {
    const measured = await measureQuote(deps, {
      model: model.value,
      accountId: caller.accountId,
      options,
      country,
      startedAt,
      draw: look && drawOptions({ ...picturedPart(options), ...look }),
      signal,
    })
    if (!measured.ok) return measured
    if (isBelowMinimum(measured.value.price.totalCents)) {
      return fail({ kind: 'total_below_minimum' })
    }
    const kept = await keepQuote(deps, caller, {
      model: model.value,
      measured: measured.value,
      country,
    })
    if (!kept.ok) return kept
    const { picture } = measured.value
    if (picture !== null) {
      const { file, options: keptOptions } = kept.value
      await storePicture(deps, { ...file, ...picturedPart(keptOptions), ...look }, picture)
    }
    return ok({ ...kept.value, isSizeStated: model.value.isMade === true })
  } finally {
    await deps.temporaryFiles.remove(model.value.path)
  }
}

/** Returns the options: default nozzle and flow, and the layer height of the quality. Agents cannot choose these. */
function optionsOf(request: QuoteRequest): Omit<PrintOptions, 'units'> {
  return {
    ...defaultPrintOptions,
    material: request.material,
    quality: request.quality,
    quantity: request.quantity,
    color: storedColor(request.color),
    infill: request.infill,
    layerHeight: qualityLayerHeightMm[request.quality],
  }
}

async function keepQuote(
  deps: QuoteDeps,
  caller: AccountCaller,
  { model, measured, country }: { model: QuoteModel; measured: MeasuredQuote; country: string },
): Promise<Result<NewQuote, OrderFailure | LimitFailure>> {
  const file = await storeQuotedModel(deps, caller, model)
  if (!file.ok) return file
  const createdAt = deps.clock.now()
  const quote: NewQuote = {
    id: quoteIdOf(`quote_${deps.ids.secretHex(16)}`),
    accountId: caller.accountId,
    country,
    options: measured.options,
    price: measured.price,
    file: file.value,
    measurement: measured.measurement,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + quoteHours * hourMs),
  }
  await deps.quotes.insert(quote)
  deps.log.info('quote.made', { quoteId: quote.id, source: measured.measurement.source })
  return ok(quote)
}
