// Machine hours in hundredths compared with numbers computed manually.
import { describe, expect, test } from 'bun:test'
import { defaultCentihours, modeledCentihours } from '../../../server/domain/pricing/hours.ts'
import { printOptions } from '../../../testing/orders.ts'
import { verifies } from '../../helpers/verifies.ts'

type Changes = Parameters<typeof printOptions>[0]
const hours = (grams: number, changes: Changes = {}) =>
  modeledCentihours({ grams, ...printOptions(changes) })

describe('modeled hours', () => {
  verifies(['decision.print-hours', 'decision.throughput'], () => {
    // 5 g of pla are 5 / 1.26 = 3.96825 cm3; at 16 cm3/h 0.248016 h.
    expect(hours(5)).toBe(25)
    expect(hours(5, { nozzleDiameter: 0.8 })).toBe(12) // twice as fast: 0.124008
    expect(hours(5, { nozzleDiameter: 0.2 })).toBe(50) // half as fast: 0.496032
    expect(hours(5, { layerHeight: 0.1 })).toBe(50)
    expect(hours(5, { layerHeight: 0.3 })).toBe(17) // 0.165344
    expect(hours(5, { nozzleFlow: 'high' })).toBe(16) // 0.155010
    // 16 x 1.5 x 1.5 x 1.6 = 57.6 cm3/h; 100 / (1.26 x 57.6) = 1.377866.
    const fast = { nozzleDiameter: 0.6, layerHeight: 0.3, nozzleFlow: 'high' } as const
    expect(hours(100, fast)).toBe(138)
    expect(hours(100, { ...fast, material: 'abs' })).toBe(167) // 100 / (1.04 x 57.6) = 1.669338
    // The slowest and the fastest machine: 16 x 0.5 x 0.2 = 1.6 and 16 x 2 x 3 x 1.6 = 153.6 cm3/h.
    expect(hours(1000, { nozzleDiameter: 0.2, layerHeight: 0.04 })).toBe(49_603) // 496.031746
    const fastest = { nozzleDiameter: 0.8, layerHeight: 0.6, nozzleFlow: 'high' } as const
    expect(hours(1000, fastest)).toBe(517) // 1000 / (1.26 x 153.6) = 5.166997
  })

  test('half a hundredth is rounded up', () => {
    expect(hours(63)).toBe(313) // 63 / 20.16 = 3.125 exactly
    expect(hours(63, { layerHeight: 0.1 })).toBe(625)
    expect(hours(52, { material: 'abs' })).toBe(313) // 52 / 16.64 = 3.125
  })

  test('a layer height is read as the decimal that was sent', () => {
    // 0.3 is not a double: 63 / (20.16 x 1.5) = 2.083333; 126 g at 0.28: 6.25 / 1.4 = 4.464286.
    expect(hours(63, { layerHeight: 0.3 })).toBe(208)
    expect(hours(126, { layerHeight: 0.28 })).toBe(446)
  })

  verifies('price.answer.print-hours', () => {
    expect(defaultCentihours(5, 'pla')).toBe(25)
    expect(defaultCentihours(555, 'pla')).toBe(2753) // 555 / 20.16 = 27.529762
    expect(defaultCentihours(63, 'pla')).toBe(313)
    expect(defaultCentihours(1, 'petg')).toBe(5) // 1 / 20.32 = 0.049213
    for (let grams = 1; grams <= 20_000; grams += 7) {
      for (const material of ['pla', 'petg', 'abs', 'asa', 'tpu'] as const) {
        expect(defaultCentihours(grams, material)).toBe(hours(grams, { material }))
      }
    }
  })
})
