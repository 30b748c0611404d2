// Reslices the plate of a print job for operators (decisions.md 44). The G-code becomes the job's file.

import { parsePrintJobId } from '../../base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { SliceQueueDeps } from '../deps.ts'
import type { PrintFile, PrintJob } from '../jobs/job.ts'
import { profilesFor } from '../printers/plate-profiles.ts'
import type { ResliceSettings } from '../reslice-settings.ts'
import { type PlateRefusal, slicePlate } from './slice-plate.ts'

/** `version`: the job's version that the operator saw. Default: the version when slicing begins. */
export type ResliceInput = {
  readonly id: string
  readonly version?: number
  readonly settings: ResliceSettings
  readonly signal?: AbortSignal
}

export type ResliceResult = {
  readonly job: PrintJob
  readonly file: PrintFile
  readonly layers: number
  readonly warnings: readonly string[]
}

/**
 * Slices for the first profile of the farm's printers; the worker slices for the others with the same settings.
 * Accepts only queued or failed jobs that do not change in the meantime, so that a slice never replaces a later file.
 * The order's price does not change.
 */
export async function resliceJob(
  deps: SliceQueueDeps,
  operator: string,
  { id: jobId, version, settings, signal }: ResliceInput,
): Promise<Result<ResliceResult, PlateRefusal>> {
  const id = parsePrintJobId(jobId)
  const job = id === null ? null : await deps.printJobs.read(id)
  if (job === null) return fail({ kind: 'print_job_not_found' })
  if (job.state !== 'queued' && job.state !== 'failed') {
    return fail({ kind: 'job_in_state', state: job.state, action: 'slice' })
  }
  if (version !== undefined && version !== job.version) {
    return fail({ kind: 'job_changed', state: job.state })
  }
  const nozzleMm = settings.nozzleDiameter ?? job.nozzleDiameter
  const inUse = await deps.printers.profilesInUse()
  let refused: PlateRefusal | null = null
  for (const profile of profilesFor(inUse, nozzleMm)) {
    const sliced = await slicePlate(deps, { job, profile, settings, by: operator, signal })
    if (!sliced.ok) {
      refused ??= sliced.failure
      // A printer with another profile may accept it.
      if (isOfProfile(sliced.failure)) continue
      return sliced
    }
    const { file, nozzleDiameter, layers, warnings } = sliced.value
    const attached = await deps.printJobs.attachSlice(job.id, file, {
      by: operator,
      profile,
      settings,
      nozzleDiameter,
      version: job.version,
    })
    return attached.ok ? ok({ job: attached.value, file, layers, warnings }) : attached
  }
  if (refused === null) throw new Error('a plate was sliced for no profile')
  return fail(refused)
}

const isOfProfile = (failure: PlateRefusal): boolean =>
  failure.kind === 'reslice_failed' && failure.retryAfterSeconds === null
