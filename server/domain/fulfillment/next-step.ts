// The step that an order takes next on its way through the farm.
import type { OperatorStatus, OrderStatus } from '../orders/status.ts'

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

/** null when the order needs nothing more, or waits for its payment. */
export const nextStep = (status: OrderStatus): Step | null =>
  Object.values(steps).find(({ from }) => from === status) ?? null
