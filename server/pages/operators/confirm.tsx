// Confirmation before an operator's action. The form resends the values, with a flag that the confirmation was shown.
import { Hidden } from '../../html/form-fields.tsx'
import { type DeskTab, type DeskUser, deskScreen } from './parts/desk-page.tsx'

export type ConfirmQuestion = {
  readonly tab: DeskTab | null
  /** Question: "Send this email again?". */
  readonly title: string
  /** Details of the subject, by label. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Consequences. */
  readonly text: string
  /** Target of the form, and the values it sends. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** Label that names the action. */
  readonly button: string
  readonly isDanger?: boolean
  /** Address of the link that cancels. */
  readonly back: string
}

/** Name of the field that marks a shown confirmation. */
export const confirmedField = 'confirmed'

export function confirmPage(user: DeskUser, question: ConfirmQuestion): Response {
  const { tab, title, facts, text, action, fields, button, isDanger = false, back } = question
  return deskScreen({
    tab,
    user,
    title,
    body: (
      <>
        <dl class="facts">
          {facts.map(([label, value]) => (
            <>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
        <p>{text}</p>
        <form method="post" action={action}>
          <Hidden name={confirmedField} value="1" />
          {Object.entries(fields).map(([name, value]) => (
            <Hidden name={name} value={value} />
          ))}
          <p class="row">
            <button type="submit" class={isDanger ? 'danger' : undefined}>
              {button}
            </button>
            <a href={back}>Back without changes</a>
          </p>
        </form>
      </>
    ),
  })
}
