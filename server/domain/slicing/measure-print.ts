// Measures a print for its price: with a slice of the model, or with the estimate if there is no slice. Both are cached
// by content and settings.

import { fail, ok, type Result } from '../base/result.ts'
import {
  checkAmount,
  type MeasurePrintableDeps,
  measurePrintable,
} from '../measurement/check-prints.ts'
import { estimateInTime, readEstimate } from '../measurement/estimate-filament.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { simplifyAdvice } from '../measurement/geometry-refusal.ts'
import { type Estimated, nothingPrintsCode } from '../measurement/processing.ts'
import { withSupports } from '../measurement/slice-settings.ts'
import {
  type PartSupports,
  poseOf,
  printedAs,
  printedReport,
  supportsOf,
} from '../measurement/supports.ts'
import type { MeshReport } from '../models/report.ts'
import {
  type DecidedSupports,
  type DecideSupportsDeps,
  decideSupports,
  withoutEstimate,
} from './decide-supports.ts'
import { type ExpectedSlice, logSlice } from './log-slice.ts'
import type {
  PrintMeasurement,
  PrintMeasurementRequest,
  Slice,
  SliceOutcome,
  SliceRefusal,
  SliceResult,
  SlicingDeps,
} from './ports.ts'

export type MeasurePrintDeps = MeasurePrintableDeps &
  DecideSupportsDeps &
  Pick<SlicingDeps, 'slicer'>

/**
 * Returns filament and time of one part as printed, including supports. Fails for a file that is not a printable mesh,
 * for a mesh from which nothing would be printed, and if there is neither a slice nor an estimate. Rejects when
 * aborted.
 */
export async function measurePrint(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
): Promise<Result<PrintMeasurement, MeasurementFailure>> {
  // Runs without a slicer as well, because a stored slice needs none.
  const sliced = await slicePrint(deps, request)
  if (!sliced.ok) return sliced
  const { outcome, cached, decided } = sliced.value
  if (outcome.kind === 'sliced') return ok(measurementOf(outcome, { cached, ...decided }))
  const state = deps.slicer.readiness()
  const reason = state === 'ready' ? reasonOf(outcome) : unavailableReasons[state]
  return estimateInstead(sliced.value, reason)
}

export type SlicedPrint = SliceResult & {
  /** The part in the pose of its file. */
  readonly report: MeshReport
  readonly decided: DecidedSupports
}

/**
 * Decides how a mesh that fits the printer is printed, and slices it. The outcome states how the slice ended. Logs a
 * new slice with its estimate. Fails with `nothing_prints` if the slicer or its result indicates that.
 */
export async function slicePrint(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
): Promise<Result<SlicedPrint, MeasurementFailure>> {
  const checked = await checkMesh(deps, request)
  if (!checked.ok) return checked
  const decided = await decideForSlice(deps, request)
  if (!decided.ok) return decided
  const part = { report: checked.value, decided: decided.value }
  const result = await sliceByDeadline(deps, request, part)
  return checkSlice(result, part)
}

type MeasuredPart = Pick<SlicedPrint, 'report' | 'decided'>

/** How long a quote with a stored slice waits for the amount and reason of its supports. */
const storedSliceWaitMs = 2_000

/**
 * Decides with the estimate, within the slice's deadline. If a slice is stored without its estimate, its earlier
 * decision is kept after a short wait.
 */
async function decideForSlice(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
): ReturnType<typeof decideSupports> {
  const { sliceBy } = request
  if (sliceBy === undefined || (await readEstimate(deps, request)) !== null) {
    return await decideSupports(deps, request, sliceBy)
  }
  const stored = await storedPose(deps, request)
  if (stored === null) return await decideSupports(deps, request, sliceBy)
  const waitUntil = Math.min(sliceBy, performance.now() + storedSliceWaitMs)
  const estimate = await estimateInTime(deps, request, waitUntil)
  if (estimate?.kind === 'estimated') return ok({ supports: supportsOf(estimate), estimate })
  return ok({
    supports: withoutEstimate(stored.supports),
    estimate: { kind: 'timed_out', cached: false },
  })
}

/**
 * Returns null if no slice or several slices are stored. A reoriented part always has an estimate, on which its pose
 * is based.
 */
async function storedPose(
  { slicer }: Pick<MeasurePrintDeps, 'slicer'>,
  request: PrintMeasurementRequest,
): Promise<{ readonly supports: boolean } | null> {
  const { settings } = request
  const [plain, supported] = await Promise.all([
    slicer.isStored(request),
    slicer.isStored({ ...request, settings: withSupports(settings, true) }),
  ])
  return plain === supported ? null : { supports: supported }
}

