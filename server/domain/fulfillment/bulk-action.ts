// One change of many orders: which orders it takes, and why it leaves others out. The orders and their versions are fixed when the
// action is previewed; confirming it changes exactly those.
import type { OrderId } from '../base/order-id.ts'
import { isHoldable } from '../orders/held.ts'
import type { Order } from '../orders/order.ts'
import type { Priority } from '../orders/priority.ts'
import type { EnteredTracking } from '../orders/tracking.ts'
import { isStepKind, type StepKind, type StepObstacle, stepObstacle } from './next-step.ts'
import type { QueueFilter } from './queue-filter.ts'

export type BulkKind = StepKind | 'hold' | 'release' | 'priority'

export const bulkKinds = [
  'accept',
  'start',
  'finish',
  'ship',
  'deliver',
  'hold',
  'release',
  'priority',
] as const satisfies readonly BulkKind[]

export const isBulkKind = (word: string): word is BulkKind =>
  bulkKinds.some((kind) => kind === word)

export type BulkChange =
  /** `queues`: of `accept`, the parts become print jobs in the same write. */
  | { readonly kind: StepKind; readonly queues?: boolean }
  | { readonly kind: 'release' }
  | { readonly kind: 'hold'; readonly reason: string }
  | { readonly kind: 'priority'; readonly priority: Priority }

export type StepChange = Extract<BulkChange, { readonly kind: StepKind }>

export const isStepChange = (change: BulkChange): change is StepChange => isStepKind(change.kind)

/** Why an order is left out. `changed`: it has changed since the operator saw it. */
export type Exclusion =
  | StepObstacle
  | 'not_held'
  | 'same_priority'
  | 'changed'
  | 'not_found'
  | 'no_tracking'

export type BulkOrder = {
  /** Its place in the action, from 0. */
  readonly place: number
  readonly code: string
  /** What is shown next to the code; null for a code that no order has. */
  readonly order: { readonly id: OrderId; readonly version: number } | null
  /** The tracking to ship with; null = the one already entered in the order. */
  readonly tracking: EnteredTracking | null
  /** null until the action is confirmed. */
  readonly outcome: Exclude<(typeof bulkOutcomes)[number], 'pending'> | null
  readonly why: Exclusion | null
}

/** `why`: null of an order that was changed. */
export type BulkOutcome = {
  readonly outcome: NonNullable<BulkOrder['outcome']>
  readonly why: Exclusion | null
}

export type NewBulkAction = {
  readonly id: string
  readonly by: string
  readonly change: BulkChange
  /** null for a selection. */
  readonly filter: QueueFilter | null
  readonly orders: readonly BulkOrder[]
}

export type BulkAction = NewBulkAction & {
  /** Orders without tracking are shipped too. */
  readonly withoutTracking: boolean
  readonly createdAt: Date
  readonly confirmedAt: Date | null
}

/** Why the change leaves the order out; null when it takes it. `seen` = the version on the operator's page. */
export function exclusionOf(
  change: BulkChange,
  order: Order,
  seen: number | null,
): Exclusion | null {
  if (seen !== null && seen !== order.version) return 'changed'
  switch (change.kind) {
    case 'hold':
      if (!isHoldable(order.status)) return 'wrong_status'
      return order.hold === null ? null : 'held'
    case 'release':
      return order.hold === null ? 'not_held' : null
    case 'priority':
      return order.priority === change.priority ? 'same_priority' : null
    default:
      return stepObstacle(order, change.kind, change)
  }
}

/** Will be changed, was changed, and was left out before or at the confirmation. */
export const bulkOutcomes = ['pending', 'done', 'excluded', 'refused'] as const

/** How many orders have each outcome. */
export type BulkCounts = Readonly<Record<(typeof bulkOutcomes)[number], number>>

export function countBulk({ orders }: Pick<BulkAction, 'orders'>): BulkCounts {
  const counts = { pending: 0, done: 0, excluded: 0, refused: 0 }
  for (const { outcome } of orders) counts[outcome ?? 'pending'] += 1
  return counts
}

/** `orders`: the current ones, by code; an order's own tracking counts where the action has none. */
export const hasTracking = (
  { code, tracking }: Pick<BulkOrder, 'code' | 'tracking'>,
  orders: ReadonlyMap<string, Pick<Order, 'enteredTracking'>>,
): boolean => (tracking ?? orders.get(code)?.enteredTracking ?? null) !== null

/** How many of the orders that an action ships have tracking, ship without it, or stay because they have none. */
export type ShippingCounts = Readonly<Record<'tracked' | 'untracked' | 'left', number>>

/** `orders`: the current ones, by code. */
export function countShipping(
  action: Pick<BulkAction, 'orders' | 'withoutTracking'>,
  orders: ReadonlyMap<string, Pick<Order, 'enteredTracking'>>,
): ShippingCounts {
  const pending = action.orders.filter(({ outcome }) => outcome === null)
  const tracked = pending.filter((order) => hasTracking(order, orders)).length
  const rest = pending.length - tracked
  return action.withoutTracking
    ? { tracked, untracked: rest, left: 0 }
    : { tracked, untracked: 0, left: rest }
}
