// Slices the plate of a print job, for operators (decisions.md 44). The g-code becomes the job's file.
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import { materials } from '../catalog/materials.ts'
import {
  infillRange,
  type Material,
  type NozzleFlow,
  nozzleDiametersMm,
} from '../catalog/options.ts'
import { layerHeightRangeMm } from '../catalog/print-options.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { measureModel } from '../measurement/measure-model.ts'
import { type SliceSettings, sliceSettings } from '../measurement/slice-settings.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { SliceableFormat } from '../models/format.ts'
import { storeModel } from '../models/store-model.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import { needsSupports } from '../printability/needs-supports.ts'
import type { SlicingFailure } from '../slicing/failure.ts'
import type { FarmFailure } from './failure.ts'
import type { NewPrintFile, PrintFile, PrintJob } from './job.ts'
import { lineOf } from './line-of.ts'
import type { FarmDeps, PlateRequest, PlateSlice } from './ports.ts'
import { fileFactsOf, sizeOf } from './queue-order.ts'

/** Left out = as ordered; supports as the part needs them. */
export type ResliceSettings = {
  readonly layerHeight?: number | undefined
  readonly infill?: number | undefined
  readonly nozzleDiameter?: number | undefined
  readonly nozzleFlow?: NozzleFlow | undefined
  readonly supports?: boolean | undefined
}

/** `version`: the job's, as the operator saw it; defaults to the current one when slicing begins. */
export type ResliceInput = {
  readonly id: string
  readonly version?: number
  readonly settings: ResliceSettings
  readonly signal?: AbortSignal
}

export type Resliced = {
  readonly job: PrintJob
  readonly file: PrintFile
  readonly layers: number
  readonly warnings: readonly string[]
}

export type ResliceRefusal = FarmFailure | ModelFailure | MeasurementFailure | SlicingFailure

/**
 * Only for jobs that are queued or failed and do not change in the meantime: a slice must not replace a later file. The order's price
 * stays.
 */
