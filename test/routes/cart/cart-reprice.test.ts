// POST /api/cart-reprice (decisions.md 37). A 40 mm cube of pla at 20 %: 64 x 0.44 x 1.26 = 35.48 g, billed as 36; black: 36 x $0.12 =
// $4.32. A 30 mm cube: 27 x 0.44 x 1.26 = 14.97 g, billed as 15: $1.80.
import { expect, test } from 'bun:test'
import {
  buyer,
  cart,
  expectSessionOnly,
  giftCard,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada, poster } = useShop()
const models = use(async () => ({
  large: await storeCube(service, ada, 40),
  small: await storeCube(service, ada, 30),
  foreign: await storeCube(service, await buyer(service), 25),
}))

const reprice = poster('/api/cart-reprice')
const black = (modelUrl: string, more: object = {}) => ({ modelUrl, color: 'Black', ...more })

verifies('cart.session', () => expectSessionOnly(service, '/api/cart-reprice'))

verifies('cart.price-as-order', async () => {
  const items = [
    black(models.large, { quantity: 5 }),
    black(models.large, { quality: 'premium' }),
    { modelUrl: models.large },
  ]
  const [status, body] = await reprice(cart(items))
  expect(status).toBe(200)
  // 36 x 12 x 5 x 0.95 = 2052; 36 x 12 x 1.75 = 756; without a color 36 x 20 = 720.
  expect(body.lines).toEqual([
    {
      printCents: 2052,
      grams: 36,
      printHours: expect.any(Number),
      changed: false,
      fromGallery: false,
    },
    {
      printCents: 756,
      grams: 36,
      printHours: expect.any(Number),
      changed: false,
      fromGallery: false,
      note: 'Premium multiplies the rate by 1.75 and does not change the layer height: this is printed in 0.2 mm layers. Send layerHeight 0.1 for finer ones.',
    },
    {
      printCents: 720,
      grams: 36,
      printHours: expect.any(Number),
      changed: false,
      fromGallery: false,
      note: 'No color was given, so this bills $0.20/g; a stock color bills $0.12/g.',
    },
  ])
  const account = await service.account()
  const file = {
    name: 'cube.stl',
    bytes: (await import('../../../testing/models/meshes.ts')).cubeStl({ sizeMm: 40 }),
  }
  const fields = { color: 'Black', quantity: '5' }
  expect((await placed(submit(service, account, { fields, file }))).breakdown.print).toBe(20.52)
})

verifies('cart.postage-once', async () => {
  const two = [black(models.large), black(models.small)]
  const [, us] = await reprice(cart(two))
  expect([us.printCents, us.shippingCents, us.totalCents, us.dueCents]).toEqual([
    612, 700, 1312, 1312,
  ])
  const [, de] = await reprice(cart(two, { country: 'de' }))
  expect([de.shippingCents, de.totalCents]).toEqual([3000, 3612])
  // 2 x 36 x 12 x 10 x 0.9 = 7776, which is more than $50 together: free.
  const many = [black(models.large, { quantity: 10 }), black(models.large, { quantity: 10 })]
  const [, free] = await reprice(cart(many))
  expect([free.printCents, free.shippingCents]).toEqual([7776, 0])
})

verifies('cart.changed', async () => {
  const items = [
    black(models.large, { expectedCents: 432 }),
    black(models.large, { expectedCents: 431 }),
    black(models.large),
  ]
  const [, body] = await reprice(cart(items))
  expect(body.lines.map((line: { changed: boolean }) => line.changed)).toEqual([false, true, false])
})

verifies('cart.refused-line', async () => {
  const items = [
    black(models.large),
    black(models.foreign),
    black('https://example.com/a.stl'),
    black(models.large, { material: 'wood' }),
    black(models.large, { quality: 'best' }),
    black(models.large, { units: 'yd' }),
    black(models.large, { quantity: 51 }),
    black(models.large, { quantity: 0 }),
    black(models.large, { quantity: 1.5 }),
    black(models.large, { units: 'm' }),
  ]
  const [status, body] = await reprice(cart(items))
  expect(status).toBe(200)
  expect([body.printCents, body.totalCents]).toEqual([432, 1132])
  expect(body.lines.map(({ refusal }: { refusal?: string }) => refusal)).toEqual([
    undefined,
    'That model does not belong to this account.',
    'modelUrl must be a model stored by the service.',
    'Invalid material. One of: pla, petg, abs, asa, tpu',
    'Invalid quality. One of: standard, premium',
    'Invalid units. One of: mm, cm, m, in',
    ...Array(3).fill('quantity must be a whole number from 1 to 50.'),
    expect.stringContaining('larger than the 340x320x340mm build volume'),
  ])
  const [, nothing] = await reprice(cart([black(models.foreign)]))
  expect([nothing.printCents, nothing.shippingCents, nothing.totalCents]).toEqual([0, 0, 0])
})

verifies(['cart.items-range', 'cart.field-named'], async () => {
  const range = 'items: must have 1 to 50 entries'
  const cases: readonly (readonly [unknown, string])[] = [
    [{}, 'items: is required'],
    [cart([]), range],
    [cart(Array(51).fill(black(models.large))), range],
    [cart([{}]), 'Item 1: modelUrl is required'],
    [cart([black(models.large), { modelUrl: 5 }]), 'Item 2: modelUrl must be text'],
    [
      cart([black(models.large, { quantity: '2' })]),
      'Item 1: quantity must be a whole number from 1 to 50',
    ],
    [
      cart([black(models.large, { expectedCents: 1.5 })]),
      'Item 1: expectedCents must be a whole number',
    ],
    [cart([black(models.large)], { country: 'XX' }), "We don't currently ship to XX."],
    [cart([black(models.large)], { giftCard: 5 }), 'giftCard: '],
  ]
  for (const [body, error] of cases) {
    expect(await reprice(body)).toEqual([400, { error: expect.stringContaining(error) }])
  }
  expect(await reprice('[')).toMatchObject([400, {}])
})

verifies('cart.gift-share', async () => {
  const code = await giftCard(service, ada, 500)
  const items = [black(models.large)]
  const [, body] = await reprice(cart(items, { giftCard: code.toLowerCase() }))
  expect([body.totalCents, body.giftCard, body.dueCents]).toEqual([
    1132,
    { valid: true, balanceCents: 500, shareCents: 500 },
    632,
  ])
  const [status, unknown] = await reprice(cart(items, { giftCard: 'GIFT-2222-2222-2222' }))
  expect([status, unknown.giftCard, unknown.dueCents]).toEqual([
    200,
    { valid: false, balanceCents: 0, shareCents: 0 },
    1132,
  ])
})

test('the remainder beyond a gift card is nothing or at least $0.50', async () => {
  // 1132 - 1100 = 32, which the processor would not collect: the share is 1082.
  const code = await giftCard(service, ada, 1100)
  const [, body] = await reprice(cart([black(models.large)], { giftCard: code }))
  expect([body.giftCard.shareCents, body.dueCents]).toEqual([1082, 50])
})

verifies('cart.limit', async () => {
  const eve = await buyer(service)
  for (let sent = 0; sent < 60; sent++) expect((await reprice(cart([]), eve))[0]).toBe(400)
  expect(await reprice(cart([]), eve)).toEqual([
    429,
    { error: 'Generation limit reached. Please try again later.' },
  ])
})
