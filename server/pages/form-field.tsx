// One labeled input of a form with its hint and, after a refusal, what is wrong with it.
import { Html } from '@elysiajs/html'

/** What is wrong with each field, by its name. */
export type Problems = Readonly<Partial<Record<'email' | 'code' | 'password' | 'name', string>>>

export type FieldName = keyof Problems

export type FieldProps = {
  readonly id: string
  readonly name: FieldName
  readonly label: string
  readonly hint?: string
  readonly problems: Problems
  /** Further attributes of the input. */
  readonly input: JSX.HtmlInputTag
}

/**
 * The first wrong field of a page has the focus when the page opens, without a script. `problems` are those of this
 * form, its names in the order of the fields.
 */
export function FormField({ id, name, label, hint, problems, input }: FieldProps) {
  const problem = problems[name]
  const notes = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div class="field">
      <label for={id} safe>
        {label}
      </label>
      <input
        id={id}
        name={name}
        {...input}
        {...(notes.length > 0 && { 'aria-describedby': notes.join(' ') })}
        {...(problem !== undefined && { 'aria-invalid': 'true' })}
        {...(name === firstProblem(problems) && { autofocus: true })}
      />
      {problem === undefined ? (
        ''
      ) : (
        <p class="problem" id={`${id}-problem`} safe>
          {problem}
        </p>
      )}
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${id}-hint`} safe>
          {hint}
        </p>
      )}
    </div>
  )
}

const order: readonly FieldName[] = ['email', 'code', 'password', 'name']

function firstProblem(problems: Problems): FieldName | undefined {
  return order.find((name) => problems[name] !== undefined)
}
