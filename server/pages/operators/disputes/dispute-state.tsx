// State of a dispute as the desk shows it.
import { type Dispute, disputeStatusWords } from '../../../domain/orders/reversals/dispute.ts'
import type { DisputeStatus } from '../../../domain/payments/returns.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'

const states: Readonly<Record<DisputeStatus, State>> = {
  warning_needs_response: 'waiting',
  warning_under_review: 'running',
  warning_closed: 'done',
  needs_response: 'waiting',
  under_review: 'running',
  won: 'done',
  lost: 'broken',
  prevented: 'done',
}

export function DisputeState({ dispute: { status } }: { dispute: Pick<Dispute, 'status'> }) {
  return <StateBadge state={states[status]} label={disputeStatusWords[status]} />
}
