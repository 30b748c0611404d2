// A sliced file has a fixed size: no interface advises to scale it.
import { expect, test } from 'bun:test'
import { sentenceOf } from '../../../mcp/tools/refusal.ts'
import { percentToFit } from '../../../server/domain/catalog/build-volume.ts'
import { refusalOf } from '../../../server/http/refusals/refusal-of.ts'
import { english } from '../../../server/pages/languages/words.ts'
import { refusalWords } from '../../../server/pages/quotes/refusals/refusal.ts'

const tooLarge = (format: 'stl' | 'gcode') =>
  ({ kind: 'model_too_large', dimensionsMm: [680, 20, 20], unit: 'mm', format }) as const

test('REST, tools and the quote page give the same advice', () => {
  expect(refusalOf(tooLarge('stl')).error).toEndWith(' Scale it down or split it.')
  expect(sentenceOf(tooLarge('stl'))).toContain(' Scale it down or split it, then call again')
  expect(refusalWords(english, tooLarge('stl')).todo).toStartWith('Scale it to 50% or less, ')
  const sliced = 'Slice a smaller part, or split it into several'
  expect(refusalOf(tooLarge('gcode')).error).toEndWith(` ${sliced}.`)
  expect(sentenceOf(tooLarge('gcode'))).toEndWith(` ${sliced}, then call again.`)
  expect(refusalWords(english, tooLarge('gcode')).todo).toBe(`${sliced}.`)
})

test.each([
  [[680, 20, 20], 50],
  [[1_000, 20, 20], 34],
  // 340 / 349 = 0.97421: rounded down.
  [[349, 20, 20], 97.4],
  // A kilometer: 0.034 %.
  [[1_000_000, 20, 20], 0.034],
] as const)('%p fits at %p percent', (dimensionsMm, percent) => {
  expect(percentToFit([...dimensionsMm])).toBe(percent)
})
