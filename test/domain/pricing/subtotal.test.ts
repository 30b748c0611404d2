// Print subtotals and postage against numbers computed manually.
import { describe, expect, test } from 'bun:test'
import { postageCents } from '../../../server/domain/pricing/postage.ts'
import {
  bulkDiscountPercent,
  isBelowMinimum,
  perPartCents,
  printSubtotalCents,
  type SubtotalInput,
  slicedSubtotalCents,
} from '../../../server/domain/pricing/subtotal.ts'
import { verifies } from '../../helpers/verifies.ts'

const input = (changes: Partial<SubtotalInput>): SubtotalInput => ({
  grams: 100,
  centsPerGram: 12,
  quality: 'standard',
  quantity: 1,
  ...changes,
})
const cents = (changes: Partial<SubtotalInput>) => printSubtotalCents(input(changes))

verifies('pricing.bulk-5', () => {
  const steps = [1, 2, 3, 4, 5, 6, 9].map((quantity) => bulkDiscountPercent(quantity))
  expect(steps).toEqual([0, 0, 0, 0, 5, 5, 5])
  expect(cents({ quantity: 4 })).toBe(4800) // 12.00 x 4
  expect(cents({ quantity: 5 })).toBe(5700) // 60.00 x 0.95
})

verifies('pricing.bulk-10', () => {
  expect([9, 10, 11, 50, 100_000].map(bulkDiscountPercent)).toEqual([5, 10, 10, 10, 10])
  expect(cents({ quantity: 9 })).toBe(10_260) // 108.00 x 0.95
  expect(cents({ quantity: 10 })).toBe(10_800) // 120.00 x 0.90
})

verifies('pricing.premium', () => {
  expect(cents({ quality: 'standard' })).toBe(1200)
  expect(cents({ quality: 'premium' })).toBe(2100) // 12.00 x 1.75
  expect(cents({ quality: 'premium', centsPerGram: 13, grams: 3 })).toBe(100) // 0.6825
})

verifies('pricing.minimum-per-part', () => {
  expect(cents({ grams: 8 })).toBe(100) // 0.96
  expect(cents({ grams: 9 })).toBe(108)
  expect(cents({ grams: 1, quantity: 4 })).toBe(400)
})

verifies('decision.minimum-after-discount', () => {
  expect(cents({ grams: 9, quantity: 10 })).toBe(1000) // 1.08 x 10 x 0.90 = 9.72
  expect(cents({ grams: 9, quantity: 5 })).toBe(513) // 1.08 x 5 x 0.95
  expect(cents({ grams: 10, quantity: 10 })).toBe(1080)
  expect(cents({ grams: 1, quantity: 50 })).toBe(5000)
})

verifies('decision.exact-money', () => {
  // asa premium is 24.5 cents a gram: an odd weight ends in half a cent
  expect(cents({ grams: 41, centsPerGram: 14, quality: 'premium' })).toBe(1005) // 10.045
  expect(cents({ grams: 43, centsPerGram: 14, quality: 'premium' })).toBe(1054) // 10.535
  // tpu premium is 22.75 cents a gram
  expect(cents({ grams: 6, centsPerGram: 13, quality: 'premium' })).toBe(137) // 1.365
  expect(cents({ grams: 7, centsPerGram: 13, quality: 'premium' })).toBe(159) // 1.5925
  // rounded once, after quantity and discount: 1.5925 x 5 x 0.95 = 7.564375, not 1.59 x 5 x 0.95 = 7.5525
  expect(cents({ grams: 7, centsPerGram: 13, quality: 'premium', quantity: 5 })).toBe(756)
  expect(cents({ grams: 10, quality: 'premium', quantity: 5 })).toBe(998) // 9.975
  // half cents that doubles lose: 14 x 0.12 x 1.75 x 5 x 0.95 = 13.965, 18 x 0.20 x 1.75 x 5 x 0.95 = 29.925
  expect(Math.round(14 * 0.12 * 1.75 * 5 * 0.95 * 100)).toBe(1396)
  expect(cents({ grams: 14, quality: 'premium', quantity: 5 })).toBe(1397)
  expect(cents({ grams: 18, centsPerGram: 20, quality: 'premium', quantity: 5 })).toBe(2993)
})

test('a subtotal beyond the precision of doubles is exact', () => {
  // 20,672 g x 35 cents = 723,520; x 0.90 = 651,168; x 99,999,999 = 65,116,800,000,000 - 651,168
  const huge = {
    grams: 20_672,
    centsPerGram: 20,
    quality: 'premium',
    quantity: 99_999_999,
  } as const
  expect(cents(huge)).toBe(65_116_799_348_832)
  // 9,001 g x 35 cents x 0.90 = 283,531.5; x (10^10 - 19) = 2,835,315,000,000,000 - 5,387,098.5: half a cent, which doubles lose
  const more = { ...huge, grams: 9_001, quantity: 9_999_999_981 }
  expect(cents(more)).toBe(2_835_314_994_612_902)
})

