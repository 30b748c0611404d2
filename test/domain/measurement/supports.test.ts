// The printing method of a part by its estimate, and its sentences.
import { expect, test } from 'bun:test'
import type { Estimated, SupportPlan } from '../../../server/domain/measurement/processing.ts'
import { printedAs, supportsOf } from '../../../server/domain/measurement/supports.ts'
import { aboutGrams, supportsReason } from '../../../server/domain/measurement/supports-text.ts'
import { chosenText, supportsLine, supportsText } from '../../../server/pages/base/supports-line.ts'
import { english } from '../../../server/pages/languages/words.ts'

const print = { filamentCm3: 10, seconds: 1000, plates: [], layers: 100, rangePercent: 5 }
const turnedPrint = { filamentCm3: 9, seconds: 700, plates: [], layers: 50, rangePercent: 7 }

function estimated(
  decision: SupportPlan['decision'],
  dimensionsMm: readonly [number, number, number] = [50, 40, 20],
): Estimated {
  const isTurned = decision === 'turn'
  const takes = decision === 'none' ? 0 : 1
  return {
    kind: 'estimated',
    ...print,
    plates: [{ copies: 2, seconds: 1800 }],
    supports: {
      decision,
      unsupportedMm2: 400 * takes,
      filamentCm3: 3 * takes,
      seconds: 200 * takes,
      turned: isTurned ? { ...turnedPrint, dimensionsMm } : null,
    },
  }
}

test('a part on supports includes their cost, for each copy', () => {
  expect(printedAs(estimated('supports'))).toMatchObject({
    filamentCm3: 13,
    seconds: 1200,
    plates: [{ copies: 2, seconds: 2200 }],
    layers: 100,
    rangePercent: 8,
  })
})

test('a rotated part has the values of the rotated pose, and any other part those of the pose in its file', () => {
  expect(printedAs(estimated('turn'))).toMatchObject(turnedPrint)
  expect(printedAs(estimated('none'))).toEqual(estimated('none'))
})

test('a part that fits no plate when it is rotated is printed with supports', () => {
  // The plate is 340 x 320 mm, and 340 mm high.
  for (const [sides, decision] of [
    [[340, 320, 20], 'turn'],
    [[320, 340, 340], 'turn'],
    [[330, 330, 20], 'supports'],
    [[20, 20, 341], 'supports'],
  ] as const) {
    const estimate = estimated('turn', sides)
    const supports = supportsOf(estimate)
    expect([sides, supports.decision]).toEqual([sides, decision])
    expect(supports.filamentCm3).toBe(decision === 'supports' ? 3 : 0)
    expect(printedAs(estimate).filamentCm3).toBe(decision === 'supports' ? 13 : 9)
  }
})

test('an operator who prints a part without its supports sees which areas are unsupported', () => {
  const [none, turn, supports] = (['none', 'turn', 'supports'] as const).map((decision) =>
    supportsOf(estimated(decision)),
  )
  if (!none || !turn || !supports) throw new Error('three decisions')
  const without = 'As designed, without supports, as an operator chose.'
  const risk = ' 4 cm² of its layers would rest on nothing.'
  expect(chosenText(false, supports)).toBe(`${without}${risk}`)
  expect(chosenText(false, turn)).toBe(`${without}${risk}`)
  expect(chosenText(false, none)).toBe(without)
  expect(chosenText(false, { ...supports, unsupportedMm2: null })).toBe(without)
  expect(chosenText(false, null)).toBe(without)
  expect(chosenText(true, supports)).toBe('As designed, with supports, as an operator chose.')
})

test('lines and reasons state the amounts that are known', () => {
  const [none, turn, supports] = (['none', 'turn', 'supports'] as const).map((decision) =>
    supportsOf(estimated(decision)),
  )
  if (!none || !turn || !supports) throw new Error('three decisions')
  // 3 cm3 of pla are 3.78 g.
  expect(supportsLine(supports, 'pla')).toBe('Printed with supports: about 4 g, 3 min')
  expect(supportsLine(turn, 'pla')).toBe('Turned for printing, without supports')
  expect(supportsText(english, none, 'pla')).toBeNull()
  expect(supportsReason(supports)).toBe('Without them, 4 cm² of its layers would rest on nothing.')
  expect(supportsReason({ ...supports, unsupportedMm2: 25.4 })).toContain(' 25 mm² ')
  const unknown = { ...supports, filamentCm3: null, seconds: null, unsupportedMm2: null }
  expect(supportsLine(unknown, 'pla')).toBe('Printed with supports')
  expect(supportsReason(unknown)).toBe('The printability check recommends supports.')
  expect(supportsReason(none)).toBe('All its layers rest on something, or bridge a gap.')
  // So little that the core decides against supports.
  expect(supportsReason({ ...none, unsupportedMm2: 12.2 })).toBe(
    'Only 12 mm² of its layers would rest on nothing, too little to need supports.',
  )
  expect([0.2, 0.6, 8.9].map(aboutGrams)).toEqual(['less than 1 g', 'about 1 g', 'about 9 g'])
})
