// Disputes about an account's payments: an open one blocks the deletion of the account, and the export contains all
// of them.

import { beforeEach, describe, expect, test } from 'bun:test'
import { type Buyer, buyer, giftCard, post, useShop } from '../../../testing/people/shop.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'

const { service, ada } = useShop()
let who: Buyer
beforeEach(async () => {
  await service.stripe.webhooks({ mode: 'hold' })
  await resetRateLimits(service.db)
  who = await buyer(service)
})

const remove = () => post(service, who, '/api/account/delete', { losesCredits: true })
const unsettled: [number, object] = [
  409,
  {
    error:
      'The account has payments, refunds or disputes that are not settled yet. Nothing was deleted. Try again when they are.',
  },
]

async function boughtCard() {
  await giftCard(service, who, 1000)
  const { id, payment_id: payment } = await service.db
    .selectFrom('purchases')
    .select(['id', 'payment_id'])
    .where('account_id', '=', who.accountId)
    .executeTakeFirstOrThrow()
  return { id, payment: payment ?? '' }
}

describe('an account is not deleted while a bank has to decide', () => {
  test('about a gift card', async () => {
    const { payment } = await boughtCard()
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    expect(await remove()).toEqual(unsettled)
    await service.stripe.moveDispute({ dispute, to: 'won' })
    await service.stripe.deliver()
    expect(await remove()).toEqual([200, { deleted: true }])
  })

  test('about an order, even during an inquiry', async () => {
    const account = await service.account(who)
    const { code } = await placed(submit(service, account))
    await service.stripe.deliver()
    const order = await findOrder(service, code)
    await service.stripe.openDispute({ payment: order?.paymentId ?? '', inquiry: true })
    await service.stripe.deliver()
    await service.db
      .updateTable('orders')
      .set({ status: 'DELIVERED' })
      .where('code', '=', code)
      .execute()
    const [status, { error }] = await remove()
    expect([status, error]).toEqual([409, expect.stringContaining(`not settled yet: ${code}.`)])
  })
})

test('the export contains disputes and the withdrawn amounts', async () => {
  const { id, payment } = await boughtCard()
  await service.stripe.openDispute({ payment, reason: 'fraudulent' })
  await service.stripe.deliver()
  const read = async ({ cookie }: Buyer) =>
    (await service.fetch('/account/export', { headers: { cookie } })).json()
  expect(await read(who)).toMatchObject({
    disputes: [
      {
        order_id: null,
        purchase_id: id,
        amount_cents: 1000,
        reason: 'fraudulent',
        status: 'needs_response',
        closed_at: null,
      },
    ],
    purchaseReturns: [
      { purchase_id: id, kind: 'dispute', cents: 1000, taken_cents: 1000, reinstated_at: null },
    ],
  })
  expect(await read(ada)).toMatchObject({ disputes: [], purchaseReturns: [] })
})
