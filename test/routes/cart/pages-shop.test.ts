// /basket, /checkout, /gift-cards and the account's credits, in a browser without JavaScript.

import { expect, test } from 'bun:test'
import { basketLineIdOf } from '../../../server/domain/base/ids/basket-line-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import {
  type Buyer,
  buyer,
  giftCard,
  pay,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()

const browser = (who: Pick<Buyer, 'cookie'> | null = null) => createVisitor(service, who)

/** Marks a basket with a price that differs from the one shown before. */
const changedPrices = 'Prices have changed since you last saw them.'

test('the basket lists the parts, and its total follows the country', async () => {
  const visitor = browser()
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
  expect(await visitor.add(40, { color: 'Black' })).toMatchObject({
    status: 303,
    location: '/basket',
  })
  await visitor.add(30, { color: 'Black', quantity: '2' })
  const shown = await visitor.get('/basket')
  expect(shown.html).toContain('cube-40.stl')
  // 4.32 + 2 x 1.80 and postage.
  expect(shown.html).toContain('$14.92')
  expect((await visitor.get('/basket?country=DE')).html).toContain('$37.92')
  expect((await visitor.get('/basket?country=US')).html).toContain('$14.92')
})

test('the basket marks a changed price once', async () => {
  const visitor = browser()
  const added = await visitor.add(40, { color: 'Black', country: 'DE', expectedCents: '431' })
  expect(added.location).toBe('/basket?country=DE')
  expect((await visitor.get('/basket')).html).toContain(changedPrices)
  expect((await visitor.get('/basket')).html).not.toContain(changedPrices)
})

test('the checkout marks a changed price if the basket page was skipped', async () => {
  const visitor = browser()
  await visitor.add(40, { color: 'Black', expectedCents: '431' })
  expect((await visitor.get('/checkout')).html).toContain(changedPrices)
})

test('signing in keeps the basket, also in another browser', async () => {
  const visitor = browser()
  await visitor.add(40, { color: 'Black' })
  await visitor.add(30, { color: 'Black', quantity: '2' })
  const signIn = await visitor.get('/account?next=%2Fcheckout')
  expect(signIn.html).toContain('<h1>Sign in to check out</h1>')
  // The header shows three parts.
  expect(signIn.html).toMatch(/<span class="count">\s*3/)
  const who = await buyer(service)
  visitor.keep(who.cookie.split('; '))
  expect((await visitor.get('/checkout')).html).toContain('Pay $14.92')
  expect((await browser(who).get('/basket')).html).toContain('cube-30.stl')
  expect(visitor.jar.get('svc_basket')).toBe('')
})

/** Opens the checkout of a buyer with a cube of each size. `order`: the fields of a complete form. */
async function openCheckout(sizesMm: readonly number[] = [40]) {
  const who = await buyer(service)
  const visitor = browser(who)
  for (const sizeMm of sizesMm) await visitor.add(sizeMm, { color: 'Black' })
  const key = keyOf((await visitor.get('/checkout')).html)
  const order = { ...ADDRESS, key, country: 'US', action: 'order', email: who.email }
  return { who, visitor, order }
}

test('the checkout marks missing fields and keeps the entered values', async () => {
  const { visitor, order } = await openCheckout()
  const { zip: _, ...withoutZip } = order
  const refused = await visitor.post('/checkout', withoutZip)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('value="1 Main Street"')
  expect(refused.html).toContain('Fill in this field.')
  expect(keyOf(refused.html)).toBe(order.key)
})

test('the checkout marks a ZIP code that sign-up would refuse, and an undeliverable address', async () => {
  const { visitor, order } = await openCheckout()
  const mistyped = await visitor.post('/checkout', { ...order, zip: 'ABC', email: 'ada@example' })
  expect(mistyped.status).toBe(400)
  expect(mistyped.html).toContain('Enter one plain email address, such as name@example.com.')
  expect(mistyped.html).toContain('Enter a US ZIP code: 5 digits, or 5 and 4 with a hyphen.')
  expect(mistyped.html).toContain('value="ada@example"')
})

test('the checkout focuses the first marked field of the page', async () => {
  const { visitor, order } = await openCheckout()
  const { html } = await visitor.post('/checkout', { ...order, email: 'ada@example', city: '' })
  const focused = [...html.matchAll(/<\w+ id="([^"]*)"[^>]* autofocus/g)].map(([, id]) => id)
  expect(focused).toEqual(['email'])
})

