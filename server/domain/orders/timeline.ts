// The history of an order as its customer sees it: no operators, holds, priorities and notes.
import type { OrderChange } from './change.ts'
import type { Order } from './order.ts'
import { isByDeadline } from './payment-deadline.ts'
import type { OrderStatus } from './status.ts'

/** `backward`: the farm took a step back, for example to print a part again. */
export type TimelineEntry = { readonly at: Date } & (
  | { readonly kind: 'placed' }
  | {
      readonly kind: 'status'
      readonly status: OrderStatus
      readonly backward: boolean
      /** Cancelled, because it was not paid in time. */
      readonly isOverdue?: true
    }
  | { readonly kind: 'refunded'; readonly amountCents: number }
)

const steps: readonly OrderStatus[] = [
  'PENDING_PAYMENT',
  'RECEIVED',
  'ACCEPTED',
  'PRINTING',
  'PRINTED',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
  'REJECTED',
]

/** Oldest first. */
export function timelineOf(
  { createdAt }: Pick<Order, 'createdAt'>,
  changes: readonly OrderChange[],
): readonly TimelineEntry[] {
  return [{ kind: 'placed', at: createdAt }, ...changes.flatMap(entriesOf)]
}

function entriesOf(change: OrderChange): TimelineEntry[] {
  const { at, from, to, refund, work } = change
  if (work !== null) return []
  if (refund !== null) {
    const { amountCents, state } = refund
    return state === 'succeeded' ? [{ kind: 'refunded', at, amountCents }] : []
  }
  if (from === to) return []
  const backward = steps.indexOf(to) < steps.indexOf(from)
  return [
    { kind: 'status', at, status: to, backward, ...(isByDeadline(change) && { isOverdue: true }) },
  ]
}
