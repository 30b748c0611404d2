// Disputes and fraud warnings on the page of their order.
import { Html } from '@elysiajs/html'
import {
  type Dispute,
  type FraudWarning,
  reasonWords,
} from '../../../domain/orders/disputes/dispute.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { attribute } from '../../base/attribute.ts'
import { type FieldErrors, TextField } from '../../base/form-fields.tsx'
import { money } from '../../base/money.ts'
import type { DeskUser } from '../desk-page.tsx'
import { orderPath } from '../order-path.ts'
import { Moment } from '../parts/moment.tsx'
import { disputePath } from './dispute-paths.ts'
import { DisputeState } from './dispute-state.tsx'

/** Empty for an order without any. */
export function DisputePanel(props: {
  order: Order
  disputes: readonly Dispute[]
  warnings: readonly FraudWarning[]
  user: DeskUser
  errors: FieldErrors
}) {
  const { order, disputes, warnings, user, errors } = props
  if (disputes.length + warnings.length === 0) return ''
  return (
    <section class="panel" aria-labelledby="disputes">
      <h2 id="disputes">Disputes</h2>
      <ul class="items">
        {disputes.map((dispute) => (
          <DisputeLine dispute={dispute} timeZone={user.timeZone} />
        ))}
        {warnings.map((warning) => (
          <WarningLine code={order.code} warning={warning} user={user} errors={errors} />
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
      <a href={attribute(disputePath(id))} safe>
        {`${money(amountCents)}, ${reasonWords(reason)}`}
      </a>
      {closedAt !== null || evidenceSubmittedAt !== null || evidenceDueAt === null ? (
        ''
      ) : (
        <p class="hint">
          Answer until <Moment at={evidenceDueAt} timeZone={timeZone} />
        </p>
      )}
    </li>
  )
}

type WarningProps = { code: string; warning: FraudWarning; user: DeskUser; errors: FieldErrors }

function WarningLine({ code, warning, user, errors }: WarningProps) {
  const { id, fraudType, actionable, warnedAt, resolution } = warning
  const isOpen = actionable && resolution === null
  return (
    <li>
      <span safe>{`Reported as fraud by the bank: ${reasonWords(fraudType)}`}</span>{' '}
      <Moment at={warnedAt} timeZone={user.timeZone} />
      {resolution === null ? '' : <p class="hint" safe>{`Dealt with: ${resolution}`}</p>}
      {!isOpen || user.role === 'viewer' ? (
        ''
      ) : (
        <form
          method="post"
          action={attribute(`${orderPath(code)}/fraud-warnings/${encodeURIComponent(id)}`)}
        >
          <TextField
            name="warningNote"
            label="What was found"
            value=""
            hint="For example: the customer confirmed the order. A refund prevents a dispute."
            errors={errors}
            input={{ maxlength: 200, autocomplete: 'off' }}
          />
          <button type="submit" class="quiet">
            Dealt with
          </button>
        </form>
      )}
    </li>
  )
}
