// Measures a model once: the outcome, also a refusal, is stored under the content hash (decisions.md 10).

import { fail, ok, type Result } from '../base/result.ts'
import { fitsBuildVolume, thinnestMm } from '../catalog/build-volume.ts'
import { type LengthUnit, type ModelFormat, unitWord } from '../models/format.ts'
import type { Measurement } from '../models/report.ts'
import { type MeasurementFailure, measuringBusy } from './failure.ts'
import type { MeasurementDeps } from './ports.ts'

export type MeasureInput = {
  readonly path: string
  readonly sha256: string
  readonly format: ModelFormat
  readonly units: LengthUnit | null
  readonly signal?: AbortSignal
}

/** The measurement of a model that fits the printer. Rejects when aborted. */
export async function measureModel(
  deps: Pick<MeasurementDeps, 'geometry' | 'measurements' | 'log'>,
  input: MeasureInput,
): Promise<Result<Measurement, MeasurementFailure>> {
  const outcome = (await deps.measurements.read(input)) ?? (await measureNow(deps, input))
  switch (outcome.kind) {
    case 'unreadable':
      return fail({ kind: 'mesh_unreadable', reason: outcome.message })
    case 'timed_out':
      return fail({
        kind: 'mesh_unreadable',
        reason: 'Measuring it took too long. Simplify the model and send it again.',
        isCutOff: true,
      })
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: 'Measuring it needed too much memory. Simplify the model and send it again.',
        isCutOff: true,
      })
    case 'busy':
      return fail(measuringBusy(outcome))
    case 'sliced':
      return checkSliced(outcome)
    case 'mesh':
      return checkMesh(outcome, input.format)
  }
}

async function measureNow(
  deps: Pick<MeasurementDeps, 'geometry' | 'measurements' | 'log'>,
  { path, sha256, format, units, signal }: MeasureInput,
) {
  const outcome = await deps.geometry.measure({
    source: { path },
    format,
    ...(units === null ? {} : { units }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (outcome.kind === 'timed_out' || outcome.kind === 'crashed') {
    deps.log.warn('model.measuring_failed', { outcome: outcome.kind, sha256, format })
  }
  // A timeout or a full queue says nothing about the file, so it is not stored.
  if (outcome.kind === 'mesh' || outcome.kind === 'sliced' || outcome.kind === 'unreadable') {
    await deps.measurements.save({ sha256, format, units }, outcome)
  }
  return outcome
}

/** Each plate of a sliced file must fit the printer, wherever its print lies on the plate. */
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
    return fail({ kind: 'mesh_unreadable', reason: 'It encloses no volume.' })
  }
  const { dimensionsMm, unit } = report
  if (Math.max(...dimensionsMm) < thinnestMm) {
    return fail({ kind: 'mesh_unreadable', reason: tooSmall(dimensionsMm, unit) })
  }
  if (!fitsBuildVolume(dimensionsMm)) {
    return fail({ kind: 'model_too_large', dimensionsMm, unit, format })
  }
  return ok(measurement)
}

/** When no side reaches the thinnest printable size, the numbers were probably meant in another unit. */
function tooSmall(dimensionsMm: readonly number[], unit: string): string {
  const size = dimensionsMm.map((mm) => String(Math.round(mm * 1000) / 1000)).join(' x ')
  return `It is ${size} mm as read in ${unitWord(unit)}: nothing under ${thinnestMm} mm can be printed. Its numbers were probably meant in another unit; scale the file (meters by 1000, inches by 25.4) and send it again.`
}
