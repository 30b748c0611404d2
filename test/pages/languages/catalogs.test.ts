// Catalogs of the languages: complete, with the values and plural forms that each message needs.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { en } from '../../../server/pages/languages/en.ts'
import { languages } from '../../../server/pages/languages/languages.ts'
import { scriptMessages } from '../../../server/pages/languages/script-messages.ts'
import {
  messagesIn,
  type ScriptWords,
  scriptWords,
} from '../../../server/pages/languages/script-words.ts'
import { catalogs, english, wordsOf } from '../../../server/pages/languages/words.ts'
import { sameWords } from '../../../testing/people/same-words.ts'

/** Numbers of the parser's element types. */
const types = { text: 0, argument: 1, plural: 6, countSign: 7, tag: 8 } as const

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** Returns "name" for text, "name, plural" and "<name>" of a message, sorted and without repetitions. */
function valuesOf(source: string): readonly string[] {
  const found = new Set<string>()
  const walk = (elements: readonly Element[]) => {
    for (const element of elements) {
      switch (element.type) {
        case types.text:
        case types.countSign:
          break
        case types.argument:
          found.add(element.value)
          break
        case types.plural:
          // `words.ts` has no rules for ordinals and offsets.
          expect([element.pluralType, element.offset]).toEqual(['cardinal', 0])
          found.add(`${element.value}, plural`)
          for (const { value } of Object.values(element.options)) walk(value)
          break
        case types.tag:
          found.add(`<${element.value}>`)
          walk(element.children)
          break
        default:
          throw new Error(`The catalog has no rule for elements of type ${element.type}.`)
      }
    }
  }
  walk(new IntlMessageFormat(source, 'en').getAst())
  return [...found].toSorted()
}

/** Returns the forms of each plural of a message. */
function formsOf(source: string): readonly (readonly string[])[] {
  const found: string[][] = []
  const walk = (elements: readonly Element[]) => {
    for (const element of elements) {
      if (element.type === types.plural) {
        found.push(Object.keys(element.options))
        for (const { value } of Object.values(element.options)) walk(value)
      }
      if (element.type === types.tag) walk(element.children)
    }
  }
  walk(new IntlMessageFormat(source, 'en').getAst())
  return found
}

/**
 * Buttons that order. German, French and Spanish law sets their words (BGB, section 312j; Code de la consommation,
 * L221-14; Real Decreto Legislativo 1/2007, article 98), so they name no amount and no card.
 * The button of the payment page pays an order that was placed before, and names its amount.
 */
const orderButtons = ['checkout.pay', 'checkout.payByCard', 'checkout.payByGiftCard']

describe.each(languages)('%s', (language) => {
  const catalog = catalogs[language]

  test('has the messages of English and no others', () => {
    expect(Object.keys(catalog).toSorted()).toEqual(Object.keys(en).toSorted())
    expect(Object.entries(catalog).filter(([, source]) => source.trim() === '')).toEqual([])
  })

  test('takes the same values as English', () => {
    const values = (of: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(of)
          .filter(([key]) => language === 'en' || !orderButtons.includes(key))
          .map(([key, source]) => [key, valuesOf(source)]),
      )
    expect(values(catalog)).toEqual(values(en))
  })

  test('has the plural forms of its grammar', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // French and Spanish have `many` for whole millions, whose words are those of `other` here.
    const needed = pluralCategories.filter((category) => category !== 'many').toSorted()
    for (const [key, source] of Object.entries(catalog)) {
      for (const forms of formsOf(source)) expect([key, forms.toSorted()]).toEqual([key, needed])
    }
  })

  test('translates every message', () => {
    if (language === 'en') return
    const same = Object.entries(catalog).filter(
      ([key, source]) => source === en[key as keyof typeof en],
    )
    expect(same.map(([key]) => key).toSorted()).toEqual([...sameWords[language]].toSorted())
  })
})

test.each([
  ['de', 'zahlungspflichtig bestellen'],
  ['fr', 'commander avec obligation de paiement'],
  ['es', 'pedido con obligación de pago'],
] as const)('%s: each button that orders says so in the words of the law', (language, law) => {
  for (const key of orderButtons) {
    expect(catalogs[language][key as keyof typeof en].toLowerCase()).toBe(law)
  }
  expect(catalogs[language]['checkout.payByOtherCard'].toLowerCase()).toContain(law)
})

