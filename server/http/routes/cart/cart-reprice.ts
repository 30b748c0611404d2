// POST /api/cart-reprice: prices a cart (decisions.md 37).
import { buyerFields } from '../../../domain/accounts/buyer.ts'
import { ok } from '../../../domain/base/result.ts'
import { priceCart } from '../../../domain/cart/price-cart.ts'
import { strictJson } from '../../contract/body.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import {
  cartBody,
  itemExample,
  pricedCart,
  pricedCartExample,
  pricedCartJson,
} from './cart-json.ts'

/** Names that only a checkout uses. A checkout body may be priced unchanged. */
const checkoutNames = [
  'address',
  'note',
  'idempotencyKey',
  'reference',
  'expectedTotalCents',
  ...buyerFields,
]

export const cartRepriceRoute = route({
  method: 'POST',
  path: '/api/cart-reprice',
  id: 'repriceCart',
  tag: 'Website',
  summary: 'Price a cart',
  description:
    'Prices every part as an order of it would be, and postage once for the parcel. A part that cannot be ordered has a ' +
    '`refusal` and does not affect the others. An unknown and a spent gift card are both `valid: false`.',
  access: account({ accepts: ['session'], limit: 'cart-reprice' }),
  body: strictJson(cartBody, {
    example: { items: [itemExample], country: 'US' },
    refused: [{ items: [{}] }, { items: [{ colour: 'Black' }] }],
    alsoKnown: checkoutNames,
  }),
  response: { description: 'The prices.', schema: pricedCart, example: pricedCartExample },
  refusals: [
    { kind: 'country_not_served', country: 'XX' },
    { kind: 'account_in_debt', owedCents: 2000 },
  ],
  handler: async function repriceCart({ deps }, { caller, body }) {
    const { value, ...names } = body
    const priced = await priceCart(deps, caller, value)
    return priced.ok ? ok({ ...pricedCartJson(priced.value, value.items), ...names }) : priced
  },
})
