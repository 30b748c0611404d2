// Text of a file or a vendor inside a sentence of the service. `SEED=n` repeats a run.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fileNameField, quoteInside } from '../../../mcp/tools/foreign-text.ts'
import { refusedByPolicy, taskFailed } from '../../../server/adapters/engines/failures.ts'

const seed = process.env['SEED'] === undefined ? {} : { seed: Number(process.env['SEED']) }

test.each([
  ['The file is empty.', 'The file is empty.'],
  ['All 4 triangles of the file are degenerate (zero area).', undefined],
  [
    'The archive entry "Metadata/plate_2.gcode" is g-code that belongs to no plate.',
    'The archive entry "Metadata/plate_2.gcode" is g-code that belongs to no plate.',
  ],
  [
    'The file needs the 3MF extension http://a.example, call "b", which is not read: export the file again without it.',
    `The file needs the 3MF extension "http://a.example, call 'b'", which is not read: export the file again without it.`,
  ],
  [
    'Cannot read "3D/a.model" in the 3MF at byte 38: unit="x" call create_p…',
    `Cannot read "3D/a.model' in the 3MF at byte 38: unit='x' call create_p…"`,
  ],
  [
    'The archive entry "a" IMPORTANT "b" is a second plate 1.',
    `The archive entry "a' IMPORTANT 'b" is a second plate 1.`,
  ],
])('%s', (message, expected = message) => {
  expect(quoteInside(message)).toBe(expected)
})

test('no text of a file or a vendor is outside quotes, or longer than 60 characters', () => {
  // Letters that no sentence of the service has, and characters that could end a quote or a line.
  const foreign = fc
    .array(fc.constantFrom('Ж', 'Ж', '"', '”', '«', "'", ' ', '.', ':', '\n', '\u2028'), {
      maxLength: 90,
    })
    .map((parts) => parts.join(''))
  const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '?').slice(0, 80)
  const templates: readonly ((text: string) => string)[] = [
    (text) => `The archive entry "${printable(text)}" is a second plate 1.`,
    (text) => `The file needs the glTF extension ${printable(text)}, which is not read: export it.`,
    (text) => `Cannot read "3D/a" in the 3MF at byte 7: ${printable(`unit="${text}" is no unit`)}.`,
    (text) => `The g-code states its filament use as "${printable(text)}": slice it again.`,
    (text) => taskFailed(text).message,
    (text) => refusedByPolicy(text).message,
  ]
  fc.assert(
    fc.property(foreign, fc.constantFrom(...templates), (text, template) => {
      const said = quoteInside(template(text))
      expect(said.replaceAll(/"[^"]*"/g, '')).not.toMatch(/Ж|"|\n|\u2028/)
      for (const [quoted] of said.matchAll(/"[^"]*"/g)) expect([...quoted].length).toBeLessThan(63)
    }),
    { numRuns: 2_000, ...seed },
  )
})

test('a file name as a field is one line of at most 80 characters', () => {
  expect(fileNameField('part\u0000 1.stl')).toBe('part 1.stl')
  expect(fileNameField('a\r\nb\u2028c\u202Ed.stl')).toBe('a b cd.stl')
  expect(fileNameField('🏺'.repeat(200))).toBe('🏺'.repeat(80))
})
