// Converts an OBJ to the printed STL, because an OBJ cannot be ordered (decisions.md 31).

import { ok, type Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { simplifyAdvice } from '../measurement/geometry-refusal.ts'
import type { LengthUnit } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { SlicingDeps } from './ports.ts'
import { processMesh, writeStl } from './process-mesh.ts'

type ObjFile = Pick<ReceivedFile, 'path' | 'fileName'> & { readonly units: LengthUnit | null }

/** Returns the repaired surface in millimeters as a temporary file. The caller removes it. */
export async function stlOfObj(
  deps: Pick<SlicingDeps, 'meshes' | 'temporaryFiles'>,
  { path, fileName, units }: ObjFile,
): Promise<Result<ReceivedFile, MeasurementFailure>> {
  const made = await processMesh(
    deps,
    { source: { path }, format: 'obj', ...(units && { units }) },
    `It is too large to be converted. ${simplifyAdvice}`,
  )
  if (!made.ok) return made
  return ok(await writeStl(deps, made.value, fileName.replace(/\.obj$/i, '.stl')))
}
