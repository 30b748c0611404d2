// A message at the top of a page, with links to the fields that it is about.
import type { FieldErrors } from './form-fields.tsx'

export type NoticeKind = 'info' | 'warning' | 'error'

/** A field of the page: its id and what it is called. */
export type FieldLink = { readonly id: string; readonly label: string }

export type NoticeProps = {
  readonly kind: NoticeKind
  readonly text: string
  /** Linked after the text. */
  readonly fields?: readonly FieldLink[]
  /** The fields that the page marks: the first one has the focus. */
  readonly errors?: FieldErrors
  /** The page opens with the focus here. Unless given: for an error that neither marks nor links a field. */
  readonly hasFocus?: boolean
}

/** A message at the top of a page. */
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
          <a href={`#${id}`}>{label.replace(/ \(optional\)$/, '')}</a>
        </>
      ))}
      .
    </div>
  )
}
