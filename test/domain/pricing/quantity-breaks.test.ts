// The quantities from which a part becomes cheaper, derived manually: 5 % off from 5 parts, 10 % from 10, and never
// under a dollar a part.
import { expect, test } from 'bun:test'
import { quantityBreaks } from '../../../server/domain/pricing/quantity-breaks.ts'
import { meshReport, printOptions, slicedReport } from '../../../testing/orders.ts'

test.each([
  // 56 g x $0.12 = $6.72: five cost $31.92, ten $60.48.
  [
    100,
    1,
    [
      [5, 3192],
      [10, 6048],
    ],
  ],
  [100, 5, [[10, 6048]]],
  [100, 10, []],
  // 1 g: the minimum cancels every discount.
  [1, 1, []],
  // 18 cm3 x 0.44 x 1.26 = 9.98 -> 10 g, $1.20: $5.70 and $10.80.
  [
    18,
    1,
    [
      [5, 570],
      [10, 1080],
    ],
  ],
  // 15.5 cm3 -> 8.6 -> 9 g, $1.08: five are $5.13, ten $9.72, which is under the minimum of $10.00.
  [
    15.5,
    1,
    [
      [5, 513],
      [10, 1000],
    ],
  ],
  // 14.4 cm3 -> 7.98 -> 8 g, $0.96: a dollar, at any quantity.
  [14.4, 1, []],
  [14.4, 2, []],
  // 19.8 cm3 -> 10.98 -> 11 g: seven cost 92.4 x 0.95 = 8.778 and five 6.27, slightly less each, but a break is never
  // below the quantity.
  [19.8, 7, [[10, 1188]]],
] as const)('%p cm3, from %p parts on', (volumeCm3, quantity, expected) => {
  const measurement = { kind: 'mesh', report: meshReport(volumeCm3) } as const
  const breaks = quantityBreaks(measurement, printOptions({ quantity }))
  expect(breaks.map(({ fromQuantity, printCents }) => [fromQuantity, printCents])).toEqual(
    expected.map((each) => [...each]),
  )
})

test('a part without a price has none', () => {
  const measurement = { kind: 'sliced', report: slicedReport({}) } as const
  expect(quantityBreaks(measurement, printOptions())).toEqual([])
})
