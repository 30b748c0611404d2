// Terms in which only the postage differs: the price of each line stays, and the total does not. A 40 mm cube of pla at 20 %:
// 64 x 0.44 x 1.26 = 35.48 g, billed as 36; black: 36 x $0.12 = $4.32; postage $7.00, and then $9.13.
import { beforeEach, expect, test } from 'bun:test'
import { contractTerms } from '../../../server/domain/catalog/terms.ts'
import { holdTerms } from '../../../testing/own-terms.ts'
import {
  buyer,
  cart,
  checkoutBody,
  giftCard,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const shopper = use(() => buyer(service))
const models = use(async () => ({ cube: await storeCube(service, shopper, 40) }))
const { international } = contractTerms.postage
const dearerPostage = {
  postage: { domestic: { flatCents: 913, freeFromCents: 5_000 }, international },
}
const changed = {
  error: 'The total is now $13.45. Nothing was ordered; confirm the new total and send it again.',
}

const items = () => [{ modelUrl: models.cube, color: 'Black', expectedCents: 432 }]
const reprice = (more: object = {}) =>
  post(service, shopper, '/api/cart-reprice', cart(items(), more))
const checkOut = (body: object) => post(service, shopper, '/api/checkout', body)
const orders = async () =>
  (await service.db.selectFrom('orders').select('code').where('source', '=', 'web').execute())
    .length

beforeEach(async () => {
  await holdTerms(service, {})
})

verifies('checkout.expected-total', async () => {
  const [, seen] = await reprice()
  expect(seen).toMatchObject({ shippingCents: 700, totalCents: 1_132 })
  await holdTerms(service, dearerPostage)
  const body = checkoutBody(items(), { expectedTotalCents: seen.totalCents })
  const before = await orders()
  expect(await checkOut(body)).toEqual([409, changed])
  expect(await orders()).toBe(before)
  const [, now] = await reprice(body)
  expect(now).toMatchObject({ lines: [{ changed: false }], totalCents: 1_345 })
  expect(now.ignored).toBeUndefined()
  // Nothing was ordered under the key.
  const confirmed = { ...body, expectedTotalCents: now.totalCents }
  const [status, placed] = await checkOut(confirmed)
  expect([status, placed.totalCents]).toEqual([201, 1_345])
  expect((await checkOut(confirmed))[1].code).toBe(placed.code)
  expect((await checkOut(body))[0]).toBe(409)
})

test('a gift card that pays the full amount does not pay a total that its buyer did not see', async () => {
  const code = await giftCard(service, shopper, 5_000)
  const [, seen] = await reprice({ giftCard: code })
  expect(seen).toMatchObject({ totalCents: 1_132, dueCents: 0 })
  await holdTerms(service, dearerPostage)
  const more = { giftCard: code, expectedTotalCents: seen.totalCents }
  const body = checkoutBody(items(), more)
  expect(await checkOut(body)).toEqual([409, changed])
  const [, check] = await post(service, shopper, '/api/gift-cards/check', { code })
  expect(check.balanceCents).toBe(5_000)
  const [status, placed] = await checkOut({ ...body, expectedTotalCents: 1_345 })
  expect([status, placed.paid, placed.giftCents]).toEqual([201, true, 1_345])
})

test('a total that is not a whole number is refused and named', async () => {
  for (const wrong of [13.45, '1345', null]) {
    const [status, { error }] = await checkOut(checkoutBody(items(), { expectedTotalCents: wrong }))
    expect([wrong, status]).toEqual([wrong, 400])
    expect(error).toContain('expectedTotalCents')
  }
})
