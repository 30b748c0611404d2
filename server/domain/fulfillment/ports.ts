// Ports of the work queue.
import type { OrderId } from '../base/ids/order-id.ts'
import type { Result } from '../base/result.ts'
import type { FarmFailure } from '../farm/failure.ts'
import type { FarmDeps, JobsChanged, OrderStandstill, QueuePlan } from '../farm/ports.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Order } from '../orders/record/order.ts'
import type { Priority } from '../orders/record/priority.ts'
import type { OperatorStatus } from '../orders/record/status.ts'
import type { EnteredTracking } from '../orders/record/tracking.ts'
import type { BulkAction, BulkOrder, BulkOutcome, NewBulkAction } from './bulk-action.ts'
import type { QueueFilter } from './queue-filter.ts'
import type { NeededSpool } from './spool-groups.ts'

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
  /** The commands in the order's files may be printed. */
  | { readonly kind: 'reviewed' }

/** An order whose row is locked until the transaction ends, with the reads and writes of its change. */
export type LockedOrder = {
  readonly order: Order
  readonly orders: Pick<OrderDeps['orders'], 'changesSince'>
  readonly orderLines: OrderDeps['orderLines']
  readonly measurements: Pick<OrderDeps['measurements'], 'read'>
  readonly printEstimates: Pick<OrderDeps['printEstimates'], 'read'>
  /** Returns the good parts of its print jobs; undefined for an order without jobs. */
  readonly goodParts: () => Promise<number | undefined>
  readonly changeWork: (change: WorkChange) => Promise<Order>
  /** Returns null if the change would release an unpaid order without `unpaid`. */
  readonly setStatus: (change: {
    readonly status: OperatorStatus
    readonly tracking: EnteredTracking | null
    readonly unpaid?: boolean
    /** Set only on an order without a promised ship date. */
    readonly dueAt?: Date
  }) => Promise<Order | null>
  /** Accepts a received order and creates its print jobs. */
  readonly queue: (plan: QueuePlan) => Promise<Result<JobsChanged, FarmFailure | OrderStandstill>>
}

export type OrderWork = {
  /** Reads and locks the order and runs the change in one transaction. Returns null if there is no such order. */
  readonly change: <T>(
    code: string,
    request: { readonly by: string; readonly run: (locked: LockedOrder) => Promise<T> },
  ) => Promise<T | null>
  readonly addNote: (orderId: OrderId, note: Omit<OrderNote, 'at'>) => Promise<void>
  /** Newest first. */
  readonly listNotes: (orderId: OrderId) => Promise<readonly OrderNote[]>
}

/** Sums over orders. Grams and hundredths of machine hours include all parts. */
export type WorkSums = {
  readonly orders: number
  readonly parts: number
  readonly grams: number
  readonly centihours: number
}

/** `orders`: orders with a line that uses the spool. Parts, grams and hours include only these lines. */
export type SpoolGroup = WorkSums & NeededSpool

export type QueueSlice = {
  readonly orders: readonly Order[]
  readonly sums: WorkSums
  /** Whether more orders exist than are searched, so that the sums cover only the first ones. */
  readonly isCapped: boolean
  /**
   * The first hundred groups of the whole filter, most urgent first; empty unless the filter groups. An order with
   * several spools is included in each of their groups and listed in the first one.
   */
  readonly groups: readonly SpoolGroup[]
}

export type OrderQueue = {
  /** `now`: reference time for lateness and age. */
  readonly read: (request: {
    readonly filter: QueueFilter
    readonly now: Date
    readonly offset: number
    readonly limit: number
  }) => Promise<QueueSlice>
  /** Whether more orders have the filter's status or match its search than `list` and `read` search. */
  readonly isCapped: (filter: QueueFilter, now: Date) => Promise<boolean>
  /** Returns orders in filter order. */
  readonly list: (request: {
    readonly filter: QueueFilter
    readonly now: Date
    readonly limit: number
  }) => Promise<readonly Order[]>
  /** Streams all orders of the filter, oldest first, reading batches on demand. Searches must not be capped. */
  readonly stream: (filter: QueueFilter, now: Date) => AsyncIterable<readonly Order[]>
  /** Returns the existing orders in the sequence of the codes. */
  readonly readByCodes: (codes: readonly string[]) => Promise<readonly Order[]>
}

/** The change to apply to each order, and the operator. */
export type BulkRun = {
  readonly by: string
  readonly run: (locked: LockedOrder) => Promise<BulkOutcome>
}

export type BulkActions = {
  readonly create: (action: NewBulkAction) => Promise<void>
  readonly read: (id: string) => Promise<BulkAction | null>
  /** Replaces the tracking of the orders by code. Returns false after the action is confirmed. */
  readonly enterTracking: (
    id: string,
    entered: {
      readonly tracking: ReadonlyMap<string, EnteredTracking>
      readonly withoutTracking: boolean
    },
  ) => Promise<boolean>
  /** Confirms the action. The first call makes the tracking final. */
  readonly confirm: (id: string) => Promise<void>
  /**
   * Runs the change of one order in a transaction and records its outcome. Does nothing if an outcome is already
   * recorded. Refuses an order whose version has changed. Returns whether this call changed the order.
   */
  readonly apply: (id: string, order: BulkOrder, request: BulkRun) => Promise<boolean>
}

export type FulfillmentDeps = OrderDeps &
  Pick<FarmDeps, 'printers' | 'plateProfiles'> & {
    readonly orderWork: OrderWork
    readonly orderQueue: OrderQueue
    readonly bulkActions: BulkActions
  }
