// Languages of the shop. Without imports, so that browser bundles may use it as well.

/** Languages by code, with their name in the language itself. English comes first and is the default. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as readonly Language[]

/** Days that a browser keeps the chosen language. */
export const languageDays = 365

export const defaultLanguage: Language = 'en'

/**
 * Locales of numbers and dates, where they are not those of the language alone. English and Spanish are those of the
 * United States: "$2,268.00", as on the pages that are in English only. Plain Spanish, that of Spain, writes
 * "2268,00 US$", which readers in the Americas do not use.
 */
const locales: Readonly<Partial<Record<Language, string>>> = { en: 'en-US', es: 'es-US' }

export const localeOf = (language: Language): string => locales[language] ?? language

/** Format of times: `Nov 3, 2026, 4:05 PM GMT+1`. */
export const minuteFormat = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/**
 * Joins the parts of a formatted day. CLDR has neither the ordinal of a French month's first day nor a Spanish day
 * without a comma after its weekday, as after an article.
 */
export function writtenDay(language: Language, parts: readonly Intl.DateTimeFormatPart[]): string {
  const written = parts.map(({ type, value }, index) => {
    if (language === 'fr' && type === 'day' && value === '1') return '1er'
    const followsWeekday = parts[index - 1]?.type === 'weekday'
    return language === 'es' && followsWeekday ? value.replace(',', '') : value
  })
  return written.join('')
}

export const isLanguage = (text: string): text is Language => Object.hasOwn(languageNames, text)
