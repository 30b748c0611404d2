// Words of one language: messages of the catalog, amounts, numbers, dates and names as that language writes them.
import { IntlMessageFormat } from 'intl-messageformat'
import type { Child } from '../../html/markup.ts'
import { de } from './de.ts'
import { type English, en, type Key } from './en.ts'
import { es } from './es.ts'
import { type Formats, formatsOf } from './formats.ts'
import { fr } from './fr.ts'
import { defaultLanguage, type Language, localeOf } from './languages.ts'
import type { RichValues, TextValues } from './message-values.ts'

/** Every message of a language. */
export type Catalog = Readonly<Record<Key, string>>

export const catalogs: Readonly<Record<Language, Catalog>> = { en, de, fr, es }

/** The values of a message. A message without values takes none. */
export type Given<Needed> = keyof Needed extends never ? [] : [values: Needed]

export type Words = Formats & {
  /** Returns a message as text. */
  readonly text: <K extends Key>(key: K, ...given: Given<TextValues<English[K]>>) => string
  /** Returns a message with markup in it. */
  readonly rich: <K extends Key>(key: K, ...given: Given<RichValues<English[K]>>) => Child
}

const known = new Map<Language, Words>()

/** Returns the words of a language, which are made at the first call and kept. */
export function wordsOf(language: Language): Words {
  const words = known.get(language) ?? makeWords(language)
  known.set(language, words)
  return words
}

function makeWords(language: Language): Words {
  const formats = formatsOf(language)
  const format = formatterOf(catalogs[language], localeOf(language), formats)
  return {
    ...formats,
    text: (key, ...[values]) => String(format(key, values)),
    rich: (key, ...[values]) => format(key, values),
  }
}

type Values = Readonly<Record<string, unknown>>

/** Messages are parsed at their first use. Plain text, the most frequent kind, is never parsed. */
function formatterOf(catalog: Catalog, locale: string, { number }: Formats) {
  const parsed = new Map<Key, IntlMessageFormat>()
  const plurals = new Intl.PluralRules(locale)
  // The catalog has cardinal plurals only. The library's default looks each formatter up by its options as JSON.
  const formatters = {
    getNumberFormat: () => ({ format: number }) as Intl.NumberFormat,
    getPluralRules: () => plurals,
    getDateTimeFormat: () => {
      throw new Error('Messages format no dates.')
    },
  }
  return (key: Key, values?: Values): Child => {
    const source = catalog[key]
    if (values === undefined) return source
    const message =
      parsed.get(key) ?? new IntlMessageFormat(source, locale, undefined, { formatters })
    parsed.set(key, message)
    return message.format<Child>(values as Parameters<typeof message.format<Child>>[0]) as Child
  }
}

/** Words of pages that are in English in every language setting. */
export const english: Words = wordsOf(defaultLanguage)
