// Measures a model. The outcome, including a failure, is stored under the content hash, so that each model is measured
// once (decisions.md 10).

import { fail, ok, type Result } from '../base/result.ts'
import { fitsBuildVolume, thinnestMm } from '../catalog/build-volume.ts'
import {
  type FileUnit,
  type LengthUnit,
  type ModelFormat,
  mmPerUnit,
  unitWord,
} from '../models/format.ts'
import type { Measurement, MeasureOutcome } from '../models/report.ts'
import { type MeasurementFailure, measuringBusy, unreadableCodes } from './failure.ts'
import { simplifyAdvice } from './geometry-refusal.ts'
import type { KnownModel, MeasurementDeps, Measurements } from './ports.ts'
import type { DrawOptions } from './processing.ts'
import type { SliceSettings } from './slice-settings.ts'

export type MeasureInput = {
  readonly path: string
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
  /** Used instead of the stored measurement. */
  readonly known?: KnownModel
  readonly signal?: AbortSignal
}

type MeasureModelDeps = Pick<MeasurementDeps, 'geometry' | 'measurements' | 'log'>

/** Returns the measurement of a model that fits the printer. Rejects when aborted. */
export async function measureModel(
  deps: MeasureModelDeps,
  input: MeasureInput,
): Promise<Result<Measurement, MeasurementFailure>> {
  const known = input.known?.measurement ?? (await deps.measurements.read(input))
  return measurementOf(known ?? (await measureNow(deps, input)), input.format)
}

export type MeasuredModel = KnownModel & {
  /** The PNG, if one was requested and the model had to be measured. */
  readonly picture: Uint8Array | null
}

/**
 * Like `measureModel`, but estimates and draws a newly measured mesh in the same job, because separate jobs would each
 * read and repair the file. `estimate` and `picture` are null for any other file.
 */
export async function measureAndEstimate(
  deps: MeasureModelDeps & Pick<MeasurementDeps, 'printEstimates'>,
  input: MeasureInput,
  settings: SliceSettings,
  draw?: DrawOptions,
): Promise<Result<MeasuredModel, MeasurementFailure>> {
  const { sha256, format, units } = input
  const stored = await deps.measurements.read(input)
  if (stored !== null || format === 'gcode') {
    const measurement = measurementOf(stored ?? (await measureNow(deps, input)), format)
    if (!measurement.ok) return measurement
    return ok({ measurement: measurement.value, estimate: null, picture: null })
  }
  const whole = await measureNow(deps, input, { estimate: settings, picture: draw })
  // The estimate or the picture may have caused the timeout, and the price needs neither.
  const {
    estimate = null,
    picture = null,
    ...outcome
  } = whole.kind === 'timed_out' || whole.kind === 'crashed' ? await measureNow(deps, input) : whole
  if (estimate !== null) {
    await deps.printEstimates.save({ sha256, format, units, settings }, estimate)
  }
  const measurement = measurementOf(outcome, format)
  return measurement.ok ? ok({ measurement: measurement.value, estimate, picture }) : measurement
}

type StoredOutcome = NonNullable<Awaited<ReturnType<Measurements['read']>>>

/** Whether a stored outcome belongs to a mesh that can be priced. */
export const isAcceptedMesh = (stored: StoredOutcome, format: ModelFormat): boolean =>
  stored.kind === 'mesh' && checkMesh(stored, format).ok

/** Returns the measurement of an outcome, if it is of a model that fits the printer. */
export function measurementOf(
  outcome: StoredOutcome | MeasureOutcome,
  format: ModelFormat,
): Result<Measurement, MeasurementFailure> {
  switch (outcome.kind) {
    case 'unreadable':
      return fail({ kind: 'mesh_unreadable', reason: outcome.message, code: outcome.code })
    case 'timed_out':
      return fail({
        kind: 'mesh_unreadable',
        reason: `Measuring it took too long. ${simplifyAdvice}`,
        code: unreadableCodes.timedOut,
        isCutOff: true,
      })
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: `Measuring it needed too much memory. ${simplifyAdvice}`,
        code: unreadableCodes.crashed,
        isCutOff: true,
      })
    case 'busy':
      return fail(measuringBusy(outcome))
    case 'sliced':
      return checkSliced(outcome)
    case 'mesh':
      return checkMesh(outcome, format)
  }
}

type Besides = {
  readonly estimate?: SliceSettings
  readonly picture?: DrawOptions | undefined
}

/** `besides`: additional outputs for the mesh. */
async function measureNow(
  deps: MeasureModelDeps,
  { path, sha256, format, units, signal }: MeasureInput,
  { estimate, picture }: Besides = {},
) {
  const measured = await deps.geometry.measure({
    source: { path },
    format,
    ...(units === null ? {} : { units }),
    ...(estimate === undefined ? {} : { estimate }),
    ...(picture === undefined ? {} : { picture }),
    ...(signal === undefined ? {} : { signal }),
  })
  const { estimate: _estimate, picture: _picture, ...outcome } = measured
  if (outcome.kind === 'timed_out' || outcome.kind === 'crashed') {
    deps.log.warn('model.measuring_failed', { outcome: outcome.kind, sha256, format })
  }
  // A timeout or a full queue says nothing about the file, so it is not stored.
  if (outcome.kind === 'mesh' || outcome.kind === 'sliced' || outcome.kind === 'unreadable') {
    await deps.measurements.save({ sha256, format, units }, outcome)
  }
  return measured
}

/** Checks that each plate of a sliced file fits the printer, regardless of the print's position on the plate. */
function checkSliced(
  measurement: Extract<Measurement, { kind: 'sliced' }>,
): Result<Measurement, MeasurementFailure> {
  for (const { extents } of measurement.report.perPlate) {
    const { min, max } = extents
    const dimensionsMm = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const
    if (!fitsBuildVolume(dimensionsMm)) {
      return fail({ kind: 'model_too_large', dimensionsMm, unit: 'mm', format: 'gcode' })
    }
  }
  return ok(measurement)
}

function checkMesh(
  measurement: Extract<Measurement, { kind: 'mesh' }>,
  format: ModelFormat,
): Result<Measurement, MeasurementFailure> {
  const { report } = measurement
  if (!(report.volumeCm3 > 0)) {
    return fail({
      kind: 'mesh_unreadable',
      reason: 'It encloses no volume.',
      code: unreadableCodes.noVolume,
    })
  }
  const { dimensionsMm, unit } = report
  if (Math.max(...dimensionsMm) < thinnestMm) {
    return fail({
      kind: 'mesh_unreadable',
      reason: tooSmall(dimensionsMm, unit),
      code: unreadableCodes.tooSmall,
    })
  }
  if (!fitsBuildVolume(dimensionsMm)) {
    return fail({ kind: 'model_too_large', dimensionsMm, unit, format })
  }
  return ok(measurement)
}

/** If no side reaches the minimum printable size, the numbers were probably meant in another unit. */
function tooSmall(dimensionsMm: readonly number[], unit: FileUnit): string {
  const size = dimensionsMm.map((mm) => String(Math.round(mm * 1000) / 1000)).join(' x ')
  return `It is ${size} mm as read in ${unitWord(unit)}: nothing under ${thinnestMm} mm can be printed. Its numbers were probably meant in another unit; scale the file (meters by ${mmPerUnit.m}, inches by ${mmPerUnit.in}) and send it again.`
}
