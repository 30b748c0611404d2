// The sentence of the start page about the waiting orders.
import { expect, test } from 'bun:test'
import { queueText } from '../../server/pages/home/home-page.tsx'
import { english } from '../../server/pages/languages/words.ts'

test.each([
  [0, 0, 'no order is ahead of yours'],
  [1, 0.4, '1 order (1 machine hour) is ahead of yours'],
  [1, 3, '1 order (3 machine hours) is ahead of yours'],
  [9, 14.2, '9 orders (15 machine hours) are ahead of yours'],
])('%p orders of %p hours', (queuedOrders, queuedHours, sentence) => {
  expect(queueText(english, { queuedOrders, queuedHours })).toBe(sentence)
})
