// Times in the reader's time zone.
import {
  defaultLanguage,
  isLanguage,
  localeOf,
  minuteFormat,
} from '../../pages/languages/languages.ts'

const { lang } = document.documentElement

/** Locale of the page. */
export const pageLocale = localeOf(isLanguage(lang) ? lang : defaultLanguage)

/** Such as `Nov 3, 2026, 4:05 PM GMT+1`. */
export const dayAndTime = new Intl.DateTimeFormat(pageLocale, minuteFormat)
