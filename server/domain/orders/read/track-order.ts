// Tracks an order by code and email, without a key: API orders and web orders.

import { fail, ok, type Result } from '../../base/result.ts'
import { maxEmailAddressCharacters } from '../../base/text/text-lengths.ts'
import type { AnyOrderDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import { shipDayLine } from '../promise/ship-day.ts'
import { isWebCode } from '../record/code.ts'
import type { OrderStatus } from '../record/status.ts'
import type { Tracking } from '../record/tracking.ts'

export type TrackedOrder = {
  readonly code: string
  readonly status: OrderStatus
  readonly tracking: Tracking | null
  readonly updatedAt: Date
  /** Such as "Ships by Tuesday, December 1."; null while no day is promised. */
  readonly shipDay: string | null
}

type TrackingDeps = AnyOrderDeps & Pick<OrderDeps, 'clock'> & { readonly timeZone: string }

/**
 * Tracks an order. A wrong email and an unknown code cause the same failure with the same database queries, so that
 * the response time reveals nothing. The code is compared byte for byte.
 */
export async function trackOrder(
  deps: TrackingDeps,
  input: { readonly code: string; readonly email: string },
): Promise<Result<TrackedOrder, OrderFailure>> {
  const email = input.email.trim()
  const plausible = isPlausible(input.code, 64) && isPlausible(email, maxEmailAddressCharacters)
  const order = plausible ? await findByCodeAndEmail(deps, input.code, email) : null
  return order === null ? fail({ kind: 'order_not_found' }) : ok(order)
}

/** Makes the same queries for every code of a kind, whether or not the first query finds the order. */
async function findByCodeAndEmail(
  { orders, legacyOrders, clock, timeZone }: TrackingDeps,
  code: string,
  email: string,
): Promise<TrackedOrder | null> {
  const [order, earlier] = await Promise.all([
    orders.readByCodeAndEmail(code, email),
    isWebCode(code) ? legacyOrders.readByCodeAndEmail(code, email) : null,
  ])
  if (order !== null) return toTracked(order, shipDayLine(order, { now: clock.now(), timeZone }))
  return earlier === null ? null : toTracked(earlier, null)
}

const toTracked = (
  { code, status, tracking, updatedAt }: Omit<TrackedOrder, 'shipDay'>,
  shipDay: string | null,
): TrackedOrder => ({ code, status, tracking, updatedAt, shipDay })

/** The database cannot store NUL. */
const isPlausible = (text: string, maxLength: number) =>
  text.length <= maxLength && !text.includes('\0')
