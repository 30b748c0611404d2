// The jobs that print spoiled parts of a job again.

import type { FileKind } from '../planning/plates.ts'

type SpoiledJob = {
  readonly parts: number
  /** null = the order's own file. */
  readonly fileId: string | null
  readonly ownKind: FileKind
  /** Machine time of all its parts, alone on their plate. */
  readonly centihours: number
}

export type Reprints = {
  readonly jobs: number
  readonly partsPerJob: number
  readonly fileId: string | null
  /** Whether they print the same file as the job, which is also its own where it has none. */
  readonly keepsFile: boolean
  /** Whether the slices of the job print them. */
  readonly keepsSlices: boolean
  readonly centihours: number
}

/**
 * G-code is kept where it prints that many parts. Otherwise the plate has to be sliced again, or is printed from the order's own sliced
 * file, one job for each part.
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
