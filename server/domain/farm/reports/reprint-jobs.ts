// The jobs that reprint scrap parts of a job.

import type { PrintFileId } from '../../base/ids/print-file-id.ts'
import type { PrintFileKind } from '../../planning/plates.ts'

type SpoiledJob = {
  readonly parts: number
  /** null = the order's file. */
  readonly fileId: PrintFileId | null
  readonly ownKind: PrintFileKind
  /** Machine time of all its parts, alone on their plate. */
  readonly centihours: number
}

export type Reprints = {
  readonly jobs: number
  readonly partsPerJob: number
  readonly fileId: PrintFileId | null
  /** Whether they print the same file as the job, or the order's file if the job has none. */
  readonly keepsFile: boolean
  /** Whether they use the slices of the job. */
  readonly keepsSlices: boolean
  readonly centihours: number
}

/**
 * Keeps G-code that prints exactly this number of parts. Otherwise the plate is sliced again, or printed from the
 * order's sliced file with one job per part.
 */
export function reprintsOf(job: SpoiledJob, parts: number): Reprints {
  const fileId = parts === job.parts ? job.fileId : null
  const partsPerJob = fileId === null && job.ownKind !== 'model' ? 1 : parts
  return {
    jobs: parts / partsPerJob,
    partsPerJob,
    fileId,
    keepsFile: fileId === job.fileId,
    keepsSlices: partsPerJob === job.parts,
    centihours: Math.round((job.centihours * partsPerJob) / job.parts),
  }
}
