// Cents as dollars and in sentences, and dollars that users type.
import { expect, test } from 'bun:test'
import {
  customColorNote,
  customColorRates,
  customColorRateText,
} from '../../../server/domain/pricing/custom-color.ts'
import {
  centsOfDollars,
  dollarsOfCents,
  dollarsText,
  formatDollars,
} from '../../../server/domain/pricing/dollars.ts'
import { freePostageFromCents, postageCents } from '../../../server/domain/pricing/postage.ts'

test.each([
  ['12.34', 1234],
  ['$12.34', 1234],
  [' 12 ', 1200],
  ['12.5', 1250],
  ['0.07', 7],
  ['1234567', 123_456_700],
  ['12345678', null],
  ['12.345', null],
  ['12.', null],
  ['.5', null],
  ['€12', null],
  ['x12', null],
  ['12x', null],
  ['-1', null],
  ['', null],
])('%p are %p cents', (text, cents) => {
  expect(centsOfDollars(text)).toBe(cents)
})

test('cents are written with two decimals', () => {
  expect([dollarsOfCents(1234), formatDollars(1234), dollarsText(1234)]).toEqual([
    12.34,
    '$12.34',
    '12.34',
  ])
  expect(formatDollars(5)).toBe('$0.05')
})

test('a color that is not in stock costs at least $0.20 a gram, and the sentence states it', () => {
  expect(customColorRateText()).toBe('$0.20')
  expect(customColorRates('asa', 'Black')).toBeNull()
  const rates = { centsPerGram: 20, stockCentsPerGram: 14 }
  expect(customColorRates('asa', 'Teal')).toEqual(rates)
  const ending = 'so this bills $0.20/g; a stock color bills $0.14/g.'
  expect(customColorNote('Default', rates)).toBe(`No color was given, ${ending}`)
  const stock = 'is not a stock color'
  expect(customColorNote('Teal', rates)).toBe(`Teal ${stock}, ${ending}`)
  expect(customColorNote('Teal', rates, '"Teal"')).toBe(`"Teal" ${stock}, ${ending}`)
})

test.each([
  ['US', 4_999, 700],
  ['US', 5_000, 0],
  ['CA', 49_999, 3_000],
  ['CA', 50_000, 0],
])('postage to %s for %p cents of prints is %p', (country, printCents, cents) => {
  expect(postageCents(country, printCents)).toBe(cents)
  expect(freePostageFromCents(country)).toBe(country === 'US' ? 5_000 : 50_000)
})
