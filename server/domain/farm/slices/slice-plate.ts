// Slices the plate of a print job for one profile, and stores the G-code.

import { printFileIdOf } from '../../base/ids/print-file-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { materials } from '../../catalog/materials.ts'
import type { MeasurementFailure } from '../../measurement/failure.ts'
import { measureModel } from '../../measurement/measure-model.ts'
import type { ModelRequest } from '../../measurement/ports.ts'
import { type SliceSettings, withSupports } from '../../measurement/slice-settings.ts'
import {
  type PartSupports,
  type PrintPose,
  poseOf,
  printedReport,
} from '../../measurement/supports.ts'
import type { ModelFailure } from '../../models/failure.ts'
import { fetchStoredModel } from '../../models/fetch-stored-model.ts'
import type { SliceableFormat } from '../../models/format.ts'
import type { MeshReport } from '../../models/report.ts'
import { storeModel } from '../../models/store-model.ts'
import type { Order } from '../../orders/record/order.ts'
import type { OrderLine } from '../../orders/record/order-lines.ts'
import type { Places } from '../../planning/plates.ts'
import { decideSupports } from '../../slicing/decide-supports.ts'
import type { SlicingFailure } from '../../slicing/failure.ts'
import { judgeFile } from '../claim/hand-out.ts'
import { readOrderOf } from '../claim/job-file.ts'
import type { KeepFileDeps, PlatePartDeps, PoseDeps, SlicePlateDeps } from '../deps.ts'
import type { FarmFailure } from '../failure.ts'
import type { PrintFile, PrintJob, SizeMm } from '../jobs/job.ts'
import { lineOf } from '../line-of.ts'
import type { FarmDeps } from '../ports.ts'
import { profileText } from '../printers/plate-profiles.ts'
import { fileFactsOf, sizeOf } from '../queue/queue-order.ts'
import { type ResliceSettings, settingsOf } from '../reslice-settings.ts'
import type { LaidJob, PlateRequest, PlateSlice } from '../slice-ports.ts'

export type PlateInput = {
  readonly job: PrintJob
  readonly profile: string
  readonly settings: ResliceSettings
  /** An operator's email address, or the process. */
  readonly by: string
  readonly signal?: AbortSignal | undefined
}

export type SlicedPlate = {
  readonly file: PrintFile
  readonly nozzleDiameter: number
  readonly layers: number
  readonly warnings: readonly string[]
  /** The jobs of a shared plate that the file prints; empty if the job is alone. */
  readonly laid: readonly LaidJob[]
}

export type PlateRefusal = FarmFailure | ModelFailure | MeasurementFailure | SlicingFailure

