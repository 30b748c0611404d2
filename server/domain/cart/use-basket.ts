// What visitors do with their basket: find it, put parts in, change and remove lines, see its prices.

import { admitMadeBytes, admitStoredBytes } from '../accounts/stored-bytes.ts'
import { type AccountCaller, accountIdOf, type Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { quantityRange } from '../catalog/options.ts'
import type { LimitFailure } from '../limits/failure.ts'
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
  /** Null while signed out. */
  readonly caller: AccountCaller | null
  /** The basket that the visitor's cookie names; null without one. */
  readonly basketId: string | null
}

/** The visitor's basket; null while there is none. After signing in, the cookie's lines move to the account's basket. */
export async function findBasket(
  { baskets }: Pick<CartDeps, 'baskets'>,
  { caller, basketId }: Visitor,
): Promise<Basket | null> {
  if (caller === null) return basketId === null ? null : await baskets.read(basketId)
  if (basketId !== null) await baskets.merge(basketId, caller.accountId)
  return await baskets.readOfAccount(caller.accountId)
}

/** Including what was collected before signing in. Changes nothing. */
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
  /** A file that the visitor sent earlier; it is used when no other one is sent. */
  readonly kept: StoredModel | null
  /** The sender for whom the file's bytes are counted. */
  readonly sender: Caller
  /** The service made the file of a stored one. */
  readonly isMade?: true
}

type PartFailure = LineRefusal | CartFailure | LimitFailure

/**
 * Puts a part into the basket, which is made on first use: a file that is sent, or a stored model that the visitor may order. A part that
 * cannot be printed is refused here already. `expectedCents`: the price that the visitor saw; the basket marks another one. Returns the
 * basket's id.
 */
export const addToBasket = (deps: CartDeps, visitor: Visitor, form: PartForm) =>
  addAllToBasket(deps, visitor, [form])

/** All parts or none, in their order: one that is refused, or does not fit the basket, refuses all. */
export async function addAllToBasket(
  deps: CartDeps,
  visitor: Visitor,
  forms: readonly PartForm[],
): Promise<Result<{ readonly basketId: string }, PartFailure>> {
  const { caller } = visitor
  const parts: BasketPart[] = []
  for (const form of forms) {
    const part = await readPricedPart(deps, caller, form)
    if (!part.ok) return part
    parts.push(part.value)
  }
  const basket = await findBasket(deps, visitor)
  const basketId = basket?.id ?? (await deps.baskets.create(caller?.accountId ?? null))
  // A checkout orders models that the account owns, and those of the gallery.
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
): Promise<Result<BasketPart, PartFailure>> {
  const part = await readBasketPart(deps, caller, form)
  if (!part.ok) return part
  const priced = await pricePart(deps, part.value)
  if (!priced.ok) return priced
  const padding = form.file === null ? ok(undefined) : await judgePadding(deps, part.value)
  if (!padding.ok) return padding
  const seenCents =
    readCents(form.fields.get('expectedCents')) ?? priced.value.line.price.printCents
  return ok({ ...part.value, seenCents })
}

/** The part was measured before, so this reads its stored measurement. */
async function judgePadding(
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
  // The line of the basket is what keeps it.
  const stored = await storeModel(deps, { ...file, format })
  if (!stored.ok) return stored
  return ok({
    options: { ...options.value, quantity, note: null },
    file: stored.value,
    isFromGallery: false,
  })
}

async function readStored(
  deps: Pick<CartDeps, 'models' | 'objects'>,
  caller: AccountCaller | null,
  { fields, quantity }: { readonly fields: FormFields; readonly quantity: number },
): Promise<Result<Omit<BasketPart, 'seenCents'>, PartFailure>> {
  const modelUrl = fields.get('modelUrl')?.trim() ?? ''
  if (modelUrl === '') return fail(missingFile(fields))
  const options = readPrintOptions(fields)
  if (!options.ok) return options
  // No account has the empty id: a visitor who is signed out finds models of the gallery alone.
  const owner = { accountId: caller?.accountId ?? accountIdOf('') }
  const part = await readPart(deps, owner, { modelUrl })
  if (!part.ok) return part
  const units = options.value.units ?? part.value.options.units
  return ok({
    options: { ...options.value, units, quantity, note: null },
    file: part.value.file,
    isFromGallery: part.value.isFromGallery,
  })
}

/** null for anything but a whole number from 1 to 50; 1 when nothing was sent. */
export function readQuantity(sent = ''): number | null {
  const text = sent.trim()
  const quantity = text === '' ? 1 : /^\d{1,3}$/.test(text) ? Number(text) : 0
  return quantity >= quantityRange.min && quantity <= quantityRange.max ? quantity : null
}

/** null for anything but a price. */
function readCents(sent = ''): number | null {
  return /^[1-9]\d{0,8}$/.test(sent) ? Number(sent) : null
}

/** The prices of a basket with at least one line. They are stored as seen, so that a later change is marked. */
export async function priceBasket(
  deps: PriceBasketDeps,
  basket: Basket,
  country: string,
): Promise<PricedCart> {
  const fromGallery = basket.lines.filter(({ isFromGallery }) => isFromGallery)
  const published = await deps.models.listPublished(fromGallery.map(({ file }) => file.uri))
  const parts = basket.lines.map((line) => partOf(line, published))
  const priced = await priceParts(deps, parts, country)
  const seen = new Map<string, number>()
  for (const [index, { id, seenCents }] of basket.lines.entries()) {
    const line = priced.lines[index]
    if (line?.kind !== 'priced') continue
    const { printCents } = line.line.price
    if (printCents !== seenCents) seen.set(id, printCents)
  }
  await deps.baskets.saveSeen(basket.id, seen)
  return priced
}

/** A model that left the gallery cannot be ordered any more. */
function partOf(
  { options, file, seenCents, isFromGallery }: BasketPart,
  published: ReadonlySet<string>,
): Result<CartPart, LineRefusal> {
  if (isFromGallery && !published.has(file.uri)) return fail({ kind: 'cart_model_withdrawn' })
  return ok({ options, file, expectedCents: seenCents, isFromGallery })
}

/** The lines as a checkout takes them, with the prices that the buyer saw last. */
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
