// Pasted tracking: the lines that become parcels, and the messages about the others.
import { expect, test } from 'bun:test'
import { parseTrackingLines } from '../../../server/domain/fulfillment/tracking-lines.ts'

const codes = new Set(['SVC-AAAAAA', 'SVC-BBBBBB'])
const parse = (pasted: string, carrier = '') => parseTrackingLines(pasted, { codes, carrier })
const ups = { line: 1, code: 'SVC-AAAAAA', carrier: 'UPS', number: '1Z', url: '' }

test.each([
  ['SVC-AAAAAA, UPS, 1Z'],
  ['svc-aaaaaa;UPS;1Z'],
  ['AAAAAA\tUPS\t1Z'],
  ['"SVC-AAAAAA","UPS","1Z"'],
])('%p', (line) => {
  expect(parse(line)).toEqual({ parcels: [ups], problems: [] })
})

test.each([['CART-AAAAAA'], ['ord-aaaaaa'], ['STORE-AAAAAA']])(
  'codes of the website are read: %p',
  (typed) => {
    const code = typed.toUpperCase()
    const read = parseTrackingLines(`${typed}, UPS, 1Z`, { codes: new Set([code]), carrier: '' })
    expect(read).toEqual({ parcels: [{ ...ups, code }], problems: [] })
  },
)

test('a heading, blank lines, a link, quoted separators and one carrier for all are read', () => {
  const pasted =
    'Code,Number\r\n\r\nSVC-AAAAAA,1Z\r\nSVC-BBBBBB,"DHL, Express","9 ""x""",https://example.com/9'
  expect(parse(pasted, 'UPS')).toEqual({
    parcels: [
      { ...ups, line: 3 },
      {
        line: 4,
        code: 'SVC-BBBBBB',
        carrier: 'DHL, Express',
        number: '9 "x"',
        url: 'https://example.com/9',
      },
    ],
    problems: [],
  })
})

test.each([
  ['SVC-CCCCCC, UPS, 1', 'Line 1: SVC-CCCCCC is not among the orders that are shipped here.'],
  ['SVC-AAAAAA, UPS', 'Line 1: SVC-AAAAAA needs a carrier and a number.'],
  ['SVC-AAAAAA', 'Line 1: SVC-AAAAAA needs a carrier and a number.'],
  [', UPS, 1', 'Line 1: enter the order’s code first.'],
  ['CART-CCCCCC, UPS, 1', 'Line 1: CART-CCCCCC is not among the orders that are shipped here.'],
  [
    'CART-CC, UPS, 1',
    'Line 1: “CART-CC” is not an order’s code. A code is SVC-, CART-, ORD- or STORE- and six letters or digits. Begin the line with one, then the carrier and the number.',
  ],
  ['SVC-AAAAAA, UPS, 1\nSVC-AAAAAA, UPS, 2', 'Line 2: SVC-AAAAAA is listed twice.'],
])('%p is refused', (line, problem) => {
  expect(parse(line).problems).toEqual([problem])
})
