// Measures a print for a price: a real slice of the model, or the instant estimate when no slicer has an answer. Both are
// kept by what they are made of, so that nothing is sliced or estimated twice.

import { fail, ok, type Result } from '../base/result.ts'
import {
  checkAmount,
  type MeasurePrintableDeps,
  measurePrintable,
} from '../measurement/check-prints.ts'
import { estimateFilament } from '../measurement/estimate-filament.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import { type EstimateOutcome, nothingPrintsCode } from '../measurement/processing.ts'
import type { MeshReport } from '../models/report.ts'
import type {
  PrintMeasurement,
  PrintMeasurementRequest,
  Slice,
  SliceOutcome,
  SliceRefusal,
  SlicingDeps,
} from './ports.ts'

export type MeasurePrintDeps = MeasurePrintableDeps & Pick<SlicingDeps, 'slicer'>

/**
 * Filament and time of one part, no supports. Fails for files that are no printable mesh, for meshes of which nothing
 * would be printed, and when neither a slicer nor the estimate has an answer. Rejects when aborted.
 */
export async function measurePrint(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
): Promise<Result<PrintMeasurement, MeasurementFailure>> {
  // Also when there is no slicer: a slice that is stored needs none.
  const sliced = await slicePrint(deps, request)
  if (!sliced.ok) return sliced
  const { outcome, cached, report } = sliced.value
  if (outcome.kind === 'sliced') return ok(measurementOf(outcome, cached))
  const state = deps.slicer.readiness()
  const reason = state === 'ready' ? reasonOf(outcome) : absent[state]
  return await estimateInstead(deps, request, { reason, report })
}

type Answer = { readonly outcome: SliceOutcome; readonly cached: boolean }
export type SlicedPrint = Answer & { readonly report: MeshReport }

/**
 * A slice of a mesh that fits the printer, or how it ended; a fresh one is reported beside its estimate. Fails with
 * `nothing_prints` when the slicer, or its result, says so.
 */
export async function slicePrint(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
): Promise<Result<SlicedPrint, MeasurementFailure>> {
  const checked = await checkMesh(deps, request)
  if (!checked.ok) return checked
  const { sliceBy, ...rest } = request
  const late = sliceBy === undefined ? undefined : AbortSignal.timeout(msUntil(sliceBy))
  const signals = [request.signal, late].filter((signal) => signal !== undefined)
  let expected: Expected = null
  try {
    const answer = await deps.slicer.slice({
      ...rest,
      signal: AbortSignal.any(signals),
      expect: async (signal) => {
        const estimate = await estimateFilament(deps, { ...request, signal })
        expected = estimate.kind === 'estimated' ? estimate : null
        return expected
      },
    })
    report(deps.log, request, answer, expected)
    return judged(answer, checked.value)
  } catch (error) {
    if (late?.aborted !== true || request.signal?.aborted === true) throw error
    report(deps.log, request, tooLate, null)
    return ok({ ...tooLate, report: checked.value })
  }
}

function judged(answer: Answer, report: MeshReport): Result<SlicedPrint, MeasurementFailure> {
  const { outcome } = answer
  if (outcome.kind === 'refused' && printsNothing[outcome.reason]) {
    return fail({ kind: 'nothing_prints', reason: outcome.message })
  }
  if (outcome.kind === 'sliced') {
    const amount = checkAmount(outcome.filamentCm3, report.dimensionsMm)
    if (!amount.ok) return amount
  }
  return ok({ ...answer, report })
}

const printsNothing: Readonly<Record<SliceRefusal, boolean>> = {
  no_layers: true,
  nothing_printable: true,
  no_first_layer: false,
  unreadable_model: false,
}

const msUntil = (time: number) => Math.max(0, Math.ceil(time - performance.now()))

type Expected = Extract<EstimateOutcome, { kind: 'estimated' }> | null

const tooLate = { outcome: { kind: 'timed_out' }, cached: false } as const

/** Only what fits reaches the slicer: it slices and prices a part that is too large without a word. */
async function checkMesh(
  deps: MeasurePrintDeps,
  { path, sha256, format, units, settings, signal }: PrintMeasurementRequest,
): Promise<Result<MeshReport, MeasurementFailure>> {
  const input = { path, sha256, format, units, settings, ...(signal && { signal }) }
  const measured = await measurePrintable(deps, input)
  if (!measured.ok) return measured
  if (measured.value.kind === 'mesh') return ok(measured.value.report)
  return fail({
    kind: 'mesh_unreadable',
    reason:
      'It holds sliced plates, no mesh: order it as it is, with the weight that its slicer states.',
  })
}

function report(
  log: SlicingDeps['log'],
  { accountId, sha256, format, settings }: PrintMeasurementRequest,
  { outcome, cached }: Answer,
  estimate: Expected,
): void {
  const facts = { accountId, sha256, format, settings }
  if (outcome.kind !== 'sliced') {
    // /readyz tells of a slicer that is not there.
    const level = outcome.kind === 'unavailable' ? 'debug' : 'warn'
    log[level]('slice.none', { ...facts, outcome })
    return
  }
  if (cached) return
  const { filamentCm3, seconds, layers } = outcome
  const warnings = outcome.warnings.map(({ code }) => code)
  const slice = { filamentCm3, seconds, layers, warnings }
  log.info('slice.made', { ...facts, ...slice, ...(estimate && errorOf(estimate, outcome)) })
}

/** How far the estimate is from the slice, in percent of the slice. */
function errorOf(estimate: NonNullable<Expected>, { filamentCm3, seconds }: Slice) {
  const percent = (value: number, of: number) => Math.round((1000 * (value - of)) / of) / 10
  return {
    estimateCm3: estimate.filamentCm3,
    estimateSeconds: estimate.seconds,
    filamentErrorPercent: percent(estimate.filamentCm3, filamentCm3),
    secondsErrorPercent: percent(estimate.seconds, seconds),
  }
}

function measurementOf(slice: Slice, cached: boolean): PrintMeasurement {
  const { filamentCm3, seconds, layers, warnings } = slice
  const texts = warnings.map(({ text }) => text)
  return {
    source: 'slicer',
    filamentCm3,
    seconds,
    layers,
    rangePercent: null,
    cached,
    warnings: texts,
  }
}

async function estimateInstead(
  deps: MeasurePrintDeps,
  request: PrintMeasurementRequest,
  { reason, report }: { reason: string; report: MeshReport },
): Promise<Result<PrintMeasurement, MeasurementFailure>> {
  const estimate = await estimateFilament(deps, request)
  switch (estimate.kind) {
    case 'estimated': {
      const { filamentCm3, seconds, layers, rangePercent, cached } = estimate
      const amount = checkAmount(filamentCm3, report.dimensionsMm)
      if (!amount.ok) return amount
      const figures = { filamentCm3, seconds, layers, rangePercent, cached }
      return ok({ source: 'geometry', ...figures, warnings: [reason] })
    }
    case 'unreadable': {
      const kind = estimate.code === nothingPrintsCode ? 'nothing_prints' : 'mesh_unreadable'
      return fail({ kind, reason: estimate.message })
    }
    case 'timed_out':
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: 'Working out its filament took too long. Simplify the model and send it again.',
      })
    case 'busy':
      return fail(measuringBusy)
  }
}

const estimated = 'filament and time are estimated from its geometry.'
const absent = {
  not_configured: `No slicer is configured, so ${estimated}`,
  broken: `The slicer cannot be started, so ${estimated}`,
} as const

/** Why there is no slice, as the caller reads it. */
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
      return absent.broken
  }
}
