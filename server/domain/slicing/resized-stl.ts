// A stored model at another size, as an STL in millimeters (decisions.md 65).

import { fail, ok, type Result } from '../base/result.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import { type LengthUnit, type MeshFormat, stlName } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { SlicingDeps } from './ports.ts'

type Original = {
  readonly path: string
  readonly format: MeshFormat
  readonly units: LengthUnit | null
  readonly fileName: string
}

const tooLarge: Result<never, MeasurementFailure> = fail({
  kind: 'mesh_unreadable',
  reason: 'It is too large to be scaled.',
})

/** In the temporary folder; the caller removes it. Rejects when aborted. */
export async function resizedStl(
  { meshes, temporaryFiles }: Pick<SlicingDeps, 'meshes' | 'temporaryFiles'>,
  { path, format, units, fileName }: Original,
  { sizeMm, signal }: { readonly sizeMm: number; readonly signal: AbortSignal },
): Promise<Result<ReceivedFile, MeasurementFailure>> {
  const outcome = await meshes.process({
    source: { path },
    format,
    options: { longestSideMm: sizeMm },
    outputs: { stl: true, glb: false },
    signal,
    ...(units !== null && { units }),
  })
  switch (outcome.kind) {
    case 'processed': {
      if (outcome.stl === null) throw new Error('the geometry core wrote no STL')
      // Compressed formats become several times as large.
      if (outcome.stl.byteLength > maxModelBytes) return tooLarge
      const written = await temporaryFiles.write(outcome.stl)
      return ok({ ...written, fileName: stlName(fileName) })
    }
    case 'unreadable':
      return fail({ kind: 'mesh_unreadable', reason: outcome.message })
    case 'timed_out':
    case 'crashed':
      return tooLarge
    case 'busy':
      return fail(measuringBusy(outcome))
  }
}
