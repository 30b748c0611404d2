// Prices a file that a browser without scripts posted to the quote page.

import { fail, ok, type Result } from '../base/result.ts'
import { readCountryOrDomestic } from '../catalog/countries.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { measurePart } from '../measurement/measure-part.ts'
import { type ChangesMade, isChanging, readPartChanges } from '../measurement/part-changes.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { PartSupports } from '../measurement/supports.ts'
import { printableFormat, uploadFormat } from '../models/format.ts'
import type { FormFields } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { Measurement } from '../models/report.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
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

/**
 * Calls `use` with the price, the local file from which it was computed, and the result of its inspection. An unknown
 * country is treated as the domestic one. Removes the file after `use` has returned.
 */
export async function priceFile<T>(
  deps: PriceFileDeps,
  { fields, file, signal }: { fields: FormFields; file: ReceivedFile | null; signal: AbortSignal },
  use: (priced: PricedFile, printed: PrintedFile, inspected: InspectedPart | null) => Promise<T>,
): Promise<Result<T, PriceFileFailure>> {
  if (file === null) return fail({ kind: 'file_missing' })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const { fileName } = file
  const format = printableFormat(fileName) ?? uploadFormat(fileName)
  if (format === null) return fail({ kind: 'format_unknown', fileName })
  const options = readPrintOptions(fields)
  if (!options.ok) return fail({ kind: 'field_invalid', field: fieldOf(options.failure.kind) })
  const changes = readPartChanges(fields)
  if (changes === null) return fail({ kind: 'field_invalid', field: 'wallMm' })
  const country = readCountryOrDomestic(fields.get('country'))
  const settings = sliceSettings(options.value)
  const explain = (measurement: Measurement) => explainPrice(measurement, options.value, country)
  const { units } = options.value
  return await withPrintedFile(deps, { ...file, format, units }, async (printedFile) => {
    const asSent = { ...measuredOf(printedFile), settings, signal }
    const inspect = (part: PrintedFile) =>
      inspectPart(deps, { ...part, options: options.value, signal })
    const inspected = isChanging(changes) ? ok(null) : await inspect(printedFile)
    if (!inspected.ok) return inspected
    // The inspection has already measured and estimated the part. With requested changes, the changed part is
    // inspected.
    const whole = isChanging(changes) ? null : await measurePart(deps, asSent)
    if (whole !== null && !whole.ok) return whole
    const before =
      whole === null ? await measurePrintable(deps, asSent) : ok(whole.value.measurement)
    if (!before.ok) return before
    const price = async (
      printed: PrintedFile,
      made: ChangesMade | null,
    ): Promise<Result<T, PriceFileFailure>> => {
      const shownPart = whole === null ? await inspect(printed) : inspected
      if (!shownPart.ok) return shownPart
      const measured =
        whole ?? (await measurePart(deps, { ...measuredOf(printed), settings, signal }))
      if (!measured.ok) return measured
      const { measurement, estimate } = measured.value
      const explanation = explain(measurement)
      if (explanation === null) return fail({ kind: 'no_filament_stated' })
      const sizeMm = sizeToPlan(measurement)
      const part = { options: options.value, price: explanation.price, sizeMm }
      // A model's estimate is stored under the units of the printed file. A model without an estimate is planned with
      // the hours of its price, like its order would be.
      const read = { ...options.value, units: printed.units }
      const storedPart = { ...part, options: read, file: measuredOf(printed) }
      const planned = await planByEstimate(deps, storedPart, estimate)
      const unchanged = { measurement: before.value, explanation: explain(before.value) }
      const shown = made === null ? null : { made, ...unchanged }
      const priced = { measurement, options: options.value, country, explanation, ...planned }
      return ok(await use({ ...priced, changes: shown }, printed, shownPart.value))
    }
    return await withChangedPart(deps, printedFile, { changes, signal }, price)
  })
}

const measuredOf = ({ path, format, units, file: { sha256 } }: PrintedFile) => ({
  path,
  format,
  units,
  sha256,
})

function fieldOf(kind: string): 'material' | 'quality' | 'units' {
  if (kind === 'order_material_unknown') return 'material'
  return kind === 'order_quality_unknown' ? 'quality' : 'units'
}
