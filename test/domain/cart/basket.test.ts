// Counts of a basket: parts, and the orders that its lines wait for.

import { describe, expect, test } from 'bun:test'
import { basketIdOf } from '../../../server/domain/base/ids/basket-id.ts'
import { basketLineIdOf } from '../../../server/domain/base/ids/basket-line-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import {
  type Basket,
  type BasketLine,
  partCountOf,
  type WaitingOrder,
  waitingOrdersOf,
} from '../../../server/domain/cart/basket.ts'
import { defaultPrintOptions } from '../../../server/domain/catalog/options.ts'
import { storedCube } from '../../../testing/models/stored-cube.ts'

const first: WaitingOrder = {
  id: orderIdOf('first'),
  code: 'CART-AAAAAA',
  dueCents: 2700,
  isSettling: false,
}
const second: WaitingOrder = {
  id: orderIdOf('second'),
  code: 'CART-BBBBBB',
  dueCents: 800,
  isSettling: false,
}

let lines = 0
const line = (quantity: number, waiting: WaitingOrder | null = null): BasketLine => ({
  id: basketLineIdOf(`line-${lines++}`),
  options: { ...defaultPrintOptions, quantity },
  file: storedCube,
  seenCents: null,
  isFromGallery: false,
  waiting,
})
const basketOf = (...ofLines: BasketLine[]): Basket => ({
  id: basketIdOf('basket'),
  lines: ofLines,
})

describe('the number of parts', () => {
  test('is the sum of the quantities, not of the lines', () => {
    expect(partCountOf(basketOf(line(3), line(1), line(50)))).toBe(54)
  })

  test('is 0 for an empty basket, and without one', () => {
    expect(partCountOf(basketOf())).toBe(0)
    expect(partCountOf(null)).toBe(0)
  })
})

describe('the waiting orders', () => {
  test('are none for a basket that was not ordered', () => {
    expect(waitingOrdersOf(basketOf(line(1), line(2)))).toEqual([])
  })

  test('are named once each, in the order of the lines', () => {
    const basket = basketOf(line(1, second), line(1), line(1, first), line(1, { ...second }))
    expect(waitingOrdersOf(basket)).toEqual([second, first])
  })
})
