// States of ZIP codes. The expected ones are addresses that the Postal Service and the states publish.
import { expect, test } from 'bun:test'
import { stateOfZip } from '../../../server/domain/catalog/zip-states.ts'

test.each([
  ['62701', 'IL'], // Springfield, the capital
  ['10118', 'NY'], // Empire State Building
  ['00501', 'NY'], // Internal Revenue Service, Holtsville
  ['90210', 'CA'],
  ['02108', 'MA'], // State House
  ['20500', null], // the White House; the prefix is also that of offices in Maryland and Virginia
  ['20001', 'DC'],
  ['99501', 'AK'],
  ['96813', 'HI'], // State Capitol
  ['00901', 'PR'], // San Juan
  ['09012', 'AE'],
  ['88510', 'TX'], // El Paso, between prefixes of New Mexico
  ['06390', null], // Fishers Island, NY, between prefixes of Connecticut
  ['83414', null], // Alta, WY, in a prefix of Idaho
  ['73960', null], // Texhoma, TX, in a prefix of Oklahoma
  ['62701-1234', 'IL'],
  [' 62701 ', 'IL'],
  ['627', null],
  ['627011', null],
  ['ABC', null],
  ['', null],
] as const)('%s: %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state)
})