test.each<[string, readonly number[]]>([
  ['ORD', [40]],
  ['CART', [40, 30]],
])(
  'a form of order %s-... that is sent again leads to the payment, and after it to the order',
  async (code, sizesMm) => {
    const { visitor, order } = await openCheckout(sizesMm)
    const placed = await visitor.post('/checkout', order)
    expect([placed.status, placed.location]).toEqual([303, expect.stringContaining('/checkout/')])
    const again = await visitor.post('/checkout', order)
    expect(again.location).toBe(placed.location)
    await pay(service, placed.location ?? '')
    const late = await visitor.post('/checkout', order)
    expect(late.location).toMatch(new RegExp(`^/orders/${code}-\\w{6}/pay$`))
    const page = await visitor.get(late.location?.replace('/pay', '') ?? '')
    expect(page.html).toContain('Received — in review')
    expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
  },
)

test('a checkout that is sent three times at the same time places one order, and each response leads to it', async () => {
  const { who, visitor, order } = await openCheckout()
  const sent = await Promise.all([1, 2, 3].map(() => visitor.post('/checkout', order)))
  for (const { status, location } of sent) {
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(/\/checkout\/|^\/orders\/ORD-\w{6}\/pay$/),
    ])
  }
  const { rows } = await service.service.database.pool.query(
    'select code from orders where account_id = $1',
    [who.accountId],
  )
  expect(rows.length).toBe(1)
})

test('the prices of a basket are stored by one statement, and its gallery is read by one', async () => {
  const visitor = browser()
  for (const sizeMm of [40, 30]) await visitor.add(sizeMm, { color: 'Black' })
  for (const sizeMm of [41, 31]) {
    const modelUrl = await storeCube(service, ada, sizeMm, { published: true })
    await visitor.send('/basket/parts', { modelUrl, color: 'Black' })
  }
  const basketId = (visitor.jar.get('svc_basket') ?? '').split('.')[0] ?? ''
  const run = (text: string) => service.service.database.pool.query(text)
  await run(`
    update basket_lines set seen_cents = 1 where basket_id = '${basketId}';
    create table updates (at timestamptz);
    create function count_update() returns trigger language plpgsql as
      $$ begin insert into updates values (now()); return null; end $$;
    create trigger count_update after update on basket_lines execute function count_update()`)
  let reads = 0
  const { listPublished } = service.deps.models
  service.replace({
    models: {
      listPublished: (uris) => {
        reads += 1
        return listPublished(uris)
      },
    },
  })
  await visitor.get('/basket')
  const { rows } = await run(
    `select seen_cents from basket_lines where basket_id = '${basketId}' order by place`,
  )
  // Edges of 40, 30, 41 and 31 mm: 64, 27, 68.921 and 29.791 cm3 at 0.44 x 1.26 g are 36, 15, 39 and 17 g, for $0.12 each.
  expect(rows.map((row) => row.seen_cents)).toEqual([432, 180, 468, 204])
  expect((await run('select 1 from updates')).rowCount).toBe(1)
  expect(reads).toBe(1)
  await run('drop function count_update cascade')
})

verifies(['checkout.shown-amount', 'checkout.note'], async () => {
  const who = await buyer(service)
  const visitor = browser(who)
  await visitor.add(40, { color: 'Black' })
  const checkout = await visitor.get('/checkout')
  // 4.32 of print, 7.00 and 30.00 of postage.
  expect(checkout.html).toContain('Pay $11.32')
  const shownOf = (html: string) => /name="shownCents" value="(\d+)"/.exec(html)?.[1] ?? ''
  const note = 'The flat side is seen.\nThanks'
  const order = {
    ...ADDRESS,
    key: keyOf(checkout.html),
    email: who.email,
    action: 'order',
    note,
    shownCents: shownOf(checkout.html),
    country: 'DE',
  }
  const refused = await visitor.post('/checkout', order)
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('The amount to pay is now $34.32. Nothing was ordered;'),
  ])
  expect(refused.html).toContain('Pay $34.32')
  expect(refused.html).toContain('The flat side is seen.')
  const orders = () =>
    service.db
      .selectFrom('orders')
      .select(['note', 'total_cents'])
      .where('account_id', '=', who.accountId)
      .execute()
  expect(await orders()).toEqual([])
  const placed = await visitor.post('/checkout', { ...order, shownCents: shownOf(refused.html) })
  expect(placed.status).toBe(303)
  expect(await orders()).toEqual([{ note, total_cents: 3432 }])
})

