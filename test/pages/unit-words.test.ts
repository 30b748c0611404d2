// Sentences that name the unit of a file.
import { expect, test } from 'bun:test'
import { english } from '../../server/pages/languages/words.ts'
import { sizeQuestion } from '../../server/pages/quotes/changes/size-question.ts'

test('a size is stated in the unit of its file, including inches', () => {
  expect(sizeQuestion(english, { dimensionsMm: [254, 25.4, 25.4], unit: 'in' }, false)).toContain(
    'mm, read in inches. Was',
  )
  expect(sizeQuestion(english, { dimensionsMm: [254, 25.4, 25.4], unit: 'cm' }, false)).toContain(
    'mm, read in cm. Was',
  )
})
