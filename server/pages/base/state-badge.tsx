// The four general states. Each has a distinct icon, word and color, so that any one of them is sufficient.
import type { OrderStatus } from '../../domain/orders/record/status.ts'

/** waiting: for a user or a machine; running: in progress; done; broken: failed or closed. */
export type State = 'waiting' | 'running' | 'done' | 'broken'

export function StateBadge({ state, label }: { state: State; label: string }) {
  return (
    <span class={`state ${state}`}>
      <StateIcon state={state} />
      <span>{label}</span>
    </span>
  )
}

const shapes: Readonly<Record<State, string>> = {
  // A clock, a play triangle, a check mark, an exclamation mark.
  waiting: 'M8 4.6V8l2.4 1.6',
  running: 'M6.6 5.3v5.4L11 8z',
  done: 'M5 8.3l2.1 2.1L11 6',
  broken: 'M8 6.2v3M8 11.3v.1',
}

/** Outline icon that differs in shape as well as color, for use next to a word. */
export function StateIcon({ state }: { state: State }) {
  return (
    <svg
      class="state-icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {state === 'broken' ? <path d="M8 1.8l6.4 11.6H1.6z" /> : <circle cx="8" cy="8" r="6.2" />}
      <path d={shapes[state]} {...(state === 'running' && { fill: 'currentColor' })} />
    </svg>
  )
}

const orderStates = {
  PENDING_PAYMENT: 'waiting',
  RECEIVED: 'waiting',
  ACCEPTED: 'waiting',
  PRINTING: 'running',
  PRINTED: 'running',
  SHIPPED: 'done',
  DELIVERED: 'done',
  CANCELLED: 'broken',
  REJECTED: 'broken',
} as const satisfies Record<OrderStatus, State>

export const stateOfOrder = (status: OrderStatus): State => orderStates[status]
