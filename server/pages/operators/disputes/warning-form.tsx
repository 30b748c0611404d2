// Form in which an operator records the findings about a fraud warning.
import { maxReasonCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { FraudWarning } from '../../../domain/orders/reversals/dispute.ts'
import { type FieldErrors, TextField } from '../../../html/form-fields.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { warningPath } from './dispute-paths.ts'

export type WarningFormProps = {
  readonly warning: FraudWarning
  readonly user: DeskUser
  /** Text as typed. */
  readonly note?: string
  readonly errors?: FieldErrors
}

/** Returns a field id that is unique per warning, because an order page has a form for each of its warnings. */
export const warningNoteId = (id: string): string => `warningNote-${id}`

/** Empty for viewers, and for a warning that no longer needs a decision. */
export function WarningForm({ warning, user, note = '', errors = {} }: WarningFormProps) {
  const { id, isActionable: actionable, resolution } = warning
  if (!actionable || resolution !== null || user.role === 'viewer') return ''
  return (
    <form method="post" action={warningPath(id)}>
      <TextField
        name="warningNote"
        id={warningNoteId(id)}
        label="What was found"
        value={note}
        hint="For example: the customer confirmed the order. A refund prevents a dispute."
        errors={errors}
        input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
      />
      <button type="submit" class="quiet">
        Mark as resolved
      </button>
    </form>
  )
}
