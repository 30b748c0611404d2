// Ports of the work queue.
import type { OrderId } from '../base/order-id.ts'
import type { Result } from '../base/result.ts'
import type { FarmFailure } from '../farm/failure.ts'
import type { FarmDeps, JobsChanged, OrderStandstill, QueuePlan } from '../farm/ports.ts'
import type { Order } from '../orders/order.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Priority } from '../orders/priority.ts'
import type { OperatorStatus } from '../orders/status.ts'
import type { EnteredTracking } from '../orders/tracking.ts'
import type { BulkAction, BulkOrder, BulkOutcome, NewBulkAction } from './bulk-action.ts'
import type { QueueFilter } from './queue-filter.ts'
import type { Spool } from './spools.ts'

export type OrderNote = {
  readonly id: string
  readonly by: string
  readonly text: string
  readonly at: Date
}

export type WorkChange =
  | { readonly kind: 'hold'; readonly reason: string }
  | { readonly kind: 'release' }
  | { readonly kind: 'priority'; readonly priority: Priority }
  /** The commands of its files may be printed. */
  | { readonly kind: 'reviewed' }

/** An order whose row is locked until the transaction ends, and what its change reads and writes in that transaction. */
export type LockedOrder = {
  readonly order: Order
  readonly orders: Pick<OrderDeps['orders'], 'changesSince'>
  readonly orderLines: OrderDeps['orderLines']
  readonly measurements: Pick<OrderDeps['measurements'], 'read'>
  readonly printEstimates: Pick<OrderDeps['printEstimates'], 'read'>
  /** Good parts of its print jobs; undefined for an order without any. */
  readonly goodParts: () => Promise<number | undefined>
  readonly changeWork: (change: WorkChange) => Promise<Order>
  /** Null when an unpaid order would be released without `unpaid`. */
  readonly setStatus: (change: {
    readonly status: OperatorStatus
    readonly tracking: EnteredTracking | null
    readonly unpaid?: boolean
    /** Set only on an order that has no promised ship date yet. */
    readonly dueAt?: Date
  }) => Promise<Order | null>
  /** Accepts a received order, and makes its print jobs. */
  readonly queue: (plan: QueuePlan) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill>>
}

export type OrderWork = {
  /** One transaction: reads the order once, under its lock, and runs the change. Null when there is no such order. */
  readonly change: <T>(
    code: string,
    request: { readonly by: string; readonly run: (locked: LockedOrder) => Promise<T> },
  ) => Promise<T | null>
  readonly addNote: (orderId: OrderId, note: Omit<OrderNote, 'at'>) => Promise<void>
  /** Newest first. */
  readonly listNotes: (orderId: OrderId) => Promise<readonly OrderNote[]>
}

/** Sums over orders; grams and hundredths of machine hours over all parts. */
export type WorkSums = {
  readonly orders: number
  readonly parts: number
  readonly grams: number
  readonly centihours: number
}

/** `orders`: those with a line of the spool; parts, grams and hours are those of these lines alone. */
export type SpoolGroup = WorkSums & Spool

export type QueueSlice = {
  readonly orders: readonly Order[]
  readonly sums: WorkSums
  /** There are more orders than are searched: the sums are those of the first ones. */
  readonly isCapped: boolean
  /**
   * The first hundred groups of the whole filter, the most urgent first; empty unless the filter groups. An order of several spools
   * counts in the group of each and is listed with the first of them.
   */
  readonly groups: readonly SpoolGroup[]
}

export type OrderQueue = {
  /** `now`: what "late" and ages are measured against. */
  readonly read: (request: {
    readonly filter: QueueFilter
    readonly now: Date
    readonly offset: number
    readonly limit: number
  }) => Promise<QueueSlice>
  /** Whether more orders have the filter's status, or match its search, than `list` and `read` search. */
  readonly isCapped: (filter: QueueFilter, now: Date) => Promise<boolean>
  /** In the order of the filter. */
  readonly list: (request: {
    readonly filter: QueueFilter
    readonly now: Date
    readonly limit: number
  }) => Promise<readonly Order[]>
  /** All orders of the filter, oldest first, in batches that are read as they are taken; of a search that is not capped. */
  readonly stream: (filter: QueueFilter, now: Date) => AsyncIterable<readonly Order[]>
  /** Those that exist, in the order of the codes. */
  readonly readByCodes: (codes: readonly string[]) => Promise<readonly Order[]>
}

/** What is done with each order, and by whom. */
export type BulkRun = {
  readonly by: string
  readonly run: (locked: LockedOrder) => Promise<BulkOutcome>
}

export type BulkActions = {
  readonly create: (action: NewBulkAction) => Promise<void>
  readonly read: (id: string) => Promise<BulkAction | null>
  /** Replaces the tracking of the orders by code. False once the action is confirmed. */
  readonly enterTracking: (
    id: string,
    entered: {
      readonly tracking: ReadonlyMap<string, EnteredTracking>
      readonly withoutTracking: boolean
    },
  ) => Promise<boolean>
  /** The first call fixes the tracking. */
  readonly confirm: (id: string) => Promise<void>
  /**
   * One transaction for one order: runs the change, and records its outcome. Changes nothing when the outcome is known already. An
   * order whose version has changed is refused. Returns whether this call changed the order.
   */
  readonly apply: (id: string, order: BulkOrder, request: BulkRun) => Promise<boolean>
}

export type FulfillmentDeps = OrderDeps &
  Pick<FarmDeps, 'printers' | 'plateProfiles'> & {
    readonly orderWork: OrderWork
    readonly orderQueue: OrderQueue
    readonly bulkActions: BulkActions
  }
