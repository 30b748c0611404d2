// Tracks an order by code and email, without a key: API orders and orders of the website checkout.

import { fail, ok, type Result } from '../../base/result.ts'
import { maxMailAddressCharacters } from '../../base/text-lengths.ts'
import { isWebCode } from '../code.ts'
import type { AnyOrderDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { Tracking } from '../order.ts'
import type { OrderStatus } from '../status.ts'

export type TrackedOrder = {
  readonly code: string
  readonly status: OrderStatus
  readonly tracking: Tracking | null
  readonly updatedAt: Date
}

/**
 * A wrong email and an unknown code give the same failure from the same database queries, so the response time reveals nothing. The
 * code is compared byte for byte.
 */
export async function trackOrder(
  deps: AnyOrderDeps,
  input: { readonly code: string; readonly email: string },
): Promise<Result<TrackedOrder, OrderFailure>> {
  const email = input.email.trim()
  const plausible = isPlausible(input.code, 64) && isPlausible(email, maxMailAddressCharacters)
  const order = plausible ? await findByCodeAndEmail(deps, input.code, email) : null
  if (order === null) return fail({ kind: 'order_not_found' })
  const { code, status, tracking, updatedAt } = order
  return ok({ code, status, tracking, updatedAt })
}

/** The same queries for every code of one kind, whether or not the first one finds the order. */
async function findByCodeAndEmail(
  { orders, legacyOrders }: AnyOrderDeps,
  code: string,
  email: string,
): Promise<TrackedOrder | null> {
  if (!isWebCode(code)) return await orders.readByCodeAndEmail(code, email)
  const [order, earlier] = await Promise.all([
    orders.readByCodeAndEmail(code, email),
    legacyOrders.readByCodeAndEmail(code, email),
  ])
  return order ?? earlier
}

/** The database cannot store NUL. */
const isPlausible = (text: string, maxLength: number) =>
  text.length <= maxLength && !text.includes('\0')
