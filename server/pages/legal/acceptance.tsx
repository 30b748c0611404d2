// Terms that a customer accepts by ordering.
import type { Child } from '../../html/markup.ts'
import { EnglishLink } from '../base/page-language.tsx'
import type { Words } from '../languages/words.ts'

export function Acceptance({ words }: { words: Words }) {
  const linkTo = (href: string) => (text: Child) => (
    <EnglishLink words={words} href={href}>
      {text}
    </EnglishLink>
  )
  return (
    <p class="hint">
      {words.rich('checkout.accept', {
        terms: linkTo('/terms'),
        refunds: linkTo('/refunds'),
        privacy: linkTo('/privacy'),
      })}
    </p>
  )
}
