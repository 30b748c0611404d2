// The terms of a price compared with sums computed manually; they add up to the result of priceOrder, whatever the
// options.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { materialNames } from '../../../server/domain/catalog/materials.ts'
import type { Measurement } from '../../../server/domain/models/report.ts'
import { explainPrice } from '../../../server/domain/pricing/explain-price.ts'
import { priceOrder } from '../../../server/domain/pricing/price-order.ts'
import { meshReport, printOptions, slicedReport } from '../../../testing/orders.ts'

const mesh = (volumeCm3: number): Measurement => ({ kind: 'mesh', report: meshReport(volumeCm3) })
const sliced = (grams: number, seconds: number): Measurement => ({
  kind: 'sliced',
  report: slicedReport({ grams, seconds }),
})

type Terms = readonly [
  grams: number,
  materialCents: number,
  overtimeCents: number,
  discountCents: number,
  minimumCents: number,
  printCents: number,
]

const cases: readonly (readonly [
  string,
  Measurement,
  Parameters<typeof printOptions>[0],
  Terms,
])[] = [
  // 100 cm3 x 0.44 x 1.26 = 55.44 -> 56 g; 56 x $0.12 = $6.72.
  ['one part', mesh(100), {}, [56, 672, 0, 0, 0, 672]],
  // 56 x 12 x 1.75 x 6 = 7056; 5 % of it is 352.8, and 6703.2 rounds to 6703.
  ['a discount', mesh(100), { quantity: 6, quality: 'premium' }, [56, 7056, 0, -353, 0, 6703]],
  // 1 cm3 -> 0.5544 -> 1 g, $0.12; the minimum is $1.00 for each of 2.
  ['the minimum', mesh(1), { quantity: 2 }, [1, 24, 0, 0, 176, 200]],
  // 10 g of PLA cover 10 / (1.26 x 16) h = 0.49603 h; 3 h leave 2.50397 h at $1.50 = $3.7560 in addition to $1.20.
  ['overtime', sliced(10, 3 * 3600), {}, [10, 120, 376, 0, 0, 496]],
  // Twenty of them: 2400 + 7511.9; 10 % off 9911.9 is 8920.7.
  [
    'overtime and a discount',
    sliced(10, 3 * 3600),
    { quantity: 20 },
    [10, 2400, 7512, -991, 0, 8921],
  ],
]

describe('the terms of a price', () => {
  test.each(cases)('%s', (_what, measurement, options, terms) => {
    const found = explainPrice(measurement, printOptions(options), 'US')
    expect([
      found?.price.gramsPerPart,
      found?.materialCents,
      found?.overtimeCents,
      found?.discountCents,
      found?.minimumCents,
      found?.price.printCents,
    ]).toEqual([...terms])
  })

  test('name the volume of a mesh, and the subtotal from which postage is free', () => {
    // 0.30 + 0.70 x 0.20 = 0.44.
    expect(explainPrice(mesh(100), printOptions(), 'US')).toMatchObject({
      mesh: { volumeCm3: 100, solidPerMille: 440 },
      postageFreeFromCents: 5_000,
    })
    expect(explainPrice(sliced(10, 60), printOptions(), 'CA')).toMatchObject({
      mesh: null,
      postageFreeFromCents: 50_000,
    })
  })

  test('add up to the print subtotal', () => {
    const measurements = fc.oneof(
      fc.double({ min: 0.001, max: 2000, noNaN: true }).map(mesh),
      fc
        .tuple(fc.double({ min: 0.1, max: 900, noNaN: true }), fc.integer({ min: 1, max: 300_000 }))
        .map(([grams, seconds]) => sliced(grams, seconds)),
    )
    const options = fc.record({
      material: fc.constantFrom(...materialNames),
      quality: fc.constantFrom('standard' as const, 'premium' as const),
      quantity: fc.integer({ min: 1, max: 50 }),
      infill: fc.integer({ min: 10, max: 100 }),
      color: fc.constantFrom('Black', '#123456'),
    })
    fc.assert(
      fc.property(measurements, options, (measurement, changes) => {
        const chosen = printOptions(changes)
        const found = explainPrice(measurement, chosen, 'DE')
        const price = priceOrder(measurement, chosen, 'DE')
        if (found === null || price === null) throw new Error('no price')
        const { materialCents, overtimeCents, discountCents, minimumCents } = found
        expect(found.price).toEqual(price)
        expect(materialCents + overtimeCents + discountCents + minimumCents).toBe(price.printCents)
        expect(discountCents).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a sliced file without filament use has no price', () => {
    const report = slicedReport({ grams: null, filamentCm3: null, filamentMm: null })
    expect(explainPrice({ kind: 'sliced', report }, printOptions(), 'US')).toBeNull()
  })
})
