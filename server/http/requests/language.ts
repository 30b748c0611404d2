// Language of a visitor: the one in the page's address, the last chosen one, or the first of the browser's languages
// that the shop speaks.
import Negotiator from 'negotiator'
import { languageParameter, type PageLanguage } from '../../pages/base/page-language.tsx'
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageDays,
  languages,
} from '../../pages/languages/languages.ts'
import { wordsOf } from '../../pages/languages/words.ts'
import { appendCookies, readCookie, setCookie } from './cookies.ts'

type Origin = { readonly baseUrl: string }

/** Limit on the read characters of `Accept-Language`, above what browsers send. */
const maxHeaderCharacters = 500

/** Responds in the visitor's language, and stores a language that the page's address chooses. */
export async function inLanguage(
  request: Request,
  origin: Origin,
  respond: (language: PageLanguage) => Response | Promise<Response>,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const chosen = searchParams.get(languageParameter) ?? ''
  searchParams.delete(languageParameter)
  const query = searchParams.toString()
  const language = isLanguage(chosen) ? chosen : languageFor(request, origin)
  const response = await respond({
    words: wordsOf(language),
    // A form's response has no switch, because a link would lose what was typed. The order page, which has
    // both, keeps the entries of its form (browser/orders/contact-draft.ts).
    address: request.method === 'POST' ? null : query === '' ? pathname : `${pathname}?${query}`,
    isChosen: isLanguage(chosen),
  })
  if (isLanguage(chosen)) {
    appendCookies(response.headers, [
      setCookie('language', { value: chosen, days: languageDays }, origin),
    ])
  }
  return response
}

function languageFor(request: Request, origin: Origin): Language {
  const kept = readCookie(request, 'language', origin)
  return isLanguage(kept) ? kept : languageOfHeader(request.headers.get('accept-language') ?? '')
}

/** Returns the best language for an `Accept-Language` header (RFC 9110, section 12.5.4), or English without one. */
export function languageOfHeader(header: string): Language {
  const headers = { 'accept-language': header.slice(0, maxHeaderCharacters) }
  const [best = ''] = new Negotiator({ headers }).languages([...languages])
  return isLanguage(best) ? best : defaultLanguage
}
