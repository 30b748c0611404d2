// A session of an account whose second factor was set up but not passed: signing in opens none, and an existing one
// counts as no session. credentials.test.ts tries every route; this file tests routes that distinguish the owner from
// others.
import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { numberText } from '../../../server/domain/billing/document.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { type Buyer, buyer } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
let ada: Buyer
let account: TestAccount
let documentPath: string
let receiptPath: string
/** Unpaid, because its charge was declined. */
let unpaid: string

beforeAll(async () => {
  ada = await buyer(service)
  account = await service.account(ada)
  const paid = await placed(submit(service, account))
  await issueDocuments(service.deps, 0)
  const { id } = await orderRow(service.db, paid.code)
  const [invoice] = await service.deps.billingDocuments.listByOrder(id)
  if (invoice === undefined) throw new Error('no invoice')
  receiptPath = `/orders/${paid.code}/receipt`
  documentPath = `/documents/${numberText(invoice)}`
  const decliningCard = await service.account({ card: 'pm_card_chargeCustomerFail' })
  const declined = await placed(submit(service, decliningCard))
  await service.db
    .updateTable('orders')
    .set({ account_id: ada.accountId })
    .where('code', '=', declined.code)
    .execute()
  await service.deps.payments.expireCheckout(
    (await orderRow(service.db, declined.code)).checkout_session_id ?? '',
  )
  unpaid = declined.code
  await service.service.database.pool.query(
    'update auth_users set "twoFactorEnabled" = true where id = $1',
    [ada.accountId],
  )
})

const passed = (at: Date | null) =>
  service.service.database.pool.query(
    'update auth_sessions set "secondFactorAt" = $1 where "userId" = $2',
    [at, ada.accountId],
  )
beforeEach(() => passed(null))

async function ask(line: string) {
  const [method = '', path = ''] = line.split(' ')
  const headers = { cookie: ada.cookie, origin: service.baseUrl }
  const isApi = path.startsWith('/api/')
  const body = isApi ? JSON.stringify({}) : new URLSearchParams({ confirm: '1' })
  const response = await service.fetch(path, {
    method,
    headers: { ...headers, ...(isApi && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body }),
  })
  return { status: response.status, location: response.headers.get('location') ?? '' }
}

const toSignIn = (path: string) => `303 /account?next=${encodeURIComponent(path)}`
const routes = (): readonly (readonly [line: string, pending: string, passed: string])[] => [
  ['GET /account/export', toSignIn('/account/export'), '200'],
  ['GET /account/delete', toSignIn('/account/delete'), '200'],
  ['GET /account/invoices', toSignIn('/account/invoices'), '200'],
  [`GET ${documentPath}`, toSignIn(documentPath), '200'],
  // The account has an unfinished order.
  ['POST /account/delete', '303 /account', '409'],
  ['POST /api/account/delete', '401', '409'],
  ['POST /account/api-key', '303 /account', '200'],
  ['POST /account/card/remove', '303 /account', '303 /account?card=removed'],
  ['DELETE /api/account/card', '401', '200'],
]

test('counts as no session for everything that only the owner may read or change', async () => {
  const responses = async () => {
    const lines: string[] = []
    for (const [line] of routes()) {
      const { status, location } = await ask(line)
      lines.push(`${line}: ${status} ${location}`.trimEnd())
    }
    return lines
  }
  expect(await responses()).toEqual(routes().map(([line, pending]) => `${line}: ${pending}`))
  expect((await service.deps.accounts.read(ada.accountId))?.card).not.toBeNull()
  await passed(new Date())
  expect(await responses()).toEqual(routes().map(([line, , whole]) => `${line}: ${whole}`))
})

test('pays on the payment page as a guest', async () => {
  const customerOf = async () => {
    const { location } = await ask(`POST /orders/${unpaid}/pay`)
    const [id] = /cs_\w+/.exec(location) ?? []
    const url = `${service.stripe.baseUrl}/v1/checkout/sessions/${id}`
    const headers = { authorization: `Bearer ${service.stripe.secretKey}` }
    const { customer } = (await (await fetch(url, { headers })).json()) as { customer: unknown }
    await service.deps.payments.expireCheckout(id ?? '')
    return customer
  }
  expect(await customerOf()).toBeNull()
  await passed(new Date())
  expect(await customerOf()).toBe(account.customerId)
})

test('does not see the invoice on the receipt', async () => {
  const showsInvoice = async () => {
    const response = await service.fetch(receiptPath, { headers: { cookie: ada.cookie } })
    expect(response.status).toBe(200)
    return (await response.text()).includes(documentPath.replace('/documents/', ''))
  }
  expect(await showsInvoice()).toBe(false)
  await passed(new Date())
  expect(await showsInvoice()).toBe(true)
})
