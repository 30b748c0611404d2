// The STL that an OBJ is printed from: an OBJ itself is never ordered (decisions.md 31).

import type { Deps, ReceivedFile } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderFailure } from '../failure.ts'
import type { LengthUnit } from '../measurement/report.ts'

type ObjFile = Pick<ReceivedFile, 'path' | 'fileName'> & { readonly units: LengthUnit | null }

/** The repaired surface in millimetres, as a temporary file that the caller of this removes. */
export async function stlOfObj(
  { meshes, temporaryFiles }: Pick<Deps, 'meshes' | 'temporaryFiles'>,
  { path, fileName, units }: ObjFile,
): Promise<Result<ReceivedFile, OrderFailure>> {
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
      return fail({ kind: 'measuring_unavailable', retryAfterSeconds: 5 })
  }
}
