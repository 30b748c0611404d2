// The notice of the checkout page when a field is marked.

import { expect, test } from 'bun:test'
import { basketIdOf } from '../../server/domain/base/ids/basket-id.ts'
import { checkoutPage } from '../../server/pages/cart/checkout.tsx'

test('a decline is shown in addition to a marked gift card, with a link to the field', async () => {
  const response = checkoutPage({
    basket: { id: basketIdOf('basket'), lines: [] },
    cart: {
      lines: [],
      printCents: 4300,
      shippingCents: 700,
      totalCents: 5000,
      gift: null,
      dueCents: 5000,
    },
    country: 'US',
    entries: () => '',
    errors: { giftCard: 'This code is unknown or has no balance left.' },
    refusals: new Map(),
    orderKey: 'key',
    shownBasket: '',
    formTargets: [],
    visitor: { isSignedIn: true, basketParts: 1 },
    addresses: [],
    waiting: [],
    savedCard: null,
    shipsBy: null,
    timeZone: 'UTC',
    status: 409,
    notice: 'The saved card was declined.',
  })
  const html = await response.text()
  expect(html).toContain(
    'The saved card was declined.</span> <a href="#giftCard">Gift card code</a>',
  )
})
