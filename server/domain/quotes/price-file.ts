// Prices a file that was posted to the quote page by a browser without a script.

import { fail, ok, type Result } from '../base/result.ts'
import { domesticCountry, isServedCountry } from '../catalog/countries.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { type ModelFormat, printableFormat, uploadFormat } from '../models/format.ts'
import type { FormFields } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { Measurement } from '../models/report.ts'
import { readPrintOptions } from '../orders/order-form.ts'
import { explainPrice, type PriceExplanation } from '../pricing/explain-price.ts'
import { stlOfObj } from '../slicing/stl-of-obj.ts'
import type { QuoteDeps } from './ports.ts'

export type PricedFile = {
  readonly measurement: Measurement
  readonly options: PrintOptions
  readonly country: string
  readonly explanation: PriceExplanation
}

export type PriceFileFailure =
  | MeasurementFailure
  | { readonly kind: 'format_unknown'; readonly fileName: string }
  | { readonly kind: 'file_missing' }
  | { readonly kind: 'file_empty' }
  | { readonly kind: 'no_filament_stated' }
  | { readonly kind: 'field_invalid'; readonly field: 'material' | 'quality' | 'units' }

type PriceFileDeps = Pick<
  QuoteDeps,
  'geometry' | 'meshes' | 'measurements' | 'printEstimates' | 'temporaryFiles' | 'log'
>

/** What `use` is called with besides the price: the local file that it was computed from. */
export type PrintedFile = {
  readonly path: string
  readonly format: ModelFormat
  readonly units: PrintOptions['units']
  readonly file: Pick<ReceivedFile, 'fileName' | 'sizeBytes' | 'sha256'>
}

/** An unknown country counts as the domestic one. The file is removed when `use` has returned. */
export async function priceFile<T>(
  deps: PriceFileDeps,
  { fields, file, signal }: { fields: FormFields; file: ReceivedFile | null; signal: AbortSignal },
  use: (priced: PricedFile, printed: PrintedFile) => Promise<T>,
): Promise<Result<T, PriceFileFailure>> {
  if (file === null) return fail({ kind: 'file_missing' })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const { fileName } = file
  const format = printableFormat(fileName) ?? uploadFormat(fileName)
  if (format === null) return fail({ kind: 'format_unknown', fileName })
  const options = readPrintOptions(fields)
  if (!options.ok) return fail({ kind: 'field_invalid', field: fieldOf(options.failure.kind) })
  const { units } = options.value
  // As an upload is: the STL made of it is what gets printed and priced.
  const made = format === 'obj' ? await stlOfObj(deps, { ...file, units }) : null
  if (made?.ok === false) return made
  const { path, sha256, sizeBytes, fileName: printedName } = made?.value ?? file
  const source = { path, file: { fileName: printedName, sizeBytes, sha256 } }
  const printed: PrintedFile =
    made === null ? { ...source, format, units } : { ...source, format: 'stl', units: null }
  try {
    const settings = sliceSettings(options.value)
    const measured = await measurePrintable(deps, {
      path,
      format: printed.format,
      units: printed.units,
      sha256,
      settings,
      signal,
    })
    if (!measured.ok) return measured
    const country = countryOf(fields)
    const explanation = explainPrice(measured.value, options.value, country)
    if (explanation === null) return fail({ kind: 'no_filament_stated' })
    const priced = { measurement: measured.value, options: options.value, country, explanation }
    return ok(await use(priced, printed))
  } finally {
    if (made !== null) await deps.temporaryFiles.remove(path)
  }
}

function countryOf(fields: FormFields): string {
  const country = (fields.get('country') ?? '').trim().toUpperCase()
  return isServedCountry(country) ? country : domesticCountry
}

function fieldOf(kind: string): 'material' | 'quality' | 'units' {
  if (kind === 'order_material_unknown') return 'material'
  return kind === 'order_quality_unknown' ? 'quality' : 'units'
}
