// The price of a quoted mesh: hand-computed amounts, and that an estimate is never billed below a slice in its range.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { priceQuote } from '../../../server/domain/quotes/price-quote.ts'
import { printOptions } from '../../../testing/orders.ts'

const slice = (filamentCm3: number, seconds = 3600) => ({
  filamentCm3,
  seconds,
  rangePercent: null,
})

describe('a slice', () => {
  test('bills its filament, rounded up to whole grams', () => {
    // 3.23 cm3 x 1.26 = 4.07 g -> 5; 0.60 -> the minimum of a dollar; + 7.
    expect(priceQuote(slice(3.23, 707), printOptions(), 'US')).toEqual({
      printCents: 100,
      shippingCents: 700,
      totalCents: 800,
      gramsPerPart: 5,
      centihoursPerPart: 20,
    })
    // 100 x 1.26 = 126 exactly: no rounding error bills a gram. x 0.12 x 1.75 x 10 x 0.9 = 238.14.
    const options = printOptions({ quality: 'premium', quantity: 10 })
    expect(priceQuote(slice(100), options, 'DE')).toMatchObject({
      gramsPerPart: 126,
      printCents: 23_814,
      shippingCents: 3_000,
      totalCents: 26_814,
    })
  })

  test('bills no hours: the rate includes machine time', () => {
    const [quick, slow] = [slice(100, 60), slice(100, 500_000)].map((measured) =>
      priceQuote(measured, printOptions(), 'US'),
    )
    expect(slow?.totalCents).toBe(quick?.totalCents ?? -1)
    expect(slow?.centihoursPerPart).toBe(13_889)
  })

  test('bills $0.20 a gram without a color', () => {
    const options = printOptions({ color: 'Default' })
    expect(priceQuote(slice(100), options, 'US').printCents).toBe(2520)
  })
})

describe('an estimate', () => {
  test('bills the upper end of its range', () => {
    // 100 x 1.06 x 1.26 = 133.56 -> 134; x 0.12 = 16.08.
    const measured = { ...slice(100), rangePercent: 6 }
    expect(priceQuote(measured, printOptions(), 'US')).toMatchObject({
      gramsPerPart: 134,
      printCents: 1608,
    })
  })

  test('never bills less than a slice anywhere in its range', () => {
    const inputs = fc.record({
      filamentCm3: fc.double({ min: 0.001, max: 40_000, noNaN: true }),
      rangePercent: fc.integer({ min: 0, max: 60 }),
      place: fc.double({ min: -1, max: 1, noNaN: true }),
      quantity: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(inputs, ({ filamentCm3, rangePercent, place, quantity }) => {
        const options = printOptions({ quantity })
        const estimated = priceQuote({ filamentCm3, seconds: 1, rangePercent }, options, 'US')
        const real = filamentCm3 * (1 + (place * rangePercent) / 100)
        const sliced = priceQuote(slice(real), options, 'US')
        expect(estimated.gramsPerPart).toBeGreaterThanOrEqual(sliced.gramsPerPart)
        expect(estimated.printCents).toBeGreaterThanOrEqual(sliced.printCents)
      }),
    )
  })
})
