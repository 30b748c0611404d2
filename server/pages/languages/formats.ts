// Amounts, numbers, days, countries and lists as a language writes them. Without the messages and their parser, so that
// browser bundles may use it as well.
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { utcMinute, utcSecond } from '../../domain/base/time/date-format.ts'
import { defaultLanguage, type Language, localeOf, minuteFormat, writtenDay } from './languages.ts'

export type Formats = {
  readonly language: Language
  /** 226800 -> "$2,268.00" in English, "2.268,00 $" in German. */
  readonly money: (cents: number) => string
  /** 700 -> "$7", 150 -> "$1.50". For price rules, where most amounts are whole dollars. */
  readonly shortMoney: (cents: number) => string
  /** 1132 -> "−$11.32". */
  readonly lessMoney: (cents: number) => string
  /** 1234.5 -> "1,234.5". At most three decimals. */
  readonly number: (value: number) => string
  /** 1200 -> "1200" in English, as in emails, and "1.200" in German. */
  readonly count: (value: number) => string
  /** 0.1234 -> "0.1234". All decimals. */
  readonly exact: (value: number) => string
  /** 80 with one digit -> "80.0". */
  readonly fixed: (value: number, digits: number) => string
  /** 104857600 -> "100 MB" in English, "100 Mo" in French. */
  readonly megabytes: (bytes: number) => string
  /** 'US' -> "United States". */
  readonly country: (code: string) => string
  /** A day with its weekday in a time zone, such as "Tue, Dec 1". Follows an article in French and Spanish. */
  readonly day: (date: Date, timeZone: string) => string
  /** A day with its weekday in full, such as "Tuesday, December 1". */
  readonly longDay: (date: Date, timeZone: string) => string
  /** The day in UTC: "2026-12-21" in English, as in emails, and "21. Dezember 2026" in German. */
  readonly utcDay: (at: Date) => string
  /** A time in UTC: "2026-11-22 10:15 UTC" in English, as in emails, and "22. Nov. 2026, 10:15 UTC" in German. */
  readonly utcMinute: (at: Date) => string
  /** A time in UTC with seconds. */
  readonly utcSecond: (at: Date) => string
  /** ["a", "b"] -> "a and b". */
  readonly list: (items: readonly string[]) => string
}

export function formatsOf(language: Language): Formats {
  const locale = localeOf(language)
  const dollars = { style: 'currency', currency: 'USD' } as const
  const money = new Intl.NumberFormat(locale, dollars)
  const shortMoney = new Intl.NumberFormat(locale, {
    ...dollars,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const number = new Intl.NumberFormat(locale)
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' })
  const countries = new Intl.DisplayNames([locale], { type: 'region' })
  const dayFormat = formatByZone(locale, {
    weekday: language === 'es' ? 'long' : 'short',
    // Short months of other languages end in a period, which would be doubled at the end of a sentence.
    month: language === 'en' ? 'short' : 'long',
    day: 'numeric',
  })
  const longDayFormat = formatByZone(locale, { weekday: 'long', month: 'long', day: 'numeric' })
  const list = new Intl.ListFormat(locale)
  return {
    language,
    money: (cents) => money.format(cents / 100),
    shortMoney: (cents) => shortMoney.format(cents / 100),
    lessMoney: (cents) => `\u2212${money.format(cents / 100)}`,
    number: (value) => number.format(value),
    count: (value) => (language === defaultLanguage ? String(value) : number.format(value)),
    exact: (value) => exact.format(value),
    fixed: (value, digits) =>
      value.toLocaleString(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    country: (code) => countries.of(code) ?? code,
    day: (date, timeZone) => writtenDay(language, dayFormat(timeZone).formatToParts(date)),
    longDay: (date, timeZone) => writtenDay(language, longDayFormat(timeZone).formatToParts(date)),
    ...timesIn(language, locale),
    megabytes: (bytes) => megabytes.format(bytes / megabyte),
    list: (items) => list.format(items),
  }
}

/** Returns the format of a time zone, and creates it once: a format costs much more than its use. */
function formatByZone(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

/** English has the formats of emails. */
function timesIn(
  language: Language,
  locale: string,
): Pick<Formats, 'utcDay' | 'utcMinute' | 'utcSecond'> {
  if (language === defaultLanguage) {
    return { utcDay: (at) => at.toISOString().slice(0, 10), utcMinute, utcSecond }
  }
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const toMinute = { ...minuteFormat, timeZone: 'UTC' } as const
  const minute = new Intl.DateTimeFormat(locale, toMinute)
  const second = new Intl.DateTimeFormat(locale, { ...toMinute, second: '2-digit' })
  return {
    utcDay: (at) => writtenDay(language, day.formatToParts(at)),
    utcMinute: (at) => writtenDay(language, minute.formatToParts(at)),
    utcSecond: (at) => writtenDay(language, second.formatToParts(at)),
  }
}
