// A file without a price, and what to do about it.
import { type QuoteRefused, refusalWords } from './refusal.ts'

type RefusedProps = {
  readonly failure: QuoteRefused
  /** Whether the page opens with the focus here. */
  readonly hasFocus?: boolean
}

export function Refused({ failure, hasFocus = false }: RefusedProps) {
  const { title, todo, link } = refusalWords(failure)
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  return (
    <div class="notice error" role="alert" {...focus}>
      <strong>{title}</strong>
      <p class="todo">{todo}</p>
      {link === undefined ? '' : <a href={link.href}>{link.words}</a>}
    </div>
  )
}

/** Error of a file that could not be read, in place of its picture. */
export function UnreadFile({ failure }: { readonly failure: QuoteRefused }) {
  return (
    <>
      <Refused failure={failure} />
      <label class="button" for="file">
        Choose another file
      </label>
    </>
  )
}
