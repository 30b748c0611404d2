// Meshes that the geometry core writes as STL, and their temporary files.

import { fail, ok, type Result } from '../base/result.ts'
import { type GeometryRefusal, geometryRefusal } from '../measurement/geometry-refusal.ts'
import type { ProcessOutcome, ProcessRequest } from '../measurement/processing.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { SlicingDeps } from './ports.ts'

type ProcessedMesh = Extract<ProcessOutcome, { kind: 'processed' }>

/** `tooLarge` is the sentence about a mesh that takes too much time or memory. Rejects when aborted. */
export async function processMesh(
  { meshes }: Pick<SlicingDeps, 'meshes'>,
  request: Omit<ProcessRequest, 'outputs'>,
  tooLarge: string,
): Promise<Result<ProcessedMesh, GeometryRefusal>> {
  const outcome = await meshes.process({ ...request, outputs: { stl: true, glb: false } })
  return outcome.kind === 'processed' ? ok(outcome) : fail(geometryRefusal(outcome, tooLarge))
}

/** Writes to the temporary folder. The caller removes the file. */
export async function writeStl(
  { temporaryFiles }: Pick<SlicingDeps, 'temporaryFiles'>,
  { stl }: ProcessedMesh,
  fileName: string,
): Promise<ReceivedFile> {
  if (stl === null) throw new Error('the geometry core wrote no STL')
  return { ...(await temporaryFiles.write(stl)), fileName }
}
