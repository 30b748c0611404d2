// Runs one change of a stored model in the geometry core.

import { fail, ok, type Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { geometryRefusal } from '../measurement/geometry-refusal.ts'
import type { ChangeOutcome, ChangeRequest } from '../measurement/processing.ts'
import type { StoredFileFailure } from '../models/failure.ts'
import { fetchModelFile } from '../models/fetch-stored-model.ts'
import type { OwnedModel } from '../models/ports.ts'
import { tooLargeToChange } from '../slicing/printed-file.ts'
import type { ChangeFailure } from './failure.ts'
import type { ChangeDeps } from './ports.ts'

type CoreChange = Extract<ChangeOutcome, { kind: 'changed' }>
type RequestedChange = Pick<ChangeRequest, 'output' | 'options' | 'cut' | 'signal'>

const staysOpen =
  'The model has holes that the repair could not close, so no height can be cut cleanly. Close them in the program that it was made with, ' +
  'and upload it again.'

/** Codes with which the core refuses a cut. */
const cutCodes: readonly string[] = ['plane_misses', 'too_many_parts', 'cannot_cut']

/** Rejects when aborted. */
export async function runChange(
  deps: Pick<ChangeDeps, 'meshes' | 'objects' | 'temporaryFiles' | 'log'>,
  model: OwnedModel,
  wanted: RequestedChange,
): Promise<Result<CoreChange, ChangeFailure | StoredFileFailure | MeasurementFailure>> {
  const { format, units } = model
  if (format === 'gcode') return fail({ kind: 'mesh_unreadable', reason: 'It is a sliced file.' })
  const copy = await fetchModelFile(deps, model)
  if (!copy.ok) return copy
  try {
    const request = {
      ...wanted,
      source: { path: copy.value.path },
      format,
      ...(units !== null && { units }),
    }
    const outcome = await deps.meshes.change(request)
    // The core returns one advice for every cut that it cannot close; a mesh with holes needs a different one.
    if (outcome.kind === 'unreadable' && outcome.code === 'cannot_cut') {
      const { cut: _cut, ...uncut } = request
      const whole = await deps.meshes.change(uncut)
      const isOpen = whole.kind === 'changed' && !whole.report.printability.watertight
      if (isOpen) return fail({ kind: 'change_impossible', reason: staysOpen })
    }
    return toChangeResult(outcome)
  } finally {
    await deps.temporaryFiles.remove(copy.value.path)
  }
}

function toChangeResult(
  outcome: ChangeOutcome,
): Result<CoreChange, ChangeFailure | MeasurementFailure> {
  if (outcome.kind === 'changed') return ok(outcome)
  if (outcome.kind === 'unreadable' && cutCodes.includes(outcome.code)) {
    return fail({ kind: 'change_impossible', reason: outcome.message })
  }
  return fail(geometryRefusal(outcome, tooLargeToChange))
}
