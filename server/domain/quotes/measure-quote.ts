// Measures and prices the model of a quote: a sliced file by its stated values, a mesh by a slice of the actual print,
// or by the estimate.

import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hoursOfCentihours } from '../base/time/centihours.ts'
import { thinnestMm } from '../catalog/build-volume.ts'
import { materials } from '../catalog/materials.ts'
import { defaultPrintOptions, type PrintOptions, slicedFileInfill } from '../catalog/options.ts'
import { type MeasuredModel, measureAndEstimate } from '../measurement/measure-model.ts'
import type { DrawOptions } from '../measurement/processing.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { Measurement, SlicedReport } from '../models/report.ts'
import { volumeNotes } from '../models/volume-notes.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { OrderPrice } from '../pricing/price.ts'
import { noUsageReason, priceOrder } from '../pricing/price-order.ts'
import { measurePrint } from '../slicing/measure-print.ts'
import type { PrintMeasurement } from '../slicing/ports.ts'
import type { QuoteFailure } from './failure.ts'
import type { QuoteModel } from './find-model.ts'
import type { QuoteDeps } from './ports.ts'
import { priceQuote } from './price-quote.ts'
import type { QuoteMeasurement } from './quote.ts'

export type MeasuredQuote = {
  readonly measurement: QuoteMeasurement
  /** The billed options: the infill of a sliced file is 100. */
  readonly options: PrintOptions
  readonly price: OrderPrice
  /** The PNG, if one was requested and the model had to be measured. */
  readonly picture: Uint8Array | null
}

type MeasureQuote = {
  readonly model: QuoteModel
  readonly accountId: AccountId
  readonly options: PrintOptions
  readonly country: string
  /** Start of the request, in the clock of performance.now(). */
  readonly startedAt: number
  readonly draw?: DrawOptions | undefined
  readonly signal: AbortSignal
}

export async function measureQuote(
  deps: QuoteDeps,
  input: MeasureQuote,
): Promise<Result<MeasuredQuote, OrderFailure | QuoteFailure>> {
  const { model, options, draw, signal } = input
  const { path, sha256, format, units } = model
  const measured = await measureAndEstimate(
    deps,
    { path, sha256, format, units, signal },
    sliceSettings(options),
    draw,
  )
  if (!measured.ok) return measured
  const { measurement } = measured.value
  return measurement.kind === 'sliced'
    ? quoteSliced(measurement.report, input)
    : await quoteMesh(deps, input, { ...measured.value, measurement })
}

type KnownMesh = MeasuredModel & {
  readonly measurement: Extract<Measurement, { readonly kind: 'mesh' }>
}

async function quoteMesh(
  deps: QuoteDeps,
  input: MeasureQuote,
  known: KnownMesh,
): Promise<Result<MeasuredQuote, OrderFailure | QuoteFailure>> {
  const { options, country } = input
  const { report } = known.measurement
  const { dimensionsMm, unit } = report
  const measured = await measureFilament(deps, input, known)
  if (!measured.ok) return measured
  const { source, filamentCm3, seconds, layers, rangePercent, supports, warnings } = measured.value
  return ok({
    options,
    price: priceQuote(measured.value, options, country),
    picture: known.picture,
    measurement: {
      source,
      dimensionsMm,
      unit,
      volumeCm3: report.volumeCm3,
      grams: (filamentCm3 * materials()[options.material].densityHundredths) / 100,
      hours: seconds / 3600,
      layers,
      marginPercent: rangePercent,
      supports,
      warnings: [...volumeNotes(report), ...thinWarning(dimensionsMm), ...warnings],
    },
  })
}

function thinWarning(dimensionsMm: readonly [number, number, number]): string[] {
  const thinnest = Math.min(...dimensionsMm)
  if (thinnest >= thinnestMm) return []
  return [
    `Its smallest size is ${Math.round(thinnest * 100) / 100} mm; under ${thinnestMm} mm a print may fail.`,
  ]
}

/** Measures with a slice if it is ready in time, otherwise with the estimate, which takes at most a few seconds. */
async function measureFilament(
  deps: QuoteDeps,
  { model, accountId, options, startedAt, signal }: MeasureQuote,
  known: KnownMesh,
): Promise<Result<PrintMeasurement, OrderFailure>> {
  const { path, sha256, format, units } = model
  if (format === 'gcode') throw new Error('g-code is not a mesh')
  return await measurePrint(deps, {
    path,
    sha256,
    format,
    units,
    settings: sliceSettings(options),
    known,
    accountId,
    sliceBy: startedAt + sliceDeadlineMs,
    signal,
  })
}

/**
 * The slicer's part of the 90 s limit of a quote (contract.md 9.5). The rest is for the estimate and for storing the
 * quote.
 */
const sliceDeadlineMs = 75_000

function quoteSliced(
  report: SlicedReport,
  { options, country }: MeasureQuote,
): Result<MeasuredQuote, OrderFailure> {
  // A slicer has already chosen the layers.
  const { layerHeight } = defaultPrintOptions
  const billed = { ...options, infill: slicedFileInfill, layerHeight }
  const price = priceOrder({ kind: 'sliced', report }, billed, country)
  if (price === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
  return ok({
    options: billed,
    price,
    picture: null,
    measurement: {
      source: 'sliced_file',
      dimensionsMm: largestPlate(report),
      unit: null,
      volumeCm3: null,
      grams: report.grams ?? price.gramsPerPart,
      hours: hoursOfCentihours(price.centihoursPerPart),
      layers: report.layers,
      marginPercent: null,
      supports: null,
      warnings: [],
    },
  })
}

/** Returns the plate with the longest side. Its toolpaths include purge line and skirt. */
function largestPlate({ perPlate }: SlicedReport): readonly [number, number, number] {
  const sizes = perPlate.map(
    ({ extents: { min, max } }) => [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const,
  )
  const [largest = [0, 0, 0] as const] = sizes.sort((a, b) => Math.max(...b) - Math.max(...a))
  return largest
}
