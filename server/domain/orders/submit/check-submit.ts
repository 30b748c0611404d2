// The ordered checks of a submitted order. They result in an order that can be placed.

import { readBuyer, type StatedBuyer } from '../../accounts/buyer.ts'
import { admitStoredBytes } from '../../accounts/stored-bytes.ts'
import type { AccountCaller } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { type Adjustment, adjustmentsOf } from '../../catalog/adjustments.ts'
import { type PrintOptions, slicedFileInfill } from '../../catalog/options.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { measurePart } from '../../measurement/measure-part.ts'
import { measureStoredPart } from '../../measurement/measure-stored.ts'
import { refusePadding } from '../../measurement/padding.ts'
import { sliceSettings } from '../../measurement/slice-settings.ts'
import { fetchStoredModel } from '../../models/fetch-stored-model.ts'
import { findOwnedModel } from '../../models/find-owned-model.ts'
import {
  isOrderable,
  type LengthUnit,
  type ModelFormat,
  printableFormat,
} from '../../models/format.ts'
import { missingFile } from '../../models/missing-file.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import { type Measurement, type PartSize, partSizeOf } from '../../models/report.ts'
import { storeModel } from '../../models/store-model.ts'
import { volumeNotes } from '../../models/volume-notes.ts'
import { type PartPlan, planPart, sizeToPlan } from '../../planning/plan-part.ts'
import type { OrderPrice } from '../../pricing/price.ts'
import { noUsageReason, priceOrder } from '../../pricing/price-order.ts'
import { isBelowMinimum } from '../../pricing/subtotal.ts'
import type { CheckSubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import type { ShippingAddress } from '../record/order.ts'
import { readReference } from '../record/reference.ts'
import { checkFieldNames, type FormParts } from './field-names.ts'
import { readDryRun, readMaxTotal, readOrderForm } from './order-form.ts'

export type SubmitForm = FormParts & { readonly file: ReceivedFile | null }

export type CheckedOrder = PartPlan & {
  readonly options: PrintOptions
  readonly address: ShippingAddress
  readonly buyer: StatedBuyer
  readonly reference: string | null
  readonly price: OrderPrice
  readonly file: StoredModel
  readonly size: PartSize | null
  /** Values that the form's rules changed. */
  readonly adjusted: readonly Adjustment[]
  /** Explains how the volume was measured, if necessary. */
  readonly volumeNotes: readonly string[]
  /** Field names without a meaning. */
  readonly ignored: readonly string[]
}

/**
 * Checks of a submit, in this order; the first problem is the failure. The contract's checks keep their order
 * (contract.md 4.2); additional checks run while nothing is stored.
 */
export const submitChecks = [
  'file',
  'shipping fields',
  'email',
  'country',
  'material',
  'quality',
  'units',
  'file extension',
  'names of fields',
  'fields for the invoice',
  '`reference`',
  '`maxTotal`',
  '`dryRun`',
  'storage',
  'analysis',
  'minimum total',
] as const

/**
 * Runs the checks of `submitChecks`. With `maxTotal` the analysis precedes the storage, because nothing is stored for
 * an order that costs more (decisions.md 55).
 */
export async function checkSubmit(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  sent: SubmitForm,
): Promise<Result<CheckedOrder, OrderFailure | LimitFailure>> {
  const model = await findModel(deps, caller, sent)
  if (!model.ok) return model
  try {
    return await checkWithModel(deps, caller, sent, model.value)
  } finally {
    if (model.value.isCopy) await removeCopy(deps, model.value.path)
  }
}

/**
 * Runs the same checks without storage: what a submit of this form would do (`dryRun`), or would cost (`isPriceOnly`:
 * the address can be missing). Writes nothing.
 */
export async function checkDryRun(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  sent: SubmitForm,
  options: FormOptions = {},
): Promise<Result<PricedForm & { readonly format: ModelFormat }, OrderFailure>> {
  const model = await findModelUnread(deps, caller, sent)
  if (!model.ok) return model
  const read = readForm(caller, sent, { ...model.value, ...options })
  if (!read.ok) return read
  const priced = await priceForm(deps, model.value, read.value)
  return priced.ok
    ? ok({ ...withPrice(sent, read.value.facts, priced.value), format: read.value.format })
    : priced
}

async function checkWithModel(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  sent: SubmitForm,
  model: SubmittedModel,
): Promise<Result<CheckedOrder, OrderFailure | LimitFailure>> {
  const form = readForm(caller, sent, model)
  if (!form.ok) return form
  const { format, facts, maxTotalCents } = form.value
  const early = maxTotalCents === null ? null : await priceForm(deps, model, form.value)
  if (early !== null && !early.ok) return early
  const file = await ensureStored(deps, caller, { ...model, format })
  if (!file.ok) return file
  const priced = early ?? (await priceForm(deps, model, form.value))
  return priced.ok ? ok({ ...withPrice(sent, facts, priced.value), file: file.value }) : priced
}

/** A checked order whose file is not stored. */
export type PricedForm = Omit<CheckedOrder, 'file'>

type FormDetails = Pick<CheckedOrder, 'address' | 'buyer' | 'reference' | 'ignored'>

const withPrice = (sent: SubmitForm, facts: FormDetails, priced: PricedSubmit): PricedForm => ({
  ...priced,
  ...facts,
  adjusted: adjustmentsOf(sent.fields, priced.options),
})

type FormOptions = { readonly isPriceOnly?: boolean }

type ReadForm = {
  readonly format: ModelFormat
  readonly options: PrintOptions
  readonly facts: FormDetails
  /** The limit that the form stated; null = none. */
  readonly maxTotalCents: number | null
}

function readForm(
  caller: AccountCaller,
  sent: SubmitForm,
  { isPriceOnly = false, ...model }: UnreadModel & FormOptions,
): Result<ReadForm, OrderFailure> {
  const form = readOrderForm(sent.fields, caller.email, { isPriceOnly })
  if (!form.ok) return form
  const { address, options: stated } = form.value
  const options = { ...stated, units: stated.units ?? model.units }
  const { format } = model
  if (format === null) return fail({ kind: 'file_unsupported' })
  const names = checkFieldNames(sent)
  if (!names.ok) return names
  const buyer = readBuyer(sent.fields)
  if (!buyer.ok) return buyer
  const reference = readReference(sent.fields.get('reference'))
  if (!reference.ok) return reference
  const maxTotal = readMaxTotal(sent.fields)
  if (!maxTotal.ok) return maxTotal
  const dryRun = readDryRun(sent.fields)
  if (!dryRun.ok) return dryRun
  const facts = {
    address,
    buyer: buyer.value,
    reference: reference.value,
    ignored: names.value,
  }
  return ok({ format, options, facts, maxTotalCents: maxTotal.value })
}

/** Returns the price. Fails if it is above the form's limit. */
async function priceForm(
  deps: CheckSubmitDeps,
  model: UnreadModel,
  { format, options, facts: { address }, maxTotalCents }: ReadForm,
): Promise<Result<PricedSubmit, OrderFailure>> {
  const priced = await measureAndPrice(deps, { ...model, format, options, address })
  if (!priced.ok || maxTotalCents === null) return priced
  const { totalCents } = priced.value.price
  return totalCents > maxTotalCents
    ? fail({ kind: 'above_max_total', totalCents, maxTotalCents })
    : priced
}

type PricedSubmit = Pick<
  CheckedOrder,
  'options' | 'price' | 'size' | 'plannedSeconds' | 'supports' | 'volumeNotes'
>

type MeasureInput = UnreadModel & {
  readonly format: ModelFormat
  readonly options: PrintOptions
  readonly address: ShippingAddress
}

/** Returns the price, the billed options, and the mesh data of the response. */
async function measureAndPrice(
  deps: CheckSubmitDeps,
  { path, uri, sha256, format, sizeBytes, options, address }: MeasureInput,
): Promise<Result<PricedSubmit, OrderFailure>> {
  const { units } = options
  const reading = { units, settings: sliceSettings(options) }
  const measured =
    path === null
      ? await measureStoredPart(deps, { uri, sha256, format }, reading)
      : await measurePart(deps, { path, sha256, format, ...reading })
  if (!measured.ok) return measured
  const { measurement, estimate } = measured.value
  // A stored model was already checked.
  const padding = uri === null ? refusePadding(measurement, sizeBytes) : ok(undefined)
  if (!padding.ok) return padding
  const isSliced = measurement.kind === 'sliced'
  const billed = isSliced ? { ...options, infill: slicedFileInfill } : options
  const price = priceOrder(measurement, billed, address.country)
  if (price === null) return fail({ kind: 'mesh_unreadable', reason: noUsageReason })
  if (isBelowMinimum(price.totalCents)) return fail({ kind: 'total_below_minimum' })
  const notes = measurement.kind === 'mesh' ? volumeNotes(measurement.report) : []
  const part = { options: billed, price, sizeMm: sizeToPlan(measurement) }
  return ok({
    options: billed,
    price,
    size: sizeOf(measurement),
    ...planPart(part, estimate),
    volumeNotes: notes,
  })
}

const sizeOf = (measured: Measurement): PartSize | null =>
  measured.kind === 'sliced' ? null : partSizeOf(measured.report)

/** Removes the copy. A failed removal must not fail the order. */
async function removeCopy(
  { temporaryFiles, log }: Pick<OrderDeps, 'temporaryFiles' | 'log'>,
  path: string,
): Promise<void> {
  await temporaryFiles.remove(path).catch((error: unknown) => {
    log.warn('order.copy_not_removed', { path, error })
  })
}

type FoundFile = Omit<ReceivedFile, 'path'> & {
  /** null if the extension is not accepted; that check follows the shipping fields. */
  readonly format: ModelFormat | null
  /** The unit that the model's upload stated, for an order that states none; null = the format's default. */
  readonly units: LengthUnit | null
}

type SubmittedModel = FoundFile & {
  readonly path: string
  /** Set if the model is already in storage. */
  readonly uri: string | null
  /** Whether `path` is a temporary copy that must be removed. */
  readonly isCopy: boolean
}

/**
 * A model in storage has no `path` until it must be measured. Most models are already measured, so that pricing reads
 * no file.
 */
type UnreadModel = FoundFile &
  (
    | { readonly path: string; readonly uri: string | null }
    | { readonly path: null; readonly uri: string }
  )

/** Returns the uploaded file, or a copy of the caller's stored model. */
async function findModel(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  form: SubmitForm,
): Promise<Result<SubmittedModel, OrderFailure>> {
  const found = await findFile(deps, caller, form)
  if (!found.ok) return found
  if (found.value.key === null) return ok({ ...found.value.model, isCopy: false })
  const { key, model } = found.value
  const copy = await fetchStoredModel(deps, key)
  return copy.ok
    ? ok({ ...model, ...copy.value, isCopy: true })
    : fail({ kind: 'model_unreadable' })
}

/** Like `findModel`, without a copy. Checks that storage has the model, because a submit of a lost model is refused. */
async function findModelUnread(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  form: SubmitForm,
): Promise<Result<UnreadModel, OrderFailure>> {
  const found = await findFile(deps, caller, form)
  if (!found.ok) return found
  const { key, model } = found.value
  if (key === null) return ok(model)
  try {
    if ((await deps.objects.sizeOf(key)) === null) return fail({ kind: 'model_unreadable' })
  } catch (error) {
    deps.log.error('model.unreadable', { key, error })
    return fail({ kind: 'model_unreadable' })
  }
  return ok({ ...model, path: null })
}

type StoredFile = { readonly key: string; readonly model: FoundFile & { readonly uri: string } }

type SentFile = {
  readonly key: null
  readonly model: FoundFile & { readonly path: string; readonly uri: null }
}

/** An uploaded file takes precedence over a stored model. */
async function findFile(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  { file, fields }: SubmitForm,
): Promise<Result<StoredFile | SentFile, OrderFailure>> {
  if (file !== null) {
    if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
    const format = printableFormat(file.fileName)
    return ok({ key: null, model: { ...file, format, uri: null, units: null } })
  }
  const uri = fields.get('modelUrl')?.trim()
  if (uri === undefined || uri === '') return fail(missingFile(fields))
  const owned = await findOwnedModel(deps, caller, uri)
  if (!owned.ok) return owned
  const { key, model } = owned.value
  const format = isOrderable(model.format) ? model.format : null
  return ok({ key, model: { ...model, format } })
}

/**
 * Stores the file. API key uploads are not counted: a key requires a card on file, but accounts with tokens may have
 * none.
 */
async function ensureStored(
  deps: CheckSubmitDeps,
  caller: AccountCaller,
  model: SubmittedModel & { readonly format: ModelFormat },
): Promise<Result<StoredModel, OrderFailure | LimitFailure>> {
  const { uri, fileName, sha256, sizeBytes, format } = model
  if (uri !== null) return ok({ uri, fileName, sha256, sizeBytes, format })
  if (caller.credential === 'extension_token') {
    const admitted = await admitStoredBytes(deps, caller, sizeBytes)
    if (!admitted.ok) return admitted
  }
  return await storeModel(deps, model)
}
