// The step that an order takes next on its way through the farm, and whether it can take it.

import { needsFileReview } from '../orders/file-review.ts'
import type { Order } from '../orders/order.ts'
import { isRefundedInFull } from '../orders/refund.ts'
import { isUnreleased, type OperatorStatus, type OrderStatus } from '../orders/status.ts'

export type StepKind = 'accept' | 'start' | 'finish' | 'ship' | 'deliver'

export type Step = {
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
} as const satisfies Readonly<Record<StepKind, Step>>

export const isStepKind = (word: string): word is StepKind => Object.hasOwn(steps, word)

/** null when the order needs nothing more, or waits for its payment. */
export const nextStep = (status: OrderStatus): Step | null =>
  Object.values(steps).find(({ from }) => from === status) ?? null

export type StepObstacle = 'unpaid' | 'wrong_status' | 'held' | 'needs_review' | 'refunded'

/**
 * Why an order cannot take a step; null when it can. An order that was released unpaid takes its steps (decisions.md 48). `queues`: the
 * step makes print jobs.
 */
export function stepObstacle(
  order: Order,
  kind: StepKind,
  { queues = false }: { readonly queues?: boolean | undefined } = {},
): StepObstacle | null {
  if (isUnreleased(order)) return 'unpaid'
  if (order.status !== steps[kind].from) return 'wrong_status'
  if (order.hold !== null) return 'held'
  if (needsFileReview(order)) return 'needs_review'
  return queues && isRefundedInFull(order) ? 'refunded' : null
}
