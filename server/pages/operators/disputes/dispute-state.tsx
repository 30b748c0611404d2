// The state of a dispute as the desk shows it.
import { Html } from '@elysiajs/html'
import type { Dispute } from '../../../domain/orders/disputes/dispute.ts'
import type { DisputeStatus } from '../../../domain/payments/returns.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'

const states: Readonly<Record<DisputeStatus, readonly [State, string]>> = {
  warning_needs_response: ['waiting', 'Inquiry: waits for an answer'],
  warning_under_review: ['running', 'Inquiry: the bank decides'],
  warning_closed: ['done', 'Inquiry closed'],
  needs_response: ['waiting', 'Waits for an answer'],
  under_review: ['running', 'The bank decides'],
  won: ['done', 'Won'],
  lost: ['broken', 'Lost'],
  prevented: ['done', 'Prevented'],
}

export function DisputeState({ dispute: { status } }: { dispute: Pick<Dispute, 'status'> }) {
  const [state, label] = states[status]
  return <StateBadge state={state} label={label} />
}
