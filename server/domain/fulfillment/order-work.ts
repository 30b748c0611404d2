// Holds, releases, reviews, prioritizes and annotates one order. Every change except a note increments the order's
// version.
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderFailure, StatusFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { needsFileReview } from '../orders/record/file-review.ts'
import { isHoldable } from '../orders/record/held.ts'
import type { Order } from '../orders/record/order.ts'
import type { FulfillmentFailure } from './failure.ts'
import { changeLocked, checkVersion } from './locked-order.ts'
import type { FulfillmentDeps, WorkChange } from './ports.ts'

export type WorkRefusal = OrderFailure | StatusFailure | FulfillmentFailure

export type WorkInput = {
  readonly code: string
  readonly change: WorkChange
  /** The version that the operator saw; undefined = the current version. */
  readonly version?: number | undefined
}

/** Applies a change. A change that is already in place has no effect. Holding a held order replaces the reason. */
export async function changeOrderWork(
  deps: Pick<FulfillmentDeps, 'orderWork' | 'log'>,
  operator: string,
  { code, change, version }: WorkInput,
): Promise<Result<Order, WorkRefusal>> {
  const changed = await changeLocked(
    deps,
    operator,
    code,
    async (locked): Promise<Result<WorkChanged, WorkRefusal>> => {
      const { order } = locked
      const current = await checkVersion(locked, version)
      if (!current.ok) return current
      if (isInPlace(order, change)) return ok({ order, isChanged: false })
      if (change.kind === 'hold' && !isHoldable(order.status)) {
        return fail({ kind: 'hold_too_late', status: order.status })
      }
      return ok({ order: await locked.changeWork(change), isChanged: true })
    },
  )
  if (!changed.ok) return changed
  const { order, isChanged } = changed.value
  if (isChanged) deps.log.info(`order.${logged[change.kind]}`, { code, by: operator })
  return ok(order)
}

type WorkChanged = { readonly order: Order; readonly isChanged: boolean }

const logged = {
  hold: 'held',
  release: 'released',
  priority: 'priority_set',
  reviewed: 'reviewed',
} as const

function isInPlace({ hold, priority, fileReview }: Order, change: WorkChange): boolean {
  switch (change.kind) {
    case 'hold':
      return hold?.reason === change.reason
    case 'release':
      return hold === null
    case 'priority':
      return priority === change.priority
    case 'reviewed':
      return !needsFileReview({ fileReview })
  }
}

/** Adds a note for operators. Notes are append-only, so they need no version. */
export async function addOrderNote(
  deps: Pick<FulfillmentDeps, 'ids' | 'orderWork' | 'orders'>,
  operator: string,
  { code, text }: { readonly code: string; readonly text: string },
): Promise<Result<Order, OrderFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  await deps.orderWork.addNote(order.id, { id: deps.ids.uuid(), by: operator, text })
  return ok(order)
}
