// Which texts are order codes, and the meaning of each status (contract.md 2.2; decisions.md 11, 38).

import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import {
  codeFormat,
  hasCodePrefix,
  isOrderCode,
  isPlausibleCode,
  isValidWebCode,
  isWebCode,
  newOrderCode,
} from '../../../server/domain/orders/record/code.ts'
import {
  isClosed,
  isOrderStatus,
  isStatusAllowed,
  orderStatusLabels,
  orderStatusLines,
  shortLabel,
} from '../../../server/domain/orders/record/status.ts'
import { paidWith, payment } from '../../../testing/orders.ts'

describe('codes', () => {
  test.each([
    // [text, web, valid web, prefix, order code].
    ['SVC-ABC234', false, false, true, true],
    ['CART-ABC234', true, true, true, true],
    ['ORD-ABC234', true, true, true, true],
    ['STORE-ABC234', true, true, true, true],
    ['STORE-ABC23', true, true, true, false],
    ['SVC-ABC2345', false, false, true, false],
    ['xSVC-ABC234', false, false, false, false],
    ['xORD-ABC234', false, false, false, false],
    ['ORD-abc234', true, true, true, false],
    // 0, 1, I, L and O are not letters of a code.
    ['SVC-0BC234', false, false, true, false],
    ['SVC-1BC234', false, false, true, false],
    ['SVC-IBC234', false, false, true, false],
    ['SVC-LBC234', false, false, true, false],
    ['SVC-OBC234', false, false, true, false],
    ['ORD-', true, false, true, false],
    ['ORD-a', true, true, true, false],
    [`ORD-${'a'.repeat(40)}`, true, true, true, false],
    [`ORD-${'a'.repeat(41)}`, true, false, true, false],
    ['ORD-a_b', true, false, true, false],
    ['ORD-a b', true, false, true, false],
    ['ORD-!ORD-a', true, false, true, false],
    ['ORDX-ABC234', false, false, false, false],
    ['SVCABC234', false, false, false, false],
    ['', false, false, false, false],
  ])('%p', (text, web, validWeb, prefix, orderCode) => {
    const found = [isWebCode(text), isValidWebCode(text), hasCodePrefix(text), isOrderCode(text)]
    expect(found).toEqual([web, validWeb, prefix, orderCode])
  })

  test('a code that the database cannot store is not looked up', () => {
    expect(isPlausibleCode('a'.repeat(64))).toBe(true)
    expect(isPlausibleCode('a'.repeat(65))).toBe(false)
    expect(isPlausibleCode('SVC-\0BC234')).toBe(false)
  })

  test('a new code has the requested prefix', () => {
    const first = { randomInt: () => 0 }
    expect([newOrderCode(first), newOrderCode(first, 'STORE')]).toEqual([
      'SVC-AAAAAA',
      'STORE-AAAAAA',
    ])
    expect(codeFormat).toBe('SVC-, CART-, ORD- or STORE- and six letters or digits')
  })
})

describe('statuses', () => {
  const all = Object.keys(orderStatusLabels).filter(isOrderStatus)

  test('an unpaid order can only be cancelled or rejected', () => {
    expect(all.filter(isClosed)).toEqual(['CANCELLED', 'REJECTED'])
    expect(all.filter((status) => isStatusAllowed({ payment: payment() }, status))).toEqual([
      'CANCELLED',
      'REJECTED',
    ])
    expect(
      all.every((status) => isStatusAllowed({ payment: paidWith(paymentIdOf('pi_1')) }, status)),
    ).toBe(true)
  })

  test('the short label ends before the dash', () => {
    expect(all.map(shortLabel)).toEqual([
      'Awaiting payment',
      ...['Received', 'Accepted', 'Printing', 'Printed'],
      ...['Shipped', 'Delivered', 'Cancelled', 'Rejected'],
    ])
  })

  test('each status has a sentence', () => {
    expect(Object.keys(orderStatusLines)).toEqual(all)
    for (const line of Object.values(orderStatusLines)) expect(line).toEndWith('.')
  })
})
