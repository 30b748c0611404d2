// Carts, checkouts and drafts of orders are as strict as the form of an order (decisions.md 24, 47 and 50): names, numbers and words. A
// 40 mm cube of pla at 20 %: 64 x 0.44 x 1.26 = 35.48 g, billed as 36; black: 36 x $0.12 = $4.32, without a color 36 x $0.20 = $7.20.

import { beforeEach, expect, test } from 'bun:test'
import { cart, post, storeCube, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()
const models = use(async () => ({ cube: await storeCube(service, ada, 40) }))
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const line = (more: object = {}) => ({ modelUrl: models.cube, color: 'Black', ...more })
const reprice = (body: object) => post(service, ada, '/api/cart-reprice', body)
const draft = (body: object) =>
  post(service, ada, '/api/agent/order', { text: 'black', modelUrl: models.cube, ...body })
const checkOut = (items: readonly object[], more: object = {}) =>
  post(service, ada, '/api/checkout', {
    items,
    address: ADDRESS,
    idempotencyKey: crypto.randomUUID(),
    ...more,
  })
const orders = async () => (await service.db.selectFrom('orders').select('code').execute()).length

const uncolored = 'No color was given, so this bills $0.20/g; a stock color bills $0.12/g.'

const misspelled = (name: string, meant: string, place = '') =>
  `Unknown field "${name}"${place === '' ? '' : ` in ${place}`}. Did you mean ${meant}?`

verifies('cart.names', async () => {
  const wrong: readonly (readonly [object, string])[] = [
    [cart([{ modelUrl: models.cube, colour: 'Black' }]), misspelled('colour', 'color', 'item 1')],
    [cart([line(), line({ materal: 'tpu' })]), misspelled('materal', 'material', 'item 2')],
    [cart([line({ Layer_Height: 0.1 })]), misspelled('Layer_Height', 'layerHeight', 'item 1')],
    [cart([line()], { gift_card: 'x' }), misspelled('gift_card', 'giftCard')],
    [cart([line()], { contry: 'DE' }), misspelled('contry', 'country')],
  ]
  for (const [body, error] of wrong) expect(await reprice(body)).toEqual([400, { error }])
  const [status, body] = await reprice(cart([line({ sku: 7 })], { campaign: 'spring' }))
  expect([status, body.totalCents, body.ignored]).toEqual([200, 1132, ['item 1: sku', 'campaign']])
  expect((await reprice(cart([line()])))[1].ignored).toBeUndefined()
})

verifies('checkout.names', async () => {
  const before = await orders()
  for (const [body, error] of [
    [{ items: [line({ colour: 'Red' })] }, misspelled('colour', 'color', 'item 1')],
    [{ address: { ...ADDRESS, strret1: 'x' } }, misspelled('strret1', 'street1', 'address')],
    [{ idempotencykey: 'x' }, misspelled('idempotencykey', 'idempotencyKey')],
    [{ vat_number: 'DE123456789' }, misspelled('vat_number', 'vatId')],
    [
      { address: { ...ADDRESS, countryCode: 'DE' } },
      misspelled('countryCode', 'country', 'address'),
    ],
  ] as const) {
    expect(await checkOut([line()], body)).toEqual([400, { error }])
  }
  expect(await orders()).toBe(before)
  const [status, placed] = await checkOut([line()], { campaign: 'spring' })
  expect([status, placed.ignored]).toEqual([201, ['campaign']])
})

verifies('agent-order.names', async () => {
  for (const [body, error] of [
    [{ adress: ADDRESS }, misspelled('adress', 'address')],
    [{ address: { contry: 'DE' } }, misspelled('contry', 'country', 'address')],
    [{ address: { countryCode: 'DE' } }, misspelled('countryCode', 'country', 'address')],
  ] as const) {
    expect(await draft(body)).toEqual([400, { error }])
  }
})

verifies('gift-cards.names', async () => {
  const purchase = { amountCents: 2500, recipientEmail: 'grace@example.com', mesage: 'Hello' }
  expect(await post(service, ada, '/api/gift-cards/purchase', purchase)).toEqual([
    400,
    { error: misspelled('mesage', 'message') },
  ])
})

verifies(['cart.color-note', 'checkout.color-note', 'agent-order.color-note'], async () => {
  const items = [{ modelUrl: models.cube }, line({ color: 'Teal' }), line()]
  const notes = [
    uncolored,
    'Teal is not a stock color, so this bills $0.20/g; a stock color bills $0.12/g.',
    undefined,
  ]
  const [, priced] = await reprice(cart(items))
  expect(priced.lines.map(({ note }: { note?: string }) => note)).toEqual(notes)
  const [status, placed] = await checkOut(items)
  expect([status, placed.lines]).toEqual([
    201,
    [
      { printCents: 720, color: 'Default', note: notes[0] },
      { printCents: 720, color: 'Teal', note: notes[1] },
      { printCents: 432, color: 'Black' },
    ],
  ])
  const [, drafted] = await draft({ text: 'two in pla' })
  expect([drafted.missing.includes('color'), drafted.quote.lines[0].note]).toEqual([
    true,
    uncolored,
  ])
})

verifies('cart.premium-note', async () => {
  const noteOf = async (more: object) =>
    (await reprice(cart([line({ quality: 'premium', ...more })])))[1].lines[0].note
  expect(await noteOf({})).toContain('printed in 0.2 mm layers')
  expect(await noteOf({ layerHeight: 0.1 })).toBeUndefined()
})

verifies('cart.letter-case', async () => {
  const words = { material: 'PetG', quality: 'PREMIUM' }
  const plain = { material: 'petg', quality: 'premium' }
  const [status, loud] = await reprice(cart([line(words)], { country: 'de' }))
  expect(status).toBe(200)
  expect(await reprice(cart([line(plain)], { country: 'DE' }))).toEqual([200, loud])
})

verifies('cart.number-types', async () => {
  const whole = 'must be a whole number from 1 to 50'
  for (const [name, error] of [
    ['quantity', `Item 1: quantity ${whole}`],
    ['infill', 'Item 1: infill must be a number'],
    ['layerHeight', 'Item 1: layerHeight must be a number'],
    ['nozzleDiameter', 'Item 1: nozzleDiameter must be a number'],
    ['expectedCents', 'Item 1: expectedCents must be a number'],
  ] as const) {
    expect(await reprice(cart([line({ [name]: '5' })]))).toEqual([400, { error }])
    expect(await checkOut([line({ [name]: '5' })])).toEqual([400, { error }])
  }
  const purchase = { amountCents: '2500', recipientEmail: 'grace@example.com' }
  expect(await post(service, ada, '/api/gift-cards/purchase', purchase)).toEqual([
    400,
    { error: 'amountCents: must be a number' },
  ])
  expect(await post(service, ada, '/api/account/credits', { pack: '10' })).toMatchObject([400, {}])
})

verifies('cart.gift-guessing', async () => {
  const giftCard = 'GIFT-2222-2222-2222'
  for (let guess = 0; guess < 19; guess++) await reprice(cart([line()], { giftCard }))
  expect((await checkOut([line()], { giftCard }))[0]).toBe(409)
  expect((await reprice(cart([line()], { giftCard })))[0]).toBe(429)
})

// decisions.md 64.
test('values that a line cannot have are clamped, and the response names them', async () => {
  const sent = { infill: 500, layerHeight: 5, nozzleDiameter: 1.2, nozzleFlow: 'HIGH' }
  const adjusted = [
    { field: 'infill', sent: '500', used: 100 },
    { field: 'nozzleDiameter', sent: '1.2', used: 0.4 },
    { field: 'layerHeight', sent: '5', used: 0.3 },
    { field: 'nozzleFlow', sent: 'HIGH', used: 'standard' },
  ]
  const [, priced] = await reprice(cart([line(sent), line()]))
  expect(priced).toMatchObject({ lines: [{ adjusted }, expect.not.objectContaining({ adjusted })] })
  expect(await checkOut([line(sent)])).toMatchObject([201, { lines: [{ adjusted }] }])
})
