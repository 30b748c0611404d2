// The quote page's sentences about a changed part.
import { describe, expect, test } from 'bun:test'
import { changesMade } from '../../server/domain/measurement/part-changes.ts'
import { explainPrice } from '../../server/domain/pricing/explain-price.ts'
import { english } from '../../server/pages/languages/words.ts'
import { changeSentences } from '../../server/pages/quotes/changes/change-words.ts'
import { breaksText } from '../../server/pages/quotes/options/breaks-text.ts'
import { meshReport, printOptions } from '../../testing/orders.ts'

const explained = (volumeCm3: number, quantity = 1) => {
  const measurement = { kind: 'mesh', report: meshReport(volumeCm3) } as const
  const explanation = explainPrice(measurement, printOptions({ quantity }), 'US')
  if (explanation === null) throw new Error('a mesh has a price')
  return explanation
}

const file = 'The basket gets the changed part as an STL file. Your own file stays as it is.'
const done = { asked: { orient: false, wallMm: 2 }, isTurned: false, wallMm: 2, refusal: null }
const view = { made: done, heightMm: [100, 40], overhangMm2: null, price: null } as const

describe('the sentences of a change', () => {
  test.each([
    [
      { ...view, made: { ...done, asked: { orient: true, wallMm: null }, wallMm: null } },
      ['The part already lies on its best face, so it was not turned.'],
    ],
    [
      {
        ...view,
        made: { ...done, asked: { orient: true, wallMm: null }, isTurned: true, wallMm: null },
        overhangMm2: [1250, 0],
      },
      ['Turned onto its best face: height 100.0 mm → 40.0 mm, overhangs 12.5 cm² → 0.0 cm².', file],
    ],
    // 100 cm3 are 56 g and $6.72, 40 cm3 22.2 -> 23 g and $2.76.
    [
      { ...view, price: [explained(100), explained(40)] },
      ['Hollow with walls of 2.00 mm: saves 33 g a part and $3.96 in total.', file],
    ],
    // 8 g and 2 g are both under the minimum.
    [
      { ...view, price: [explained(14), explained(3)] },
      ['Hollow with walls of 2.00 mm: saves 6 g a part, but the price stays at the minimum.', file],
    ],
    [
      { ...view, made: { ...done, wallMm: 0.8 } },
      ['Hollow with walls of 0.80 mm, because no cavity fits behind 2.00 mm.', file],
    ],
  ] as const)('%#', (given, sentences) => {
    expect(changeSentences(english, given)).toEqual([...sentences])
  })

  test('an unknown volume is not called a small saving', () => {
    const report = { ...meshReport(100), cavitiesKnown: false }
    const unsure = explainPrice({ kind: 'mesh', report }, printOptions({}), 'US')
    if (unsure === null) throw new Error('a mesh has a price')
    expect(changeSentences(english, { ...view, price: [explained(100), unsure] })[0]).toBe(
      'Hollow with walls of 2.00 mm: saves no weight. The model has too many surfaces for us to check which are cavities: it is billed by what a slicer fills.',
    )
  })

  test('the core’s reason for a part that stays solid is repeated', () => {
    const summary =
      'Nothing was changed. Not hollowed: no cavity fits inside, even with a 0.8 mm wall. 3 edges have more than two faces.'
    const made = changesMade(done.asked, { applied: false, summary })
    expect(changeSentences(english, { ...view, made })).toEqual([
      'Not hollowed: no cavity fits inside, even with a 0.8 mm wall.',
    ])
  })
})

describe('the savings of a larger quantity are stated', () => {
  test.each([
    [explained(100), [{ fromQuantity: 5, printCents: 3192 }], '5 or more: about $6.38 each'],
    [
      explained(100, 5),
      [{ fromQuantity: 10, printCents: 6050 }],
      '5% off · 10 or more: $6.05 each',
    ],
    [explained(100, 10), [], '10% off'],
    [explained(1), [], '$1.00 is our minimum for a part.'],
  ] as const)('%#', (explanation, breaks, words) => {
    expect(breaksText(english, explanation, breaks)).toBe(words)
  })
})
