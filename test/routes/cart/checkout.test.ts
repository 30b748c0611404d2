// POST /api/checkout (decisions.md 38). Prices: see cart-reprice.test.ts.

import { expect, test } from 'bun:test'
import { createSecret } from '../../../server/domain/accounts/secrets.ts'
import { cancelOverdue } from '../../../server/domain/orders/settle/cancel-overdue.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { loseOrders } from '../../../testing/faults/lose-rows.ts'
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
import { statusChange } from '../../../testing/people/status-change.ts'
import { ADDRESS, findOrder, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada, poster } = useShop()
const models = use(async () => ({
  large: await storeCube(service, ada, 40),
  small: await storeCube(service, ada, 30),
  gallery: await storeCube(service, await buyer(service), 35, { published: true }),
}))

const checkOut = poster('/api/checkout')
const black = (modelUrl: string, more: object = {}) => ({ modelUrl, color: 'Black', ...more })
const two = () => [
  black(models.large, { quantity: 2 }),
  black(models.small, { material: 'petg', quantity: 3 }),
]

async function placed(body: unknown, who?: Buyer) {
  const [status, response] = await checkOut(body, who)
  expect([status, response]).toEqual([201, expect.objectContaining({ code: expect.any(String) })])
  return response
}

const order = async (code: string) => {
  const found = await findOrder(service, code)
  if (found === null) throw new Error(`there is no order ${code}`)
  return found
}

const setStatus = async (code: string, body: object) => {
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const change = await statusChange(service.deps, code, body)
  return await post(service, { cookie }, `/api/operator/orders/${code}/status`, change)
}

verifies('checkout.session', () => expectSessionOnly(service, '/api/checkout'))

test('a submit creates a separate order under the key of its checkout', async () => {
  const { secret, hash, prefix } = await createSecret(service.deps.ids, 'api_key')
  await service.deps.accounts.replaceApiKey(ada.accountId, hash, prefix)
  const headers = { authorization: `Bearer ${secret}` }
  const body = checkoutBody([black(models.small)])
  const checkedOut = await placed(body)
  const longest = `web:${'x'.repeat(251)}`
  const keys = [`web:${body.idempotencyKey}`, `rest:web:${body.idempotencyKey}`, longest]
  const codes: string[] = []
  for (const key of [...keys, ...keys]) {
    const response = await submit(service, { headers }, { headers: { 'idempotency-key': key } })
    expect(response.status).toBe(201)
    codes.push((await response.json()).code)
  }
  expect(new Set(codes)).not.toContain(checkedOut.code)
  expect(codes).toEqual([...codes.slice(0, 3), ...codes.slice(0, 3)])
  expect(new Set(codes).size).toBe(3)
  expect(await placed(body)).toMatchObject({ code: checkedOut.code })
})

verifies(['checkout.answer', 'checkout.code-ord'], async () => {
  const response = await placed(checkoutBody([black(models.large, { expectedCents: 432 })]))
  expect(response).toEqual({
    code: expect.stringMatching(/^ORD-[A-HJKM-NP-Z2-9]{6}$/),
    checkoutUrl: expect.stringMatching(/^http.*\/checkout\//),
    paymentUrl: `${service.baseUrl}/orders/${response.code}/pay`,
    paid: false,
    totalCents: 1132,
    giftCents: 0,
    dueCents: 1132,
    lines: [{ printCents: 432, color: 'Black' }],
    statusUrl: `${service.baseUrl}/orders/${response.code}`,
  })
  expect(await order(response.code)).toMatchObject({
    source: 'web',
    status: 'PENDING_PAYMENT',
    paid: false,
    address: { ...ADDRESS, country: 'US', email: ada.email },
  })
})

verifies(['checkout.code-cart', 'checkout.paid-by-checkout', 'checkout.confirmation'], async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const response = await placed(checkoutBody(two(), { address: { ...ADDRESS, email } }))
  expect(response.code).toMatch(/^CART-[A-HJKM-NP-Z2-9]{6}$/)
  // 2 x 4.32 + 3 x 16 g (27 x 0.44 x 1.27 = 15.09) x $0.12 = 8.64 + 5.76, and postage.
  expect(response.totalCents).toBe(2100 + 40)
  await pay(service, response.checkoutUrl)
  expect(await order(response.code)).toMatchObject({ paid: true, status: 'RECEIVED', version: 2 })
  expect(await service.stripe.charges({ orderCode: response.code })).toMatchObject({
    succeeded: 1,
    amountCents: 2140,
  })
  const mail = await mailTo(service, email)
  expect(mail).toContain('2 x cube-40.stl in PLA, Black, standard quality')
  expect(mail).toContain('3 x cube-30.stl in PETG, Black, standard quality')
  expect(mail).toContain('$21.40')
  // A late repeat of the event changes nothing.
  await service.stripe.deliver({ again: true, copies: 2 })
  expect((await order(response.code)).version).toBe(2)
})

