// Fields of plain forms: label, hint, and the error at the field, which is marked and announced with it.
import { Html } from '@elysiajs/html'

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

export type TextFieldProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly most: number
  readonly hint?: string
  readonly error?: string | undefined
  /** The first field with an error takes the focus. */
  readonly focus?: boolean
}

export function TextField({ name, label, value, most, hint, error, focus }: TextFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        value={attribute(value)}
        maxlength={String(most)}
        autocomplete="off"
        autofocus={focus === true}
        {...describedBy(name, hint, error)}
      />
      {hint === undefined ? (
        ''
      ) : (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
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
  readonly error?: string | undefined
  readonly focus?: boolean
}

/** A checkbox or radio button with its label behind it. */
export function Choice({ type, id, name, value, label, checked, error, focus }: ChoiceProps) {
  return (
    <div class="choice">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={checked}
        autofocus={focus === true}
        {...describedBy(id, undefined, error)}
      />
      <label for={id}>{label}</label>
    </div>
  )
}

export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (error === undefined) return ''
  return (
    <p class="field-error" id={`${name}-error`} safe>
      {error}
    </p>
  )
}

export function Hidden({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={attribute(value)} />
}

/** The library escapes quotes in attributes, not ampersands. */
const attribute = (value: string): string => value.replaceAll('&', '&amp;')

function describedBy(name: string, hint: string | undefined, error: string | undefined) {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === undefined ? [] : [`${name}-error`]),
  ]
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(error === undefined ? {} : { 'aria-invalid': 'true' as const }),
  }
}