verifies('checkout.shown-amount', 'also when another window spends the gift card', async () => {
  const code = await giftCard(service, await buyer(service), 2000)
  // 4.32 of print and 7.00 of postage each: the card pays one of them, and 8.68 of the other.
  const windows = await Promise.all(
    [1, 2].map(async () => {
      const who = await buyer(service)
      const visitor = browser(who)
      await visitor.add(40, { color: 'Black' })
      const key = keyOf((await visitor.get('/checkout')).html)
      const fields = { ...ADDRESS, key, email: who.email, country: 'US', giftCard: code }
      return { visitor, fields: { ...fields, shownCents: '0', action: 'order' } }
    }),
  )
  const sent = await Promise.all(
    windows.map(({ visitor, fields }) => visitor.post('/checkout', fields)),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 409])
  const refused = sent.find(({ status }) => status === 409)
  expect(refused?.html).toContain('The amount to pay is now $2.64. Nothing was ordered;')
  expect(refused?.html).toContain('cube-40.stl')
})

test('a part that can no longer be ordered says what to do', async () => {
  const who = await buyer(service)
  const visitor = browser(who)
  await visitor.add(40, { color: 'Black' })
  await visitor.add(31, { color: 'Black' })
  const id = lineId((await visitor.get('/basket')).html)
  await service.db
    .updateTable('basket_lines')
    .set({ file_uri: 'gs://svc-local/models/gone.stl', file_sha256: 'f'.repeat(64) })
    .where('id', '=', id)
    .execute()
  const basket = await visitor.get('/basket')
  expect(basket.html).toContain('Remove this part, or add a corrected file in its place.')
  expect(basket.html).toContain('One part cannot be printed. Remove it to check out.')
  expect(basket.html).not.toContain('href="/checkout')
  const checkout = await visitor.get('/checkout')
  expect(checkout.html).toContain('Remove the parts that cannot be printed')
  expect(checkout.html).not.toMatch(/Pay \$/)
})

