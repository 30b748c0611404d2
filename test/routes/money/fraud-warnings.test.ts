// Fraud warnings about payments that paid no order: operators handle them by the warning's id. disputes.test.ts
// covers those of orders.

import { beforeEach, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { buyer, giftCard, post, useShop } from '../../../testing/people/shop.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'

const { service } = useShop()
const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
beforeEach(async () => {
  await service.db.deleteFrom('fraud_warnings').execute()
  await resetRateLimits(service.db)
})

/** Stores a warning as a review does. */
async function warned(): Promise<string> {
  const id = `issfr_${crypto.randomUUID()}`
  await service.db
    .insertInto('fraud_warnings')
    .values({
      id,
      payment_id: paymentIdOf(`pi_${crypto.randomUUID()}`),
      fraud_type: 'made_with_stolen_card',
      actionable: true,
      warned_at: new Date(),
    })
    .execute()
  return id
}

const open = async () => (await service.deps.disputes.openWarnings(10)).map(({ id }) => id)
const page = async (path: string) => {
  const response = await service.fetch(path, { headers: operator })
  return { status: response.status, html: await response.text() }
}
const send = (id: string, warningNote: string) =>
  service.fetch(`/operator/disputes/fraud-warnings/${id}`, {
    method: 'POST',
    headers: { ...operator, origin: service.baseUrl },
    body: new URLSearchParams({ warningNote }),
  })

test('a warning about a gift card is handled over the API', async () => {
  const who = await buyer(service)
  await giftCard(service, who, 1000)
  const { payment_id: payment } = await service.db
    .selectFrom('purchases')
    .select('payment_id')
    .where('account_id', '=', who.accountId)
    .executeTakeFirstOrThrow()
  await service.stripe.warnOfFraud({ payment: payment ?? '', fraudType: 'misc' })
  await service.stripe.deliver()
  const [id = ''] = await open()
  expect(await open()).toEqual([id])
  const path = `/api/operator/fraud-warnings/${id}/resolve`
  for (let request = 0; request < 2; request += 1) {
    expect(await post(service, operator, path, { note: 'Called the buyer.' })).toEqual([
      200,
      expect.objectContaining({ id, fraudType: 'misc', resolution: 'Called the buyer.' }),
    ])
  }
  expect(await post(service, operator, path, { note: 'Called again.' })).toEqual([
    409,
    {
      error: `${OPERATOR_EMAIL} noted before: "Called the buyer.". Your note was not saved.`,
    },
  ])
  expect(await open()).toEqual([])
})

test('a warning about an unmatched payment is handled on its page', async () => {
  const id = await warned()
  expect((await page('/operator/disputes')).html).toContain(
    `href="/operator/disputes/fraud-warnings/${id}"`,
  )
  const shown = await page(`/operator/disputes/fraud-warnings/${id}`)
  expect(shown.status).toBe(200)
  expect(shown.html).toContain('made with stolen card')
  expect(shown.html).toContain('a gift card, credits or no order')
  const empty = await send(id, ' ')
  expect([empty.status, await empty.text()]).toEqual([
    400,
    expect.stringContaining('Enter what was found in 1 to 200 characters.'),
  ])
  expect(await open()).toEqual([id])
  const saved = await send(id, 'Nobody knows the payer.')
  expect([saved.status, saved.headers.get('location')]).toEqual([
    303,
    '/operator/disputes?resolved=1',
  ])
  expect((await page('/operator/disputes?resolved=1')).html).toContain('The note was saved.')
  expect(await open()).toEqual([])
  const after = await page(`/operator/disputes/fraud-warnings/${id}`)
  expect(after.html).toContain('Nobody knows the payer.')
  expect(after.html).not.toContain('name="warningNote"')
  const late = await send(id, 'It is a friend.')
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('noted before: &quot;Nobody knows the payer.&quot;'),
  ])
})
