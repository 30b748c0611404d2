// Holding, releasing, ranking and annotating one order. Every change but a note raises the order's version.
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderFailure, StatusFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { isHoldable } from '../orders/held.ts'
import type { Order } from '../orders/order.ts'
import { changedSince } from '../orders/refund/refund-order.ts'
import type { FulfillmentFailure } from './failure.ts'
import type { FulfillmentDeps, WorkChange } from './ports.ts'

export type WorkRefusal = OrderFailure | StatusFailure | FulfillmentFailure

export type WorkInput = {
  readonly code: string
  readonly change: WorkChange
  /** The version that the operator saw; undefined = the current one. */
  readonly version?: number | undefined
}

const maxAttempts = 20

/** A change that is in place already changes nothing. Holding a held order replaces the reason. */
export async function changeOrderWork(
  deps: FulfillmentDeps,
  operator: string,
  { code, change, version: seen }: WorkInput,
): Promise<Result<Order, WorkRefusal>> {
  // A concurrent change makes the write fail: without a version the order is then read and checked again.
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await findOrder(deps, code)
    if (before === null) return fail({ kind: 'order_not_found' })
    const version = seen ?? before.version
    if (version !== before.version) return await changedSince(deps, before, version)
    if (isInPlace(before, change)) return ok(before)
    if (change.kind === 'hold' && !isHoldable(before.status)) {
      return fail({ kind: 'hold_too_late', status: before.status })
    }
    const order = await deps.orderWork.change(before.id, { change, by: operator, version })
    if (order === null) continue
    deps.log.info(`order.${logged[change.kind]}`, { code, by: operator })
    return ok(order)
  }
  throw new Error(`order ${code} changed at every attempt to change its place in the queue`)
}

const logged = { hold: 'held', release: 'released', priority: 'priority_set' } as const

function isInPlace({ hold, priority }: Order, change: WorkChange): boolean {
  switch (change.kind) {
    case 'hold':
      return hold?.reason === change.reason
    case 'release':
      return hold === null
    case 'priority':
      return priority === change.priority
  }
}

/** Notes are for operators. They are only ever added, so they need no version. */
export async function addOrderNote(
  deps: FulfillmentDeps,
  operator: string,
  { code, text }: { readonly code: string; readonly text: string },
): Promise<Result<Order, OrderFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  await deps.orderWork.addNote(order.id, { id: deps.ids.uuid(), by: operator, text })
  return ok(order)
}
