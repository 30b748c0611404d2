// The next step of an order in the farm's workflow, and whether the order can take it.

import { needsFileReview } from '../orders/record/file-review.ts'
import { isErased, type Order } from '../orders/record/order.ts'
import { isUnreleased, type OperatorStatus, type OrderStatus } from '../orders/record/status.ts'
import { isRefundedInFull } from '../orders/reversals/refund.ts'

export type StepKind = 'accept' | 'start' | 'finish' | 'ship' | 'deliver'

export type WorkStep = {
  readonly kind: StepKind
  readonly from: OperatorStatus
  readonly to: OperatorStatus
}

export const steps = {
  accept: { kind: 'accept', from: 'RECEIVED', to: 'ACCEPTED' },
  start: { kind: 'start', from: 'ACCEPTED', to: 'PRINTING' },
  finish: { kind: 'finish', from: 'PRINTING', to: 'PRINTED' },
  ship: { kind: 'ship', from: 'PRINTED', to: 'SHIPPED' },
  deliver: { kind: 'deliver', from: 'SHIPPED', to: 'DELIVERED' },
} as const satisfies Readonly<Record<StepKind, WorkStep>>

export const isStepKind = (word: string): word is StepKind => Object.hasOwn(steps, word)

/** Returns null if the order is complete or waits for its payment. */
export const nextStep = (status: OrderStatus): WorkStep | null =>
  Object.values(steps).find(({ from }) => from === status) ?? null

/** `erased`: the personal data of the order was removed, so it has no address to ship to. */
export type StepObstacle =
  | 'unpaid'
  | 'wrong_status'
  | 'erased'
  | 'held'
  | 'needs_review'
  | 'refunded'

/**
 * Returns why an order cannot take a step; null if it can. An order that was released unpaid can take its steps
 * (decisions.md 48). `queues`: the step creates print jobs.
 */
export function stepObstacle(
  order: Order,
  kind: StepKind,
  { queues = false }: { readonly queues?: boolean | undefined } = {},
): StepObstacle | null {
  if (isUnreleased(order)) return 'unpaid'
  if (order.status !== steps[kind].from) return 'wrong_status'
  if (kind === 'ship' && isErased(order)) return 'erased'
  if (order.hold !== null) return 'held'
  if (needsFileReview(order)) return 'needs_review'
  return queues && isRefundedInFull(order) ? 'refunded' : null
}
