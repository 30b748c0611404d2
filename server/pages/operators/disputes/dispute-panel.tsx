// Disputes and fraud warnings on the order page.
import {
  type Dispute,
  type FraudWarning,
  reasonWords,
} from '../../../domain/orders/reversals/dispute.ts'
import { money } from '../../base/money.ts'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { disputePath } from './dispute-paths.ts'
import { DisputeState } from './dispute-state.tsx'
import { WarningForm } from './warning-form.tsx'

/** Empty for an order without any. */
export function DisputePanel(props: {
  disputes: readonly Dispute[]
  warnings: readonly FraudWarning[]
  user: DeskUser
}) {
  const { disputes, warnings, user } = props
  if (disputes.length + warnings.length === 0) return ''
  return (
    <section class="panel" aria-labelledby="disputes">
      <h2 id="disputes">Disputes</h2>
      <ul class="items">
        {disputes.map((dispute) => (
          <DisputeLine dispute={dispute} timeZone={user.timeZone} />
        ))}
        {warnings.map((warning) => (
          <WarningLine warning={warning} user={user} />
        ))}
      </ul>
    </section>
  )
}

function DisputeLine({ dispute, timeZone }: { dispute: Dispute; timeZone: string }) {
  const { id, amountCents, reason, evidenceDueAt, evidenceSubmittedAt, closedAt } = dispute
  return (
    <li>
      <DisputeState dispute={dispute} />{' '}
      <a href={disputePath(id)}>{`${money(amountCents)}, ${reasonWords(reason)}`}</a>
      {closedAt !== null || evidenceSubmittedAt !== null || evidenceDueAt === null ? (
        ''
      ) : (
        <p class="hint">
          Respond by <Moment at={evidenceDueAt} timeZone={timeZone} />
        </p>
      )}
    </li>
  )
}

function WarningLine({ warning, user }: { warning: FraudWarning; user: DeskUser }) {
  const { fraudType, warnedAt, resolution } = warning
  return (
    <li>
      <span>{`Reported as fraud by the bank: ${reasonWords(fraudType)}`}</span>{' '}
      <Moment at={warnedAt} timeZone={user.timeZone} />
      {resolution === null ? '' : <p class="hint">{`Resolution: ${resolution}`}</p>}
      <WarningForm warning={warning} user={user} />
    </li>
  )
}
