// Tracks an order by code and email, without a key: API orders and orders of the website checkout.

import { fail, ok, type Result } from '../base/result.ts'
import { isWebCode } from './code.ts'
import type { OrderFailure } from './failure.ts'
import type { Tracking } from './order.ts'
import type { OrderDeps } from './ports.ts'
import type { OrderStatus } from './status.ts'

export type TrackedOrder = {
  readonly code: string
  readonly status: OrderStatus
  readonly tracking: Tracking | null
  readonly updatedAt: Date
}

/**
 * A wrong email and an unknown code give the same failure from the same database query, so the response time reveals nothing. The
 * code is compared byte for byte.
 */
export async function trackOrder(
  deps: Pick<OrderDeps, 'orders' | 'webOrders'>,
  input: { readonly code: string; readonly email: string },
): Promise<Result<TrackedOrder, OrderFailure>> {
  const email = input.email.trim()
  const plausible = isPlausible(input.code, 64) && isPlausible(email, 320)
  const store = isWebCode(input.code) ? deps.webOrders : deps.orders
  const found = plausible ? await store.readByCodeAndEmail(input.code, email) : null
  if (found === null) return fail({ kind: 'order_not_found' })
  const { code, status, tracking, updatedAt } = found
  return ok({ code, status, tracking, updatedAt })
}

/** The database cannot store NUL. */
const isPlausible = (text: string, maxLength: number) =>
  text.length <= maxLength && !text.includes('\0')
