// A file without a price, and what to do about it.
import { EnglishLink } from '../../base/page-language.tsx'
import type { ScriptWords } from '../../languages/script-words.ts'
import { type QuoteRefused, refusalWords } from './refusal.ts'

type RefusedProps = {
  readonly words: ScriptWords
  readonly failure: QuoteRefused
  /** Whether the page opens with the focus here. */
  readonly hasFocus?: boolean
}

export function Refused({ words, failure, hasFocus = false }: RefusedProps) {
  const { title, todo, link } = refusalWords(words, failure)
  const focus = hasFocus ? { tabindex: -1, autofocus: true } : {}
  return (
    <div class="notice error" role="alert" {...focus}>
      <strong>{title}</strong>
      <p class="todo">{todo}</p>
      {link === undefined ? (
        ''
      ) : (
        <EnglishLink words={words} href={link.href}>
          {link.text}
        </EnglishLink>
      )}
    </div>
  )
}

/** Error of a file that could not be read, in place of its picture. */
export function UnreadFile({ words, failure }: RefusedProps) {
  return (
    <>
      <Refused words={words} failure={failure} />
      <label class="button" for="file">
        {words.text('refused.other')}
      </label>
    </>
  )
}