test('only the owner of the basket sees the picture of a line', async () => {
  const visitor = browser()
  await visitor.add(40, { color: 'Black' })
  const [picture = ''] =
    /\/basket\/lines\/[0-9a-f-]{36}\/picture\.png/.exec((await visitor.get('/basket')).html) ?? []
  const cookie = [...visitor.jar].map((pair) => pair.join('=')).join('; ')
  const drawn = await service.fetch(picture, { headers: { cookie } })
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = new Uint8Array(await drawn.arrayBuffer())
  expect([...bytes.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect((await service.fetch(picture)).status).toBe(404)
})

verifies('checkout.basket-once', 'open in several windows', async () => {
  const who = await buyer(service)
  const code = await giftCard(service, who, 5000)
  const visitor = browser(who)
  await visitor.add(40, { color: 'Black' })
  await visitor.add(30, { color: 'Black' })
  const windows = await Promise.all([1, 2, 3].map(() => visitor.get('/checkout')))
  const keys = windows.map(({ html }) => keyOf(html))
  expect(new Set(keys).size).toBe(3)
  const order = { ...ADDRESS, email: who.email, country: 'US', action: 'order', giftCard: code }
  const sent = await Promise.all(keys.map((key) => visitor.post('/checkout', { ...order, key })))
  const locations = sent.map(({ location }) => location)
  // The other windows are redirected to the basket, which is empty.
  expect(locations.toSorted()).toEqual(['/basket', '/basket', expect.stringMatching(/^\/orders\//)])
  const { rows } = await service.service.database.pool.query(
    'select count(*)::int as orders, sum(gift_cents)::int as cents from orders where account_id = $1',
    [who.accountId],
  )
  // 4.32 + 1.80 and postage, once.
  expect(rows).toEqual([{ orders: 1, cents: 1312 }])
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

verifies('checkout.basket-once', 'a line that is removed while it is ordered', async () => {
  const who = await buyer(service)
  const visitor = browser(who)
  await visitor.add(40, { color: 'Black' })
  await visitor.add(30, { color: 'Black' })
  const key = keyOf((await visitor.get('/checkout')).html)
  const { cartOrders } = service.deps
  service.replace({
    cartOrders: {
      placeOrder: async (order, options) => {
        await service.db
          .deleteFrom('basket_lines')
          .where('id', '=', options.basketLines[0]?.id ?? basketLineIdOf(''))
          .execute()
        return await cartOrders.placeOrder(order, options)
      },
    },
  })
  const fields = { ...ADDRESS, email: who.email, country: 'US', action: 'order', key }
  const refused = await visitor.post('/checkout', fields)
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('The basket was changed or ordered in another window.'),
  ])
  // The remaining line: $1.80 and postage.
  expect(refused.html).toContain('Pay $8.80')
  const { rowCount } = await service.service.database.pool.query(
    'select 1 from orders where account_id = $1',
    [who.accountId],
  )
  expect(rowCount).toBe(0)
})

test('of several entered quantities the wrong one is marked, and those before it are saved', async () => {
  const visitor = browser()
  await visitor.add(40, { color: 'Black', quantity: '5' })
  await visitor.add(30, { color: 'Black', quantity: '2' })
  const inputs = (html: string) =>
    [...html.matchAll(/<input id="(quantity-[^"]+)"[^>]*value="(\d+)"[^>]*>/g)].map(
      ([input, id = '', value]) => ({ id, value, isWrong: input.includes('aria-invalid') }),
    )
  const shown = inputs((await visitor.get('/basket')).html)
  const [first = '', second = ''] = shown.map(({ id }) => id)
  const firstQuantity = shown[0]?.value === '5' ? '05' : '02'
  const refused = await visitor.post('/basket', {
    [first]: firstQuantity,
    [second]: '99',
    country: 'US',
  })
  expect(refused.status).toBe(400)
  expect(inputs(refused.html)).toEqual([
    { id: first, value: firstQuantity.slice(1), isWrong: false },
    { id: second, value: '99', isWrong: true },
  ])
})

test('only the owner of the basket changes and removes lines', async () => {
  const visitor = browser()
  await visitor.add(40, { color: 'Black' })
  const id = lineId((await visitor.get('/basket')).html)
  await visitor.post(`/basket/lines/${id}`, { quantity: '5' })
  expect((await visitor.get('/basket')).html).toContain('$20.52')
  expect(await visitor.post(`/basket/lines/${id}`, { quantity: '0' })).toMatchObject({
    status: 400,
    html: expect.stringContaining('Enter a quantity from 1 to 50, or remove the part.'),
  })
  expect(await visitor.post(`/basket/lines/${id}`, { quantity: '51' })).toMatchObject({
    status: 400,
    html: expect.stringContaining('Enter a quantity from 1 to 50, or remove the part.'),
  })
  const other = browser()
  await other.add(30)
  expect((await other.post(`/basket/lines/${id}`, { remove: '1' })).status).toBe(404)
  // Neither a forged cookie nor a form of another site reaches a basket.
  const [name, value = ''] = [...visitor.jar][0] ?? ['', '']
  const forged = browser()
  forged.jar.set(name, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`)
  expect((await forged.get('/basket')).html).toContain('Your basket is empty')
  await visitor.post(`/basket/lines/${id}`, { remove: '1' }, 'https://evil.example')
  const part = new FormData()
  part.set('file', new Blob([cubeStl({ sizeMm: 20 })]), 'theirs.stl')
  const theirs = await service.fetch('/basket/parts', {
    method: 'POST',
    body: part,
    headers: { origin: 'https://evil.example' },
  })
  expect([theirs.status, theirs.headers.getSetCookie()]).toEqual([303, []])
  expect((await visitor.get('/basket')).html).toContain('cube-40.stl')
  await visitor.post(`/basket/lines/${id}`, { remove: '1' })
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a part that cannot be printed is refused before it enters the basket', async () => {
  const visitor = browser()
  const tooLarge = await visitor.add(400)
  expect([tooLarge.status, tooLarge.html]).toEqual([422, expect.stringContaining('build volume')])
  expect((await visitor.post('/basket/parts', { modelUrl: 'x' })).status).toBe(400)
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a gift card at checkout: its share is shown, and it may pay the whole order', async () => {
  const who = await buyer(service)
  const code = await giftCard(service, ada, 2000)
  const visitor = browser(who)
  await visitor.add(40, { color: 'Black' })
  const key = keyOf((await visitor.get('/checkout')).html)
  const fields = { ...ADDRESS, email: who.email, key, country: 'US' }
  const wrong = await visitor.post('/checkout', { ...fields, action: 'update', giftCard: 'GIFT-X' })
  expect([wrong.status, wrong.html]).toEqual([
    409,
    expect.stringContaining('unknown or has no balance'),
  ])
  const update = await visitor.post('/checkout', { ...fields, action: 'update', giftCard: code })
  expect(update.html).toContain('−$11.32')
  const placed = await visitor.post('/checkout', { ...fields, action: 'order', giftCard: code })
  expect(placed.location).toMatch(/^\/orders\/ORD-\w{6}$/)
  expect((await visitor.get(placed.location ?? '')).html).toContain('Gift card')
})

test('gift cards are bought and checked on their page', async () => {
  const visitor = browser(ada)
  const refused = await visitor.post('/gift-cards/buy', {
    amount: '4',
    recipientEmail: 'a@b.example',
  })
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('from $5 to $500')])
  const bought = await visitor.post('/gift-cards/buy', {
    amount: '$ 25.50',
    recipientEmail: 'a@b.example',
    message: '<b>Hi</b>',
  })
  expect(bought.status).toBe(303)
  await pay(service, bought.location ?? '')
  const { id } = await service.db
    .selectFrom('purchases')
    .select('id')
    .where('account_id', '=', ada.accountId)
    .where('amount_cents', '=', 2550)
    .executeTakeFirstOrThrow()
  expect((await visitor.get(`/gift-cards?bought=${id}`)).html).toContain(
    '$25.50 is on its way to a@b.example',
  )
  expect((await browser(await buyer(service)).get(`/gift-cards?bought=${id}`)).html).not.toContain(
    'a@b.example',
  )
  const code = await giftCard(service, ada, 700)
  expect((await visitor.post('/gift-cards/check', { code })).html).toContain('a balance of $7.00')
  expect((await visitor.post('/gift-cards/check', { code: 'x' })).html).toContain(
    'unknown or has no balance',
  )
  expect((await browser().get('/gift-cards')).html).toContain('Sign in to buy')
})

test.each([
  [
    '/gift-cards/buy',
    { amount: '5', recipientEmail: 'a@b.example' },
    '/gift-cards',
    'no gift card',
  ],
  ['/account/credits', { pack: '10' }, '/account', 'no credits'],
])(
  'a buyer by %s whose payment was refunded sees a notice',
  async (path, fields, page, nothing) => {
    const who = await buyer(service)
    const visitor = browser(who)
    const { location } = await visitor.post(path, fields)
    await visitHostedPage(location ?? '', { number: '4242424242424242' })
    const { id, checkout_session_id: session } = await service.db
      .selectFrom('purchases')
      .select(['id', 'checkout_session_id'])
      .where('account_id', '=', who.accountId)
      .executeTakeFirstOrThrow()
    const { payment } = await service.deps.payments.readCheckout(session ?? '')
    await refundFully(service.deps.payments, payment?.paymentId ?? paymentIdOf(''))
    expect((await visitor.get(`${page}?bought=${id}`)).html).toContain(
      `The payment was refunded in full, so ${nothing}`,
    )
  },
)

test('credits are bought on the account page', async () => {
  const visitor = browser(ada)
  expect((await visitor.get('/account')).html).toContain('Buy 10 credits for $5')
  const bought = await visitor.post('/account/credits', { pack: '10' })
  expect(bought.status).toBe(303)
  await pay(service, bought.location ?? '')
  expect((await visitor.get('/account')).html).toContain('15 credits')
  expect((await visitor.post('/account/credits', { pack: '11' })).status).toBe(400)
})

test('the country stays chosen from the quote page to the checkout, through signing in', async () => {
  const visitor = browser()
  expect((await visitor.get('/quote?country=de')).html).toMatch(
    /<option value="DE" selected(?:="")?>/,
  )
  const added = await visitor.add(40, { color: 'Black', country: 'DE' })
  expect(added.location).toBe('/basket?country=DE')
  const basket = await visitor.get('/basket?country=DE')
  const left = await visitor.post('/basket', { country: 'DE', next: 'checkout' })
  expect(left.location).toBe('/checkout?country=DE')
  expect(basket.html).toContain('href="/quote?country=DE"')
  // The forms of the lines.
  const sent = 'DE'
  const line = `/basket/lines/${lineId(basket.html)}`
  const changed = await visitor.post(line, { quantity: '2', country: sent })
  expect(changed.location).toBe(`/basket?country=DE#line-${lineId(basket.html)}`)
  const refused = await visitor.post(line, { quantity: '0', country: sent })
  expect(refused.html).toMatch(/<option value="DE" selected(?:="")?>/)
  const next = '/account?next=%2Fcheckout%3Fcountry%3DDE'
  expect((await visitor.get(next)).html).toContain('value="/checkout?country=DE"')
  const { email } = await buyer(service)
  const entered = await visitor.post('/account/sign-in', {
    email,
    password: 'a password for tests',
    next: '/checkout?country=DE',
  })
  expect(entered.location).toBe('/checkout?country=DE')
  const checkout = await visitor.get('/checkout?country=DE')
  expect(checkout.html).toMatch(/<option value="DE" selected(?:="")?>/)
  // Two cubes at 4.32, and 30.00 to Germany.
  expect(checkout.html).toContain('Pay $38.64')
  expect(checkout.html).toContain('href="/basket?country=DE"')
})
