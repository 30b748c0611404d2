// Limits on an account's requests to the card processor, and on the amount that waits for payment, at every interface
// that opens a page of the processor.
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import {
  type Buyer,
  buyer,
  checkoutBody,
  giftCard,
  pay,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service } = useShop()

const json = (who: Buyer, path: string, body: unknown) =>
  service.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { cookie: who.cookie, origin: service.baseUrl, 'content-type': 'application/json' },
  })
const form = (who: Buyer, path: string, fields: Record<string, string>) =>
  service.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: who.cookie, origin: service.baseUrl },
  })

const stored = new Map<string, Promise<string>>()
/** Returns a cube of the buyer, stored at the first call. */
function cubeOf(who: Buyer): Promise<string> {
  const modelUrl = stored.get(who.accountId) ?? storeCube(service, who, 30)
  stored.set(who.accountId, modelUrl)
  return modelUrl
}
const item = async (who: Buyer) => ({ modelUrl: await cubeOf(who), color: 'Black' })
const gift = { amountCents: 2500, recipientEmail: 'grace@example.com' }

async function putIntoBasket(who: Buyer): Promise<void> {
  const fields = { modelUrl: await cubeOf(who), color: 'Black' }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { cookie: who.cookie, origin: service.baseUrl }
  const added = await service.fetch('/basket/parts', { method: 'POST', body, headers })
  expect(added.status).toBe(303)
}

const address = {
  recipientName: 'Ada Lovelace',
  street1: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
  email: 'ada@example.com',
}

/**
 * Interfaces that open a page at the processor for an account, each with a limit. The form that saves a card posts to
 * the path of the API, and is counted before the two are distinguished.
 */
const interfaces = [
  ['account-card', (who: Buyer) => json(who, '/api/account/card', {})],
  ['account-credits', (who: Buyer) => json(who, '/api/account/credits', { pack: 10 })],
  ['account-credits', (who: Buyer) => form(who, '/account/credits', { pack: '10' })],
  ['gift-cards-purchase', (who: Buyer) => json(who, '/api/gift-cards/purchase', gift)],
  [
    'gift-cards-purchase',
    (who: Buyer) =>
      form(who, '/gift-cards/buy', { amount: '25', recipientEmail: 'grace@example.com' }),
  ],
  ['checkout', async (who: Buyer) => json(who, '/api/checkout', checkoutBody([await item(who)]))],
  [
    'checkout',
    async (who: Buyer) => {
      await putIntoBasket(who)
      const key = crypto.randomUUID()
      return await form(who, '/checkout', { ...address, action: 'order', key })
    },
  ],
] as const

const limitOf = {
  'account-card': 20,
  'account-credits': 20,
  'gift-cards-purchase': 20,
  checkout: 60,
}

/** Creates an account that has used up its processor calls for an hour. */
async function emptied(): Promise<Buyer> {
  const who = await buyer(service)
  // Creates the customer of the account, so that the refused call is that of the page.
  expect((await json(who, '/api/account/card', {})).status).toBe(200)
  await sql`
    insert into call_budgets (name, tokens, filled_at)
    values (${`account:${who.accountId}`}, 0, now() + interval '1 hour')
    on conflict (name) do update set tokens = 0, filled_at = excluded.filled_at`.execute(service.db)
  return who
}

verifies('limits.own.processor-pages', async () => {
  for (const [scope, open] of interfaces) {
    const who = await buyer(service)
    expect([scope, (await open(who)).status < 400]).toEqual([scope, true])
    const counter = { scope, subject: who.email, windowSeconds: 3600 }
    await fillCounter(service.db, counter, limitOf[scope])
    const refused = await open(who)
    expect([scope, refused.status]).toEqual([scope, 429])
  }
})

verifies('limits.own.processor-busy', async () => {
  const sentence =
    'Too many payment pages are being opened; try again in 10 seconds. Nothing was charged.'
  for (const [scope, open] of interfaces.slice(0, 5)) {
    const who = await emptied()
    const refused = await open(who)
    const text = await refused.text()
    expect([scope, refused.status, text.includes(sentence)]).toEqual([scope, 503, true])
    expect(text).not.toContain('could not be reached')
    expect(await openPurchases(who)).toBe(0)
  }
  // Another account continues meanwhile.
  const other = await buyer(service)
  for (const [scope, open] of interfaces) {
    expect([scope, (await open(other)).status < 400]).toEqual([scope, true])
  }
})

test('a refusal because of the call limit says when to retry, on the API and on every page', async () => {
  for (const [scope, open] of interfaces.slice(0, 5)) {
    const refused = await open(await emptied())
    expect([scope, refused.headers.get('retry-after')]).toEqual([scope, '10'])
  }
})

test('an order without a page of the processor is kept, and names its payment page', async () => {
  const who = await emptied()
  const response = await json(who, '/api/checkout', checkoutBody([await item(who)]))
  const body = await response.json()
  expect([response.status, body]).toEqual([
    201,
    expect.objectContaining({
      paid: false,
      checkoutUrl: null,
      paymentUrl: `${service.baseUrl}/orders/${body.code}/pay`,
    }),
  ])
  await putIntoBasket(who)
  const fields = { ...address, action: 'order', key: crypto.randomUUID() }
  const sent = await form(who, '/checkout', fields)
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/orders\/ORD-[A-Z0-9]{6}\/pay$/),
  ])
})

