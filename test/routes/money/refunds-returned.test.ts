// A refund that the customer's bank returns after it had succeeded: who is notified, until when, and how it is
// resolved (decisions.md 54). $8.00 are $5.00 on the gift card and $3.00 on the card.
import { expect, test } from 'bun:test'
import { useMixedRefunds } from '../../../testing/money/mixed-refunds.ts'
import { post } from '../../../testing/people/shop.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, operator, order, refund, money, board, returnRefund, processorRefund } =
  useMixedRefunds()

const html = async (path: string) => await (await service.fetch(path, { headers: operator })).text()
const mailsAbout = (code: string) =>
  service.mails().filter(({ subject }) => subject.includes(code) && subject.includes('refund'))

async function returned() {
  const placed = await order()
  const [, { refundId }] = await refund(placed.code, { amountCents: 800 }, 'late')
  await returnRefund(await processorRefund(placed.code))
  return { ...placed, refundId: String(refundId) }
}
const form = (code: string, refundId: string, fields: Record<string, string>) =>
  service.fetch(`/operator/orders/${code}/refunds/${refundId}`, {
    method: 'POST',
    headers: {
      ...operator,
      'content-type': 'application/x-www-form-urlencoded',
      origin: service.baseUrl,
    },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  })
const resolve = (code: string, refundId: string, note: unknown) =>
  post(service, operator, `/api/operator/orders/${code}/refunds/${refundId}/resolve`, { note })

verifies('decision.refund-returned', async () => {
  const { code } = await returned()
  const page = await html(`/orders/${code}`)
  expect(page).toContain('Refund of $8.00 sent')
  expect(page).toContain('$3.00 of a refund returned by the bank')
  expect(page).not.toContain('paid out')
  const receipt = await html(`/orders/${code}/receipt`)
  expect(receipt).toContain('<td>−$5.00</td>')
  expect(receipt).not.toContain('−$8.00')
  const desk = await html(`/operator/orders/${code}`)
  expect(desk).toContain('refund of $8.00 returned by the bank, $5.00 went to the gift card')
  const overview = await html('/operator')
  expect(overview).toContain('refund returned by a bank')
  expect(overview).toContain(code)
  const queues = await service.deps.metrics.queues()
  expect(queues.find(({ queue }) => queue === 'returned_refunds')?.depth).toBe(1)
  await workOff(service)
  expect(mailsAbout(code).map(({ text }) => text)).toEqual([
    `Your bank returned the $3.00 that we refunded to your card for order ${code}. That happens when a card has expired or was closed.\n\n` +
      'You have not received this money. The $5.00 on your gift card stays there. The bank has told us as well. We will write to you when we have refunded it another way.\n\n' +
      `The order: ${service.baseUrl}/orders/${code}\n`,
  ])
})

test('is resolved when the desk refunds it again', async () => {
  const placed = await returned()
  const { code, refundId } = placed
  expect(await html(`/operator/orders/${code}`)).toContain('Refund $3.00 again')
  expect((await form(code, refundId, { action: 'again' })).status).toBe(303)
  expect(await money(placed)).toEqual({ gift: 500, card: 300, refunded: 800, refunding: 0 })
  expect(await html('/operator')).not.toContain(code)
})

test('an operator records another settlement, on the desk and over the API, once', async () => {
  const first = await returned()
  const wrong = await form(first.code, first.refundId, { action: 'resolve', resolution: ' ' })
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('Enter what was done'),
  ])
  const saved = await form(first.code, first.refundId, { resolution: 'By bank transfer.' })
  expect([saved.status, saved.headers.get('location')]).toEqual([
    303,
    `/operator/orders/${first.code}?saved=1`,
  ])
  expect(await html(`/operator/orders/${first.code}`)).toContain(
    'Settled otherwise: By bank transfer.',
  )
  expect(await html('/operator')).not.toContain(first.code)

  const second = await returned()
  for (let request = 0; request < 2; request += 1) {
    expect(await resolve(second.code, second.refundId, 'In cash.')).toMatchObject([
      200,
      { state: 'partly', resolution: 'In cash.' },
    ])
  }
  const noted = `${OPERATOR_EMAIL} noted before: "In cash.". Your note was not saved.`
  expect(await resolve(second.code, second.refundId, 'Another word.')).toEqual([
    409,
    { error: noted },
  ])
  const late = await form(second.code, second.refundId, { resolution: 'Another word.' })
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('noted before: &quot;In cash.&quot;. Your note was not saved.'),
  ])
  expect((await board(second.code)).refunds).toMatchObject([{ resolution: 'In cash.' }])
  expect((await resolve(second.code, second.refundId, ''))[0]).toBe(400)
  for (const [code, refundId] of [
    [second.code, crypto.randomUUID()],
    [second.code, 'x'],
    [first.code, second.refundId],
    ['SVC-ZZZZZZ', second.refundId],
  ] as const) {
    expect((await resolve(code, refundId, 'In cash.'))[0]).toBe(404)
  }
})
