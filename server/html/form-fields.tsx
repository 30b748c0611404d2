// Form fields: label, input and hint. After a refusal, each invalid field is marked and shows its error. The first one
// receives the focus.
import type { Attributes, Elements, InputAttributes } from './elements.ts'
import type { Child } from './markup.ts'

/** Error messages by field name, in field order. The first field receives the focus. */
export type FieldErrors = Readonly<Record<string, string>>

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0

/** Attributes that link an input to its label, error and hint. */
type FieldAttributes = ReturnType<typeof fieldMarks> & {
  readonly id: string
  readonly name: string
}

type FieldProps = {
  readonly name: string
  readonly label: string
  /** Differs from the name if a page has two fields with the same name. */
  readonly id?: string
  readonly hint?: Child
  /** Shown after the input. */
  readonly unit?: string
  readonly errors?: FieldErrors
  /** Whether a script writes errors into the field while the user types. */
  readonly isLive?: boolean
  /** Additional attributes of the surrounding box. */
  readonly box?: Attributes
  /** Renders the input with the required attributes. */
  readonly children: (attributes: FieldAttributes) => Child
}

/** Label, input of any kind, error and hint. */
export function Field({ name, label, id = name, hint, unit, errors = {}, ...props }: FieldProps) {
  const { isLive = false, box = {}, children } = props
  const marks = fieldMarks(errors, name, { id, hasHint: hint !== undefined, isLive })
  const input = children({ id, name, ...marks })
  return (
    <div class="field" {...box}>
      <label for={id}>{label}</label>
      {unit === undefined ? (
        input
      ) : (
        <div class="with-unit">
          {input}
          <span>{unit}</span>
        </div>
      )}
      {isLive ? (
        <p class="field-error" id={`${id}-error`}></p>
      ) : (
        <FieldError name={name} id={id} errors={errors} />
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = Pick<FieldProps, 'name' | 'label' | 'id' | 'hint'> & {
  /** Text as typed. Omitted for passwords, which are never shown again. */
  readonly value?: string
  readonly errors: FieldErrors
  /** Additional attributes of the input. */
  readonly input: Omit<InputAttributes, 'value'>
}

export function TextField({ value, input, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {({ id, name, ...marks }) => (
        <input id={id} name={name} value={value} {...input} {...marks} />
      )}
    </Field>
  )
}

type TextAreaProps = Pick<FieldProps, 'name' | 'label' | 'id' | 'hint' | 'box'> & {
  /** Text as typed. */
  readonly value: string
  readonly errors: FieldErrors
  /** Additional attributes of the text area. */
  readonly area: Omit<Elements['textarea'], 'children'>
}

/** Field with several lines. */
export function TextArea({ value, area, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {({ id, name, ...marks }) => (
        <textarea id={id} name={name} {...area} {...marks}>
          {value}
        </textarea>
      )}
    </Field>
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
  /** Errors of this input. A group of radio buttons shows a single error instead. */
  readonly errors?: FieldErrors
  readonly autofocus?: boolean
}

/** Checkbox or radio button followed by its label. */
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

/** Error of a field, or empty without one. */
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

type MarkOptions = {
  readonly id?: string
  readonly hasHint?: boolean
  readonly isLive?: boolean
}

/** Returns the attributes that link an input to its error and hint, mark it invalid and focus it. */
export function fieldMarks(
  errors: FieldErrors,
  name: string,
  { id = name, hasHint = false, isLive = false }: MarkOptions = {},
) {
  const isWrong = errors[name] !== undefined
  const notes = [...(isWrong || isLive ? [`${id}-error`] : []), ...(hasHint ? [`${id}-hint`] : [])]
  return {
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(isWrong && { 'aria-invalid': 'true' as const }),
    ...(isFirstError(errors, name) && { autofocus: true }),
  }
}

/** Whether this is the first invalid field. Autofocus needs no script: the field has the focus when the page opens. */
export const isFirstError = (errors: FieldErrors, name: string): boolean =>
  Object.keys(errors)[0] === name
