// Language of a page, and the links that switch it. Pages outside the catalog have neither: they are in English.
import type { Child } from '../../html/markup.ts'
import { defaultLanguage, languageNames, languages } from '../languages/languages.ts'
import type { Words } from '../languages/words.ts'

export type PageLanguage = {
  readonly words: Words
  /**
   * Address of the page: its path, and the query without the language. The links of the switch point to it. null: the
   * response to a form, which has no switch because a link would lose what was typed.
   */
  readonly address: string | null
  /** Whether the page's address chose the language, and not the visitor's cookie or browser. */
  readonly isChosen: boolean
}

/** The query parameter that chooses a language. */
export const languageParameter = 'language'

/** Returns a page's address in a language. */
export function addressIn(address: string, language: string): string {
  const separator = address.includes('?') ? '&' : '?'
  return `${address}${separator}${languageParameter}=${language}`
}

/** Links to the page in each language. They work without JavaScript. */
export function LanguageSwitch({ words, address }: PageLanguage) {
  if (address === null) return ''
  return (
    <nav class="languages" aria-label={words.text('frame.language')}>
      {languages.map((language) => (
        <a
          href={addressIn(address, language)}
          lang={language}
          hreflang={language}
          aria-current={language === words.language ? 'true' : undefined}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  )
}

type AddressesProps = {
  readonly language: PageLanguage
  /** Address of the page in the visitor's language, with the service's origin. */
  readonly url: string
}

/**
 * Tells search engines the address of a public page without other parameters (RFC 6596), and its addresses by language
 * (HTML standard 4.6.7.1, `alternate`).
 */
export function PageAddresses({ language: { words, isChosen }, url }: AddressesProps) {
  return (
    <>
      <link rel="canonical" href={isChosen ? addressIn(url, words.language) : url} />
      {languages.map((language) => (
        <link rel="alternate" hreflang={language} href={addressIn(url, language)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={url} />
    </>
  )
}

type EnglishLinkProps = {
  readonly words: Pick<Words, 'language'>
  readonly href: string
  readonly class?: string
  readonly children?: Child
}

/** Link to a page that is in English only. On a page in another language, it states the language of its target. */
export function EnglishLink({ words, children, ...link }: EnglishLinkProps) {
  const hreflang = words.language === defaultLanguage ? undefined : defaultLanguage
  return (
    <a {...link} hreflang={hreflang}>
      {children}
    </a>
  )
}
