// Measures a part for a priced line: whether it can be printed, and how (decisions.md 46).
import { ok, type Result } from '../base/result.ts'
import type { Measurement } from '../models/report.ts'
import {
  type MeasurePrintableDeps,
  measurePrintable,
  type PrintableRequest,
} from './check-prints.ts'
import { type EstimateSoonDeps, estimateSoon, soonDeadline } from './estimate-filament.ts'
import type { MeasurementFailure } from './failure.ts'
import { measureAndEstimate } from './measure-model.ts'
import type { KnownModel } from './ports.ts'
import type { Estimated } from './processing.ts'

export type MeasuredPart = {
  readonly measurement: Measurement
  /** null of a sliced file, and where there is no estimate soon: the price needs none. */
  readonly estimate: Estimated | null
}

export type MeasurePartDeps = MeasurePrintableDeps & EstimateSoonDeps

/** `estimateBy`: how long to wait for the estimate, by performance.now(). */
export type PartRequest = PrintableRequest & { readonly estimateBy?: number | undefined }

export async function measurePart(
  deps: MeasurePartDeps,
  { estimateBy = soonDeadline(), ...request }: PartRequest,
): Promise<Result<MeasuredPart, MeasurementFailure>> {
  const read = await readOnce(deps, request, estimateBy)
  if (!read.ok) return read
  const part = { ...request, ...(read.value !== null && { known: read.value }) }
  const measured = await measurePrintable(deps, part)
  if (!measured.ok) return measured
  const { format } = part
  const isMesh = measured.value.kind === 'mesh' && format !== 'gcode'
  const estimate = isMesh ? await estimateSoon(deps, { ...part, format }, estimateBy) : null
  return ok({ measurement: measured.value, estimate })
}

/** What is stored of a mesh, or one job for both, which reads the file once. null: known already, or too late to estimate it. */
async function readOnce(
  deps: MeasurePartDeps,
  { known, settings, ...input }: PrintableRequest,
  estimateBy: number,
): Promise<Result<KnownModel | null, MeasurementFailure>> {
  if (known !== undefined || input.format === 'gcode' || performance.now() >= estimateBy) {
    return ok(null)
  }
  return await measureAndEstimate(deps, input, settings)
}
