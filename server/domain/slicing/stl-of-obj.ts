// Converts an OBJ to the STL that is printed: an OBJ itself cannot be ordered (decisions.md 31).

import { fail, ok, type Result } from '../base/result.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import type { LengthUnit } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { SlicingDeps } from './ports.ts'

type ObjFile = Pick<ReceivedFile, 'path' | 'fileName'> & { readonly units: LengthUnit | null }

/** The repaired surface in millimeters, as a temporary file. The caller removes it. */
export async function stlOfObj(
  { meshes, temporaryFiles }: Pick<SlicingDeps, 'meshes' | 'temporaryFiles'>,
  { path, fileName, units }: ObjFile,
): Promise<Result<ReceivedFile, MeasurementFailure>> {
  const made = await meshes.process({
    source: { path },
    format: 'obj',
    outputs: { stl: true, glb: false },
    ...(units && { units }),
  })
  switch (made.kind) {
    case 'processed': {
      if (made.stl === null) throw new Error('the geometry core wrote no STL')
      const file = await temporaryFiles.write(made.stl)
      return ok({ ...file, fileName: fileName.replace(/\.obj$/i, '.stl') })
    }
    case 'unreadable':
      return fail({ kind: 'mesh_unreadable', reason: made.message })
    case 'timed_out':
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: 'It is too large to be converted. Simplify the model and send it again.',
      })
    case 'busy':
      return fail(measuringBusy(made))
  }
}
