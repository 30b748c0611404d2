// POST /api/printability (decisions.md 20): a file of anybody's, or a stored model of the caller's own.
import type { AccountCaller } from '../accounts/caller.ts'
import type { AccountFailure, OrderFailure } from '../failure.ts'
import { takeSlot } from '../limits/take-slot.ts'
import type { ProcessReport } from '../measurement/processing.ts'
import { type FormFields, readUnits } from '../orders/order-form.ts'
import type { Deps, ReceivedFile } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { checkableFormat, checkPrintability } from './check-printability.ts'
import type { PrintabilityFailure } from './failure.ts'

type CheckDeps = Pick<Deps, 'meshes' | 'models' | 'objects' | 'temporaryFiles' | 'log'>
type Checked = Result<
  ProcessReport,
  OrderFailure | PrintabilityFailure | Extract<AccountFailure, { kind: 'session_required' }>
>

/** Signed in by account, otherwise by address (service.md, "Rate limits"). */
export const takeCheckSlot = (
  deps: Parameters<typeof takeSlot>[0],
  caller: AccountCaller | null,
  clientAddress: string,
) =>
  caller === null
    ? takeSlot(deps, 'printability-anonymous', clientAddress)
    : takeSlot(deps, 'printability-signed-in', caller.email)

export async function checkFile(
  deps: CheckDeps,
  { fields, file }: { fields: FormFields; file: ReceivedFile | null },
): Promise<Checked> {
  if (file === null) return fail({ kind: 'file_missing' })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = checkableFormat(file.fileName)
  if (format === null) return fail({ kind: 'check_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  return checkPrintability(deps, { path: file.path, format, units: units.value })
}

/** `fields` hold `modelUrl` and, if wanted, `units`. */
export async function checkStored(
  deps: CheckDeps,
  caller: AccountCaller | null,
  fields: FormFields,
): Promise<Checked> {
  if (caller === null) return fail({ kind: 'session_required' })
  const uri = fields.get('modelUrl')?.trim() ?? ''
  if (uri === '') return fail({ kind: 'check_model_url_missing' })
  const key = deps.objects.parseUri(uri)
  if (key === null) return fail({ kind: 'model_not_managed' })
  const stored = await deps.models.findOwned(caller.accountId, uri)
  if (stored === null) return fail({ kind: 'model_foreign' })
  const { format } = stored
  if (format === 'gcode') return fail({ kind: 'check_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const path = deps.temporaryFiles.path()
  try {
    const fetched = await fetchStored(deps, key, path)
    if (!fetched.ok) return fetched
    return await checkPrintability(deps, { path, format, units: units.value })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

async function fetchStored(
  { objects, log }: CheckDeps,
  key: string,
  path: string,
): Promise<Result<void, OrderFailure>> {
  try {
    const found = await objects.fetchToFile(key, path)
    return found === null ? fail({ kind: 'model_unreadable' }) : ok(undefined)
  } catch (error) {
    log.warn('model.unreadable', { key, error })
    return fail({ kind: 'model_unreadable' })
  }
}
