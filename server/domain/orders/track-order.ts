// Following an order without a key: the code and the e-mail address together, for orders of every store.

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
 * A wrong address and an unknown code are one answer from one statement, so the time tells no more than the words. The
 * code is looked up byte for byte.
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

/** The database holds no NUL. */
const isPlausible = (text: string, most: number) => text.length <= most && !text.includes('\0')