/** Slices a plate. The stored file does not belong to a job yet. */
export async function slicePlate(
  deps: SlicePlateDeps,
  { job, profile, settings: asked, by, signal }: PlateInput,
): Promise<Result<SlicedPlate, PlateRefusal>> {
  const order = await readOrderOf(deps, job)
  const line = await lineOf(deps, order, job.line)
  const ordered = settingsOf(line, asked)
  if (!ordered.ok) return ordered
  const mesh = await meshOf(deps, line)
  if (!mesh.ok) return mesh
  const { path, format } = mesh.value
  const copy = { path, format, sha256: line.file.sha256, units: line.options.units }
  try {
    if (deps.slicer.readiness() !== 'ready') return fail({ kind: 'slicer_not_configured' })
    const request = { ...copy, settings: ordered.value, ...(signal && { signal }) }
    const pose = await poseOfPlate(deps, { job, line, asked, request })
    if (!pose.ok) return pose
    const { supports, ...turned } = pose.value
    const settings = { ...ordered.value, ...(supports && { supports }) }
    const copies = { copy, settings, ...turned }
    return await sliceCopies(deps, { order, job, line, profile, by, signal, ...copies })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

type PlatePose = PrintPose & {
  /** Dimensions of a reoriented part; null otherwise. */
  readonly turnedMm: SizeMm | null
}

type PoseInput = Pick<PlateInput, 'job'> & {
  readonly line: OrderLine
  readonly asked: ResliceSettings
  readonly request: ModelRequest
}

/**
 * Returns the pose. An operator's choice uses the pose of the file. Otherwise the order or quote decides, or a new
 * decision is made.
 */
export async function poseOfPlate(
  deps: PoseDeps,
  { job, line, asked, request }: PoseInput,
): Promise<Result<PlatePose, PlateRefusal>> {
  if (asked.supports !== undefined) {
    return ok({ supports: asked.supports, orient: false, turnedMm: null })
  }
  if (line.supports != null) return ok(platePose(line.supports))
  const decided = await decideSupports(deps, request)
  if (!decided.ok) return decided
  // The other plates of the line use the same decision.
  const { supports } = decided.value
  return ok(platePose(await deps.orderLines.decideSupports(job.orderId, job.line, supports)))
}

const platePose = (supports: PartSupports): PlatePose => ({
  ...poseOf(supports),
  turnedMm: supports.turnedMm,
})

type Copies = Pick<PlatePose, 'orient' | 'turnedMm'> &
  Pick<PlateInput, 'job' | 'profile' | 'by' | 'signal'> & {
    readonly order: Order
    readonly line: OrderLine
    readonly copy: Pick<PlateRequest, 'path' | 'format' | 'sha256' | 'units'>
    readonly settings: SliceSettings
  }

type LaidPlate = Pick<PlateRequest, 'settings' | 'orient' | 'report'> & {
  readonly places: Places | null
}

/**
 * Lays out the copies. A reoriented part that fits the bed only in the pose of its file is printed in that pose, with
 * supports.
 */
function layOut(
  { plateProfiles }: Pick<FarmDeps, 'plateProfiles'>,
  { job, settings, orient, turnedMm, profile }: Copies,
  report: MeshReport | null,
): LaidPlate {
  if (report === null) return { settings, orient, report, places: null }
  const placed = (mesh: MeshReport) => plateProfiles.places(profile, mesh.dimensionsMm)
  const printed = printedReport(report, { turnedMm })
  const places = placed(printed)
  const isTooSmall = orient && places !== null && places.copies < job.parts
  const asDesigned = isTooSmall ? placed(report) : null
  if (asDesigned === null || asDesigned.copies < job.parts) {
    return { settings, orient, report: printed, places }
  }
  return { settings: withSupports(settings, true), orient: false, report, places: asDesigned }
}

async function sliceCopies(
  deps: SlicePlateDeps,
  copies: Copies,
): Promise<Result<SlicedPlate, PlateRefusal>> {
  const { order, job, line, copy, profile, signal } = copies
  const measured = await deps.measurements.read(copy)
  const report = measured?.kind === 'mesh' ? measured.report : null
  const { places, ...laid } = layOut(deps, copies, report)
  if (places !== null && places.copies < job.parts) {
    const parts = job.parts === 1 ? 'It does' : `Its ${job.parts} parts do`
    const reason = `${parts} not fit ${profileText(profile)}.`
    return fail({ kind: 'reslice_failed', reason, retryAfterSeconds: null, cause: 'unfit' })
  }
  const sliced = await deps.plateSlicer.slice({
    ...copy,
    ...laid,
    copies: job.parts,
    material: line.options.material,
    profile,
    isTurned: places?.isTurned ?? false,
    accountId: order.accountId,
    ...(signal && { signal }),
  })
  if (sliced.kind !== 'plate') return fail(failureOf(sliced))
  try {
    return await storeSlice(deps, { ...copies, isShared: false }, sliced)
  } finally {
    await deps.temporaryFiles.remove(sliced.path)
  }
}

/** Returns a local copy of the line's mesh. The caller removes it. */
export async function meshOf(
  deps: PlatePartDeps,
  line: OrderLine,
): Promise<Result<{ path: string; format: SliceableFormat }, PlateRefusal>> {
  const { format, uri } = line.file
  const facts = await fileFactsOf(deps, line)
  if (format === 'gcode' || facts.kind !== 'model') return fail({ kind: 'reslice_sliced_file' })
  const key = deps.objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  return copy?.ok ? ok({ path: copy.value.path, format }) : fail({ kind: 'model_unreadable' })
}

export function failureOf(slice: Exclude<PlateSlice, { kind: 'plate' }>): FarmFailure {
  const refusal = (reason: string, retryAfterSeconds: number | null = null) =>
    ({ kind: 'reslice_failed', reason, retryAfterSeconds }) as const
  switch (slice.kind) {
    case 'refused':
      return refusal(slice.message)
    case 'no_profile':
      return { ...refusal(slice.why), cause: 'no_profile' }
    case 'timed_out':
      return refusal('It took too long. Put fewer parts on the plate, or use thicker layers.')
    case 'crashed':
      return { ...refusal('The slicer crashed on it.'), cause: 'crash' }
    case 'queue_full':
      return refusal('All slicers are busy.', slice.retryAfterSeconds)
    case 'unavailable':
      return refusal('The slicer cannot be started now.', 30)
  }
}

type SliceToStore = Pick<Copies, 'order' | 'job' | 'line' | 'settings' | 'profile' | 'by'> & {
  readonly isShared: boolean
}

/** Checks the G-code and stores it as a file of the job. */
export async function storeSlice(
  deps: KeepFileDeps,
  { order, job, line, settings, profile, by, isShared }: SliceToStore,
  sliced: Extract<PlateSlice, { kind: 'plate' }>,
): Promise<Result<SlicedPlate, PlateRefusal>> {
  const { path, sha256, sizeBytes, layers, warnings } = sliced
  // Refuses copies that the slicer placed outside the plate.
  const measured = await measureModel(deps, { path, sha256, format: 'gcode', units: null })
  if (!measured.ok) return measured
  const plates = measured.value.kind === 'sliced' ? measured.value.report.perPlate : []
  if (!plates.every(({ extents }) => deps.plateProfiles.holds(profile, extents))) {
    const reason = `Its G-code prints beside the bed of ${profileText(profile)}.`
    return fail({ kind: 'reslice_failed', reason, retryAfterSeconds: null })
  }
  const { material } = line.options
  const model = { uri: '', fileName: '', sha256, sizeBytes, format: 'gcode' } as const
  const judged = await judgeFile(deps, { model, isOwnSlice: true, material })
  if (judged.kind === 'unsafe') {
    return fail({ kind: 'reslice_failed', reason: judged.reason, retryAfterSeconds: null })
  }
  const fileName = `${order.code}-plate-${job.plate}.gcode`
  const stored = await storeModel(deps, { path, sha256, sizeBytes, fileName, format: 'gcode' })
  if (!stored.ok) return stored
  const { densityHundredths } = materials()[material]
  const file = {
    id: printFileIdOf(deps.ids.uuid()),
    orderId: order.id,
    line: job.line,
    source: 'slice' as const,
    profile,
    nozzleMm: settings.nozzleMm,
    parts: job.parts,
    model: { ...stored.value, format: 'gcode' as const },
    seconds: sliced.seconds,
    grams: (sliced.filamentCm3 * densityHundredths) / 100,
    sizeMm: sizeOf(measured.value),
    isShared,
    settings,
    createdBy: by,
  }
  await deps.printJobs.addFile(file)
  const { seconds, grams } = file
  const facts = { jobId: job.id, code: order.code, profile, seconds, grams, layers }
  deps.log.info('farm.job_sliced', facts)
  return ok({ file, nozzleDiameter: settings.nozzleMm, layers, warnings, laid: [] })
}
