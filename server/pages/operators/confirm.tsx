// The question before an operator's action is carried out. The form repeats what was sent, with the mark that the question was asked.
import { Hidden } from '../../html/form-fields.tsx'
import { type DeskTab, type DeskUser, deskScreen } from './parts/desk-page.tsx'

export type Question = {
  readonly tab: DeskTab | null
  /** A question: "Send this mail again?". */
  readonly title: string
  /** What it is about, by label. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** What will happen. */
  readonly text: string
  /** Where the form goes, and what it sends. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** Says what happens. */
  readonly button: string
  readonly isDanger?: boolean
  /** Where nothing happens. */
  readonly back: string
}

/** The field that says that the question was asked. */
export const confirmedField = 'confirmed'

export function confirmPage(user: DeskUser, question: Question): Response {
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
