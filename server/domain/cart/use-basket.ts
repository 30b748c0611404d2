// A visitor's actions on the basket: find it, add parts, change and remove lines, read its prices.

import { admitMadeBytes, admitStoredBytes } from '../accounts/stored-bytes.ts'
import type { AccountCaller, Caller } from '../base/caller.ts'
import type { BasketId } from '../base/ids/basket-id.ts'
import type { BasketLineId } from '../base/ids/basket-line-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { quantityRange } from '../catalog/options.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { soonDeadline } from '../measurement/estimate-filament.ts'
import { measureStored } from '../measurement/measure-stored.ts'
import { refusePadding } from '../measurement/padding.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { isOrderable, printableFormat } from '../models/format.ts'
import { missingFile } from '../models/missing-file.ts'
import type { StoredModel } from '../models/ports.ts'
import type { FormFields } from '../models/read-units.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { storeModel } from '../models/store-model.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
import { type Basket, type BasketPart, partCountOf } from './basket.ts'
import {
  type CartItem,
  type CartPart,
  type LineRefusal,
  maxLines,
  type PricedCart,
} from './cart.ts'
import type { PriceBasketDeps, PricePartDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import type { CartDeps } from './ports.ts'
import { priceParts } from './price-cart.ts'
import { pricePart } from './price-part.ts'
import { readPart } from './read-part.ts'

export type Visitor = {
  /** null while signed out. */
  readonly caller: AccountCaller | null
  /** The basket that the visitor's cookie names; null without one. */
  readonly basketId: BasketId | null
}

/**
 * Returns the visitor's basket; null if there is none. After sign-in, moves the cookie's lines to the account's
 * basket.
 */
export async function findBasket(
  { baskets }: Pick<CartDeps, 'baskets'>,
  { caller, basketId }: Visitor,
): Promise<Basket | null> {
  if (caller === null) return basketId === null ? null : await baskets.read(basketId)
  if (basketId !== null) await baskets.merge(basketId, caller.accountId)
  return await baskets.readOfAccount(caller.accountId)
}

/** Counts the parts, including those collected before sign-in. Changes nothing. */
export async function countBasketParts(
  { baskets }: Pick<CartDeps, 'baskets'>,
  { caller, basketId }: Visitor,
): Promise<number> {
  const all = await Promise.all([
    caller === null ? null : baskets.readOfAccount(caller.accountId),
    basketId === null ? null : baskets.read(basketId),
  ])
  return all.reduce((sum, basket) => sum + partCountOf(basket), 0)
}

export type PartForm = {
  readonly fields: FormFields
  readonly file: ReceivedFile | null
  /** A file that the visitor sent earlier. Used if no other file is sent. */
  readonly kept: StoredModel | null
  /** The sender to whom the file's bytes are attributed. */
  readonly sender: Caller
  /** Whether the service derived the file from a stored one. */
  readonly isMade?: true
}

type PartFailure = LineRefusal | CartFailure | LimitFailure

/**
 * Adds a part to the basket, which is created on first use. The part is an uploaded file or a stored model that the
 * visitor can order. Refuses parts that cannot be printed. `expectedCents`: the price that the visitor saw; the basket
 * marks a different one. Returns the basket's id.
 */
export const addToBasket = (deps: CartDeps, visitor: Visitor, form: PartForm) =>
  addAllToBasket(deps, visitor, [form])

/**
 * Adds all parts in order, or none: a part that is refused or does not fit refuses all. All estimates share one
 * deadline.
 */
export async function addAllToBasket(
  deps: CartDeps,
  visitor: Visitor,
  forms: readonly PartForm[],
): Promise<Result<{ readonly basketId: BasketId }, PartFailure>> {
  const { caller } = visitor
  const parts: BasketPart[] = []
  const estimateBy = soonDeadline()
  for (const form of forms) {
    const part = await readPricedPart(deps, caller, form, estimateBy)
    if (!part.ok) return part
    parts.push(part.value)
  }
  const basket = await findBasket(deps, visitor)
  const basketId = basket?.id ?? (await deps.baskets.create(caller?.accountId ?? null))
  // A checkout orders gallery models and models that the account owns.
  for (const { file, isFromGallery } of caller === null ? [] : parts) {
    if (caller !== null && !isFromGallery) await deps.models.add(caller.accountId, file)
  }
  const room = await deps.baskets.addParts(basketId, parts)
  return room === null
    ? ok({ basketId })
    : fail({ kind: 'basket_full', limit: maxLines, room, parts: parts.length })
}

async function readPricedPart(
  deps: CartDeps,
  caller: AccountCaller | null,
  form: PartForm,
  estimateBy: number,
): Promise<Result<BasketPart, PartFailure>> {
  const part = await readBasketPart(deps, caller, form)
  if (!part.ok) return part
  const priced = await pricePart(deps, part.value, estimateBy)
  if (!priced.ok) return priced
  const padding = form.file === null ? ok(undefined) : await judgePadding(deps, part.value)
  if (!padding.ok) return padding
  const seenCents =
    readCents(form.fields.get('expectedCents')) ?? priced.value.line.price.printCents
  return ok({ ...part.value, seenCents })
}

/** The part is already measured, so this call reads its stored measurement. */
export async function judgePadding(
  deps: PricePartDeps,
  { file, options }: Pick<BasketPart, 'file' | 'options'>,
): Promise<Result<void, LineRefusal>> {
  const settings = sliceSettings(options)
  const measured = await measureStored(deps, file, { units: options.units, settings })
  return measured.ok ? refusePadding(measured.value, file.sizeBytes) : measured
}

async function readBasketPart(
  deps: CartDeps,
  caller: AccountCaller | null,
  { fields, file, kept, sender, isMade }: PartForm,
): Promise<Result<Omit<BasketPart, 'seenCents'>, PartFailure>> {
  const quantity = readQuantity(fields.get('quantity'))
  if (quantity === null) return fail({ kind: 'cart_quantity_invalid' })
  if (file === null && kept !== null) {
    const options = readPrintOptions(fields)
    return options.ok
      ? ok({
          options: { ...options.value, quantity, note: null },
          file: kept,
          isFromGallery: false,
        })
      : options
  }
  if (file === null) return await readStored(deps, caller, { fields, quantity })
  if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = printableFormat(file.fileName)
  if (format === null || !isOrderable(format)) return fail({ kind: 'file_unsupported' })
  const options = readPrintOptions(fields)
  if (!options.ok) return options
  const admit = isMade ? admitMadeBytes : admitStoredBytes
  const admitted = await admit(deps, sender, file.sizeBytes)
  if (!admitted.ok) return admitted
  // The basket line references the stored model.
  const stored = await storeModel(deps, { ...file, format })
  if (!stored.ok) return stored
  return ok({
    options: { ...options.value, quantity, note: null },
    file: stored.value,
    isFromGallery: false,
  })
}

export async function readStored(
  deps: Pick<CartDeps, 'models' | 'objects'>,
  caller: AccountCaller | null,
  { fields, quantity }: { readonly fields: FormFields; readonly quantity: number },
): Promise<Result<Omit<BasketPart, 'seenCents'>, LineRefusal>> {
  const modelUrl = fields.get('modelUrl')?.trim() ?? ''
  if (modelUrl === '') return fail(missingFile(fields))
  const options = readPrintOptions(fields)
  if (!options.ok) return options
  const owner = { accountId: caller?.accountId ?? null }
  const part = await readPart(deps, owner, { modelUrl })
  if (!part.ok) return part
  const units = options.value.units ?? part.value.options.units
  return ok({
    options: { ...options.value, units, quantity, note: null },
    file: part.value.file,
    isFromGallery: part.value.isFromGallery,
  })
}

/** Reads a whole number from 1 to 50; null for anything else; 1 if nothing was sent. */
export function readQuantity(sent = ''): number | null {
  const text = sent.trim()
  const quantity = text === '' ? 1 : /^\d{1,3}$/.test(text) ? Number(text) : 0
  return quantity >= quantityRange.min && quantity <= quantityRange.max ? quantity : null
}

/** Reads a price in cents; null for anything else. */
function readCents(sent = ''): number | null {
  return /^[1-9]\d{0,8}$/.test(sent) ? Number(sent) : null
}

/** Prices a basket with at least one line. Stores the prices as seen, so that a later change is marked. */
export async function priceBasket(
  deps: PriceBasketDeps,
  basket: Basket,
  country: string,
): Promise<PricedCart> {
  const fromGallery = basket.lines.filter(({ isFromGallery }) => isFromGallery)
  const published = await deps.models.listPublished(fromGallery.map(({ file }) => file.uri))
  const parts = basket.lines.map((line) => partOf(line, published))
  const priced = await priceParts(deps, parts, country)
  const seen = new Map<BasketLineId, number>()
  for (const [index, { id, seenCents }] of basket.lines.entries()) {
    const pricedLine = priced.lines[index]
    if (pricedLine?.kind !== 'priced') continue
    const { printCents } = pricedLine.line.price
    if (printCents !== seenCents) seen.set(id, printCents)
  }
  await deps.baskets.saveSeen(basket.id, seen)
  return priced
}

/** A model that left the gallery can no longer be ordered. */
function partOf(
  { options, file, seenCents, isFromGallery }: BasketPart,
  published: ReadonlySet<string>,
): Result<CartPart, LineRefusal> {
  if (isFromGallery && !published.has(file.uri)) return fail({ kind: 'cart_model_withdrawn' })
  return ok({ options, file, expectedCents: seenCents, isFromGallery })
}

/** Returns the lines for a checkout, with the last prices that the buyer saw. */
export function itemsOf({ lines }: Basket): readonly CartItem[] {
  return lines.map(({ options, file, seenCents }) => {
    const { note: _, ...settings } = options
    return {
      ...settings,
      modelUrl: file.uri,
      ...(seenCents !== null && { expectedCents: seenCents }),
    }
  })
}
