// Submitting a print order: the ordered checks, then place-order.ts. A repeated Idempotency-Key answers the first answer.

import type { AccountCaller, AccountId } from '../base/caller.ts'
import { isDatabaseUnreachable } from '../base/database-unreachable.ts'
import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { slicedFileInfill } from '../catalog/options.ts'
import { measurePrintable } from '../measurement/check-prints.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { LengthUnit, ModelFormat } from '../models/format.ts'
import { contentTypes, isOrderable, printableFormat } from '../models/format.ts'
import { missingFile } from '../models/missing-file.ts'
import type { StoredModel } from '../models/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { noUsageReason, priceOrder } from '../pricing/price-order.ts'
import { isBelowMinimum } from '../pricing/subtotal.ts'
import type { IdempotencyFailure, OrderFailure } from './failure.ts'
import { checkFieldNames, type FormParts } from './field-names.ts'
import { checkIdempotencyKey } from './idempotency-key.ts'
import { type OrderSubject, requestSubject } from './identity.ts'
import { readOrderForm } from './order-form.ts'
import { placeOrder, type SubmitResponse, submitResponseOf } from './place-order.ts'
import type { OrderDeps } from './ports.ts'
import { parseStoredResponse } from './stored-response.ts'

export type SubmitInput = FormParts & {
  readonly file: ReceivedFile | null
  readonly idempotencyKey: string | null
}

export type Submitted = { readonly response: SubmitResponse; readonly replayed: boolean }

/** Seconds after which a key is free again whose request died with its process; a living one renews its claim. */
const takeoverSeconds = 10

export async function submitOrder(
  deps: OrderDeps,
  caller: AccountCaller,
  input: SubmitInput,
): Promise<Result<Submitted, OrderFailure | IdempotencyFailure>> {
  const key = input.idempotencyKey
  if (key === null) return fresh(await tryToPlace(deps, caller, input, null))
  const checked = checkIdempotencyKey(key)
  if (!checked.ok) return checked
  const claim = { accountId: caller.accountId, key, requestHash: await hashRequest(input) }
  const held = await deps.idempotencyKeys.claim({ ...claim, leaseSeconds: takeoverSeconds })
  if (held.kind === 'other_request') return fail({ kind: 'idempotency_key_reused' })
  if (held.kind === 'completed')
    return ok({ response: parseStoredResponse(held.response), replayed: true })
  const earlier = await resume(deps, caller, input, { key, isRunning: held.kind === 'running' })
  if (earlier !== null) return earlier
  if (held.kind === 'running') {
    const { retryAfterSeconds } = held
    return fail({ kind: 'idempotency_key_running', retryAfterSeconds })
  }
  return await placeUnderKey(deps, caller, input, claim)
}

async function placeUnderKey(
  deps: OrderDeps,
  caller: AccountCaller,
  input: SubmitInput,
  { key, requestHash }: { key: string; requestHash: string },
) {
  const { accountId } = caller
  const stopRenewing = deps.idempotencyKeys.keepAlive(accountId, key)
  try {
    const subject = requestSubject(accountId, key, requestHash)
    const placed = await tryToPlace(deps, caller, input, subject)
    await endClaim(deps, { accountId, key }, placed)
    return fresh(placed)
  } finally {
    stopRenewing()
  }
}

/** The outcome is known whether or not this works: without it a retry finds the order, or waits out the lease. */
async function endClaim(
  { idempotencyKeys, log }: OrderDeps,
  { accountId, key }: { accountId: AccountId; key: string },
  placed: Result<SubmitResponse, OrderFailure | IdempotencyFailure>,
): Promise<void> {
  try {
    if (placed.ok) await idempotencyKeys.saveResponse(accountId, key, placed.value)
    // Where an order may exist the claim stays.
    else if (placed.failure.kind !== 'order_unconfirmed')
      await idempotencyKeys.release(accountId, key)
  } catch (error) {
    log.warn('order.claim_not_ended', { error })
  }
}

/** The order that an earlier, interrupted request with this key left behind; while that one runs, once its charge is over. */
async function resume(
  deps: OrderDeps,
  caller: AccountCaller,
  input: SubmitInput,
  { key, isRunning }: { key: string; isRunning: boolean },
): Promise<Result<Submitted, IdempotencyFailure> | null> {
  const order = await deps.orders.readByIdempotencyKey(caller.accountId, key)
  if (order === null || (isRunning && order.chargeState === 'started')) return null
  const names = checkFieldNames(input)
  const response = withIgnored(await submitResponseOf(deps, order), names.ok ? names.value : [])
  await deps.idempotencyKeys.saveResponse(caller.accountId, key, response)
  return ok({ response, replayed: true })
}

const fresh = (
  result: Result<SubmitResponse, OrderFailure | IdempotencyFailure>,
): Result<Submitted, OrderFailure | IdempotencyFailure> =>
  result.ok ? ok({ response: result.value, replayed: false }) : result

const withIgnored = (response: SubmitResponse, ignored: readonly string[]): SubmitResponse =>
  ignored.length === 0 ? response : { ...response, ignored }

