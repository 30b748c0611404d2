// Takes in a model to be sliced and ordered later: measured, stored under its hash, and written into the account's history.
import type { AccountCaller } from '../accounts/caller.ts'
import type { OrderFailure } from '../failure.ts'
import { contentTypes, uploadFormat } from '../measurement/format.ts'
import { measureModel } from '../measurement/measure-model.ts'
import type { MeshReport } from '../measurement/report.ts'
import { type FormFields, readUnits } from '../orders/order-form.ts'
import type { Deps, ReceivedFile, StoredModel } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import type { SlicingFailure } from './failure.ts'

export type UploadInput = { readonly fields: FormFields; readonly file: ReceivedFile | null }

export type Upload = {
  readonly generationId: string
  readonly model: StoredModel
  readonly report: MeshReport
}

type UploadDeps = Pick<
  Deps,
  'geometry' | 'measurements' | 'objects' | 'printModels' | 'ids' | 'log'
>

/** Order of checks: file, extension, units, analysis, storage. What cannot be printed is not kept. */
export async function uploadModel(
  deps: UploadDeps,
  caller: AccountCaller,
  { fields, file }: UploadInput,
): Promise<Result<Upload, OrderFailure | SlicingFailure>> {
  if (file === null) return fail({ kind: 'file_missing' })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = uploadFormat(file.fileName)
  if (format === null) return fail({ kind: 'upload_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const { path, sha256, fileName, sizeBytes } = file
  const measured = await measureModel(deps, { path, sha256, format, units: units.value })
  if (!measured.ok) return measured
  if (measured.value.kind === 'sliced') return fail({ kind: 'upload_is_sliced' })
  const key = `models/${sha256}.${format}`
  const model = { uri: deps.objects.uri(key), fileName, sha256, sizeBytes, format }
  try {
    await deps.objects.putFile(key, path, contentTypes[format])
  } catch (error) {
    deps.log.error('model.storing_failed', { key, error: String(error) })
    return fail({ kind: 'storage_failed' })
  }
  const generationId = deps.ids.uuid()
  const upload = { id: generationId, file: model, units: units.value }
  await deps.printModels.addUpload(caller.accountId, upload)
  return ok({ generationId, model, report: measured.value.report })
}