verifies('checkout.code-store', async () => {
  const gallery = black(models.gallery)
  expect((await placed(checkoutBody([gallery]))).code).toStartWith('STORE-')
  expect((await placed(checkoutBody([gallery, gallery]))).code).toStartWith('STORE-')
  expect((await placed(checkoutBody([gallery, black(models.large)]))).code).toStartWith('CART-')
})

verifies('checkout.priced-again', async () => {
  const wrong = [black(models.small), black(models.large, { expectedCents: 431 })]
  expect(await checkOut(checkoutBody(wrong))).toEqual([
    409,
    {
      error:
        'The price of item 2 is now $4.32. Nothing was ordered; confirm the new price and send it again.',
    },
  ])
  expect(
    await checkOut(checkoutBody([black(models.large), black(models.large, { material: 'wood' })])),
  ).toEqual([422, { error: 'Item 2: Invalid material. One of: pla, petg, abs, asa, tpu' }])
})

verifies('checkout.idempotent', async () => {
  const body = checkoutBody(two())
  const responses = await Promise.all(Array.from({ length: 8 }, () => checkOut(body)))
  const codes = new Set(responses.map(([, response]) => response.code))
  expect([codes.size, new Set(responses.map(([status]) => status))]).toEqual([1, new Set([201])])
  const code = await giftCard(service, ada, 700)
  const drained = checkoutBody([black(models.small)], { giftCard: code })
  const shared = await Promise.all(Array.from({ length: 6 }, () => checkOut(drained)))
  expect(
    new Set(shared.map(([status, { code: orderCode }]) => `${status} ${orderCode}`)).size,
  ).toBe(1)
  expect(shared[0]).toMatchObject([201, { giftCents: 700 }])
  const [first] = responses
  expect(await checkOut(body)).toEqual([201, first?.[1]])
  expect(await checkOut({ ...body, country: 'DE' })).toEqual([
    409,
    { error: 'This idempotencyKey was used with a different checkout. Use a new key.' },
  ])
  // The same key of another account is a separate key.
  const eve = await buyer(service)
  const theirs = checkoutBody([black(models.gallery)], { idempotencyKey: body.idempotencyKey })
  expect((await placed(theirs, eve)).code).not.toBe(first?.[1].code)
  for (const idempotencyKey of ['', 'x'.repeat(256), 'a\0b', '\ud800', undefined, 5]) {
    expect((await checkOut({ ...body, idempotencyKey }))[0]).toBe(400)
  }
})

test('an address is checked as for every order', async () => {
  const { zip: _, ...withoutZip } = ADDRESS
  const cases: readonly (readonly [object, string])[] = [
    [{ address: withoutZip }, 'Missing required shipping fields: zip'],
    [{ address: { ...ADDRESS, city: 'x'.repeat(201) } }, 'city is too long (max 200 characters).'],
    [{ address: { ...ADDRESS, email: 'nobody' } }, 'Invalid email.'],
    [{ country: 'XX' }, "We don't currently ship to XX."],
    [{ address: undefined }, 'address: is required'],
  ]
  for (const [change, error] of cases) {
    const response = await checkOut(checkoutBody([black(models.large)], change))
    expect(response).toEqual([400, { error: expect.stringContaining(error) }])
  }
})

