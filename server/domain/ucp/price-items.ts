// Stores and prices the items of a checkout. Each item is priced like a basket part, with postage per parcel.

import { admitStoredBytes } from '../accounts/stored-bytes.ts'
import type { Caller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { CartPart, LineRefusal, PricedLine } from '../cart/cart.ts'
import { priceParts } from '../cart/price-cart.ts'
import { readItemOptions } from '../cart/read-part.ts'
import { judgePadding, readStored } from '../cart/use-basket.ts'
import type { CountryFailure } from '../catalog/countries.ts'
import { readCountry, type ServedCountry } from '../catalog/countries.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { isOrderable, printableFormat, uploadFormat } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { storeModel } from '../models/store-model.ts'
import { readPrintOptions } from '../orders/submit/order-form.ts'
import { withPrintedFile } from '../slicing/printed-file.ts'
import type { ItemRefusal, ItemsRefused } from './failure.ts'
import type { UcpDeps } from './ports.ts'
import type { MissingItem, SessionContent, SessionLine } from './session.ts'

type Anonymous = Extract<Caller, { kind: 'anonymous' }>

/** Fetches a linked file. The caller removes it. */
type FetchFile<F> = () => Promise<Result<ReceivedFile, F>>

export type RequestedItem<F> = {
  readonly itemId: string
  readonly quantity: number
  readonly fields: Readonly<Record<string, string>>
  /** `stored`: a gallery model by its `gs://` address. */
  readonly source:
    | { readonly kind: 'stored'; readonly uri: string }
    | { readonly kind: 'linked'; readonly fetch: FetchFile<F> }
    | { readonly kind: 'refused'; readonly failure: F }
}

export type PricedItemsRequest<F> = {
  readonly items: readonly RequestedItem<F>[]
  /** Two-letter code in any letter case; without one, domestic postage applies. */
  readonly country: string | undefined
  readonly sender: Anonymous
  /** Time until which the files are kept. */
  readonly expiresAt: Date
}

export type ContentFailure<F> = ItemsRefused<F | LineRefusal> | LimitFailure | CountryFailure

/** Describes why an item is missing; null = the failure refuses the complete request, which can be sent again later. */
export type DescribeRefusal<F> = (
  failure: F | LineRefusal,
) => { readonly code: string; readonly reason: string } | null

/**
 * Prices all items or none. An item with the same id as one in `known` already has its file, which is not downloaded
 * again. A limit refuses the complete request.
 */
export async function priceItems<F extends { readonly kind: string }>(
  deps: UcpDeps,
  request: PricedItemsRequest<F>,
  known: readonly SessionLine[],
): Promise<Result<SessionContent, ContentFailure<F>>> {
  const read = await priceEach(deps, request, known)
  if (!read.ok) return read
  const { refusals, content } = read.value
  return refusals.length > 0 ? fail({ kind: 'items_refused', refusals }) : ok(content)
}

/**
 * Prices the items that can be bought, and describes the others. Fails if there are none, or if an item's failure
 * refuses the complete request.
 */
export async function priceAvailable<F extends { readonly kind: string }>(
  deps: UcpDeps,
  request: PricedItemsRequest<F>,
  describe: DescribeRefusal<F>,
): Promise<Result<SessionContent, ContentFailure<F>>> {
  const read = await priceEach(deps, request, [])
  if (!read.ok) return read
  const { refusals, content } = read.value
  const missing: MissingItem[] = []
  for (const { index, failure } of refusals) {
    const reason = describe(failure)
    const itemId = request.items[index]?.itemId
    if (reason === null || itemId === undefined) return fail({ kind: 'items_refused', refusals })
    missing.push({ itemId, ...reason })
  }
  if (content.lines.length === 0) return fail({ kind: 'items_refused', refusals })
  return ok({ ...content, missing })
}

type Priced<F> = {
  /** Without the items that were refused. */
  readonly content: SessionContent
  /** In the order of the items. */
  readonly refusals: readonly ItemRefusal<F | LineRefusal>[]
}

async function priceEach<F extends { readonly kind: string }>(
  deps: UcpDeps,
  { items, country, sender, expiresAt }: PricedItemsRequest<F>,
  known: readonly SessionLine[],
): Promise<Result<Priced<F>, ContentFailure<F>>> {
  const destination = readCountry(country)
  if (!destination.ok) return destination
  const found: FoundItem[] = []
  const refusals: ItemRefusal<F | LineRefusal>[] = []
  // Sequential, because each item may use a large file.
  for (const [index, item] of items.entries()) {
    const part = await readItem(deps, item, { known, sender, expiresAt })
    if (part.ok) {
      found.push({ index, item, part: part.value })
    } else if (isLimit(part.failure)) {
      return fail(part.failure)
    } else {
      refusals.push({ index, failure: part.failure })
    }
  }
  const priced = await priceFound(deps, found, destination.value)
  return ok({
    content: {
      lines: priced.lines,
      missing: [],
      shippingCents: priced.shippingCents,
      country: destination.value,
      isCountryStated: country !== undefined,
    },
    refusals: [...refusals, ...priced.refusals].toSorted((a, b) => a.index - b.index),
  })
}

type FoundItem = {
  /** The position of the item in the request. */
  readonly index: number
  readonly item: Pick<RequestedItem<unknown>, 'itemId' | 'quantity' | 'fields'>
  readonly part: CartPart
}

/** Prices the parts together. The postage includes no part that cannot be printed. */
async function priceFound(
  deps: UcpDeps,
  found: readonly FoundItem[],
  country: ServedCountry,
): Promise<{
  readonly lines: readonly SessionLine[]
  readonly shippingCents: number
  readonly refusals: readonly ItemRefusal<LineRefusal>[]
}> {
  const cart = await priceParts(
    deps,
    found.map(({ part }) => ok(part)),
    country,
  )
  const lines: SessionLine[] = []
  const good: FoundItem[] = []
  const refusals: ItemRefusal<LineRefusal>[] = []
  for (const [place, each] of found.entries()) {
    const priced = cart.lines[place]
    if (priced === undefined) throw new Error('a part without a price')
    const { index, item, part } = each
    const judged = await judgePriced(deps, part, priced)
    if (judged.ok) {
      lines.push(lineOf(item, part, judged.value))
      good.push(each)
    } else {
      refusals.push({ index, failure: judged.failure })
    }
  }
  if (refusals.length === 0 || good.length === 0) {
    return { lines, shippingCents: cart.shippingCents, refusals }
  }
  // A part whose file is mostly padding was priced with the others.
  const rest = await priceFound(deps, good, country)
  return { ...rest, refusals: [...refusals, ...rest.refusals] }
}

function lineOf(
  { itemId, quantity, fields }: FoundItem['item'],
  { file, isFromGallery, options: { units } }: CartPart,
  printCents: number,
): SessionLine {
  // The STL of an OBJ is in millimeters, regardless of the OBJ's unit.
  const { units: _, ...rest } = fields
  const kept = units === null ? rest : { ...rest, units }
  return { itemId, quantity, fields: kept, file, isFromGallery, printCents }
}

/** Returns the price of a part in cents. Fails if it cannot be printed or its file is mostly padding. */
async function judgePriced(
  deps: UcpDeps,
  part: CartPart,
  priced: PricedLine,
): Promise<Result<number, LineRefusal>> {
  if (priced.kind === 'refused') return fail(priced.refusal)
  const judged = part.isFromGallery ? ok(undefined) : await judgePadding(deps, part)
  return judged.ok ? ok(priced.line.price.printCents) : judged
}

const isLimit = (failure: { readonly kind: string }): failure is LimitFailure =>
  failure.kind === 'rate_limited' || failure.kind === 'limiter_unavailable'

type Reading = {
  readonly known: readonly SessionLine[]
  readonly sender: Anonymous
  readonly expiresAt: Date
}

async function readItem<F>(
  deps: UcpDeps,
  { itemId, quantity, fields, source }: RequestedItem<F>,
  { known, sender, expiresAt }: Reading,
): Promise<Result<CartPart, F | LineRefusal | LimitFailure>> {
  const checked = readItemOptions({ quantity })
  if (!checked.ok) return checked
  if (source.kind === 'refused') return fail(source.failure)
  const form = new Map(Object.entries(fields))
  const before = known.find((line) => line.itemId === itemId)
  if (source.kind === 'stored') {
    // Its file may have to be fetched for measuring. Shares the limit of parts added to baskets.
    const slot =
      before === undefined ? await consumeRateLimit(deps, 'basket-parts', sender.address) : ok(null)
    if (!slot.ok) return slot
    const part = await readStored(deps, null, {
      fields: form.set('modelUrl', source.uri),
      quantity,
    })
    return part.ok ? ok({ ...part.value, expectedCents: null }) : part
  }
  if (before !== undefined) {
    const read = readPrintOptions(new Map(Object.entries(before.fields)))
    if (!read.ok) return read
    const options = { ...read.value, quantity, note: null }
    return ok({ options, file: before.file, expectedCents: null, isFromGallery: false })
  }
  // Shares the limit of files priced on the quote page.
  const slot = await consumeRateLimit(deps, 'quote-page', sender.address)
  if (!slot.ok) return slot
  const fetched = await source.fetch()
  if (!fetched.ok) return fetched
  try {
    return await storeItem(deps, fetched.value, { form, quantity, sender, expiresAt })
  } finally {
    await deps.temporaryFiles.remove(fetched.value.path)
  }
}

type Storing = Pick<Reading, 'sender' | 'expiresAt'> & {
  readonly form: ReadonlyMap<string, string>
  readonly quantity: number
}

async function storeItem(
  deps: UcpDeps,
  received: ReceivedFile,
  { form, quantity, sender, expiresAt }: Storing,
): Promise<Result<CartPart, LineRefusal | LimitFailure>> {
  if (received.sizeBytes === 0) return fail({ kind: 'file_empty' })
  const format = printableFormat(received.fileName) ?? uploadFormat(received.fileName)
  if (format === null) return fail({ kind: 'file_unsupported' })
  const read = readPrintOptions(form)
  if (!read.ok) return read
  const { units } = read.value
  return await withPrintedFile(
    deps,
    { ...received, format, units },
    async (printed): Promise<Result<CartPart, LineRefusal | LimitFailure>> => {
      const { path, file, units: unit } = printed
      if (!isOrderable(printed.format)) return fail({ kind: 'file_unsupported' })
      const admitted = await admitStoredBytes(deps, sender, file.sizeBytes)
      if (!admitted.ok) return admitted
      const model = { ...file, path, format: printed.format }
      const stored = await storeModel(deps, model, expiresAt)
      if (!stored.ok) return stored
      const options = { ...read.value, units: unit, quantity, note: null }
      return ok({ options, file: stored.value, expectedCents: null, isFromGallery: false })
    },
  )
}
