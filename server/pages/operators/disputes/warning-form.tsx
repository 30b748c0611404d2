// How an operator notes what was found about a fraud warning.
import { maxReasonCharacters } from '../../../domain/base/text-lengths.ts'
import type { FraudWarning } from '../../../domain/orders/dispute.ts'
import { type FieldErrors, TextField } from '../../../html/form-fields.tsx'
import type { DeskUser } from '../parts/desk-page.tsx'
import { warningPath } from './dispute-paths.ts'

export type WarningFormProps = {
  readonly warning: FraudWarning
  readonly user: DeskUser
  /** The text as it was typed. */
  readonly note?: string
  readonly errors?: FieldErrors
}

/** An order's page has a form for each of its warnings. */
export const warningNoteId = (id: string): string => `warningNote-${id}`

/** Empty for viewers, and for a warning that needs no decision any more. */
export function WarningForm({ warning, user, note = '', errors = {} }: WarningFormProps) {
  const { id, actionable, resolution } = warning
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
        Dealt with
      </button>
    </form>
  )
}
