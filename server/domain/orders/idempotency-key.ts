// The Idempotency-Key header of a submit (decisions.md 14): its form, and the order that was placed under it.

import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import type { IdempotencyFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'

const maxKeyLength = 255

/** 1 to 255 characters. null = no key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= maxKeyLength && isStorable(key))
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}

/**
 * A submit's key as its order has it. Orders of the website have keys that begin with `web:` (cart/check-out.ts), and one index holds
 * both.
 */
export const keyOfOrder = (key: string): string =>
  /^(?:web|rest):/.test(key) ? `rest:${key}` : key

/** A key expires 24 hours after its claim, by the database's clock; with a margin for ours. */
const maxOrderAgeMs = 24 * 3_600_000 + 60_000

/**
 * The order that a key placed, by the key as the order has it; null when there is none. Claiming an expired key takes it from its order,
 * and a loss of rows between the claim and this read gives it back: such an older order is another request's.
 */
export async function findOrderOfKey(
  { orders, clock }: Pick<OrderDeps, 'orders' | 'clock'>,
  accountId: AccountId,
  key: string,
): Promise<Order | null> {
  const order = await orders.readByIdempotencyKey(accountId, key)
  const isExpired =
    order !== null && clock.now().getTime() - order.createdAt.getTime() > maxOrderAgeMs
  return isExpired ? null : order
}
