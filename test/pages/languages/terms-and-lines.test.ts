// Postage and properties of a part in the words of each language.
import { afterEach, expect, test } from 'bun:test'
import { contractTerms, termsSource } from '../../../server/domain/catalog/terms.ts'
import { specText } from '../../../server/pages/base/line-text.ts'
import { postageTerms } from '../../../server/pages/base/terms-text.ts'
import { languages } from '../../../server/pages/languages/languages.ts'
import { wordsOf } from '../../../server/pages/languages/words.ts'

const { read } = termsSource
afterEach(() => {
  termsSource.read = read
})

/** Postage of the countries GB and CA, next to that of the contract. */
const ownPostages = {
  ...contractTerms,
  postage: {
    ...contractTerms.postage,
    countries: {
      CA: { flatCents: 1_550, freeFromCents: 8_000 },
      GB: { flatCents: 0, freeFromCents: 0 },
    },
  },
}

/** Versions of CLDR differ in the kind of space. */
const spaced = (text: string) => text.replaceAll(/\s/gu, ' ')

test.each([
  [
    'en',
    '$7 within the US (free from $50), Canada: $15.50 (free from $80), United Kingdom: free, $30 to other countries (free from $500)',
  ],
  [
    'de',
    'innerhalb der USA 7 $ (ab 50 $ kostenlos), Kanada: 15,50 $ (ab 80 $ kostenlos), Vereinigtes Königreich: kostenlos, in alle übrigen Länder 30 $ (ab 500 $ kostenlos)',
  ],
  [
    'fr',
    '7 $US aux États-Unis (gratuite à partir de 50 $US), Canada : 15,50 $US (gratuite à partir de 80 $US), Royaume-Uni : gratuite, 30 $US vers les autres pays (gratuite à partir de 500 $US)',
  ],
] as const)('%s names the countries with their own postage', (language, text) => {
  termsSource.read = () => ownPostages
  expect(spaced(postageTerms(wordsOf(language)))).toBe(text)
})

test('every language names countries and not their codes', () => {
  termsSource.read = () => ownPostages
  for (const language of languages) {
    const words = wordsOf(language)
    const text = postageTerms(words)
    for (const code of ['CA', 'GB']) {
      expect(text).toContain(words.country(code))
      expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    }
  }
})

test.each([
  ['en', 'read in cm', 'read in m', 'read in inches'],
  ['de', 'in Zentimetern gelesen', 'in Metern gelesen', 'in Zoll gelesen'],
  ['fr', 'lu en centimètres', 'lu en mètres', 'lu en pouces'],
  ['es', 'leído en centímetros', 'leído en metros', 'leído en pulgadas'],
] as const)('%s names the unit of a file', (language, centimeters, meters, inches) => {
  const units = (['cm', 'm', 'in'] as const).map((name) =>
    specText(wordsOf(language), { kind: 'units', units: name }),
  )
  expect(units).toEqual([centimeters, meters, inches])
})
