// Reorders: adds the lines of an account's earlier order to its basket at current prices.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderErased, OrderFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { isErased } from '../orders/record/order.ts'
import { listLines, type OrderLine } from '../orders/record/order-lines.ts'
import type { BasketPart } from './basket.ts'
import { type LineRefusal, maxLines } from './cart.ts'
import type { OrderAgainDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import { pricePart } from './price-part.ts'

/** A line that can no longer be ordered. `gone`: its file is no longer stored. */
export type LostLine = { readonly fileName: string; readonly reason: LineRefusal | 'gone' }

/**
 * Adds the lines of the account's order to its basket, except lines that it already contains with the same settings
 * and quantity, so that a repeat adds nothing. Returns the lines that can no longer be ordered. Another account's
 * order is not found, and an order without personal data is refused.
 */
export async function orderAgain(
  deps: OrderAgainDeps,
  caller: AccountCaller,
  code: string,
): Promise<Result<readonly LostLine[], CartFailure | OrderErased | OrderFailure>> {
  const order = await findOrder(deps, code)
  if (order?.accountId !== caller.accountId) return fail({ kind: 'order_not_found' })
  if (isErased(order)) return fail({ kind: 'order_erased' })
  const parts: BasketPart[] = []
  const lost: LostLine[] = []
  const isOfWebsite = order.source === 'web'
  for (const line of await listLines(deps, order)) {
    const part = await readAgain(deps, caller, { ...line, isOfWebsite })
    if (part.ok) {
      parts.push(part.value)
    } else {
      lost.push({ fileName: line.file.fileName, reason: part.failure })
    }
  }
  const basket = await deps.baskets.readOfAccount(caller.accountId)
  const basketId = basket?.id ?? (await deps.baskets.create(caller.accountId))
  for (const { file, isFromGallery } of parts) {
    if (!isFromGallery) await deps.models.add(caller.accountId, file)
  }
  const room = await deps.baskets.addMissing(basketId, parts)
  return room === null
    ? ok(lost)
    : fail({ kind: 'basket_full', limit: maxLines, room, parts: parts.length })
}

async function readAgain(
  deps: OrderAgainDeps,
  { accountId }: AccountCaller,
  {
    options: { note: _, ...settings },
    file,
    isOfWebsite,
  }: OrderLine & { readonly isOfWebsite: boolean },
): Promise<Result<BasketPart, LineRefusal | 'gone'>> {
  // Measurements are kept longer than files.
  const key = deps.objects.parseUri(file.uri)
  if (key === null || (await deps.objects.sizeOf(key)) === null) return fail('gone')
  const isOwned = (await deps.models.findOwned(accountId, file.uri)) !== null
  const isPublished = !isOwned && (await deps.models.findReadable(accountId, file.uri)) !== null
  if (!isOwned && !isPublished) {
    // Every ordered website model that is not from the gallery belonged to the account. A model that the account no
    // longer owns is from the gallery or was deleted.
    const isWithdrawn = isOfWebsite || (await deps.models.isWithdrawn(file.uri))
    if (isWithdrawn) return fail({ kind: 'cart_model_withdrawn' })
  }
  const part = { options: { ...settings, note: null }, file }
  const priced = await pricePart(deps, part)
  if (!priced.ok) return priced
  return ok({
    ...part,
    seenCents: priced.value.line.price.printCents,
    isFromGallery: isPublished,
  })
}