verifies('limits.order.minimum-total', () => {
  expect([0, 49, 50, 51].map(isBelowMinimum)).toEqual([true, true, false, false])
})

verifies('price.answer.per-unit', () => {
  const unit = (changes: Partial<SubtotalInput>) => perPartCents(input(changes))
  expect(unit({})).toBe(1200)
  expect(unit({ quantity: 10 })).toBe(1080)
  expect(unit({ grams: 7, centsPerGram: 13, quality: 'premium', quantity: 5 })).toBe(151) // 1.512875
  expect(unit({ grams: 9, quantity: 10 })).toBe(100) // 0.972
})

describe('an already-sliced part', () => {
  const sliced = (changes: Partial<Parameters<typeof slicedSubtotalCents>[0]>) =>
    slicedSubtotalCents({ ...input({}), material: 'pla', seconds: 60, ...changes })

  verifies(['pricing.sliced-overtime', 'decision.sliced-overtime-base'], () => {
    // pla: 1.26 x 16 = 20.16 g an hour, so 2016 g include 100 h; 241.92 for the weight
    expect(sliced({ grams: 2016, seconds: 101 * 3600 })).toBe(24_342) // + 1.50
    expect(sliced({ grams: 2016, seconds: 110 * 3600 })).toBe(25_692) // + 15.00
    // 100 g include 4.960317 h; 6 h are 1.039683 h more: 12.00 + 1.559524
    expect(sliced({ seconds: 6 * 3600 })).toBe(1356)
    // petg 20.32, abs 16.64, asa 17.12, tpu 19.36 g an hour: 50 h included, 60 taken
    expect(sliced({ material: 'petg', grams: 1016, seconds: 216_000 })).toBe(13_692)
    expect(sliced({ material: 'abs', grams: 832, seconds: 216_000 })).toBe(11_484)
    expect(sliced({ material: 'asa', grams: 856, centsPerGram: 14, seconds: 216_000 })).toBe(13_484)
    expect(sliced({ material: 'tpu', grams: 968, centsPerGram: 13, seconds: 216_000 })).toBe(14_084)
    // 1 g includes 178.571429 s: 0.12 + (3600 - 178.571429) / 3600 x 1.50 = 1.545595
    expect(sliced({ grams: 1, seconds: 3600 })).toBe(155)
  })

  verifies('pricing.sliced-no-overtime', () => {
    expect(sliced({ grams: 2016, seconds: 360_000 })).toBe(24_192)
    expect(sliced({ grams: 2016, seconds: 1 })).toBe(24_192)
    expect(sliced({ grams: 2016, seconds: 360_011 })).toBe(24_192) // 0.458 cents
    expect(sliced({ grams: 2016, seconds: 360_012 })).toBe(24_193) // 0.5 cents
  })

  test('overtime is per part, discounted with the rest, and not raised by premium', () => {
    const part = { material: 'petg', grams: 1016, seconds: 216_000 } as const
    expect(sliced({ ...part, quality: 'premium' })).toBe(22_836) // 213.36 + 15.00
    expect(sliced({ ...part, quantity: 2 })).toBe(27_384)
    expect(sliced({ ...part, quality: 'premium', quantity: 10 })).toBe(205_524) // 2283.60 x 0.90
    expect(sliced({ grams: 1, seconds: 60, quantity: 3 })).toBe(300)
  })
})

describe('postage', () => {
  verifies(['pricing.postage-us', 'pricing.postage-us-free'], () => {
    expect(postageCents('US', 100)).toBe(700)
    expect(postageCents('US', 4_999)).toBe(700)
    expect(postageCents('US', 5_000)).toBe(0)
    expect(postageCents('US', 50_000)).toBe(0)
  })

  verifies(['pricing.postage-abroad', 'pricing.postage-abroad-free'], () => {
    const abroad = 'CA GB AU DE FR IN NL IE NZ SE IT ES MX'.split(' ')
    expect(abroad.map((country) => postageCents(country, 100))).toEqual(Array(13).fill(3_000))
    expect(abroad.map((country) => postageCents(country, 49_999))).toEqual(Array(13).fill(3_000))
    expect(abroad.map((country) => postageCents(country, 50_000))).toEqual(Array(13).fill(0))
  })
})
