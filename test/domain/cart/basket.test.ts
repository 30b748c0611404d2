// What a basket counts: parts, and the orders that its lines wait for.
import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/order-id.ts'
import {
  type Basket,
  type BasketLine,
  partCountOf,
  type WaitingOrder,
  waitingOrdersOf,
} from '../../../server/domain/cart/basket.ts'
import { defaultPrintOptions } from '../../../server/domain/catalog/options.ts'
import { storedCube } from '../../../testing/models/stored-cube.ts'

const first: WaitingOrder = { id: orderIdOf('first'), code: 'CART-AAAAAA', dueCents: 2700 }
const second: WaitingOrder = { id: orderIdOf('second'), code: 'CART-BBBBBB', dueCents: 800 }

let lines = 0
const line = (quantity: number, waiting: WaitingOrder | null = null): BasketLine => ({
  id: `line-${lines++}`,
  options: { ...defaultPrintOptions, quantity },
  file: storedCube,
  seenCents: null,
  isFromGallery: false,
  waiting,
})
const basketOf = (...ofLines: BasketLine[]): Basket => ({ id: 'basket', lines: ofLines })

describe('the number of parts', () => {
  test('is the sum of the quantities, not of the lines', () => {
    expect(partCountOf(basketOf(line(3), line(1), line(50)))).toBe(54)
  })

  test('is 0 of an empty basket, and without one', () => {
    expect(partCountOf(basketOf())).toBe(0)
    expect(partCountOf(null)).toBe(0)
  })
})

describe('the orders that wait', () => {
  test('are none of a basket that was not ordered', () => {
    expect(waitingOrdersOf(basketOf(line(1), line(2)))).toEqual([])
  })

  test('are named once each, in the order of the lines', () => {
    const basket = basketOf(line(1, second), line(1), line(1, first), line(1, { ...second }))
    expect(waitingOrdersOf(basket)).toEqual([second, first])
  })
})
