// Finds the order that a question is about, only for its customer: an account reads its orders by code; anyone else
// also needs the order's email address, as for track_order.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { MissLimit } from '../limits/miss-limit.ts'
import type { SeenCodes } from '../limits/seen-codes.ts'
import { findOrder } from '../orders/find-order.ts'
import { readListedOrder } from '../orders/read/list-orders.ts'
import { type TrackedOrder, trackOrder } from '../orders/read/track-order.ts'
import type { Order } from '../orders/record/order.ts'
import { orderFacts, progressFacts } from './order-facts.ts'
import type { SupportDeps } from './ports.ts'

type Deps = Pick<SupportDeps, 'orders' | 'legacyOrders' | 'clock' | 'timeZone'>

export type Asker = {
  /** null if not signed in. */
  readonly caller: AccountCaller | null
  readonly clientAddress: string
  /** Counts wrong codes of askers without an account, shared with the order pages. */
  readonly misses: MissLimit
  /** Codes that were entered correctly from the address. Wrong codes from it do not block them. */
  readonly seenCodes: SeenCodes
}

/** `facts`: sentences. `none`: no code was sent. */
export type OwnOrder =
  | { readonly kind: 'none' }
  | { readonly kind: 'email_missing'; readonly code: string }
  | { readonly kind: 'not_found'; readonly code: string }
  | { readonly kind: 'found'; readonly code: string; readonly facts: readonly string[] }

/** Another customer's order is `not_found`, exactly like a code that does not exist. */
export async function findOwnOrder(
  deps: Deps,
  { caller, clientAddress, misses, seenCodes }: Asker,
  { code, email }: { readonly code: string | null; readonly email: string | null },
): Promise<Result<OwnOrder, LimitFailure>> {
  if (code === null) return ok({ kind: 'none' })
  if (caller !== null) {
    const listed = await readListedOrder(deps, caller, code)
    if (!listed.ok) return ok({ kind: 'not_found', code })
    const { kind, order } = listed.value
    return ok(kind === 'placed' ? toFound(deps, order) : isUnderway(order))
  }
  if (email === null) return ok({ kind: 'email_missing', code })
  const refusal = misses.refusal(clientAddress)
  if (refusal !== null && !(await seenCodes.wasRight(clientAddress, code))) return fail(refusal)
  const tracked = await trackOrder(deps, { code, email })
  if (!tracked.ok) {
    const counted = await misses.miss(clientAddress)
    return counted.ok ? ok({ kind: 'not_found', code }) : counted
  }
  await seenCodes.remember(clientAddress, code)
  const order = await findOrder(deps, code)
  return ok(order === null ? isUnderway(tracked.value) : toFound(deps, order))
}

/** Returns the newest order of the account; `none` if it has no order. */
export async function newestOwnOrder(deps: Deps, caller: AccountCaller): Promise<OwnOrder> {
  const [order] = await deps.orders.listRecent(caller.accountId, 1)
  return order === undefined ? { kind: 'none' } : toFound(deps, order)
}

const toFound = ({ clock, timeZone }: Deps, order: Order): OwnOrder => ({
  kind: 'found',
  code: order.code,
  facts: orderFacts(order, { now: clock.now(), timeZone }),
})

/** Returns an order of an earlier website. */
const isUnderway = (order: Pick<TrackedOrder, 'code' | 'status' | 'tracking'>): OwnOrder => ({
  kind: 'found',
  code: order.code,
  facts: progressFacts(order),
})
