// A stored model at another size, as an STL in millimeters (decisions.md 65).

import { fail, ok, type Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { type LengthUnit, type MeshFormat, stlName } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { SlicingDeps } from './ports.ts'
import { processMesh, writeStl } from './process-mesh.ts'

type Original = {
  readonly path: string
  readonly format: MeshFormat
  readonly units: LengthUnit | null
  readonly fileName: string
}

const tooLarge = 'It is too large to be scaled.'

/** Returns a file in the temporary folder. The caller removes it. Rejects when aborted. */
export async function resizedStl(
  deps: Pick<SlicingDeps, 'meshes' | 'temporaryFiles'>,
  { path, format, units, fileName }: Original,
  { sizeMm, signal }: { readonly sizeMm: number; readonly signal: AbortSignal },
): Promise<Result<ReceivedFile, MeasurementFailure>> {
  const made = await processMesh(
    deps,
    {
      source: { path },
      format,
      options: { longestSideMm: sizeMm },
      signal,
      ...(units !== null && { units }),
    },
    tooLarge,
  )
  if (!made.ok) return made
  // Compressed formats become several times as large.
  const bytes = made.value.stl?.byteLength ?? 0
  if (bytes > maxModelBytes) return fail({ kind: 'mesh_unreadable', reason: tooLarge })
  return ok(await writeStl(deps, made.value, stlName(fileName)))
}
