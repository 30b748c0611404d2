// Gift cards and credits (decisions.md 39 and 40): bought, delivered by the event, checked.
import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { settlePurchases } from '../../../server/domain/gift-cards/settle-purchase.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import {
  type Buyer,
  buyer,
  checkoutBody,
  expectSessionOnly,
  giftCard,
  mailTo,
  pay,
  post,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada, poster } = useShop()

const purchase = poster('/api/gift-cards/purchase')
const check = (code: unknown, who?: Buyer) => poster('/api/gift-cards/check')({ code }, who)
const buyCredits = (pack: unknown, who?: Buyer) => poster('/api/account/credits')({ pack }, who)
const recipientEmail = 'grace@example.com'

verifies(['gift.session', 'credits.session'], async () => {
  for (const path of [
    '/api/gift-cards/purchase',
    '/api/gift-cards/check',
    '/api/account/credits',
  ]) {
    await expectSessionOnly(service, path)
  }
})

verifies('gift.amount', async () => {
  for (const amountCents of [499, 50_001, 0, -500, 1000.5]) {
    expect(await purchase({ amountCents, recipientEmail })).toEqual([
      400,
      { error: 'amountCents must be a whole number from 500 to 50000.' },
    ])
  }
  const cases: readonly (readonly [object, string])[] = [
    [{ recipientEmail }, 'amountCents: is required'],
    [{ amountCents: '500', recipientEmail }, 'amountCents: '],
    [{ amountCents: 500 }, 'recipientEmail: is required'],
    [{ amountCents: 500, recipientEmail: 'a@b.com, c@d.com' }, 'recipientEmail must be one plain'],
    [{ amountCents: 500, recipientEmail, message: 'x'.repeat(501) }, 'message is too long'],
  ]
  const eve = await buyer(service)
  for (const [body, error] of cases) {
    expect(await purchase(body, eve)).toEqual([400, { error: expect.stringContaining(error) }])
  }
  for (const amountCents of [500, 50_000]) {
    expect((await purchase({ amountCents, recipientEmail }, eve))[0]).toBe(200)
  }
})

verifies(
  ['gift.purchase', 'gift.code-mailed', 'gift.code-symbols', 'gift.code-hashed'],
  async () => {
    const to = 'friend@example.com'
    const bought = await purchase({
      amountCents: 2500,
      recipientEmail: to,
      message: 'For you\n{gift card code}',
    })
    expect(bought).toEqual([200, { checkoutUrl: expect.stringMatching(/^http.*\/checkout\//) }])
    const cards = () => service.db.selectFrom('gift_cards').selectAll().execute()
    expect(await cards()).toHaveLength(0)
    await pay(service, bought[1].checkoutUrl)
    // Delivered repeatedly, and by both kinds of event: one card.
    await service.stripe.deliver({ again: true, copies: 2 })
    expect(await cards()).toHaveLength(1)
    const mail = await mailTo(service, to)
    const code = /^Your code: (.*)$/m.exec(mail)?.[1] ?? ''
    expect(mail).toContain('> For you\n')
    expect(code).toMatch(/^GIFT(-[CDFGHJKMNPQRTVWXY23456789]{4}){3}$/)
    expect(await check(code)).toEqual([200, { valid: true, balanceCents: 2500, currency: 'USD' }])
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await check(typed))[1].valid).toBe(true)
    const { rows } = await service.service.database.pool.query(
      `select string_agg(x::text, ' ') as all from (
      select to_jsonb(gift_cards) as x from gift_cards union all select to_jsonb(purchases) from purchases
      union all select to_jsonb(emails) from emails union all select to_jsonb(gift_card_entries) from gift_card_entries) as t`,
    )
    expect(rows[0].all).toContain('friend@example.com')
    expect(rows[0].all).not.toContain(code)
    expect(rows[0].all).not.toContain(code.slice(5))
  },
)

verifies(['gift.check', 'gift.unknown-as-spent'], async () => {
  const code = await giftCard(service, ada, 1132)
  const model = await storeCube(service, ada, 40)
  const body = checkoutBody([{ modelUrl: model, color: 'Black' }], { giftCard: code })
  expect((await post(service, ada, '/api/checkout', body))[1].paid).toBe(true)
  const queries: string[] = []
  const { giftCards } = service.deps
  service.replace({
    giftCards: {
      readBalance: async (hash) => {
        queries.push(typeof hash)
        return await giftCards.readBalance(hash)
      },
    },
  })
  const same = { valid: false, balanceCents: 0, currency: 'USD' }
  const codes = [code, 'GIFT-2222-2222-2222', '', 'GIFT', 'x'.repeat(5000), '\0', '💳']
  for (const sent of codes) expect(await check(sent)).toEqual([200, same])
  // Each of them runs the same single query.
  expect(queries).toHaveLength(codes.length)
  expect(await check(5)).toEqual([400, { error: expect.stringContaining('code: ') }])
})

verifies('gift.limits', async () => {
  const [eve, mallory] = [await buyer(service), await buyer(service)]
  for (let sent = 0; sent < 20; sent++) {
    expect((await check('x', eve))[0]).toBe(200)
    expect((await purchase({}, eve))[0]).toBe(400)
  }
  expect((await check('x', eve))[0]).toBe(429)
  expect((await purchase({}, eve))[0]).toBe(429)
  // A cart with unknown codes counts as checks.
  const body = { items: [{ modelUrl: 'x' }], giftCard: 'GIFT-2222-2222-2222' }
  for (let sent = 0; sent < 20; sent++) {
    expect((await post(service, mallory, '/api/cart-reprice', body))[0]).toBe(200)
  }
  expect((await post(service, mallory, '/api/cart-reprice', body))[0]).toBe(429)
})

verifies(['gift.no-overdraft', 'gift.ledger'], async () => {
  const code = await giftCard(service, ada, 5000)
  const buyers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const who = await buyer(service)
      return { who, modelUrl: await storeCube(service, who, 38) }
    }),
  )
  // 38 mm: 54.872 x 0.44 x 1.26 = 30.42 g, billed as 31: $3.72, $10.72 with postage. 5000 / 1072 = 4 orders and a
  // remainder of 712.
  const sent = Array.from({ length: 8 }, () => buyers)
    .flat()
    .map(({ who, modelUrl }) => {
      const items = [{ modelUrl, color: 'Black' }]
      return post(service, who, '/api/checkout', checkoutBody(items, { giftCard: code }))
    })
  const responses = await Promise.all(sent)
  const placed = responses.filter(([status]) => status === 201).map(([, body]) => body)
  const shares = placed.map(({ giftCents }) => giftCents).sort((a, b) => b - a)
  expect(shares).toEqual([1072, 1072, 1072, 1072, 712])
  expect(responses.filter(([status]) => status === 409)).toHaveLength(59)
  const { rows } = await service.service.database.pool.query(
    `select balance_cents, (select sum(cents)::int from gift_card_entries where gift_card_id = gift_cards.id) as ledger
      from gift_cards`,
  )
  for (const { balance_cents, ledger } of rows) expect(ledger).toBe(balance_cents)
  expect((await check(code, await buyer(service)))[1].balanceCents).toBe(0)
})

