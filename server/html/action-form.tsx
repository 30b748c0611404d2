// A button that starts one action on a row; the page that asks first carries it out.
import { Hidden } from './form-fields.tsx'

type ActionFormProps = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  /** What the button is about, for screen readers: the same label stands in many rows. */
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
