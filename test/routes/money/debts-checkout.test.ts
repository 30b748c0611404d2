// An account that owes money for a gift card or credits cannot use a gift card, at any interface of a cart
// (decisions.md 54).

import { beforeEach, expect, test } from 'bun:test'
import { giftCodeHash } from '../../../server/domain/gift-cards/code.ts'
import { owe } from '../../../testing/money/owe.ts'
import {
  type Buyer,
  buyer,
  cart,
  checkoutBody,
  giftCard,
  post,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'

const { service, ada } = useShop()
const cards = use(async () => ({ code: await giftCard(service, ada, 1000) }))
let debtor: Buyer
let modelUrl: string
beforeEach(async () => {
  debtor = await buyer(service)
  modelUrl = await storeCube(service, debtor, 40)
  await resetRateLimits(service.db)
})

const sentence =
  'This account owes $20.00: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.'
const items = () => [{ modelUrl, color: 'Black' }]
const balance = () =>
  service.deps.giftCards.readBalance(giftCodeHash(service.deps.orderIds, cards.code))
const ordersOf = ({ accountId }: Buyer) =>
  service.db.selectFrom('orders').select('code').where('account_id', '=', accountId).execute()

async function expectNothingOrdered(): Promise<void> {
  expect(await ordersOf(debtor)).toEqual([])
  expect(await balance()).toBe(1000)
}

test.each(['/api/cart-reprice', '/api/checkout'])('a gift card is refused by %s', async (path) => {
  await owe(service.db, debtor.accountId, 2000)
  const withCard = { giftCard: cards.code }
  const body = path === '/api/checkout' ? checkoutBody(items(), withCard) : cart(items(), withCard)
  expect(await post(service, debtor, path, body)).toEqual([402, { error: sentence }])
  await expectNothingOrdered()
})

test.each(['order', 'gift'])('the form of /checkout refuses a gift card, to %s', async (action) => {
  await owe(service.db, debtor.accountId, 2000)
  const send = (path: string, body: FormData | URLSearchParams) =>
    service.fetch(path, {
      method: 'POST',
      headers: { cookie: debtor.cookie, origin: service.baseUrl },
      body,
    })
  const part = new FormData()
  for (const [name, value] of Object.entries({ modelUrl, color: 'Black' })) part.set(name, value)
  expect((await send('/basket/parts', part)).status).toBe(303)
  const fields = {
    ...ADDRESS,
    country: 'US',
    email: debtor.email,
    key: crypto.randomUUID(),
    giftCard: cards.code,
    action,
  }
  const sent = await send('/checkout', new URLSearchParams(fields))
  expect([sent.status, await sent.text()]).toEqual([
    402,
    expect.stringContaining('This account owes $20.00'),
  ])
  await expectNothingOrdered()
})

test('a debt that begins after the cart was priced refuses the gift card as well', async () => {
  const { placeOrder } = service.deps.cartOrders
  service.replace({
    cartOrders: {
      placeOrder: async (...args: Parameters<typeof placeOrder>) => {
        await owe(service.db, debtor.accountId, 2000)
        return await placeOrder(...args)
      },
    },
  })
  const body = checkoutBody(items(), { giftCard: cards.code })
  expect(await post(service, debtor, '/api/checkout', body)).toEqual([402, { error: sentence }])
  await expectNothingOrdered()
})

test('an order without a gift card, and the repeat of an earlier one with it, work as before', async () => {
  const earlier = checkoutBody(items(), { giftCard: cards.code })
  const [, first] = await post(service, debtor, '/api/checkout', earlier)
  await owe(service.db, debtor.accountId, 2000)
  const [status, repeated] = await post(service, debtor, '/api/checkout', earlier)
  expect([status, repeated.code]).toEqual([201, first.code])
  const byCard = checkoutBody(items())
  // 40 mm: $4.32 and $7.00 of postage.
  expect(await post(service, debtor, '/api/checkout', byCard)).toEqual([
    201,
    expect.objectContaining({ giftCents: 0, dueCents: 1132 }),
  ])
})