/** Everything from the first write of the order on is a value, so what is thrown here has charged nothing. */
async function tryToPlace(
  deps: OrderDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<Result<SubmitResponse, OrderFailure | IdempotencyFailure>> {
  try {
    return await checkAndPlace(deps, caller, input, subject)
  } catch (error) {
    deps.log.error('order.submit_failed', { accountId: caller.accountId, error })
    return fail({ kind: 'order_not_written', transient: isDatabaseUnreachable(error) })
  }
}

/**
 * Order of checks: file, shipping fields, country, material, quality, extension, names of fields, storage, analysis, minimum
 * total. The contract's own checks come first; the names come before anything is stored.
 */
async function checkAndPlace(
  deps: OrderDeps,
  caller: AccountCaller,
  input: SubmitInput,
  subject: OrderSubject,
): Promise<Result<SubmitResponse, OrderFailure | IdempotencyFailure>> {
  const model = await findModel(deps, caller, input)
  if (!model.ok) return model
  try {
    const form = readOrderForm(input.fields, caller.email)
    if (!form.ok) return form
    const { address } = form.value
    const { units: stated } = form.value.options
    const options = { ...form.value.options, units: stated ?? model.value.units }
    const { format } = model.value
    if (format === null) return fail({ kind: 'file_unsupported' })
    const names = checkFieldNames(input)
    if (!names.ok) return names
    const file = await storeModel(deps, { ...model.value, format })
    if (!file.ok) return file
    const measured = await measurePrintable(deps, {
      path: model.value.path,
      sha256: file.value.sha256,
      format: file.value.format,
      units: options.units,
      settings: sliceSettings(options),
    })
    if (!measured.ok) return measured
    const billed =
      measured.value.kind === 'sliced' ? { ...options, infill: slicedFileInfill } : options
    const price = priceOrder(measured.value, billed, address.country)
    if (price === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
    if (isBelowMinimum(price.totalCents)) return fail({ kind: 'total_below_minimum' })
    const { idempotencyKey } = input
    const order = { options: billed, address, price, file: file.value, idempotencyKey, subject }
    const placed = await placeOrder(deps, caller, { ...order, source: 'rest' })
    return placed.ok ? ok(withIgnored(placed.value, names.value)) : placed
  } finally {
    if (model.value.fetched) await removeCopy(deps, model.value.path)
  }
}

/** Never throws: by now the order may be placed. */
async function removeCopy({ temporaryFiles, log }: OrderDeps, path: string): Promise<void> {
  await temporaryFiles.remove(path).catch((error: unknown) => {
    log.warn('order.copy_not_removed', { path, error })
  })
}

type FoundModel = ReceivedFile & {
  /** The format, null when the extension is not accepted: that check comes after the shipping fields. */
  readonly format: ModelFormat | null
  /** Set when the model is in storage already. */
  readonly uri: string | null
  /** What its upload said, for an order that says nothing; null = what the format says. */
  readonly units: LengthUnit | null
  /** Whether `path` is our own temporary copy. */
  readonly fetched: boolean
}

/** The uploaded file, or the caller's own stored model; a file wins when both are sent. */
async function findModel(
  deps: OrderDeps,
  caller: AccountCaller,
  { file, fields }: SubmitInput,
): Promise<Result<FoundModel, OrderFailure>> {
  if (file !== null) {
    if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
    const format = printableFormat(file.fileName)
    return ok({ ...file, format, uri: null, units: null, fetched: false })
  }
  const uri = fields.get('modelUrl')?.trim()
  if (uri === undefined || uri === '') return fail(missingFile(fields))
  const key = deps.objects.parseUri(uri)
  if (key === null) return fail({ kind: 'model_not_managed' })
  const stored = await deps.models.findOwned(caller.accountId, uri)
  if (stored === null) return fail({ kind: 'model_foreign' })
  const path = deps.temporaryFiles.path()
  const fetched = await deps.objects.fetchToFile(key, path).catch((error: unknown) => {
    deps.log.warn('model.unreadable', { uri, error: String(error) })
    return null
  })
  if (fetched === null) {
    await deps.temporaryFiles.remove(path)
    return fail({ kind: 'model_unreadable' })
  }
  const format = isOrderable(stored.format) ? stored.format : null
  return ok({ ...stored, ...fetched, format, path, fetched: true })
}

/** Puts the file into storage under its hash. */
async function storeModel(
  deps: OrderDeps,
  model: FoundModel & { readonly format: ModelFormat },
): Promise<Result<StoredModel, OrderFailure>> {
  const { format, fileName, sha256, sizeBytes, path } = model
  if (model.uri !== null) return ok({ uri: model.uri, fileName, sha256, sizeBytes, format })
  const key = `models/${sha256}.${format}`
  try {
    await deps.objects.putFile(key, path, contentTypes[format])
  } catch (error) {
    deps.log.error('model.storing_failed', { key, error: String(error) })
    return fail({ kind: 'storage_failed' })
  }
  return ok({ uri: deps.objects.uri(key), fileName, sha256, sizeBytes, format })
}

/**
 * Same fields and same bytes = same request. Kept as it is from version to version: ids of orders are derived from it, so
 * another hash of the same request would be charged again after a loss of rows.
 */
async function hashRequest({ fields, file, repeated, otherFiles }: SubmitInput): Promise<string> {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
  const facts = [sorted, file === null ? null : [file.fileName, file.sha256]]
  const more =
    [...repeated, ...otherFiles].length === 0 ? [] : [[...repeated].sort(), [...otherFiles].sort()]
  return await sha256Hex(JSON.stringify([...facts, ...more]))
}
