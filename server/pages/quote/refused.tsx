// A file that has no price, and what to do about it.
import { Html } from '@elysiajs/html'
import { type QuoteRefused, refusalWords } from './refusal.ts'

type RefusedProps = {
  readonly failure: QuoteRefused
  /** The page opens with the focus here. */
  readonly hasFocus?: boolean
}

export function Refused({ failure, hasFocus = false }: RefusedProps) {
  const { title, todo } = refusalWords(failure)
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  return (
    <div class="notice error" role="alert" {...focus}>
      <strong safe>{title}</strong>
      <p class="todo" safe>
        {todo}
      </p>
    </div>
  )
}
