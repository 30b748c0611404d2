// Cost of parts of a line, derived manually: the first n of Q parts cost floor(price * n / Q).
import { describe, expect, test } from 'bun:test'
import type { OrderLine } from '../../../server/domain/orders/record/order-lines.ts'
import type {
  Refund,
  RefundedParts,
  RefundState,
} from '../../../server/domain/orders/reversals/refund.ts'
import {
  priceParts,
  type RequestedParts,
  refundedPartsText,
  refundItemsText,
} from '../../../server/domain/orders/reversals/refund-parts.ts'
import { paidOrder, startedRefund } from './refund-stage.ts'

const line = (place: number, quantity: number, printCents: number): OrderLine => ({
  place,
  file: paidOrder.file,
  options: { ...paidOrder.options, quantity },
  price: { ...paidOrder.price, printCents },
})
// 10.01 for 3 parts, 4.00 for 10 parts, 0.01 for 2 parts, 9.99 for one.
const lines = [line(1, 3, 1001), line(2, 10, 400), line(3, 2, 1), line(4, 1, 999)]
const order = { price: { ...paidOrder.price, shippingCents: 480 } }

const asked = (...pairs: readonly [number, number][]): RequestedParts => ({
  lines: pairs.map(([place, quantity]) => ({ line: place, quantity })),
  shipping: false,
})
const price = (parts: RequestedParts, refunds: readonly Refund[] = []) =>
  priceParts(parts, { order, lines, refunds })

let requests = 0

/** Returns a refund of parts of line 1, each from a separate request unless a key is given. */
const refunded = (
  quantity: number,
  cents: number,
  {
    state = 'succeeded',
    key = `request ${++requests}`,
  }: { state?: RefundState; key?: string } = {},
): Refund => ({
  ...startedRefund,
  state,
  requestKey: key,
  parts: { lines: [{ line: 1, quantity, of: 3, cents }], postageCents: 0 },
})
const centsOf = (result: ReturnType<typeof price>): readonly number[] | string =>
  result.ok ? result.value.lines.map(({ cents }) => cents) : result.failure.kind

describe('parts of a line cost their share', () => {
  test.each([
    // 1001 / 3 = 333.67, 2002 / 3 = 667.33.
    [[1, 1], 333],
    [[1, 2], 667],
    [[1, 3], 1001],
    [[2, 2], 80],
    [[2, 10], 400],
    [[4, 1], 999],
  ] as const)('%j cost %d cents', ([place, quantity], cents) => {
    expect(centsOf(price(asked([place, quantity])))).toEqual([cents])
  })

  test('parts that are refunded in several steps add up to the price of the line', () => {
    // 333, 667 - 333, 1001 - 667.
    expect(centsOf(price(asked([1, 1]), [refunded(1, 333)]))).toEqual([334])
    expect(centsOf(price(asked([1, 1]), [refunded(1, 333), refunded(1, 334)]))).toEqual([334])
    expect(centsOf(price(asked([1, 2]), [refunded(1, 333)]))).toEqual([668])
    // The bank returned the first of three refunds of one part: it is refundable again at the remaining price.
    const left = [refunded(1, 333, { state: 'failed' }), refunded(1, 334), refunded(1, 334)]
    expect(centsOf(price(asked([1, 1]), left))).toEqual([333])
  })

  test.each([
    ['started', [334]],
    ['unknown', [334]],
    ['succeeded', [334]],
    ['partly', [334]],
    ['failed', [333]],
  ] as const)('an earlier refund that is %s', (state, cents) => {
    expect(centsOf(price(asked([1, 1]), [refunded(1, 333, { state })]))).toEqual(cents)
  })

  test('refunds of an amount, and of other lines, do not count', () => {
    const others = [
      { ...startedRefund, state: 'succeeded' as const, requestKey: 'amount' },
      refunded(2, 667),
    ]
    expect(centsOf(price(asked([2, 10]), others))).toEqual([400])
  })

  test('a request counts once, however often it was attempted', () => {
    const attempts = [
      refunded(1, 333, { state: 'partly', key: 'one' }),
      refunded(1, 333, { state: 'failed', key: 'one' }),
      refunded(1, 333, { state: 'succeeded', key: 'one' }),
    ]
    expect(centsOf(price(asked([1, 2]), attempts))).toEqual([668])
  })
})

test('the postage is refunded once, with parts or alone', () => {
  const withPostage = price({ ...asked([2, 1]), shipping: true })
  expect(withPostage).toEqual({
    ok: true,
    value: { lines: [{ line: 2, quantity: 1, of: 10, cents: 40 }], postageCents: 480 },
  })
  const alone = price({ lines: [], shipping: true })
  expect(alone).toEqual({ ok: true, value: { lines: [], postageCents: 480 } })
  const before: Refund = {
    ...startedRefund,
    state: 'succeeded',
    parts: { lines: [], postageCents: 480 },
  }
  expect(price({ lines: [], shipping: true }, [before])).toEqual({
    ok: false,
    failure: { kind: 'refund_postage_left' },
  })
})

test.each([
  [asked([5, 1]), { kind: 'order_line_unknown', lines: 4 }],
  [asked([1, 4]), { kind: 'refund_parts_left', line: 1, of: 3, left: 3 }],
  // 1 * 1 / 2 = 0.5.
  [asked([3, 1]), { kind: 'refund_parts_free' }],
] as const)('%j is refused with %j', (parts, failure) => {
  expect(price(parts)).toEqual({ ok: false, failure })
})

test('an amount above the remainder of earlier refunds is refused', () => {
  expect(price(asked([1, 2]), [refunded(2, 667)])).toEqual({
    ok: false,
    failure: { kind: 'refund_parts_left', line: 1, of: 3, left: 1 },
  })
})

test.each([
  [
    { lines: [{ line: 3, quantity: 2, of: 10, cents: 80 }], postageCents: 0 },
    '2 of the 10 parts of line 3',
  ],
  [
    { lines: [{ line: 1, quantity: 3, of: 3, cents: 80 }], postageCents: 480 },
    'all 3 parts of line 1 and the postage',
  ],
  [{ lines: [{ line: 4, quantity: 1, of: 1, cents: 80 }], postageCents: 0 }, 'line 4'],
  [{ lines: [], postageCents: 480 }, 'the postage'],
] satisfies [RefundedParts, string][])('%j reads "%s"', (parts, text) => {
  expect(refundItemsText(parts)).toBe(text)
})

describe('the text names all refunded parts', () => {
  const refundOf = (
    key: string,
    refundedLines: readonly (readonly [place: number, quantity: number, of: number])[],
    state: RefundState = 'succeeded',
  ): Refund => ({
    ...startedRefund,
    state,
    requestKey: key,
    parts: {
      lines: refundedLines.map(([place, quantity, of]) => ({
        line: place,
        quantity,
        of,
        cents: 100,
      })),
      postageCents: 480,
    },
  })

  test('adds up the parts of each line, by line, without the postage', () => {
    const refunds = [
      refundOf('first', [
        [10, 1, 1],
        [2, 2, 10],
      ]),
      refundOf('second', [[2, 1, 10]]),
      refundOf('third', [[1, 3, 3]]),
    ]
    expect(refundedPartsText(refunds)).toBe(
      'all 3 parts of line 1, 3 of the 10 parts of line 2, and line 10',
    )
  })

  test('omits failed refunds, and refunds of an amount', () => {
    const ofAmount = { ...startedRefund, state: 'succeeded' as const, requestKey: 'amount' }
    expect(refundedPartsText([refundOf('failed', [[1, 1, 3]], 'failed'), ofAmount])).toBeNull()
  })
})
