// The tax in the downloaded movements: its sum equals that of the documents, whatever was lost, won, returned and
// issued meanwhile. A fifth of the price of US orders is tax: $8.00 contain $1.60.
import { expect, test } from 'bun:test'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { paymentOf } from '../../../testing/people/payment-desk.ts'
import {
  buyer,
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService({ env: { TAX_RATES: 'US:25' } })
const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
const issue = () => issueDocuments(service.deps, 0)

/** Returns the movements about an order or a purchase that state a tax. */
async function taxed(about: string): Promise<string[][]> {
  const month = new Date().toISOString().slice(0, 7)
  const path = `/operator/books/movements.csv?month=${month}`
  const csv = await (await service.fetch(path, { headers: operator })).text()
  const rows = csv.split('\r\n').map((row) => row.split(','))
  return rows.filter((cells) => cells.includes(about) && cells.at(-1) !== '')
}

const documents = async (about: string) => (await taxed(about)).map((cells) => cells[11] ?? '')

/** Returns kind, tax and the first character of the document's number. */
const taxes = async (about: string): Promise<unknown[]> =>
  (await taxed(about)).map((cells) => [cells[3], Number(cells.at(-1)), cells[11]?.slice(0, 1)])

/** Returns the sum in cents. */
const inAll = async (about: string): Promise<number> =>
  (await taxed(about)).reduce((sum, cells) => sum + Math.round(Number(cells.at(-1)) * 100), 0)

async function ordered(country = 'US') {
  const account = await service.account()
  const { code } = await placed(submit(service, account, { fields: { color: 'Black', country } }))
  await issue()
  return { code, ...(await paymentOf(service, code)) }
}

async function dispute(payment: string, amountCents: number) {
  const { id } = await service.stripe.openDispute({ payment, amountCents })
  await service.stripe.deliver()
  return {
    move: async (to: 'won' | 'lost') => {
      await service.stripe.moveDispute({ dispute: id, to })
      await service.stripe.deliver()
    },
  }
}

test('a dispute that is won after it was lost reverses the tax of its credit note', async () => {
  const { code, payment } = await ordered()
  const { move } = await dispute(payment, 800)
  await move('lost')
  await issue()
  await move('won')
  await issue()
  expect(await taxes(code)).toEqual([
    ['charge', 1.6, '2'],
    ['dispute_lost', -1.6, 'C'],
    ['dispute_lost', 1.6, 'C'],
  ])
})

test('a loss and a win before a document is issued have no tax', async () => {
  const { code, payment } = await ordered()
  const { move } = await dispute(payment, 800)
  await move('lost')
  await move('won')
  await issue()
  expect(await taxes(code)).toEqual([['charge', 1.6, '2']])
})

test.each(['one credit note', 'a credit note each'])('two lost disputes have %s', async (how) => {
  const { code, payment } = await ordered()
  const [first, second] = [await dispute(payment, 300), await dispute(payment, 400)]
  await first.move('lost')
  if (how === 'a credit note each') await issue()
  await second.move('lost')
  await issue()
  expect(await taxes(code)).toEqual([
    ['charge', 1.6, '2'],
    ['dispute_lost', -0.6, 'C'],
    ['dispute_lost', -0.8, 'C'],
  ])
  expect(new Set(await documents(code)).size).toBe(how === 'one credit note' ? 2 : 3)
})

test('a refund that the bank returned before its credit note was issued has the tax of the gift card’s part', async () => {
  const who = await buyer(service)
  const modelUrl = await storeCube(service, who, 40)
  const gift = await giftCard(service, who, 500)
  const body = checkoutBody([{ modelUrl, color: 'Black' }], { giftCard: gift })
  const [, { code, checkoutUrl }] = await post(service, who, '/api/checkout', body)
  await pay(service, checkoutUrl)
  await issue()
  const path = `/api/operator/orders/${code}/refund`
  await post(service, operator, path, { amountCents: 800, reason: 'One part warped.' })
  const { payment } = await paymentOf(service, code)
  const { refunds } = await service.deps.payments.readReturns(payment)
  await service.stripe.settleRefund({ refund: refunds[0]?.processorRefundId ?? '', to: 'failed' })
  await service.stripe.deliver()
  await issue()
  // 1132 contain 226, of which the refunded 500 contain 100.
  expect(await inAll(code)).toBe(126)
})

test('credits with a lost dispute reverse the tax of their credit note', async () => {
  const who = await buyer(service)
  const account = await service.account({ accountId: who.accountId, email: who.email })
  await placed(submit(service, account))
  const [, { checkoutUrl }] = await post(service, who, '/api/account/credits', { pack: 50 })
  await pay(service, checkoutUrl)
  await issue()
  const { id, payment_id: payment } = await service.db
    .selectFrom('purchases')
    .select(['id', 'payment_id'])
    .where('account_id', '=', who.accountId)
    .executeTakeFirstOrThrow()
  // Spent at the average value: 2000 x 11 / 55.
  await service.service.database.pool.query('select grant_credits($1, -11)', [who.accountId])
  const { move } = await dispute(payment ?? '', 2000)
  expect(await inAll(id)).toBe(400)
  await move('lost')
  await issue()
  expect(await taxes(id)).toEqual([
    ['credits_sold', 4, '2'],
    ['credits_reversed', -3.2, 'C'],
    ['debt', -0.8, 'C'],
  ])
})
