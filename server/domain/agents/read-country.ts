// Reads the country that a text names as the destination.

import { servedCountries } from '../catalog/countries.ts'
import { type Pattern, readStated, type StatedValue } from './stated.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Country codes by lowercase English name. Georgia means the US state. */
const codes = new Map<string, string>(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code)?.toLowerCase()
      return name === undefined || name === 'georgia' ? [] : [[name, code] as const]
    }),
)
// Former codes are listed under the names of their successors.
for (const code of servedCountries) codes.set((names.of(code) ?? code).toLowerCase(), code)
for (const [name, code] of [
  ['usa', 'US'],
  ['u.s.', 'US'],
  ['states', 'US'],
  ['america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['holland', 'NL'],
] as const) {
  codes.set(name, code)
}

const escaped = [...codes.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(/[.()&’'-]/g, '\\$&'))

/** Words before a destination. A country elsewhere in the text is not the destination. */
const towards =
  '(?:\\bto|\\bcountry:?|\\bcountry is|\\bdestination:?|\\b(?:deliver(?:y|ed)?|ship(?:ped|ping)?|live|based|am|are) in)\\s+(?:the\\s+)?'

const countries: readonly Pattern<string>[] = [
  [
    new RegExp(`${towards}(${escaped.join('|')})(?![a-z])`, 'gi'),
    ([, name = '']) => codes.get(name.toLowerCase()) ?? null,
  ],
  // Codes must be uppercase: "to us" and "to me" are not countries.
  [
    /(?:\b[Tt]o|\b[Cc]ountry:?|\b[Dd]estination:?)\s+(?:the\s+)?([A-Z]{2})\b(?!\s+[A-Z]{2})/g,
    ([, code = '']) => codes.get(names.of(code)?.toLowerCase() ?? '') ?? null,
  ],
]

/** Reads a two-letter code, including codes of countries that are not served. */
export const readCountryWords = (text: string): StatedValue<string> => readStated(text, countries)
