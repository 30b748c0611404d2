// Button that starts an action on a row. A confirmation page carries it out.
import { Hidden } from './form-fields.tsx'

type ActionFormProps = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  /** Subject of the button for screen readers, because many rows have a button with the same label. */
  readonly about: string
}

export function ActionForm({ action, fields, label, about }: ActionFormProps) {
  return (
    <form method="post" action={action} class="inline">
      {Object.entries(fields).map(([name, value]) => (
        <Hidden name={name} value={value} />
      ))}
      <button type="submit" class="quiet small" aria-label={`${label}: ${about}`}>
        {label}
      </button>
    </form>
  )
}
