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

export const isLanguage = (text: string): text is Language => Object.hasOwn(languageNames, text)
