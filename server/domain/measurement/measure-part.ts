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
  const measured = await measurePrintable(deps, request)
  if (!measured.ok) return measured
  const { format } = request
  const isMesh = measured.value.kind === 'mesh' && format !== 'gcode'
  const estimate = isMesh ? await estimateSoon(deps, { ...request, format }, estimateBy) : null
  return ok({ measurement: measured.value, estimate })
}
