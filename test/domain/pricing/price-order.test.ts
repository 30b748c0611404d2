// Complete orders compared with prices computed manually: the catalog, discounts, thresholds, already-sliced files.
import { describe, expect, test } from 'bun:test'
import { stockColors } from '../../../server/domain/catalog/colors.ts'
import { materials } from '../../../server/domain/catalog/materials.ts'
import type { Material, PrintOptions, Quality } from '../../../server/domain/catalog/options.ts'
import type { SlicedReport } from '../../../server/domain/models/report.ts'
import { noUsageReason, priceOrder } from '../../../server/domain/pricing/price-order.ts'
import { meshReport, printOptions, slicedReport } from '../../../testing/orders.ts'
import { verifies } from '../../helpers/verifies.ts'

type Changes = Partial<PrintOptions> & { country?: string }

function price(measurement: Parameters<typeof priceOrder>[0], changes: Changes) {
  const { country = 'US', ...options } = changes
  const found = priceOrder(measurement, printOptions(options), country)
  if (found === null) throw new Error('no price')
  return found
}
const meshPrice = (volumeCm3: number, changes: Changes = {}) =>
  price({ kind: 'mesh', report: meshReport(volumeCm3) }, changes)
/** Returns [grams, print, shipping, total]. */
const mesh = (volumeCm3: number, changes: Changes = {}) => {
  const { gramsPerPart, printCents, shippingCents, totalCents } = meshPrice(volumeCm3, changes)
  return [gramsPerPart, printCents, shippingCents, totalCents]
}
const slicedPrice = (stated: Partial<SlicedReport>, changes: Changes = {}) =>
  price({ kind: 'sliced', report: slicedReport(stated) }, changes)

/**
 * 100 g of each material: rate x 100 standard, x 1.75 premium; the volume that weighs 100 g at 100 % infill is 99.5 /
 * density.
 */
const hundredGrams: readonly [Material, number, number][] = [
  ['pla', 1200, 2100],
  ['petg', 1200, 2100],
  ['abs', 1200, 2100],
  ['asa', 1400, 2450],
  ['tpu', 1300, 2275],
]

describe('prices of the whole catalog for 100 g per part', () => {
  const density = { pla: 1.26, petg: 1.27, abs: 1.04, asa: 1.07, tpu: 1.21 }
  const hundred = (material: Material, quality: Quality, color: string) =>
    mesh(99.5 / density[material], { material, quality, color, infill: 100 })

  test('the table above names every material once', () => {
    expect(hundredGrams.map(([material]) => material).sort()).toEqual(
      (['abs', 'asa', 'petg', 'pla', 'tpu'] as const).slice(),
    )
    expect(Object.keys(materials()).sort()).toEqual(['abs', 'asa', 'petg', 'pla', 'tpu'])
  })

  verifies(['pricing.stock-colour', 'pricing.all-in-rate'], () => {
    for (const [material, standard, premium] of hundredGrams) {
      for (const [name, hex] of Object.entries(stockColors)) {
        for (const color of [name, name.toUpperCase(), hex, hex.slice(1).toLowerCase()]) {
          const expected = { material, color, standard: [100, standard, 700, standard + 700] }
          expect({ material, color, standard: hundred(material, 'standard', color) }).toEqual(
            expected,
          )
          expect(hundred(material, 'premium', color)).toEqual([100, premium, 700, premium + 700])
        }
      }
    }
  })

  verifies('pricing.other-colour', () => {
    for (const [material] of hundredGrams) {
      for (const color of ['Default', 'Magenta', '#123456', 'Blackish', 'Mint  Green', '#0000']) {
        expect(hundred(material, 'standard', color)).toEqual([100, 2000, 700, 2700])
        expect(hundred(material, 'premium', color)).toEqual([100, 3500, 700, 4200])
      }
    }
  })
})

