// What the slicer prints, of PrusaSlicer 2.5 and of 2.9: its stages and its warnings.
import { expect, test } from 'bun:test'
import { PrintedReader } from '../../slicer-bridge/outcome/printed.ts'

const warningsOf = (text: string) => {
  const reader = new PrintedReader(undefined)
  for (const line of text.split('\n')) reader.line(line)
  return reader.warnings
}

test('a warning is its line', () => {
  expect(
    warningsOf('30 => Preparing infill\nprint warning: Empty layer between 5 and 20.2.\n'),
  ).toEqual([{ code: 'empty_layers', text: 'Empty layer between 5 and 20.2.' }])
})

test('the issues below a heading belong to it, and the name of the file does not', () => {
  const text = `69 => Alert if supports needed
print warning: Detected print stability issues:

model.stl
Floating object part, Loose extrusions

Consider enabling supports.
89 => Calculating overhanging perimeters
print warning: Empty layer between 5.15 and 20.45.

Object name: model.stl
`
  expect(warningsOf(text)).toEqual([
    {
      code: 'slicer',
      text: 'Detected print stability issues: Floating object part, Loose extrusions',
    },
    { code: 'empty_layers', text: 'Empty layer between 5.15 and 20.45.' },
  ])
})
