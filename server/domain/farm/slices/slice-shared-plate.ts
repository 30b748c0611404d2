// Slices a shared plate with every part at its planned position.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { SliceSettings } from '../../measurement/slice-settings.ts'
import { printedReport } from '../../measurement/supports.ts'
import { marginMm, type PlateBed, takesPlateOf } from '../../planning/arrange/plate-bed.ts'
import { readOrderOf } from '../claim/job-file.ts'
import type { PlatePartDeps, SlicePlateDeps } from '../deps.ts'
import { isJobOpen, type PlatePlace, type PrintJob } from '../jobs/job.ts'
import { lineOf } from '../line-of.ts'
import type { FarmDeps } from '../ports.ts'
import { profileText } from '../printers/plate-profiles.ts'
import { settingsOf } from '../reslice-settings.ts'
import type { PlacedPart } from '../slice-ports.ts'
import {
  failureOf,
  meshOf,
  type PlateInput,
  type PlateRefusal,
  poseOfPlate,
  type SlicedPlate,
  storeSlice,
} from './slice-plate.ts'

type SharedInput = Omit<PlateInput, 'settings'>

/** `part_misplaced`: the jobs whose parts differ from the planned size. */
export type SharedPlateRefusal =
  | PlateRefusal
  | { readonly kind: 'part_misplaced'; readonly jobIds: readonly PrintJobId[] }

/** Slices the plate. `job`: the leading job. The stored file does not belong to a job yet. */
export async function sliceSharedPlate(
  deps: SlicePlateDeps,
  { job, profile, by, signal }: SharedInput,
): Promise<Result<SlicedPlate, SharedPlateRefusal>> {
  const jobs = await jobsOf(deps, job)
  if (jobs === null) return fail({ kind: 'print_job_not_found' })
  const bed = deps.plateProfiles.bed(profile)
  if (bed === null || !jobs.every(({ place }) => fits(bed, place))) return refuseUnfit(profile)
  if (deps.slicer.readiness() !== 'ready') return fail({ kind: 'slicer_not_configured' })
  const order = await readOrderOf(deps, job)
  const line = await lineOf(deps, order, job.line)
  const ordered = settingsOf(line, {})
  if (!ordered.ok) return ordered
  const parts: ReadPart[] = []
  try {
    for (const member of jobs) {
      const part = await readPart(deps, member, ordered.value, signal)
      if (!part.ok) return part
      parts.push(part.value)
    }
    if (parts.some(({ report }) => (report?.dimensionsMm[2] ?? 0) > bed.heightMm)) {
      return refuseUnfit(profile)
    }
    const supports = parts.some((part) => part.supports)
    const settings = { ...ordered.value, ...(supports && { supports }) }
    const { material } = line.options
    const { accountId } = order
    const request = { settings, material, profile, accountId, ...(signal && { signal }) }
    const sliced = await deps.plateSlicer.sliceShared({ ...request, parts })
    if (sliced.kind === 'misplaced') {
      const jobIds = jobs.flatMap(({ id }, at) => (sliced.parts.includes(at) ? [id] : []))
      return fail({ kind: 'part_misplaced', jobIds })
    }
    if (sliced.kind !== 'plate') return fail(failureOf(sliced))
    try {
      const whole = { ...job, parts: parts.reduce((sum, { copies }) => sum + copies.length, 0) }
      const file = { order, job: whole, line, settings, profile, by, isShared: true }
      const stored = await storeSlice(deps, file, sliced)
      if (!stored.ok) return stored
      return ok({ ...stored.value, laid: jobs.map(({ id, place }) => ({ id, place })) })
    } finally {
      await deps.temporaryFiles.remove(sliced.path)
    }
  } finally {
    for (const { path } of parts) await deps.temporaryFiles.remove(path)
  }
}

type Member = PrintJob & { readonly place: PlatePlace }

/** Returns null if the plate has changed since it was taken. */
async function jobsOf(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  { plateJobs }: PrintJob,
): Promise<readonly Member[] | null> {
  const open = plateJobs.filter(({ state }) => isJobOpen(state))
  const jobs = await Promise.all(open.map(({ jobId }) => printJobs.read(jobId)))
  const members = jobs.flatMap((job) =>
    job === null || job.place === null ? [] : [{ ...job, place: job.place }],
  )
  return members.length === open.length && members.length > 0 ? members : null
}

function refuseUnfit(profile: string): Result<never, PlateRefusal> {
  const reason = `Its parts do not fit ${profileText(profile)}.`
  return fail({ kind: 'reslice_failed', reason, retryAfterSeconds: null, cause: 'unfit' })
}

/** Whether the part fits on a bed other than the planned one. Both beds are centered. */
function fits(
  bed: PlateBed,
  { bed: planned, copies, sizeMm: [width, depth] }: PlatePlace,
): boolean {
  if (takesPlateOf(bed, planned)) return true
  return copies.every(({ xMm, yMm, turnDegrees }) => {
    const [x, y] = turnDegrees % 180 === 0 ? [width, depth] : [depth, width]
    const [reachX, reachY] = [Math.abs(xMm) + x / 2, Math.abs(yMm) + y / 2]
    return bed.shape === 'round'
      ? Math.hypot(reachX, reachY) <= bed.widthMm / 2 - marginMm
      : reachX <= bed.widthMm / 2 - marginMm && reachY <= bed.depthMm / 2 - marginMm
  })
}

type ReadPart = PlacedPart & { readonly supports: boolean }

/** Reads a part with a local copy of its mesh. The caller removes it. */
async function readPart(
  deps: PlatePartDeps,
  job: Member,
  settings: SliceSettings,
  signal: AbortSignal | undefined,
): Promise<Result<ReadPart, PlateRefusal>> {
  const order = await readOrderOf(deps, job)
  const line = await lineOf(deps, order, job.line)
  const mesh = await meshOf(deps, line)
  if (!mesh.ok) return mesh
  const { path, format } = mesh.value
  const copy = { path, format, sha256: line.file.sha256, units: line.options.units }
  let isRead = false
  try {
    const request = { ...copy, settings, ...(signal && { signal }) }
    const pose = await poseOfPlate(deps, { job, line, asked: {}, request })
    if (!pose.ok) return pose
    const { supports, orient, turnedMm } = pose.value
    const measured = await deps.measurements.read(copy)
    const report = measured?.kind === 'mesh' ? printedReport(measured.report, { turnedMm }) : null
    isRead = true
    const { copies, sizeMm } = job.place
    return ok({ ...copy, orient, report, supports, copies, sizeMm })
  } finally {
    if (!isRead) await deps.temporaryFiles.remove(path)
  }
}