verifies(['checkout.gift-covers-all'], async () => {
  const code = await giftCard(service, ada, 2000)
  const response = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  expect(response).toMatchObject({ checkoutUrl: null, paid: true, giftCents: 1132, dueCents: 0 })
  const paid = await order(response.code)
  expect(paid).toMatchObject({ status: 'RECEIVED', paymentId: null, dueAt: expect.any(Date) })
  expect(await service.stripe.charges({ orderCode: response.code })).toMatchObject({ succeeded: 0 })
  const [, { balanceCents }] = await post(service, ada, '/api/gift-cards/check', { code })
  expect(balanceCents).toBe(868)
  const mails = await service.db
    .selectFrom('emails')
    .select('kind')
    .where('order_id', '=', paid.id)
    .execute()
  expect(mails).toEqual([{ kind: 'confirmation' }])
})

verifies('checkout.gift-partly', async () => {
  const code = await giftCard(service, ada, 1000)
  const response = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  expect(response).toMatchObject({ paid: false, giftCents: 1000, dueCents: 132 })
  await pay(service, response.checkoutUrl)
  expect((await order(response.code)).paid).toBe(true)
  expect(await service.stripe.charges({ orderCode: response.code })).toMatchObject({
    succeeded: 1,
    amountCents: 132,
  })
  // Spent, and unknown: the same refusal.
  const spent = [code, 'GIFT-2222-2222-2222', 'x'].map((giftCode) =>
    checkOut(checkoutBody([black(models.large)], { giftCard: giftCode })),
  )
  for (const refusal of await Promise.all(spent)) {
    expect(refusal).toEqual([
      409,
      { error: 'This gift card code is unknown or has no balance left. Nothing was ordered.' },
    ])
  }
})

