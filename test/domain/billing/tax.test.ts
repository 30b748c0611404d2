// The tax that a total contains, and the rates of the configuration.
import { expect } from 'bun:test'
import { parseConfig } from '../../../server/config/config.ts'
import { containedTaxCents, rateText } from '../../../server/domain/billing/tax.ts'
import { verifies } from '../../helpers/verifies.ts'

verifies('invoice.tax-contained', 'amounts match those that were derived manually', () => {
  const sums: readonly (readonly [total: number, rate: number, tax: number])[] = [
    // 34.80 / 1.19 = 29.2436...
    [3480, 1900, 556],
    // 10 / 1.2 = 8.333...
    [1000, 2000, 167],
    // 1 / 1.055 = 0.9478...
    [100, 550, 5],
    // 19.99 / 1.081 = 18.4921...
    [1999, 810, 150],
    // 121 / 1.21 = 100
    [12_100, 2100, 2100],
    // 2.5, 7.5 and 2.5 cents are rounded up.
    [3, 2000, 0],
    [9, 2000, 1],
    [5, 10_000, 2],
    [700, 0, 0],
    // The largest amount of the database.
    [2_147_483_647, 1900, 342_875_540],
  ]
  for (const [total, rate, tax] of sums) {
    expect([total, rate, containedTaxCents(total, rate)]).toEqual([total, rate, tax])
  }
})

verifies(
  'invoice.tax-contained',
  'every total up to $20 at each rate equals the result of exact fractions',
  () => {
    for (const rate of [1, 250, 550, 700, 810, 1000, 1900, 2000, 2100, 2550, 10_000]) {
      for (let total = 1; total <= 2000; total += 1) {
        const [numerator, denominator] = [BigInt(total) * 10_000n, 10_000n + BigInt(rate)]
        const rest = numerator % denominator
        const net = numerator / denominator + (2n * rest >= denominator ? 1n : 0n)
        if (BigInt(total) - net !== BigInt(containedTaxCents(total, rate))) {
          expect([total, rate, containedTaxCents(total, rate)]).toEqual([total, rate, Number(net)])
        }
      }
    }
    expect([1900, 550, 810, 825, 0].map(rateText)).toEqual(['19%', '5.5%', '8.1%', '8.25%', '0%'])
  },
)

verifies('invoice.tax-rates', () => {
  const ratesOf = (text: string) => {
    const parsed = parseConfig({ TAX_RATES: text })
    return parsed.ok ? [...parsed.value.taxRates] : parsed.failure
  }
  expect(ratesOf('DE:19, FR:5.5,GB:20.25,US:0')).toEqual([
    ['DE', 1900],
    ['FR', 550],
    ['GB', 2025],
    ['US', 0],
  ])
  expect(ratesOf('')).toEqual([])
  // Not served, no rate, three decimals, above 100 %, a sign, lower-case letters.
  for (const wrong of [
    'CH:8.1',
    'DE',
    'DE:',
    'DE:19.125',
    'DE:100.01',
    'DE:-1',
    'de:19',
    'DE:19%',
  ]) {
    expect(ratesOf(`FR:20,${wrong}`)).toEqual([
      `TAX_RATES must hold rates such as DE:19 or FR:5.5, each of a country that is served, with commas between them, but holds "${wrong}".`,
    ])
  }
  expect(ratesOf('DE:19,DE:7')).toEqual(['TAX_RATES names DE twice.'])
})
