// A file that has no price, and what to do about it.
import { Html } from '@elysiajs/html'
import { type QuoteRefused, refusalWords } from './refusal.ts'

export function Refused({ failure }: { failure: QuoteRefused }) {
  const { title, todo } = refusalWords(failure)
  return (
    <div class="notice error" role="alert">
      <strong safe>{title}</strong>
      <p class="todo" safe>
        {todo}
      </p>
    </div>
  )
}