/** Slices the part. A slice that is not ready by `sliceBy` is treated as timed out. */
async function sliceByDeadline(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
  { report, decided: { supports, estimate } }: MeasuredPart,
): Promise<SliceResult> {
  const { sliceBy, settings } = request
  const deadline = sliceBy === undefined ? undefined : AbortSignal.timeout(msUntil(sliceBy))
  const signals = [request.signal, deadline].filter((signal) => signal !== undefined)
  const pose = poseOf(supports)
  const expected: ExpectedSlice = estimate.kind === 'estimated' ? printedAs(estimate) : null
  const printed = {
    ...request,
    settings: withSupports(settings, pose.supports),
    ...(pose.orient && { orient: true }),
  }
  try {
    const result = await deps.slicer.slice({
      ...printed,
      report: printedReport(report, supports),
      signal: AbortSignal.any(signals),
      expected,
    })
    logSlice(deps.log, printed, result, expected)
    return result
  } catch (error) {
    if (deadline?.aborted !== true || request.signal?.aborted === true) throw error
    logSlice(deps.log, printed, timedOut, null)
    return timedOut
  }
}

const msUntil = (time: number) => Math.max(0, Math.ceil(time - performance.now()))

const timedOut = { outcome: { kind: 'timed_out' }, cached: false } as const

function checkSlice(
  result: SliceResult,
  part: MeasuredPart,
): Result<SlicedPrint, MeasurementFailure> {
  const { outcome } = result
  if (outcome.kind === 'refused' && printsNothing[outcome.reason]) {
    return fail({ kind: 'nothing_prints', reason: outcome.message })
  }
  if (outcome.kind === 'sliced') {
    const amount = checkAmount(outcome.filamentCm3, part.report.dimensionsMm)
    if (!amount.ok) return amount
  }
  return ok({ ...result, ...part })
}

const printsNothing: Readonly<Record<SliceRefusal, boolean>> = {
  no_layers: true,
  nothing_printable: true,
  no_first_layer: false,
  unreadable_model: false,
}

/** Checks the mesh. A part that is too large must not reach the slicer, which would slice it without an error. */
async function checkMesh(
  deps: MeasurePrintDeps,
  { path, sha256, format, units, settings, known, signal }: PrintMeasurementRequest,
): Promise<Result<MeshReport, MeasurementFailure>> {
  const input = {
    path,
    sha256,
    format,
    units,
    settings,
    ...(known && { known }),
    ...(signal && { signal }),
  }
  const measured = await measurePrintable(deps, input)
  if (!measured.ok) return measured
  if (measured.value.kind === 'mesh') return ok(measured.value.report)
  return fail({
    kind: 'mesh_unreadable',
    reason:
      'It holds sliced plates, no mesh: order it as it is, with the weight that its slicer states.',
  })
}

function measurementOf(
  slice: Slice,
  { cached, supports }: { readonly cached: boolean; readonly supports: PartSupports },
): PrintMeasurement {
  const { filamentCm3, seconds, layers, warnings } = slice
  const texts = warnings.map(({ text }) => text)
  const figures = { filamentCm3, seconds, layers, rangePercent: null, cached, supports }
  return { source: 'slicer', ...figures, warnings: texts }
}

function estimateInstead(
  { report, decided: { supports, estimate } }: MeasuredPart,
  reason: string,
): Result<PrintMeasurement, MeasurementFailure> {
  switch (estimate.kind) {
    case 'estimated':
      return measureByEstimate(estimate, { supports, report, reason })
    case 'unreadable': {
      const kind = estimate.code === nothingPrintsCode ? 'nothing_prints' : 'mesh_unreadable'
      return fail({ kind, reason: estimate.message })
    }
    case 'timed_out':
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: `Working out its filament took too long. ${simplifyAdvice}`,
      })
  }
}

type Estimating = {
  readonly supports: PartSupports
  readonly report: MeshReport
  readonly reason: string
}

function measureByEstimate(
  estimate: Estimated & { readonly cached: boolean },
  { supports, report, reason }: Estimating,
): Result<PrintMeasurement, MeasurementFailure> {
  const { filamentCm3, seconds, layers, rangePercent } = printedAs(estimate)
  const amount = checkAmount(filamentCm3, report.dimensionsMm)
  if (!amount.ok) return amount
  const { cached } = estimate
  const figures = { filamentCm3, seconds, layers, rangePercent, cached, supports }
  return ok({ source: 'geometry', ...figures, warnings: [reason] })
}

const estimated = 'filament and time are estimated from its geometry.'
const unavailableReasons = {
  not_configured: `No slicer is configured, so ${estimated}`,
  broken: `The slicer cannot be started, so ${estimated}`,
} as const

/** Returns for the caller why there is no slice. */
function reasonOf(outcome: Exclude<SliceOutcome, Slice>): string {
  switch (outcome.kind) {
    case 'refused':
      return `The slicer refused it (${outcome.message}), so ${estimated}`
    case 'crashed':
      return `The slicer broke down on it, so ${estimated}`
    case 'timed_out':
      return `Slicing it took too long, so ${estimated}`
    case 'queue_full':
      return `All slicers are busy, so ${estimated}`
    case 'unavailable':
      return unavailableReasons.broken
  }
}
