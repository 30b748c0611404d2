// Message at the top of a page, with links to the fields that it concerns.
import type { FieldErrors } from './form-fields.tsx'

export type NoticeKind = 'info' | 'warning' | 'error'

/** Field of the page: its id and its label, without a note that it is optional. */
export type FieldLink = { readonly id: string; readonly label: string }

export type NoticeProps = {
  readonly kind: NoticeKind
  readonly text: string
  /** Linked after the text. */
  readonly fields?: readonly FieldLink[]
  /** Errors of the marked fields. The first field receives the focus. */
  readonly errors?: FieldErrors
  /**
   * Whether the page opens with the focus on the notice. Defaults to true for an error that neither marks nor links a
   * field.
   */
  readonly hasFocus?: boolean
}

/** Message at the top of a page. */
export function Notice({ kind, text, fields = [], errors = {}, ...props }: NoticeProps) {
  const role = kind === 'error' ? 'alert' : 'status'
  const marksNone = fields.length === 0 && Object.keys(errors).length === 0
  const { hasFocus = kind === 'error' && marksNone } = props
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  if (fields.length === 0) {
    return (
      <div class={`notice ${kind}`} role={role} {...focus}>
        {text}
      </div>
    )
  }
  return (
    <div class={`notice ${kind}`} role={role} {...focus}>
      <span>{text}</span>{' '}
      {fields.map(({ id, label }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <a href={`#${id}`}>{label}</a>
        </>
      ))}
      .
    </div>
  )
}
