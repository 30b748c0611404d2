// A bulk change of orders: which orders it includes, and why it excludes others. The preview fixes the orders and their
// versions; the confirmation changes exactly those.
import type { OrderId } from '../base/ids/order-id.ts'
import { isHoldable } from '../orders/record/held.ts'
import type { Order } from '../orders/record/order.ts'
import type { Priority } from '../orders/record/priority.ts'
import type { EnteredTracking } from '../orders/record/tracking.ts'
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
  /** `queues`: for `accept`, the same write also queues the parts as print jobs. */
  | { readonly kind: StepKind; readonly queues?: boolean }
  | { readonly kind: 'release' }
  | { readonly kind: 'hold'; readonly reason: string }
  | { readonly kind: 'priority'; readonly priority: Priority }

export type StepChange = Extract<BulkChange, { readonly kind: StepKind }>

export const isStepChange = (change: BulkChange): change is StepChange => isStepKind(change.kind)

/**
 * Why an order is excluded. `changed`: it has changed since the operator saw it. `wrong_status`: also of an order
 * without personal data, which is not shipped again.
 */
export type Exclusion =
  | Exclude<StepObstacle, 'erased'>
  | 'not_held'
  | 'same_priority'
  | 'changed'
  | 'not_found'
  | 'no_tracking'

export type BulkOrder = {
  /** Position of the order in the action, starting at 0. */
  readonly place: number
  readonly code: string
  /** The order with this code, as shown; null if there is none. */
  readonly order: { readonly id: OrderId; readonly version: number } | null
  /** The tracking to ship with; null = the tracking already entered in the order. */
  readonly tracking: EnteredTracking | null
  /** null until the action is confirmed. */
  readonly outcome: Exclude<(typeof bulkOutcomes)[number], 'pending'> | null
  readonly why: Exclusion | null
}

/** `why`: null for an order that was changed. */
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
  /** Whether orders without tracking are shipped too. */
  readonly withoutTracking: boolean
  readonly createdAt: Date
  readonly confirmedAt: Date | null
}

/** Returns why the change excludes the order; null if it includes it. `seen`: the version on the operator's page. */
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
    default: {
      const obstacle = stepObstacle(order, change.kind, change)
      return obstacle === 'erased' ? 'wrong_status' : obstacle
    }
  }
}

/** To be changed, changed, excluded at the preview, or refused at the confirmation. */
export const bulkOutcomes = ['pending', 'done', 'excluded', 'refused'] as const

/** Number of orders per outcome. */
export type BulkCounts = Readonly<Record<(typeof bulkOutcomes)[number], number>>

export function countBulk({ orders }: Pick<BulkAction, 'orders'>): BulkCounts {
  const counts = { pending: 0, done: 0, excluded: 0, refused: 0 }
  for (const { outcome } of orders) counts[outcome ?? 'pending'] += 1
  return counts
}

/**
 * Whether the order has tracking. `orders`: the current orders by code, whose tracking applies if the action has none.
 */
export const hasTracking = (
  { code, tracking }: Pick<BulkOrder, 'code' | 'tracking'>,
  orders: ReadonlyMap<string, Pick<Order, 'enteredTracking'>>,
): boolean => (tracking ?? orders.get(code)?.enteredTracking ?? null) !== null

/** Number of orders in a shipping action with tracking, without it, and left out because they have none. */
export type ShippingCounts = Readonly<Record<'tracked' | 'untracked' | 'left', number>>

/** `orders`: the current orders by code. */
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
