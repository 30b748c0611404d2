// Form fields: label, input and hint. After a refusal, each wrong field is marked and shows its error; the first has the focus.
import type { InputAttributes } from './elements.ts'

/** Error messages by field name, in the order of the fields: the first one gets the focus. */
export type FieldErrors = Readonly<Record<string, string>>

/** What to do about fields that are marked; the notice continues with links to them. */
export const correctFields = (errors: FieldErrors): string =>
  Object.keys(errors).length === 1 ? 'Correct the marked field:' : 'Correct the marked fields:'

export type TextFieldProps = {
  readonly name: string
  readonly label: string
  /** Differs from the name where a page has two fields of the same name. */
  readonly id?: string
  /** As typed; omitted for passwords, which are never shown again. */
  readonly value?: string
  readonly hint?: string
  readonly errors: FieldErrors
  /** Further attributes of the input. */
  readonly input: Omit<InputAttributes, 'value'>
}

export function TextField({ name, label, id = name, value, hint, errors, input }: TextFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...(value !== undefined && { value: value })}
        {...input}
        {...fieldMarks(errors, name, { id, hasHint: hint !== undefined })}
      />
      <FieldError name={name} id={id} errors={errors} />
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export type ChoiceProps = {
  readonly type: 'checkbox' | 'radio'
  readonly id: string
  readonly name: string
  readonly value: string
  readonly label: string
  readonly checked: boolean
  readonly required?: boolean
  /** Errors of this input; a group of radio buttons shows one error instead. */
  readonly errors?: FieldErrors
  readonly autofocus?: boolean
}

/** A checkbox or radio button followed by its label. */
export function Choice({ label, errors = {}, autofocus = false, ...input }: ChoiceProps) {
  return (
    <div class="choice">
      <input
        {...input}
        autofocus={autofocus}
        {...fieldMarks(errors, input.name, { id: input.id })}
      />
      <label for={input.id}>{label}</label>
    </div>
  )
}

type ErrorProps = { readonly name: string; readonly errors: FieldErrors; readonly id?: string }

/** The error of a field; empty when it has none. */
export function FieldError({ name, errors, id = name }: ErrorProps) {
  const error = errors[name]
  if (error === undefined) return ''
  return (
    <p class="field-error" id={`${id}-error`}>
      {error}
    </p>
  )
}

export function Hidden({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />
}

/** The attributes that link an input to its error and hint, mark it invalid and focus it. */
export function fieldMarks(
  errors: FieldErrors,
  name: string,
  { id = name, hasHint = false }: { readonly id?: string; readonly hasHint?: boolean } = {},
) {
  const isWrong = errors[name] !== undefined
  const notes = [...(isWrong ? [`${id}-error`] : []), ...(hasHint ? [`${id}-hint`] : [])]
  return {
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(isWrong && { 'aria-invalid': 'true' as const }),
    ...(isFirstError(errors, name) && { autofocus: true }),
  }
}

/** Autofocus needs no script: the first invalid field has the focus when the page opens. */
export const isFirstError = (errors: FieldErrors, name: string): boolean =>
  Object.keys(errors)[0] === name
