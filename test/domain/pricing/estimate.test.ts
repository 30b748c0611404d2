// Estimates from a bounding box and from a weight, derived manually: contract.md 2.7, 4.5 and 9.2.
import { describe, expect, test } from 'bun:test'
import { fail, type Result } from '../../../server/domain/base/result.ts'
import {
  type Estimate,
  estimateColor,
  estimateFromBox,
  estimateQuantity,
} from '../../../server/domain/pricing/estimate.ts'
import {
  estimateFromWeight,
  estimateGramsRange,
  estimateQuantityRange,
} from '../../../server/domain/pricing/estimate-weight.ts'
import type { PriceFailure } from '../../../server/domain/pricing/failure.ts'

const box = { x: 50, y: 40, z: 20 }
const refused = (failure: PriceFailure): Result<Estimate, PriceFailure> => fail(failure)
const estimated = (body: unknown) => {
  const estimate = estimateFromBox(body)
  if (!estimate.ok) throw new Error(`refused: ${estimate.failure.kind}`)
  return estimate.value
}

describe('from a box', () => {
  test('every number of the response equals the derived one', () => {
    // 40 cm3 x 0.44 x 1.26 = 22.176 -> 23 g; x 0.12 = 2.76; 23 / (1.26 x 16) = 1.14 h; postage 7.00.
    expect(estimated({ bboxMm: box })).toEqual({
      grams: 23,
      centihours: 114,
      materialHundredthsOfCent: 27_600,
      perUnitCents: 276,
      subtotalCents: 276,
      shippingCents: 700,
      totalCents: 976,
      material: 'pla',
      quality: 'standard',
      quantity: 1,
      color: undefined,
      customColor: false,
      centsPerGram: 12,
    })
    // 40 x 0.44 x 1.07 = 18.832 -> 19 g; 20 cents for a color that is not in stock; x 1.75 = 6.65; 5 parts minus 5 %:
    // 31.5875.
    const words = { material: ' ASA ', quality: 'premium', quantity: 5, color: ' Teal ' }
    expect(estimated({ bboxMm: box, ...words })).toMatchObject({
      grams: 19,
      materialHundredthsOfCent: 66_500,
      perUnitCents: 632,
      subtotalCents: 3_159,
      totalCents: 3_859,
      material: 'asa',
      quality: 'premium',
      quantity: 5,
      color: 'Teal',
      customColor: true,
      centsPerGram: 20,
    })
  })

  test('anything except a box of positive numbers is refused', () => {
    const sides = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '50', null, undefined]
    const boxes = sides.flatMap((side) => [
      { ...box, x: side },
      { ...box, y: side },
      { ...box, z: side },
    ])
    for (const bboxMm of [...boxes, undefined, null, 50, 'box', []]) {
      expect([bboxMm, estimateFromBox({ bboxMm })]).toEqual([
        bboxMm,
        refused({ kind: 'price_bbox_invalid' }),
      ])
    }
    for (const body of [undefined, null, 7, 'text', () => {}]) {
      expect(estimateFromBox(body)).toEqual(refused({ kind: 'price_bbox_invalid' }))
    }
  })

  test('the first problem is named, in the order box, fit, material, quality', () => {
    const all = { bboxMm: { x: 1000, y: 1000, z: 1000 }, material: 'wood', quality: 'best' }
    expect(estimateFromBox(all)).toEqual(refused({ kind: 'price_too_large' }))
    const fitting = { ...all, bboxMm: box }
    const unknown = { kind: 'price_material_unknown', value: 'wood' } as const
    expect(estimateFromBox(fitting)).toEqual(refused(unknown))
    expect(estimateFromBox({ ...fitting, material: null })).toEqual(
      refused({ kind: 'price_quality_unknown', value: 'best' }),
    )
  })

  test('a refusal repeats at most a hundred characters of a text, and no object', () => {
    const valueFor = (material: unknown) => {
      const estimate = estimateFromBox({ bboxMm: box, material })
      return estimate.ok || estimate.failure.kind !== 'price_material_unknown'
        ? null
        : estimate.failure.value
    }
    expect(valueFor('w'.repeat(1000))).toBe('w'.repeat(100))
    // The puzzle piece is one character of two UTF-16 units.
    expect(valueFor('🧩'.repeat(1000))).toBe('🧩'.repeat(100))
    expect(valueFor({ pla: 1 })).toBe('an object')
    expect(valueFor(['pla'])).toBe('an object')
    expect(valueFor(7)).toBe('7')
    expect(valueFor(false)).toBe('false')
    const quality = estimateFromBox({ bboxMm: box, quality: {} })
    expect(quality).toEqual(refused({ kind: 'price_quality_unknown', value: 'an object' }))
  })

  test.each([
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [Number.NEGATIVE_INFINITY, 1],
    [-3, 1],
    [0, 1],
    [1.4, 1],
    [1.5, 2],
    [7, 7],
    [1e308, 1_000_000_000],
  ])('the quantity of %p is %p', (sent, quantity) => {
    expect(estimateQuantity(sent)).toBe(quantity)
  })

  test.each([
    [' Teal ', 'Teal'],
    ['Az09 #(),._-', 'Az09 #(),._-'],
    ['T'.repeat(70), 'T'.repeat(64)],
    // Characters after the 64th are ignored.
    [`${'T'.repeat(64)}!`, 'T'.repeat(64)],
    ['!Teal', undefined],
    ['Teal!', undefined],
    ['', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('the color of %p is %p', (sent, color) => {
    expect(estimateColor(sent)).toBe(color)
  })
})

describe('from a weight', () => {
  test('every number of the result equals the derived one', () => {
    // 99.2 -> 100 g; x 0.12 x 1.75 = 21.00; 10 parts minus 10 %: 189.00; postage is free domestically from 50.00, and
    // 30.00 abroad below 500.00.
    const asked = { grams: 99.2, material: 'petg', quality: 'premium', quantity: 10 } as const
    expect(estimateFromWeight({ ...asked, color: undefined })).toEqual({
      gramsPerPart: 100,
      centsPerGram: 12,
      customColor: false,
      stockCentsPerGram: 12,
      discountPercent: 10,
      perPartCents: 1_890,
      printCents: 18_900,
      domestic: { printCents: 18_900, shippingCents: 0, totalCents: 18_900 },
      international: { printCents: 18_900, shippingCents: 3_000, totalCents: 21_900 },
      own: [],
    })
    expect(estimateFromWeight({ ...asked, color: 'Teal' })).toMatchObject({
      centsPerGram: 20,
      customColor: true,
      stockCentsPerGram: 12,
    })
  })

  test('is limited as in the contract', () => {
    expect(estimateGramsRange).toEqual({ min: 0.1, max: 50_000 })
    expect(estimateQuantityRange).toEqual({ min: 1, max: 10_000 })
  })
})