export async function resliceJob(
  deps: FarmDeps,
  operator: string,
  { id, version, settings: asked, signal }: ResliceInput,
): Promise<Result<Resliced, ResliceRefusal>> {
  const job = isUuid(id) ? await deps.printJobs.read(id) : null
  if (job === null) return fail({ kind: 'print_job_not_found' })
  if (job.state !== 'queued' && job.state !== 'failed') {
    return fail({ kind: 'job_in_state', state: job.state, action: 'slice' })
  }
  if (version !== undefined && version !== job.version) {
    return fail({ kind: 'job_changed', state: job.state })
  }
  const order = await deps.orders.readByCode(job.orderCode)
  if (order === null) throw new Error(`order ${job.orderCode} of a print job vanished`)
  const line = await lineOf(deps, order, job.line)
  const ordered = settingsOf(line, asked)
  if (!ordered.ok) return ordered
  const mesh = await meshOf(deps, line)
  if (!mesh.ok) return mesh
  const { path, format } = mesh.value
  const copy = { path, format, sha256: line.file.sha256, units: line.options.units }
  try {
    if (deps.slicer.readiness() !== 'ready') return fail({ kind: 'slicer_not_configured' })
    const supports =
      asked.supports === undefined
        ? await needsSupports(deps, { ...copy, ...(signal && { signal }) })
        : ok(asked.supports)
    if (!supports.ok) return supports
    const settings = supports.value ? { ...ordered.value, supports: true } : ordered.value
    return await sliceCopies(deps, operator, { order, job, line, copy, settings, signal })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

type Copies = {
  readonly order: Order
  readonly job: PrintJob
  readonly line: OrderLine
  readonly copy: Pick<PlateRequest, 'path' | 'format' | 'sha256' | 'units'>
  readonly settings: SliceSettings
  readonly signal: AbortSignal | undefined
}

async function sliceCopies(
  deps: FarmDeps,
  operator: string,
  { order, job, line, copy, settings, signal }: Copies,
): Promise<Result<Resliced, ResliceRefusal>> {
  const { material } = line.options
  const measured = await deps.measurements.read(copy)
  const sliced = await deps.plateSlicer.slice({
    ...copy,
    settings,
    report: measured?.kind === 'mesh' ? measured.report : null,
    copies: job.parts,
    material,
    accountId: order.accountId,
    ...(signal && { signal }),
  })
  if (sliced.kind !== 'plate') return fail(failureOf(sliced))
  try {
    return await keep(deps, operator, { order, job, material, settings, sliced })
  } finally {
    await deps.temporaryFiles.remove(sliced.path)
  }
}

/** A local copy of the line's mesh, which the caller removes. */
async function meshOf(
  deps: FarmDeps,
  line: OrderLine,
): Promise<Result<{ path: string; format: SliceableFormat }, ResliceRefusal>> {
  const { format, uri } = line.file
  const facts = await fileFactsOf(deps, line)
  if (format === 'gcode' || facts.kind !== 'model') return fail({ kind: 'reslice_sliced_file' })
  const key = deps.objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  return copy?.ok ? ok({ path: copy.value.path, format }) : fail({ kind: 'model_unreadable' })
}

function settingsOf(
  { options }: OrderLine,
  asked: ResliceSettings,
): Result<SliceSettings, FarmFailure> {
  const nozzleDiameter = asked.nozzleDiameter ?? options.nozzleDiameter
  const infill = asked.infill ?? options.infill
  const nozzle = nozzleDiametersMm.find((known) => known === nozzleDiameter)
  if (nozzle === undefined) {
    return fail({
      kind: 'reslice_settings_wrong',
      field: 'nozzleDiameter',
      rule: `must be one of ${nozzleDiametersMm.join(', ')}`,
    })
  }
  const { min, max } = layerHeightRangeMm(nozzle)
  // Another nozzle may not print the ordered layers.
  const layerHeight = asked.layerHeight ?? Math.min(max, Math.max(min, options.layerHeight))
  if (!(layerHeight >= min && layerHeight <= max)) {
    const rule = `must be ${min} to ${max} mm with a nozzle of ${nozzle} mm`
    return fail({ kind: 'reslice_settings_wrong', field: 'layerHeight', rule })
  }
  if (!(infill >= infillRange.min && infill <= infillRange.max)) {
    const rule = `must be ${infillRange.min} to ${infillRange.max}`
    return fail({ kind: 'reslice_settings_wrong', field: 'infill', rule })
  }
  const nozzleFlow = asked.nozzleFlow ?? options.nozzleFlow
  return ok(sliceSettings({ layerHeight, infill, nozzleDiameter: nozzle, nozzleFlow }))
}

function failureOf(slice: Exclude<PlateSlice, { kind: 'plate' }>): FarmFailure {
  const refusal = (reason: string, retryAfterSeconds: number | null = null) =>
    ({ kind: 'reslice_failed', reason, retryAfterSeconds }) as const
  switch (slice.kind) {
    case 'refused':
      return refusal(slice.message)
    case 'timed_out':
      return refusal('It took too long. Put fewer parts on the plate, or use thicker layers.')
    case 'crashed':
      return refusal('The slicer broke down on it.')
    case 'queue_full':
      return refusal('All slicers are busy.', slice.retryAfterSeconds)
    case 'unavailable':
      return refusal('The slicer cannot be started now.', 30)
  }
}

type Made = {
  readonly order: Order
  readonly job: PrintJob
  readonly material: Material
  readonly settings: SliceSettings
  readonly sliced: Extract<PlateSlice, { kind: 'plate' }>
}

async function keep(
  deps: FarmDeps,
  operator: string,
  { order, job, material, settings, sliced }: Made,
): Promise<Result<Resliced, ResliceRefusal>> {
  const { path, sha256, sizeBytes } = sliced
  // Copies that the slicer put next to the plate are refused here.
  const measured = await measureModel(deps, { path, sha256, format: 'gcode', units: null })
  if (!measured.ok) return measured
  const fileName = `${order.code}-plate-${job.plate}.gcode`
  const stored = await storeModel(deps, { path, sha256, sizeBytes, fileName, format: 'gcode' })
  if (!stored.ok) return stored
  const { densityHundredths } = materials[material]
  const file: NewPrintFile = {
    id: deps.ids.uuid(),
    orderId: order.id,
    line: job.line,
    source: 'slice',
    parts: job.parts,
    model: { ...stored.value, format: 'gcode' },
    seconds: sliced.seconds,
    grams: (sliced.filamentCm3 * densityHundredths) / 100,
    sizeMm: sizeOf(measured.value),
    settings,
    createdBy: operator,
  }
  await deps.printJobs.addFile(file)
  const attached = await deps.printJobs.attachFile(job.id, file, {
    by: operator,
    nozzleDiameter: settings.nozzleMm,
    version: job.version,
  })
  if (!attached.ok) return attached
  const { layers, warnings } = sliced
  const { seconds, grams } = file
  deps.log.info('farm.job_sliced', { jobId: job.id, code: order.code, seconds, grams, layers })
  return ok({ job: attached.value, file, layers, warnings })
}
