// Sentences that name the unit a file was read in.
import { expect, test } from 'bun:test'
import { sizeQuestion } from '../../server/pages/quotes/size-question.ts'

test('a size in inches is read in inches, any other in its unit', () => {
  expect(sizeQuestion({ dimensionsMm: [254, 25.4, 25.4], unit: 'in' }, false)).toContain(
    'mm, read in inches. Was',
  )
  expect(sizeQuestion({ dimensionsMm: [254, 25.4, 25.4], unit: 'cm' }, false)).toContain(
    'mm, read in cm. Was',
  )
})
