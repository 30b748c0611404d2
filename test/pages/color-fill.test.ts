// The fill of an order's swatch; the values of names come from CSS Color 4, section 6.1.
import { expect, test } from 'bun:test'
import { fillOfColor } from '../../server/pages/base/color-fill.ts'

test.each([
  ['Sakura Pink', '#FFB7C5'],
  ['#E4002B', '#E4002B'],
  ['ab12CD', '#ab12cd'],
  ['#1a2', '#11aa22'],
  ['Gray', '#808080'],
  ['light sea green', '#20b2aa'],
  ['Transparent', null],
  ['currentColor', null],
  ['rgb(1, 2, 3)', null],
  ['like the last one', null],
  ['Default', null],
] as const)('%s is drawn as %p', (color, fill) => {
  expect(fillOfColor(color)).toBe(fill)
})
