// Accepts a model for later slicing and ordering: measures it, stores it and adds it to the account's history.

import { admitStoredBytes, type StoredBytesDeps } from '../accounts/stored-bytes.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type FieldUnknown, refuseMisspelled } from '../base/text/field-names.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { type MeasurePrintableDeps, measurePrintable } from '../measurement/check-prints.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import { refusePadding } from '../measurement/padding.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import { lengthUnits, uploadFormat } from '../models/format.ts'
import { missingFile } from '../models/missing-file.ts'
import { modelAddress } from '../models/model-address.ts'
import type { StoredModel } from '../models/ports.ts'
import { type FormFields, readUnits, uploadNames } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { MeshReport } from '../models/report.ts'
import { storeModel } from '../models/store-model.ts'
import type { SlicingFailure } from './failure.ts'
import type { ModelChange, SlicingDeps } from './ports.ts'
import { stlOfObj } from './stl-of-obj.ts'

export type UploadInput = {
  readonly fields: FormFields
  readonly file: ReceivedFile | null
  /** Names of other file parts. */
  readonly otherFiles?: Iterable<string>
  /** Default: a new id. Storing the same id again changes nothing. */
  readonly generationId?: string
  /** Set for a file that was made from another model of the account. */
  readonly change?: ModelChange
}

export type StoredUpload = {
  readonly generationId: string
  readonly model: StoredModel
  /** The model's address with the unit of this upload (decisions.md 62). */
  readonly modelUrl: string
  readonly report: MeshReport
  /** False if a generation with this id already existed. */
  readonly isNew: boolean
}

type UploadDeps = MeasurePrintableDeps &
  StoredBytesDeps &
  Pick<
    SlicingDeps,
    'meshes' | 'objects' | 'visitorFiles' | 'printModels' | 'temporaryFiles' | 'clock' | 'ids'
  >

/**
 * Order of checks: names, file, extension, units, analysis, storage. A model that cannot be printed is not stored. An
 * OBJ is converted to an STL, which becomes the model; the OBJ is stored as well.
 */
export async function uploadModel(
  deps: UploadDeps,
  caller: AccountCaller,
  { fields, file, otherFiles = [], generationId = deps.ids.uuid(), change }: UploadInput,
): Promise<Result<StoredUpload, StoredUploadFailure>> {
  const named = refuseMisspelled([...fields.keys(), ...otherFiles], uploadNames)
  if (!named.ok) return named
  if (file === null) return fail(missingFile(fields))
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = uploadFormat(file.fileName)
  if (format === null) return fail({ kind: 'upload_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const uploaded: UploadedFile = {
    ...file,
    generationId,
    format,
    units: units.value,
    ...(change && { change }),
  }
  const report = await measureMesh(deps, uploaded)
  if (!report.ok) return report
  return format === 'obj'
    ? await keepAsStl(deps, caller, uploaded)
    : await keep(deps, caller, { file: uploaded, original: null, report: report.value })
}

export type StoredUploadFailure =
  | FieldUnknown
  | ModelFailure
  | MeasurementFailure
  | SlicingFailure
  | LimitFailure

type UploadedFile = ReceivedFile & {
  readonly generationId: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly change?: ModelChange
}

/** Stores the STL. It is measured again, so that its order bills the values in the response. */
async function keepAsStl(
  deps: UploadDeps,
  caller: AccountCaller,
  original: UploadedFile,
): Promise<Result<StoredUpload, StoredUploadFailure>> {
  const made = await stlOfObj(deps, original)
  if (!made.ok) return made
  try {
    const file: UploadedFile = {
      ...made.value,
      generationId: original.generationId,
      format: 'stl',
      units: null,
    }
    const report = await measureMesh(deps, file)
    if (!report.ok) return report
    return await keep(deps, caller, { file, original, report: report.value })
  } finally {
    await deps.temporaryFiles.remove(made.value.path)
  }
}

async function measureMesh(
  deps: UploadDeps,
  { path, sha256, sizeBytes, format, units }: UploadedFile,
): Promise<Result<MeshReport, StoredUploadFailure>> {
  const settings = defaultSliceSettings
  const measured = await measurePrintable(deps, { path, sha256, format, units, settings })
  if (!measured.ok) return measured
  const padding = refusePadding(measured.value, sizeBytes)
  if (!padding.ok) return padding
  return measured.value.kind === 'sliced'
    ? fail({ kind: 'upload_is_sliced' })
    : ok(measured.value.report)
}

type CheckedUpload = {
  readonly file: UploadedFile
  readonly original: UploadedFile | null
  readonly report: MeshReport
}

async function keep(
  deps: UploadDeps,
  caller: AccountCaller,
  { file, original, report }: CheckedUpload,
): Promise<Result<StoredUpload, StoredUploadFailure>> {
  const bytes = file.sizeBytes + (original?.sizeBytes ?? 0)
  // The parts of a change are counted together, before the first one is stored.
  const admitted =
    file.change === undefined ? await admitStoredBytes(deps, caller, bytes) : ok(undefined)
  if (!admitted.ok) return admitted
  const source = original === null ? null : await storeModel(deps, original)
  if (source?.ok === false) return source
  const model = await storeModel(deps, file)
  if (!model.ok) return model
  const { generationId } = file
  const { earlierUnit, isNew } = await deps.printModels.addUpload(caller.accountId, {
    id: generationId,
    file: model.value,
    original: source?.value ?? null,
    units: file.units,
    ...(file.change && { change: file.change }),
  })
  const units = file.units ?? (earlierUnit === null ? null : unitOf(report))
  const modelUrl = modelAddress({ uri: model.value.uri, units })
  return ok({ generationId, model: model.value, modelUrl, report, isNew })
}

/** Returns null for a 3MF unit that addresses cannot state. */
const unitOf = ({ unit }: MeshReport): LengthUnit | null =>
  lengthUnits.find((known) => known === unit) ?? null
