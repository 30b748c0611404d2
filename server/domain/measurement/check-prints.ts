// Refuses meshes of which a printer would print nothing or almost nothing. slicing/README.md contains the measurements.

import { fail, ok, type Result } from '../base/result.ts'
import { shownSidesMm } from '../catalog/build-volume.ts'
import type { Measurement, MeshReport } from '../models/report.ts'
import { estimateFilament } from './estimate-filament.ts'
import { type MeasurementFailure, measuringBusy } from './failure.ts'
import { type MeasureInput, measureModel } from './measure-model.ts'
import type { MeasurementDeps, ModelRequest } from './ports.ts'
import { nothingPrintsCode } from './processing.ts'
import type { SliceSettings } from './slice-settings.ts'

export type MeasurePrintableDeps = Pick<
  MeasurementDeps,
  'geometry' | 'measurements' | 'printEstimates' | 'log'
> & { readonly meshes: Pick<MeasurementDeps['meshes'], 'estimate'> }

export type PrintableRequest = Omit<ModelRequest, 'format'> & Pick<MeasureInput, 'format'>

/**
 * Returns the measurement of a model that fits the printer and is printable at these settings. Fails with
 * `nothing_prints` if nothing would be printed. Rejects when aborted.
 */
export async function measurePrintable(
  deps: MeasurePrintableDeps,
  { settings, ...input }: PrintableRequest,
): Promise<Result<Measurement, MeasurementFailure>> {
  const measured = await measureModel(deps, input)
  if (!measured.ok || measured.value.kind === 'sliced') return measured
  const { format } = input
  if (format === 'gcode') return measured
  const printed = await checkPrints(deps, { ...input, format, settings }, measured.value.report)
  return printed.ok ? measured : printed
}

async function checkPrints(
  deps: MeasurePrintableDeps,
  request: ModelRequest,
  report: MeshReport,
): Promise<Result<void, MeasurementFailure>> {
  const amount = checkAmount(report.volumeCm3, report.dimensionsMm)
  if (!amount.ok || isCertainToPrint(report, request.settings)) return amount
  const estimate = await estimateFilament(deps, request)
  // An estimate that gave up or timed out is not evidence against the model.
  if (estimate.kind === 'busy') return fail(measuringBusy(estimate))
  if (estimate.kind !== 'unreadable' || estimate.code !== nothingPrintsCode) return ok(undefined)
  return fail({ kind: 'nothing_prints', reason: estimate.message })
}

/**
 * Returns true for a model that certainly prints, so that it needs no estimate. The mean thickness of a body is twice
 * its volume divided by its surface. The estimate refuses a model if half of its material is thinner than a third of
 * the nozzle. The mean of such a model is below 2/3 of the nozzle, or 4/3 as computed here, because the report's
 * surface lacks that of closed holes. Columns that do not print have a mean below 0.8 of the nozzle.
 */
function isCertainToPrint(
  { volumeCm3, surfaceCm2 }: MeshReport,
  { nozzleMm }: SliceSettings,
): boolean {
  const meanMm = (20 * volumeCm3) / surfaceCm2
  return meanMm >= 2 * nozzleMm
}

/** 0.05 g of PLA: 40 mm3, or 60 mm of a line of 0.8 x 0.8 mm. */
const minPrintedCm3 = 0.04
const minShareOfBox = 0.01

/** Fails for a tiny amount in a large box: distant specks, or remains of a thin shell after slicing. */
export function checkAmount(
  printedCm3: number,
  dimensionsMm: readonly [number, number, number],
): Result<void, MeasurementFailure> {
  const [x, y, z] = dimensionsMm
  const boxCm3 = (x * y * z) / 1000
  if (printedCm3 >= minPrintedCm3 || printedCm3 >= minShareOfBox * boxCm3) return ok(undefined)
  const box = shownSidesMm(dimensionsMm).join(' x ')
  const reason = `Less than 0.05 g of it would be printed, in a box of ${box} mm. Make its walls thicker, or check its unit.`
  return fail({ kind: 'nothing_prints', reason })
}
