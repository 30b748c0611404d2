// Billable weight compared with numbers computed manually; the computation is next to each.
import { describe, expect, test } from 'bun:test'
import {
  boxGrams,
  filamentGrams,
  meshGrams,
  statedGrams,
} from '../../../server/domain/pricing/weight.ts'
import { verifies } from '../../helpers/verifies.ts'

describe('mesh weight', () => {
  verifies(['pricing.mesh-weight', 'decision.weight-formula', 'pricing.whole-grams'], () => {
    // 8 cm3 is a 20 mm cube; 0.30 + 0.70 x 0.20 = 0.44.
    expect(meshGrams(8, 20, 'pla')).toBe(5) // 8 x 0.44 x 1.26 = 4.4352
    expect(meshGrams(8, 20, 'petg')).toBe(5) // x 1.27 = 4.4704
    expect(meshGrams(8, 20, 'abs')).toBe(4) // x 1.04 = 3.6608
    expect(meshGrams(8, 20, 'asa')).toBe(4) // x 1.07 = 3.7664
    expect(meshGrams(8, 20, 'tpu')).toBe(5) // x 1.21 = 4.2592
    expect(meshGrams(8, 10, 'pla')).toBe(4) // 8 x 0.37 x 1.26 = 3.7296
    expect(meshGrams(8, 100, 'pla')).toBe(11) // 8 x 1.00 x 1.26 = 10.08
    expect(meshGrams(125, 20, 'pla')).toBe(70) // 55 x 1.26 = 69.3
    expect(meshGrams(1000, 33, 'asa')).toBe(569) // 1000 x 0.531 x 1.07 = 568.17
    expect(meshGrams(34_816, 100, 'petg')).toBe(44_217) // 34,816 x 1.27 = 44,216.32
  })

  test('a whole gram is not rounded up, and neither is the next double above it', () => {
    expect(meshGrams(50, 100, 'pla')).toBe(63) // 50 x 1.26 = 63
    expect(meshGrams(100, 100, 'abs')).toBe(104)
    expect(meshGrams(50 + 2 ** -47, 100, 'pla')).toBe(63)
    expect(meshGrams(50 - 2 ** -47, 100, 'pla')).toBe(63)
    // 1900 x 1.07 = 2033 exactly, but not in doubles.
    expect(Math.ceil(1900 * 1.07)).toBe(2034)
    expect(meshGrams(1900, 100, 'asa')).toBe(2033)
  })

  verifies('decision.weight-noise', () => {
    expect(meshGrams(50.0000007, 100, 'pla')).toBe(63) // 63.000000882
    expect(meshGrams(50.0000008, 100, 'pla')).toBe(64) // 63.000001008
    expect(meshGrams(100.0000009, 100, 'abs')).toBe(104) // 104.000000936
    expect(meshGrams(100.000001, 100, 'abs')).toBe(105) // 104.00000104
    expect(statedGrams(12.000001)).toBe(12)
    expect(statedGrams(12.00000101)).toBe(13)
    // The double nearest to 2.000001 is above it, although 2.000001 - 0.000001 is 2 in doubles.
    expect(2.000001 - 1e-6).toBe(2)
    expect(statedGrams(2.000001)).toBe(3)
    expect(filamentGrams(10 / 1.26, 'pla')).toBe(10)
  })

  verifies('decision.weight-at-least-one', () => {
    expect(meshGrams(1e-9, 10, 'pla')).toBe(1)
    expect(meshGrams(0.0000001, 100, 'petg')).toBe(1)
    expect(statedGrams(0.004)).toBe(1)
    expect(statedGrams(5e-324)).toBe(1)
    expect(filamentGrams(0.001, 'abs')).toBe(1)
    expect(boxGrams([0.1, 0.1, 0.1], 'tpu')).toBe(1)
  })
})

test('a stated weight is billed in whole grams, independent of the material', () => {
  expect(statedGrams(12)).toBe(12)
  expect(statedGrams(12.01)).toBe(13)
  expect(statedGrams(0.1 + 0.2 + 0.7)).toBe(1)
  expect(statedGrams(1234.5)).toBe(1235)
})

test('a filament volume is weighed with the density of the material', () => {
  expect(filamentGrams(10, 'pla')).toBe(13) // 12.6
  expect(filamentGrams(10, 'petg')).toBe(13) // 12.7
  expect(filamentGrams(10, 'abs')).toBe(11) // 10.4
  expect(filamentGrams(10, 'asa')).toBe(11) // 10.7
  expect(filamentGrams(10, 'tpu')).toBe(13) // 12.1
  expect(filamentGrams(100, 'asa')).toBe(107)
})

verifies('price.grams', () => {
  expect(boxGrams([20, 20, 20], 'pla')).toBe(5) // 8 x 0.44 x 1.26 = 4.4352
  expect(boxGrams([100, 100, 100], 'pla')).toBe(555) // 554.4
  expect(boxGrams([100, 125, 100], 'pla')).toBe(693) // 1250 x 0.5544 = 693 exactly
  expect(boxGrams([50, 40, 30], 'asa')).toBe(29) // 60 x 0.44 x 1.07 = 28.248
  expect(boxGrams([340, 340, 320], 'petg')).toBe(20_672) // 36,992 x 0.5588 = 20,671.1296
})
