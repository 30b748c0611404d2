// Checks an uploaded file, or a stored model of the caller, for POST /api/printability (decisions.md 20).

import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, type Result } from '../base/result.ts'
import { type FieldUnknown, refuseMisspelled } from '../base/text/field-names.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { findOwnedModel } from '../models/find-owned-model.ts'
import { missingFile } from '../models/missing-file.ts'
import { type FormFields, readUnits, uploadNames } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import {
  type CheckedMesh,
  type CheckFactsDeps,
  type CheckFactsInput,
  checkableFormat,
  checkWithFacts,
  estimateMarginMs,
} from './check-printability.ts'
import type { PrintabilityFailure } from './failure.ts'
import type { PrintabilityDeps } from './ports.ts'

type CheckDeps = CheckFactsDeps &
  Pick<PrintabilityDeps, 'models' | 'objects' | 'temporaryFiles' | 'log'>
type CheckResult = Result<
  CheckedMesh,
  | FieldUnknown
  | ModelFailure
  | MeasurementFailure
  | PrintabilityFailure
  | Extract<AccountFailure, { kind: 'session_required' }>
>

/** Counts a check by account when signed in, otherwise by client address (contract.md 9.3). */
export const consumeCheckLimit = (
  deps: Parameters<typeof consumeRateLimit>[0],
  caller: AccountCaller | null,
  clientAddress: string,
) =>
  caller === null
    ? consumeRateLimit(deps, 'printability-anonymous', clientAddress)
    : consumeRateLimit(deps, 'printability-signed-in', caller.email)

type CheckedForm = {
  readonly fields: FormFields
  readonly file: ReceivedFile | null
  /** Names of other file parts. */
  readonly otherFiles: Iterable<string>
  readonly signal: AbortSignal
}

export async function checkFile(
  deps: CheckDeps,
  { fields, file, otherFiles, signal }: CheckedForm,
): Promise<CheckResult> {
  const named = refuseMisspelled([...fields.keys(), ...otherFiles], uploadNames)
  if (!named.ok) return named
  if (file === null) return fail(missingFile(fields))
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = checkableFormat(file.fileName)
  if (format === null) return fail({ kind: 'check_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const { path, sha256 } = file
  return checkWithTimeout(deps, { path, sha256, format, units: units.value }, signal)
}

/** Reads `modelUrl` and the optional `units` from `fields`. */
export async function checkStored(
  deps: CheckDeps,
  caller: AccountCaller | null,
  { fields, signal }: { fields: FormFields; signal: AbortSignal },
): Promise<CheckResult> {
  if (caller === null) return fail({ kind: 'session_required' })
  const uri = fields.get('modelUrl')?.trim() ?? ''
  if (uri === '') return fail({ kind: 'check_model_url_missing' })
  const owned = await findOwnedModel(deps, caller, uri)
  if (!owned.ok) return owned
  const { key, model } = owned.value
  const { format } = model
  if (format === 'gcode') return fail({ kind: 'check_unsupported' })
  const units = readUnits(fields)
  if (!units.ok) return units
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'model_unreadable' })
  const { path } = copy.value
  try {
    const stated = units.value ?? model.units
    const { sha256 } = model
    return await checkWithTimeout(deps, { path, sha256, format, units: stated }, signal)
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** Includes the time in the queue. Equal to the limit of an agent's check (contract.md 9.5). */
const checkTimeoutMs = 90_000

/** Runs the check. Aborts if the caller disconnects, or on a timeout. */
async function checkWithTimeout(
  deps: CheckFactsDeps,
  input: Omit<CheckFactsInput, 'signal' | 'estimateBy'>,
  callerSignal: AbortSignal,
): Promise<CheckResult> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(checkTimeoutMs)])
  const estimateBy = performance.now() + checkTimeoutMs - estimateMarginMs
  try {
    return await checkWithFacts(deps, { ...input, estimateBy, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    return fail({ kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.measuring })
  }
}
