// Names, colors and files of a shop's branding: what is accepted, and what is refused.
import { describe, expect, test } from 'bun:test'
import { parseBrandingFile } from '../../../server/domain/branding/branding-file.ts'
import {
  readAccent,
  readShopName,
  readStoredBranding,
  readTypedBranding,
} from '../../../server/domain/branding/read-branding.ts'
import { defaultTyped } from '../../../server/domain/branding/save-branding.ts'

describe('a name', () => {
  test.each([
    ['Acme Prints', 'Acme Prints'],
    ['  Acme Prints  ', 'Acme Prints'],
    ['Tom & Jerry’s "3D" Prints, Ltd.', 'Tom & Jerry’s "3D" Prints, Ltd.'],
    ['Müller 3D: Straße', 'Müller 3D: Straße'],
    ['印刷', '印刷'],
    ['x'.repeat(60), 'x'.repeat(60)],
    // 60 characters of two code units each.
    ['𝐀'.repeat(60), '𝐀'.repeat(60)],
    ['', null],
    ['   ', null],
  ])('%j is read', (typed, name) => {
    expect(readShopName(typed)).toBe(name)
  })

  test.each([
    ['a line end', 'Acme\nBcc: victim@example.com'],
    ['a carriage return', 'Acme\r\nSubject: other'],
    ['a line separator', 'Acme\u2028Prints'],
    ['NUL', 'Acme\0Prints'],
    ['an override of the direction', 'Acme \u202Estnirp'],
    ['a zero-width space', 'Ac\u200Bme'],
    ['an element', '<script>alert(1)</script>'],
    ['a link of Markdown', '[free](https://example.com)'],
    ['code of Markdown', '`x`'],
    ['two spaces', 'Acme  Prints'],
    ['one character', 'A'],
    ['61 characters', 'x'.repeat(61)],
    ['no letter and no digit', '---'],
  ])('with %s is refused', (_what, typed) => {
    expect(readShopName(typed)).toBeUndefined()
  })
})

test.each([
  ['#0B6B4F', '#0b6b4f'],
  ['0b6b4f', '#0b6b4f'],
  ['#abc', '#aabbcc'],
  ['', null],
  ['red', undefined],
  ['#12345', undefined],
  ['#0b6b4f;}body{display:none', undefined],
  ['rgb(1,2,3)', undefined],
])('the color %j is read as %p', (typed, color) => {
  expect(readAccent(typed)).toBe(color)
})

test('the form has a sentence for each wrong field', () => {
  const { problems } = readTypedBranding({
    ...defaultTyped,
    name: '<b>',
    accent: 'red',
    seller: Array.from({ length: 13 }, (_, line) => `Line ${line}`).join('\n'),
    terms: 'x'.repeat(40_001),
  })
  expect(Object.keys(problems).sort()).toEqual(['accent', 'name', 'seller', 'terms'])
  expect(problems.name).toContain('2 to 60 characters')
})

test('a stored version of an unknown shape is not read, and a stored name has one line', () => {
  expect(readStoredBranding({ name: 5 })).toBeNull()
  expect(readStoredBranding([])).not.toBeNull()
  expect(readStoredBranding({ name: 'A\nB', accent: 'url(x)', extra: 1 })).toEqual({
    name: 'A B',
    accent: null,
    logoDigest: null,
    texts: {},
    seller: [],
  })
})

describe('a file', () => {
  test('has a version, and defaults for what it leaves out', () => {
    expect(parseBrandingFile('\uFEFF{"version": 3, "name": "Acme Prints"}')).toEqual({
      ok: true,
      value: { version: 3, name: 'Acme Prints', accent: null, logoPath: null, reason: null },
    })
  })

  test.each([
    ['no JSON', '{', 'is not valid JSON'],
    ['a list', '[]', 'must hold a JSON object'],
    ['no version', '{"name": "Acme"}', 'version must be a whole number'],
    ['a misspelled member', '{"version": 1, "colour": "#fff"}', 'colour is not known'],
    ['a wrong name', '{"version": 1, "name": "A\\nB"}', 'name must have 2 to 60 characters'],
    ['a wrong color', '{"version": 1, "accent": "red"}', 'accent must be a hex color'],
    ['a number as the logo', '{"version": 1, "logo": 5}', 'logo must be the path'],
  ])('with %s is refused', (_what, text, sentence) => {
    const read = parseBrandingFile(text)
    expect(read.ok ? '' : read.failure.join(' ')).toContain(sentence)
  })
})
