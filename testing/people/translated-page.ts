// Pages in the languages of the catalog.
import { expect } from 'bun:test'
import { servedCountries } from '../../server/domain/catalog/countries.ts'
import { type Language, languageNames } from '../../server/pages/languages/languages.ts'
import { catalogs } from '../../server/pages/languages/words.ts'
import { pageTextsOf } from './page-texts.ts'
import { sameWords } from './same-words.ts'

export type Translation = Exclude<Language, 'en'>

export const translations = ['de', 'fr', 'es'] as const satisfies readonly Translation[]

/** Names, which every language writes alike, and inputs of the tests. */
const names = [
  ...Object.values(languageNames),
  ...['Print farm', 'PLA', 'PETG', 'ABS', 'ASA', 'TPU', 'USPS', '#2f6f4f', 'teal'],
  'GIFT-XXXX-XXXX-XXXX',
  ...['STL', '3MF', 'OBJ', 'GLB', 'stl', '3mf', 'gcode', 'png', 'jpeg', 'webp', 'pdf'],
  ...['mm', 'cm', 'm', 'in'],
  ...['Ada Example', '1 Main Street', 'Springfield'],
  ...['curl', 'PrusaSlicer', 'TypeScript', 'Python', 'MCP', 'openapi.json', 'llms.txt'],
]

/** Returns the sentences and clauses of texts, so that English in a composed sentence is found as well. */
const clausesOf = (texts: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...texts]
      .flatMap((text) => text.split(/[.,:;!?]\s+|\s[–—]\s|[.!?]$/u))
      .map((text) => text.trim())
      .filter((text) => /\p{L}/u.test(text)),
  )

/** Fails for texts of the English page that the translated page has as well, also as a clause of a sentence. */
export function expectTranslated(language: Translation, english: string, translated: string): void {
  expect(languageIn(translated)).toBe(language)
  const same = new Set<string>(sameWords[language].map((key) => catalogs[language][key]))
  const before = clausesOf(pageTextsOf(english))
  const left = [...clausesOf(pageTextsOf(translated))].filter(
    (text) =>
      before.has(text) &&
      !names.includes(text) &&
      !same.has(text) &&
      !/\.(?:3mf|f3d|gcode|png|step|stl|txt|zip)$|^(?:CART|ORD|SVC)-\w{6}$|^\d+ × PLA teal$/.test(
        text,
      ) &&
      !/^\d+\s(?:g|mm|cm³|min|h)$/.test(text) &&
      // "Error: Cesta".
      !(language === 'es' && text === 'Error') &&
      // Spanish has the decimal point of the United States, unlike German and French.
      !(language === 'es' && isFigure(text)) &&
      !isCountryOf(language, text),
  )
  expect(left).toEqual([])
}

/** Whether the text has no words to translate: amounts, numbers, symbols of units, materials and the name of the quality. */
const isFigure = (text: string): boolean =>
  !/\p{L}/u.test(text.replaceAll(/\b(?:mm|cm|min|g|h|s|PLA|PETG|ABS|ASA|TPU|premium)\b/g, ''))

/** Whether the text is the name of a served country in the language, such as "France" in French. */
const isCountryOf = (language: Translation, text: string): boolean => {
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  return servedCountries.some((code) => countries.of(code) === text)
}

/** Addresses of pages that are in the catalog. */
const inCatalog =
  /^(?:\/|\/(?:basket|checkout|quote)(?:[?#].*)?|\/quote\/link|\/orders\/[\w-]+(?:\/pay)?(?:\?.*)?|#.*)$/

/** Fails unless links, and only those, to pages in English state the language of their target. */
export function expectLinksToStateEnglish(html: string): void {
  const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => tag)
  const hrefOf = (tag: string) => /href="([^"]*)"/.exec(tag)?.[1] ?? ''
  // Files of messages are in the language of their author.
  const others = links.filter((tag) => !/language=|\/files\//.test(hrefOf(tag)))
  const toEnglish = others.filter((tag) => !inCatalog.test(hrefOf(tag)))
  expect(toEnglish.length).toBeGreaterThan(9)
  expect(others.filter((tag) => tag.includes('hreflang="en"'))).toEqual(toEnglish)
}

export const languageIn = (html: string) => /^<!doctype html><html lang="([\w-]+)">/.exec(html)?.[1]
