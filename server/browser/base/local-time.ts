// Times in the reader's time zone.
import {
  defaultLanguage,
  isLanguage,
  localeOf,
  minuteFormat,
  writtenDay,
} from '../../pages/languages/languages.ts'

const { lang } = document.documentElement

const language = isLanguage(lang) ? lang : defaultLanguage

/** Locale of the page. */
export const pageLocale = localeOf(language)

/** Returns a format of days with the exceptions of the page's language. */
export function dayFormat(options: Intl.DateTimeFormatOptions): {
  readonly format: (at: Date) => string
} {
  const format = new Intl.DateTimeFormat(pageLocale, options)
  return { format: (at) => writtenDay(language, format.formatToParts(at)) }
}

/** Such as `Nov 3, 2026, 4:05 PM GMT+1`. */
export const dayAndTime = dayFormat(minuteFormat)
