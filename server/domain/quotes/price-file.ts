// Prices a file that a browser without scripts posted to the quote page.

import { fail, ok, type Result } from '../base/result.ts'
import { readCountryOrDomestic } from '../catalog/countries.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { measurePart } from '../measurement/measure-part.ts'
import {
  type ChangesMade,
  isChanging,
  type PartChanges,
  readPartChanges,
} from '../measurement/part-changes.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { type ModelFormat, printableFormat, uploadFormat } from '../models/format.ts'
import type { FormFields } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { Measurement } from '../models/report.ts'
import { type OptionsFailure, readPrintOptions } from '../orders/submit/order-form.ts'
import { planByEstimate, sizeToPlan } from '../planning/plan-part.ts'
import { explainPrice, type PriceExplanation } from '../pricing/explain-price.ts'
import { type PrintedFile, withChangedPart, withPrintedFile } from '../slicing/printed-file.ts'
import { type InspectedPart, inspectPart } from './inspect-part.ts'
import type { QuoteDeps } from './ports.ts'

export type PricedFile = {
  readonly measurement: Measurement
  readonly options: PrintOptions
  readonly country: string
  readonly explanation: PriceExplanation
  /** How it is printed; null for a sliced file, and if there is no estimate within the deadline. */
  readonly supports: PartSupports | null
  /** Machine time of all copies; null if there is no estimate within the deadline. */
  readonly plannedSeconds: number | null
  /** null if no change was requested. */
  readonly changes: {
    readonly made: ChangesMade
    /** The part before the changes, like `explanation`. */
    readonly measurement: Measurement
    readonly explanation: PriceExplanation | null
  } | null
}

export type PriceFileFailure =
  | MeasurementFailure
  | { readonly kind: 'format_unknown'; readonly fileName: string }
  | { readonly kind: 'file_missing' }
  | { readonly kind: 'file_empty' }
  | { readonly kind: 'no_filament_stated' }
  | { readonly kind: 'field_invalid'; readonly field: 'material' | 'quality' | 'units' | 'wallMm' }

type PriceFileDeps = Pick<
  QuoteDeps,
  | 'geometry'
  | 'meshes'
  | 'measurements'
  | 'printEstimates'
  | 'runningEstimates'
  | 'temporaryFiles'
  | 'log'
>

/** Receives the price, the local file from which it was computed, and the result of its inspection. */
type UsePrice<T> = (
  priced: PricedFile,
  printed: PrintedFile,
  inspected: InspectedPart | null,
) => Promise<T>

/**
 * Calls `use` with the price. An unknown country is treated as the domestic one. Removes the file after `use` has
 * returned.
 */
export async function priceFile<T>(
  deps: PriceFileDeps,
  { fields, file, signal }: { fields: FormFields; file: ReceivedFile | null; signal: AbortSignal },
  use: UsePrice<T>,
): Promise<Result<T, PriceFileFailure>> {
  const sent = checkFile(file)
  if (!sent.ok) return sent
  const terms = readTerms(fields)
  if (!terms.ok) return terms
  const request = { ...terms.value, signal }
  const received = { ...sent.value, units: request.options.units }
  const price = isChanging(request.changes) ? priceChanged<T> : priceAsSent<T>
  return await withPrintedFile(deps, received, (printed) => price(deps, request, printed, use))
}

function checkFile(
  file: ReceivedFile | null,
): Result<ReceivedFile & { readonly format: ModelFormat }, PriceFileFailure> {
  if (file === null) return fail({ kind: 'file_missing' })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const { fileName } = file
  const format = printableFormat(fileName) ?? uploadFormat(fileName)
  return format === null ? fail({ kind: 'format_unknown', fileName }) : ok({ ...file, format })
}

type Terms = {
  readonly options: PrintOptions
  readonly changes: PartChanges
  readonly country: string
}

function readTerms(fields: FormFields): Result<Terms, PriceFileFailure> {
  const options = readPrintOptions(fields)
  if (!options.ok) return fail({ kind: 'field_invalid', field: fieldOf(options.failure.kind) })
  const changes = readPartChanges(fields)
  if (changes === null) return fail({ kind: 'field_invalid', field: 'wallMm' })
  const country = readCountryOrDomestic(fields.get('country'))
  return ok({ options: options.value, changes, country })
}

type PriceRequest = Terms & { readonly signal: AbortSignal }

async function priceAsSent<T>(
  deps: PriceFileDeps,
  request: PriceRequest,
  printed: PrintedFile,
  use: UsePrice<T>,
): Promise<Result<T, PriceFileFailure>> {
  const priced = await pricePart(deps, request, printed)
  if (!priced.ok) return priced
  const { part, inspected } = priced.value
  return ok(await use({ ...part, changes: null }, printed, inspected))
}

/** Prices the part after the changes, next to its price before them. */
async function priceChanged<T>(
  deps: PriceFileDeps,
  request: PriceRequest,
  printed: PrintedFile,
  use: UsePrice<T>,
): Promise<Result<T, PriceFileFailure>> {
  const before = await measurePrintable(deps, measuringOf(request, printed))
  if (!before.ok) return before
  const measurement = before.value
  return await withChangedPart(deps, printed, request, async (changed, made) => {
    const priced = await pricePart(deps, request, changed)
    if (!priced.ok) return priced
    const { part, inspected } = priced.value
    const changes =
      made === null ? null : { made, measurement, explanation: explain(request, measurement) }
    return ok(await use({ ...part, changes }, changed, inspected))
  })
}

type PricedPart = {
  readonly part: Omit<PricedFile, 'changes'>
  readonly inspected: InspectedPart | null
}

/** Inspects, measures, prices and plans a part. The inspection comes first, because it also measures and estimates. */
async function pricePart(
  deps: PriceFileDeps,
  request: PriceRequest,
  printed: PrintedFile,
): Promise<Result<PricedPart, PriceFileFailure>> {
  const { options, country, signal } = request
  const inspected = await inspectPart(deps, { ...printed, options, signal })
  if (!inspected.ok) return inspected
  const measured = await measurePart(deps, measuringOf(request, printed))
  if (!measured.ok) return measured
  const { measurement, estimate } = measured.value
  const explanation = explain(request, measurement)
  if (explanation === null) return fail({ kind: 'no_filament_stated' })
  const partToPlan = {
    file: fileOf(printed),
    // A model's estimate is stored under the units of the printed file.
    options: { ...options, units: printed.units },
    price: explanation.price,
    sizeMm: sizeToPlan(measurement),
  }
  // A model without an estimate is planned with the hours of its price, like its order would be.
  const plan = await planByEstimate(deps, partToPlan, estimate)
  const part = { measurement, options, country, explanation, ...plan }
  return ok({ part, inspected: inspected.value })
}

const explain = ({ options, country }: Terms, measurement: Measurement): PriceExplanation | null =>
  explainPrice(measurement, options, country)

const measuringOf = ({ options, signal }: PriceRequest, printed: PrintedFile) => ({
  ...fileOf(printed),
  settings: sliceSettings(options),
  signal,
})

const fileOf = ({ path, format, units, file: { sha256 } }: PrintedFile) => ({
  path,
  format,
  units,
  sha256,
})

function fieldOf(kind: OptionsFailure['kind']): 'material' | 'quality' | 'units' {
  if (kind === 'order_material_unknown') return 'material'
  return kind === 'order_quality_unknown' ? 'quality' : 'units'
}