describe('mesh orders', () => {
  verifies(
    'decision.estimated-cost',
    'a 20 mm cube has the derived price in every material, with and without a stock color',
    () => {
      expect(mesh(8)).toEqual([5, 100, 700, 800]) // 4.4352 g; 0.60
      expect(mesh(8, { color: 'Default' })).toEqual([5, 100, 700, 800]) // 1.00
      expect(mesh(8, { color: 'Default', quality: 'premium' })).toEqual([5, 175, 700, 875])
      expect(mesh(8, { material: 'abs', quality: 'premium', quantity: 3 })).toEqual([
        4, 300, 700, 1000,
      ]) // 0.84 each
      expect(mesh(8, { material: 'asa', color: 'red', quality: 'premium', quantity: 2 })).toEqual([
        4, 200, 700, 900,
      ]) // 0.98 each
      expect(mesh(8, { infill: 100, color: '#fff', quality: 'premium' })).toEqual([
        11, 231, 700, 931,
      ]) // 10.08 g; 11 x 0.21
    },
  )

  test('postage is free from the threshold on, and not one gram earlier', () => {
    const off = { color: 'Default', infill: 100 }
    expect(mesh(198, off)).toEqual([250, 5000, 0, 5000]) // 249.48 g x 0.20
    expect(mesh(197, off)).toEqual([249, 4980, 700, 5680]) // 248.22 g
    // asa premium: 204 g x 0.245 = 49.98; the highest price below 50.00 in this catalog.
    const asa = { material: 'asa', quality: 'premium', infill: 100 } as const
    expect(mesh(190, asa)).toEqual([204, 4998, 700, 5698]) // 203.3 g
    expect(mesh(191, asa)).toEqual([205, 5023, 0, 5023]) // 204.37 g; 50.225
    expect(mesh(198, { ...off, quantity: 10, country: 'DE' })).toEqual([250, 45_000, 3000, 48_000])
    expect(mesh(198, { ...off, quantity: 12, country: 'DE' })).toEqual([250, 54_000, 0, 54_000])
    expect(mesh(1984, { ...off, country: 'GB' })).toEqual([2500, 50_000, 0, 50_000]) // 2499.84 g
    expect(mesh(1983, { ...off, country: 'GB' })).toEqual([2499, 49_980, 3000, 52_980]) // 2498.58 g
    expect(mesh(1983, off)).toEqual([2499, 49_980, 0, 49_980])
  })

  test('the threshold is met by the rounded subtotal', () => {
    // tpu premium 22.75 cents: 222 x 22.75 x 11 x 0.90 = 49,999.95 cents, rounded to $500.00.
    const tpu = { material: 'tpu', quality: 'premium', infill: 100, quantity: 11 } as const
    expect(mesh(183, { ...tpu, country: 'MX' })).toEqual([222, 50_000, 0, 50_000]) // 221.43 g
  })

  verifies('orders.answer.print-hours-informational', () => {
    const machines = [
      { nozzleDiameter: 0.2, layerHeight: 0.04 },
      { nozzleDiameter: 0.8, layerHeight: 0.6, nozzleFlow: 'high' },
    ] as const
    const [slow, fast] = machines.map((machine) => meshPrice(100, machine))
    expect([slow?.totalCents, fast?.totalCents]).toEqual([1372, 1372]) // 55.44 -> 56 g x 0.12 + 7
    // 56 / 1.26 = 44.4444 cm3 at 1.6 and at 153.6 cm3/h.
    expect([slow?.centihoursPerPart, fast?.centihoursPerPart]).toEqual([2778, 29])
  })

  verifies('decision.per-part', () => {
    const one = meshPrice(100)
    const ten = meshPrice(100, { quantity: 10 })
    expect([one.gramsPerPart, one.centihoursPerPart]).toEqual([56, 278])
    expect([ten.gramsPerPart, ten.centihoursPerPart]).toEqual([56, 278])
    expect(ten.printCents).toBe(6048) // 6.72 x 10 x 0.90
  })

  verifies('orders.submit.quality-price-only', () => {
    const standard = meshPrice(100)
    const premium = meshPrice(100, { quality: 'premium' })
    expect([standard.printCents, premium.printCents]).toEqual([672, 1176])
    expect(premium.centihoursPerPart).toBe(standard.centihoursPerPart)
    expect(premium.gramsPerPart).toBe(standard.gramsPerPart)
  })
})

