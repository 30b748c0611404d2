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
  /** null for a sliced file, and if there is no estimate within the deadline. The price needs no estimate. */
  readonly estimate: Estimated | null
}

export type MeasurePartDeps = MeasurePrintableDeps & EstimateSoonDeps

/** `estimateBy`: deadline for the estimate, in the clock of performance.now(). */
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

/**
 * Completes the stored data of a mesh in one job that reads the file once. Returns null if the data is already
 * known, or if it is too late to estimate it.
 */
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