verifies('credits.packs', async () => {
  for (const [pack, cents] of [
    [10, 500],
    [50, 2000],
  ] as const) {
    const who = await buyer(service)
    const [status, { checkoutUrl }] = await buyCredits(pack, who)
    expect(status).toBe(200)
    await pay(service, checkoutUrl)
    expect(await service.deps.credits.read(who.accountId)).toBe(5 + pack)
    const account = await service.deps.accounts.read(who.accountId)
    expect(await service.stripe.charges({ customer: account?.customerId ?? '' })).toMatchObject({
      succeeded: 1,
      amountCents: cents,
    })
  }
})

verifies('credits.unknown-pack', async () => {
  for (const pack of [0, 11, -10]) {
    expect(await buyCredits(pack)).toEqual([400, { error: 'Invalid pack. One of: 10, 50' }])
  }
  for (const pack of [undefined, '10', 1.5, null]) expect((await buyCredits(pack))[0]).toBe(400)
})

verifies('credits.once', async () => {
  const who = await buyer(service)
  const [, { checkoutUrl }] = await buyCredits(10, who)
  await pay(service, checkoutUrl)
  await service.stripe.deliver({ again: true, copies: 3 })
  expect(await service.deps.credits.read(who.accountId)).toBe(15)
  const entries = await service.db
    .selectFrom('credit_entries')
    .select(['kind', 'credits'])
    .where('account_id', '=', who.accountId)
    .where('kind', '<>', 'grant')
    .execute()
  expect(entries).toEqual([{ kind: 'purchase', credits: 10 }])
})

test('a payment without an event is found by the worker', async () => {
  const who = await buyer(service)
  const [, { checkoutUrl }] = await buyCredits(10, who)
  await visitHostedPage(checkoutUrl, { number: '4242424242424242' })
  await service.service.database.pool.query(
    `update purchases set checked_at = now() - interval '2 hours' where account_id = $1`,
    [who.accountId],
  )
  await settlePurchases(service.deps)
  await service.stripe.deliver()
  expect(await service.deps.credits.read(who.accountId)).toBe(15)
})

test('a fully refunded payment delivers nothing, not even through its late event', async () => {
  const who = await buyer(service)
  const [, { checkoutUrl }] = await buyCredits(10, who)
  await visitHostedPage(checkoutUrl, { number: '4242424242424242' })
  const { rows } = await service.service.database.pool.query(
    `update purchases set checked_at = now() - interval '2 hours' where account_id = $1
      returning checkout_session_id`,
    [who.accountId],
  )
  const { payment } = await service.deps.payments.readCheckout(rows[0].checkout_session_id)
  await refundFully(service.deps.payments, payment?.paymentId ?? paymentIdOf(''))
  await settlePurchases(service.deps)
  service.advance(120)
  await service.stripe.deliver()
  service.advance(-120)
  expect(await service.deps.credits.read(who.accountId)).toBe(5)
})