const openPurchases = async ({ accountId }: Buyer): Promise<number> => {
  const rows = await service.db
    .selectFrom('purchases')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.length
}

/** Makes the hourly counters forget the account. */
const forget = ({ email }: Buyer) =>
  service.db.deleteFrom('rate_counters').where('subject', '=', email).execute()

describe('orders that wait for their payment', () => {
  verifies('limits.own.open-orders', async () => {
    const who = await buyer(service)
    const items = [await item(who)]
    const bodies = Array.from({ length: 21 }, () => checkoutBody(items))
    // Concurrent requests do not exceed the limit together.
    const responses = await Promise.all(bodies.map((body) => json(who, '/api/checkout', body)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(refused).toHaveLength(1)
    const seconds = Number(refused[0]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(86_000)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect(await refused[0]?.json()).toEqual({
      error:
        'Your account has 20 orders that are not paid. Pay one of them, or wait until the oldest is cancelled, a day after it was placed. Nothing was ordered.',
    })
    await forget(who)
    // A repeat of a placed order is not counted again.
    const placedAt = responses.findIndex(({ status }) => status === 201)
    const repeat = await json(who, '/api/checkout', bodies[placedAt])
    expect(repeat.status).toBe(201)
    // A gift card that pays the full amount leaves nothing to wait for.
    const code = await giftCard(service, await buyer(service), 5000)
    const paid = await json(who, '/api/checkout', checkoutBody(items, { giftCard: code }))
    expect([paid.status, (await paid.json()).paid]).toEqual([201, true])
    // A paid order makes room.
    await pay(service, (await repeat.json()).checkoutUrl)
    expect((await json(who, '/api/checkout', checkoutBody(items))).status).toBe(201)
    expect((await json(who, '/api/checkout', checkoutBody(items))).status).toBe(429)
  })
})

describe('unpaid purchases', () => {
  verifies('limits.own.open-purchases', async () => {
    const who = await buyer(service)
    for (let count = 0; count < 20; count += 1) {
      expect((await json(who, '/api/account/credits', { pack: 10 })).status).toBe(200)
    }
    await forget(who)
    const refused = await json(who, '/api/gift-cards/purchase', gift)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      {
        error:
          'Your account has 20 payment pages open. Pay at one of them, or wait until the oldest ends, a day after it was opened. Nothing was charged.',
      },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(await openPurchases(who)).toBe(20)
    // Their pages expire a day later.
    await service.db
      .updateTable('purchases')
      .set({ created_at: sql`created_at - interval '1 day'` })
      .where('account_id', '=', who.accountId)
      .execute()
    expect((await json(who, '/api/gift-cards/purchase', gift)).status).toBe(200)
  })

  test('are deleted after 30 days, and after 2 without a page, and paid purchases stay', async () => {
    const who = await buyer(service)
    const ages: Record<string, number> = {}
    for (const [name, days] of [
      ['young', 29],
      ['old', 31],
      ['paid', 400],
      ['pageless', 3],
    ] as const) {
      const opened = await json(who, '/api/account/credits', { pack: 10 })
      const { checkoutUrl } = await opened.json()
      if (name === 'paid') await pay(service, checkoutUrl)
      await service.db
        .updateTable('purchases')
        .set({
          created_at: sql`now() - make_interval(days => ${days})`,
          ...(name === 'pageless' && { checkout_session_id: null }),
        })
        .where('account_id', '=', who.accountId)
        .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
        .execute()
      ages[name] = days
    }
    await sweep(service.db, { coreVersion: 1, basketDays: 30 })
    const rows = await service.db
      .selectFrom('purchases')
      .select(sql<number>`extract(day from now() - created_at)::int`.as('days'))
      .where('account_id', '=', who.accountId)
      .orderBy('created_at', 'desc')
      .execute()
    expect(rows.map(({ days }) => days)).toEqual([29, 400])
  })
})

describe('guessed gift card codes', () => {
  verifies('limits.own.gift-guesses', async () => {
    const who = await buyer(service)
    const code = await giftCard(service, await buyer(service), 1500)
    const items = [await item(who)]
    const counter = { scope: 'gift-cards-check', subject: who.email, windowSeconds: 3600 }
    await putIntoBasket(who)
    const tries = {
      reprice: (giftCardCode: string) =>
        json(who, '/api/cart-reprice', { items, giftCard: giftCardCode }),
      checkout: (giftCardCode: string) =>
        json(who, '/api/checkout', checkoutBody(items, { giftCard: giftCardCode })),
      form: (giftCardCode: string) =>
        form(who, '/checkout', { ...address, action: 'price', giftCard: giftCardCode }),
      check: (giftCardCode: string) => json(who, '/api/gift-cards/check', { code: giftCardCode }),
    }
    // A right code is not a guess, however often it is priced.
    for (let count = 0; count < 25; count += 1) {
      expect((await tries.reprice(code)).status).toBe(200)
    }
    await fillCounter(service.db, counter, 20)
    for (const [name, attempt] of Object.entries(tries)) {
      const wrong = await attempt('GIFT-AAAA-AAAA-AAAA')
      const right = await attempt(code)
      expect([name, wrong.status, right.status]).toEqual([name, 429, 429])
    }
  })
})
