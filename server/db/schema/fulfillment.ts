// Operators' work: notes, the searchable words of orders, and bulk actions.

import type { Generated } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { BulkKind, Exclusion } from '../../domain/fulfillment/bulk-action.ts'
import type { Created, JsonOrNull } from './columns.ts'

export type OrderNotesTable = {
  id: string
  order_id: OrderId
  by: string
  text: string
  at: Created
}

/** Filled by a trigger. */
export type OrderSearchTable = {
  order_id: OrderId
  /** tsvector */
  words: string
}

export type BulkActionsTable = {
  id: string
  by: string
  kind: BulkKind
  /** Reason of a hold. */
  reason: string | null
  priority: number | null
  /** The filter that selected the orders; null for a manual selection. */
  filter: JsonOrNull
  without_tracking: Generated<boolean>
  /** `accept` only: the parts are queued as print jobs. */
  queues: Generated<boolean>
  created_at: Created
  confirmed_at: Date | null
}

export type BulkActionOrdersTable = {
  bulk_id: string
  place: number
  order_id: OrderId | null
  code: string
  version: number | null
  tracking: JsonOrNull
  /** Null until the action is confirmed. */
  outcome: 'done' | 'excluded' | 'refused' | null
  why: Exclusion | null
}