test.each(languages)('%s: a script writes messages as the server does', (language) => {
  const server = wordsOf(language)
  const script = scriptWords(language, messagesIn(scriptMessages(language)))
  const write = (words: ScriptWords, key: string, values: Readonly<Record<string, unknown>>) =>
    (words.text as (key: string, values: unknown) => string)(key, values)
  const keys = scriptMessages(language)
    .split('\n')
    .map((line) => line.slice(0, line.indexOf('=')))
  expect(keys.length).toBeGreaterThan(200)
  for (const key of keys) {
    const source = catalogs[language][key as keyof typeof en]
    const names = valuesOf(source)
    const plurals = names.flatMap((name) => name.split(', plural').slice(0, -1))
    expect([key, names.filter((name) => name.startsWith('<'))]).toEqual([key, []])
    for (const count of plurals.length === 0 ? [0] : [0, 1, 2, 21, 1200, 1_000_000]) {
      const values = Object.fromEntries(
        names
          .filter((name) => !name.includes(','))
          .map((name) => [name, plurals.includes(name) ? count : `# ${name} {x}`]),
      )
      const all = { ...values, ...Object.fromEntries(plurals.map((name) => [name, count])) }
      expect([key, write(script, key, all)]).toEqual([key, write(server, key, all)])
    }
  }
})

test('every message is used', async () => {
  const root = join(import.meta.dir, '../../..')
  const paths = [...new Bun.Glob('server/**/*.{ts,tsx}').scanSync(root)].filter(
    (path) => !path.includes('/languages/'),
  )
  const texts = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()))
  const source = texts.join('\n')
  // Keys that end in a value, such as `color.${name}`.
  const starts = [...source.matchAll(/`((?:[a-zA-Z]+\.)+)\$\{/g)].map(([, start = '']) => start)
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) || starts.some((start) => key.startsWith(start))
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([])
})

test('a message without its values does not compile', () => {
  // @ts-expect-error: no amount
  expect(() => english.text('home.perGram', {})).toThrow()
  // @ts-expect-error: the count of a plural is a number
  expect(english.text('units.days', { count: 'two' })).toBe('NaN days')
  // @ts-expect-error: not a key
  expect(english.text('units.fortnights')).toBe('undefined')
})

// Amounts and numbers of CLDR, with a no-break space (U+00A0, in French groups U+202F).
test.each([
  ['en', '$2,268.00', '$7', '1,234.5', '100 MB', 'a, b, and c'],
  ['de', '2.268,00\u00a0$', '7\u00a0$', '1.234,5', '100 MB', 'a, b und c'],
  ['fr', '2\u202f268,00\u00a0$US', '7\u00a0$US', '1\u202f234,5', '100 Mo', 'a, b et c'],
  ['es', '$2,268.00', '$7', '1,234.5', '100 MB', 'a, b y c'],
] as const)(
  '%s writes amounts, numbers and lists',
  (language, amount, short, number, size, list) => {
    const words = wordsOf(language)
    expect([
      words.money(226_800),
      words.shortMoney(700),
      words.number(1234.5),
      // Versions of CLDR differ in the kind of space.
      words.megabytes(100 * 1024 * 1024).replace(/\s/u, ' '),
      words.list(['a', 'b', 'c']),
    ]).toEqual([amount, short, number, size, list])
  },
)

test('English amounts are those of the other pages', async () => {
  const { money, shortMoney } = await import('../../../server/pages/base/money.ts')
  for (const cents of [0, 1, 99, 100, 150, 1132, 99_999, 100_000, 226_800, 123_456_789]) {
    expect(english.money(cents)).toBe(money(cents))
    expect(english.shortMoney(cents)).toBe(shortMoney(cents))
  }
})

// 1 and 2 December 2026 are a Tuesday and a Wednesday.
test.each([
  ['en', 'Tue, Dec 1', 'Wed, Dec 2'],
  ['de', 'Di., 1. Dezember', 'Mi., 2. Dezember'],
  ['fr', 'mar. 1er décembre', 'mer. 2 décembre'],
  ['es', 'martes 1 de diciembre', 'miércoles 2 de diciembre'],
] as const)('%s writes days', (language, first, second) => {
  const days = ['2026-12-01T12:00Z', '2026-12-02T12:00Z'].map((time) =>
    wordsOf(language).day(new Date(time), 'UTC'),
  )
  expect(days).toEqual([first, second])
})