describe('already-sliced orders', () => {
  verifies('pricing.sliced-weight', () => {
    const stated = { grams: 31.02, filamentCm3: 90, filamentMm: 90_000, seconds: 60 }
    expect(slicedPrice(stated).gramsPerPart).toBe(32)
    // The ordered material changes the rate, but not a stated weight.
    expect(slicedPrice(stated, { material: 'abs' }).gramsPerPart).toBe(32)
    // Infill does not matter: 32 x 0.12 = 3.84.
    expect(slicedPrice(stated, { infill: 10 }).printCents).toBe(384)
  })

  verifies('decision.sliced-volume-only', () => {
    const grams = (['pla', 'petg', 'abs', 'asa', 'tpu'] as const).map(
      (material) => slicedPrice({ filamentCm3: 10, seconds: 60 }, { material }).gramsPerPart,
    )
    expect(grams).toEqual([13, 13, 11, 11, 13]) // 12.6 12.7 10.4 10.7 12.1
  })

  verifies('decision.sliced-length-only', () => {
    // pi x 0.875^2 x 10 m = 24.0528 cm3; at 2.85 mm 63.7940 cm3.
    const length = { filamentMm: 10_000, seconds: 60 }
    expect(slicedPrice(length).gramsPerPart).toBe(31) // 30.3066
    expect(slicedPrice(length, { material: 'petg' }).gramsPerPart).toBe(31) // 30.5471
    expect(slicedPrice(length, { material: 'abs' }).gramsPerPart).toBe(26) // 25.0149
    expect(slicedPrice({ ...length, diameterMm: 2.85 }).gramsPerPart).toBe(81) // 80.3804
    expect(slicedPrice({ ...length, diameterMm: 1.75 }).gramsPerPart).toBe(31)
  })

  verifies('decision.sliced-hours', () => {
    const machine = { nozzleDiameter: 0.8, layerHeight: 0.6, nozzleFlow: 'high' } as const
    expect(slicedPrice({ grams: 100, seconds: 3661 }).centihoursPerPart).toBe(102)
    expect(slicedPrice({ grams: 100, seconds: 3661 }, machine).centihoursPerPart).toBe(102)
  })

  test('overtime raises the price of a slow print, independent of nozzle, layer and flow', () => {
    const machine = { nozzleDiameter: 0.8, layerHeight: 0.6, nozzleFlow: 'high' } as const
    const slow = { grams: 1016, seconds: 216_000 }
    const petg = { material: 'petg' } as const
    // 121.92 + 10 h x 1.50 = 136.92.
    expect(slicedPrice(slow, petg)).toEqual({
      printCents: 13_692,
      shippingCents: 0,
      totalCents: 13_692,
      gramsPerPart: 1016,
      centihoursPerPart: 6000,
    })
    expect(slicedPrice(slow, { ...petg, ...machine })).toEqual(slicedPrice(slow, petg))
  })

  test('a file without a time has modeled hours and no overtime', () => {
    // 100 / 20.16 = 4.960317.
    expect(slicedPrice({ grams: 100 })).toEqual({
      printCents: 1200,
      shippingCents: 700,
      totalCents: 1900,
      gramsPerPart: 100,
      centihoursPerPart: 496,
    })
    expect(slicedPrice({ grams: 100 }, { layerHeight: 0.1 }).centihoursPerPart).toBe(992)
  })

  test('a file without a usable weight has no price', () => {
    const none = [
      {},
      { seconds: 3600 },
      { grams: 0, seconds: 60 },
      { grams: 0, filamentCm3: 0, filamentMm: 0, seconds: 60 },
      { grams: -1, filamentCm3: -1, filamentMm: -1 },
      { grams: Number.NaN, seconds: 60 },
    ]
    const prices = none.map((stated) =>
      priceOrder({ kind: 'sliced', report: slicedReport(stated) }, printOptions(), 'US'),
    )
    expect(prices).toEqual(none.map(() => null))
    expect(noUsageReason).toBe(
      'It is sliced, but states no filament use. Slice it again with a current slicer.',
    )
  })

  test('a stated weight of zero is ignored in favor of a volume or a length', () => {
    expect(slicedPrice({ grams: 0, filamentCm3: 10, seconds: 60 }).gramsPerPart).toBe(13)
    expect(slicedPrice({ grams: 0, filamentMm: 10_000, seconds: 60 }).gramsPerPart).toBe(31)
  })
})

test('the smallest possible order costs a dollar plus postage', () => {
  expect(mesh(1e-9)).toEqual([1, 100, 700, 800])
  expect(slicedPrice({ grams: 0.001, seconds: 1 }).totalCents).toBe(800)
})
