// Guesses of the intended unit of a file.
import { expect, test } from 'bun:test'
import { likelyUnits } from '../../../server/domain/measurement/likely-units.ts'

test.each([
  ['a plausible part', 'mm', [80, 40, 12], []],
  [
    'inches read as millimeters',
    'mm',
    [2, 1, 0.5],
    [
      ['cm', 20],
      ['in', 50.8],
    ],
  ],
  [
    'centimeters read as millimeters, of a part that could be a small one',
    'mm',
    [6, 6, 4],
    [
      ['cm', 60],
      ['in', 152.4],
    ],
  ],
  ['a small part of 10 mm', 'mm', [10, 6, 4], []],
  ['meters read as millimeters', 'mm', [0.08, 0.04, 0.012], [['m', 80]]],
  ['millimeters read as meters', 'm', [50_000, 20_000, 1000], [['mm', 50]]],
  ['nothing sensible', 'mm', [1e-6, 1e-6, 1e-6], []],
] as const)('%s', (_what, unit, dimensionsMm, expected) => {
  const found = likelyUnits({ unit, dimensionsMm })
  const guesses = found.map((guess) => [guess.unit, Math.round(guess.dimensionsMm[0] * 1e6) / 1e6])
  expect(guesses).toEqual(expected.map((guess) => [...guess]))
})

test('the unit of a small part is not questioned if it was stated, and that of a part that does not fit is', () => {
  for (const unitSource of ['file', 'override'] as const) {
    expect(likelyUnits({ unit: 'mm', dimensionsMm: [6, 6, 4], unitSource })).toEqual([])
    const huge = likelyUnits({ unit: 'm', dimensionsMm: [50_000, 20_000, 1000], unitSource })
    expect(huge.map(({ unit }) => unit)).toEqual(['mm'])
  }
})
