// The texts and colors of the quote page.
import { expect, test } from 'bun:test'
import { faultColors as coreColors } from '../../geometry/fault-kinds.ts'
import { sizesText, sizeText, volumeText } from '../../server/domain/models/size-text.ts'
import { english } from '../../server/pages/languages/words.ts'
import { faultColors } from '../../server/pages/quotes/parts/fault-colors.ts'
import { repairsText } from '../../server/pages/quotes/parts/repairs.ts'
import { refusalWords } from '../../server/pages/quotes/refusals/refusal.ts'

test('faults have the colors of the core’s pictures', () => {
  expect<Readonly<Record<string, string>>>(faultColors).toEqual(coreColors)
})

test.each([
  [18_000, '18,000.0 mm'],
  [340.04, '340.0 mm'],
  [80, '80.0 mm'],
  [9.994, '9.99 mm'],
  [0.8, '0.80 mm'],
  [0.001, 'under 0.01 mm'],
])('%p mm are %p', (mm, text) => {
  expect(sizeText(mm)).toBe(text)
})

test('repairs are counted in words, and their absence is not mentioned', () => {
  const none = {
    weldedVertices: 0,
    removedDegenerates: 0,
    removedDuplicates: 0,
    removedLoose: 0,
    flippedFaces: 0,
    filledHoles: 0,
    remainingBoundaryEdges: 0,
  }
  expect(repairsText(english, none)).toBeNull()
  expect(
    repairsText(english, { ...none, filledHoles: 1, flippedFaces: 1200, removedLoose: 2 }),
  ).toBe(
    'Repaired: 1 hole closed, 1,200 triangles turned to face outwards, 2 loose triangles removed',
  )
})

test('sizes name their unit once', () => {
  expect(sizesText([80, 40, 1.5])).toBe('80.0 × 40.0 × 1.50 mm')
})

test.each([
  [1234.6, '1,235 cm³'],
  [813_897_183_324, '813,897,183,324 cm³'],
  [26.318, '26.3 cm³'],
  [0.0021, '0.002 cm³'],
  [0.0001, 'under 0.001 cm³'],
])('%p cm3 are %p', (cm3, text) => {
  expect(volumeText(cm3)).toBe(text)
})

test('a part that is too large gets the scale at which it fits', () => {
  const failure = {
    kind: 'model_too_large',
    dimensionsMm: [400, 100, 20],
    unit: 'mm',
    format: 'stl',
  } as const
  // 340 / 400.
  expect(refusalWords(english, failure).todo).toStartWith('Scale it to 85% or less')
  const nearly = { ...failure, dimensionsMm: [340.04, 20, 20] } as const
  expect(refusalWords(english, nearly).title).toContain('it is 340.1 × 20 × 20 mm as read in')
})

test('a STEP file and a picture get advice', () => {
  const words = (fileName: string) => refusalWords(english, { kind: 'format_unknown', fileName })
  expect(words('part.STEP').todo).toContain('as 3MF or STL in millimeters')
  expect(words('photo.jpeg').link?.href).toBe('/generate')
})

test('only a plain extension of a file name is repeated', () => {
  const words = (fileName: string) =>
    refusalWords(english, { kind: 'format_unknown', fileName }).title
  expect(words('part.F3D')).toBe('We cannot read .f3d files.')
  expect(words('part.<b>')).toBe('We cannot read a file without an extension.')
})
