// Form of an action that requires an operator's reason.
import { type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'

export type TypedReason = { readonly reason: string; readonly errors: FieldErrors }

type ReasonFormProps = {
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
  readonly form?: TypedReason | undefined
  readonly maxCharacters: number
  /** Who does not see the reason, with the verb. */
  readonly hiddenFrom: 'the owner does' | 'customers do'
  readonly button: string
  /** Whether the action is destructive. */
  readonly isDanger?: boolean
}

export function ReasonForm({
  action,
  fields = {},
  form,
  maxCharacters,
  hiddenFrom,
  button,
  isDanger = true,
}: ReasonFormProps) {
  return (
    <form method="post" action={action} class="narrow-form">
      {Object.entries(fields).map(([name, value]) => (
        <Hidden name={name} value={value} />
      ))}
      <TextField
        name="reason"
        label="Reason"
        value={form?.reason ?? ''}
        errors={form?.errors ?? {}}
        hint={`For the log and your colleagues; ${hiddenFrom} not see it.`}
        input={{ required: true, maxlength: maxCharacters, autocomplete: 'off' }}
      />
      <button type="submit" class={isDanger ? 'danger' : undefined}>
        {button}
      </button>
    </form>
  )
}
