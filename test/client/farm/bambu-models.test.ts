// The sliced files that a Bambu Lab printer accepts. The ids are those that Bambu Studio writes into its files.
import { expect, test } from 'bun:test'
import { mismatch } from '../../../client/farm/bambu/models.ts'
import { readSliced } from '../../../client/farm/bambu/plate.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'

test('plates and models of a sliced file are read, and other files are refused', () => {
  expect(readSliced(slicedArchive([gcode()], 'C12'))).toEqual({ plates: [1], modelIds: ['C12'] })
  expect(readSliced(slicedArchive([gcode(), gcode()]))).toEqual({ plates: [1, 2], modelIds: [] })
  expect(readSliced(new TextEncoder().encode('G28'))).toBeNull()
})

const p1s = { model: null, serial: '01P00A123456789' }
const a1 = { model: 'Bambu Lab A1', serial: '01P00A123456789' }
const unknown = { model: 'Bambu Lab Z9', serial: '99900A123456789' }

test.each([
  [p1s, ['C12']],
  [p1s, []],
  [a1, ['N2S']],
  [unknown, ['N1']],
])('%j takes a file for %j', (printer, ids) => {
  expect(mismatch(ids, printer)).toBeNull()
})

test.each([
  [p1s, ['N1'], 'The file is sliced for Bambu Lab A1 mini, and the printer is Bambu Lab P1S.'],
  [p1s, ['C99'], 'The file is sliced for model C99, and the printer is Bambu Lab P1S.'],
  [a1, ['C12'], 'The file is sliced for Bambu Lab P1S, and the printer is Bambu Lab A1.'],
])('%j refuses a file for %j', (printer, ids, reason) => {
  expect(mismatch(ids, printer)).toBe(reason)
})