verifies('gift.returned', async () => {
  const balance = async (giftCode: string) =>
    (await post(service, ada, '/api/gift-cards/check', { code: giftCode }))[1].balanceCents
  const code = await giftCard(service, ada, 1000)
  const first = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  expect(await balance(code)).toBe(0)
  // An operator cancels the order.
  expect((await setStatus(first.code, { status: 'CANCELLED' }))[0]).toBe(200)
  expect(await balance(code)).toBe(1000)
  expect((await setStatus(first.code, { status: 'REJECTED' }))[0]).toBe(200)
  expect(await balance(code)).toBe(1000)
  // A late payment is refunded.
  await pay(service, first.checkoutUrl)
  expect(await order(first.code)).toMatchObject({ paid: false, status: 'REJECTED' })
  // The deadline cancels the order; an order that was paid without an event is found paid.
  const second = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  await cancelOverdue(service.deps, { afterSeconds: 0 })
  expect(await order(second.code)).toMatchObject({ paid: false, status: 'CANCELLED' })
  expect(await balance(code)).toBe(1000)
  const third = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  const { visitHostedPage } = await import('../../../server/local/stripe/visit.ts')
  await visitHostedPage(third.checkoutUrl, { number: '4242424242424242' })
  await cancelOverdue(service.deps, { afterSeconds: 0 })
  expect(await order(third.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
  expect(await balance(code)).toBe(0)
})

verifies('checkout.unpaid-cancelled', async () => {
  const early = await placed(checkoutBody([black(models.small)]))
  const late = await placed(checkoutBody([black(models.small)]))
  const age = async (code: string, hours: string) =>
    await service.service.database.pool.query(
      'update orders set created_at = now() - $2::interval where code = $1',
      [code, hours],
    )
  await age(early.code, '23 hours 59 minutes')
  await age(late.code, '24 hours 1 minute')
  await cancelOverdue(service.deps)
  expect(await order(early.code)).toMatchObject({ paid: false, status: 'PENDING_PAYMENT' })
  expect(await order(late.code)).toMatchObject({ paid: false, status: 'CANCELLED' })
  // Its hosted page is closed with it.
  const session = (await order(late.code)).checkoutSessionId ?? ''
  expect(await service.deps.payments.readCheckout(session, 'pages')).toMatchObject({
    status: 'expired',
  })
})

verifies('checkout.refund-gift-first', async () => {
  const code = await giftCard(service, ada, 1000)
  const response = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  await pay(service, response.checkoutUrl)
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const refund = (amountCents: number, reason: string) =>
    post(service, { cookie }, `/api/operator/orders/${response.code}/refund`, {
      amountCents,
      reason,
    })
  const balance = async () =>
    (await post(service, ada, '/api/gift-cards/check', { code }))[1].balanceCents
  const refunded = async () =>
    (await service.stripe.charges({ orderCode: response.code })).refundedCents
  expect((await refund(300, 'Late'))[0]).toBe(200)
  expect([await balance(), await refunded()]).toEqual([300, 0])
  expect((await refund(750, 'One part broke'))[0]).toBe(200)
  expect([await balance(), await refunded()]).toEqual([1000, 50])
  expect(await refund(83, 'Too much')).toEqual([
    409,
    { error: 'Only $0.82 of this order can still be refunded.' },
  ])
  expect((await refund(82, 'The rest'))[0]).toBe(200)
  expect([await balance(), await refunded()]).toEqual([1000, 132])
  expect(await order(response.code)).toMatchObject({ refundedCents: 1132, refundingCents: 0 })
})

test('a refund whose card part the processor refuses moves nothing to the gift card', async () => {
  const code = await giftCard(service, ada, 1000)
  const response = await placed(checkoutBody([black(models.large)], { giftCard: code }))
  await pay(service, response.checkoutUrl)
  service.replace({
    payments: {
      refundPayment: async () => ({ kind: 'failed', reason: 'No.', processorRefundId: null }),
    },
  })
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const body = { amountCents: 1132, reason: 'All' }
  const [status] = await post(
    service,
    { cookie },
    `/api/operator/orders/${response.code}/refund`,
    body,
  )
  expect(status).toBe(409)
  expect(await order(response.code)).toMatchObject({ refundedCents: 0, refundingCents: 0 })
})

test('an order that cannot be read after it was written is named in the response', async () => {
  const body = checkoutBody([black(models.small)])
  const undo = service.replace({
    orders: {
      readByCode: () => {
        throw new Error('broken on purpose')
      },
    },
  })
  const [status, { error }] = await checkOut(body)
  undo()
  expect(status).toBe(500)
  const [repeated, { code }] = await checkOut(body)
  expect([repeated, error]).toEqual([201, expect.stringContaining(`Order ${code} is placed`)])
})

test('the rows of a web order have the sums of its lines', async () => {
  const response = await placed(checkoutBody(two()))
  const row = await orderRow(service.db, response.code)
  expect(row).toMatchObject({
    quantity: 5,
    line_count: 2,
    print_cents: 1440,
    shipping_cents: 700,
    // 2 x 36 g and 3 x 16 g.
    lines_grams: 120,
    file_name: 'cube-40.stl',
    charge_state: 'none',
  })
  const single = await orderRow(
    service.db,
    (await placed(checkoutBody([black(models.small)]))).code,
  )
  expect([single.line_count, single.lines_grams]).toEqual([1, null])
})

test('a checkout that is repeated after its rows were lost has the same code, and finds its payment', async () => {
  const body = checkoutBody([black(models.large)])
  const first = await placed(body)
  await pay(service, first.checkoutUrl)
  expect(await order(first.code)).toMatchObject({ paid: true })
  await loseOrders(service, [first.code])
  const again = await placed(body)
  expect(again.code).toBe(first.code)
  // Before the checkout page opens, the service reads the payments at the processor.
  const page = await service.fetch(`/orders/${first.code}/pay`, { redirect: 'manual' })
  await page.text()
  expect(await order(first.code)).toMatchObject({ paid: true, status: 'RECEIVED' })
  expect(await service.stripe.charges({ orderCode: first.code })).toMatchObject({
    succeeded: 1,
    refundedCents: 0,
  })
})
