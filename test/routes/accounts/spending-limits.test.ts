// Spending limits over REST, on the account page and for agents (decisions.md 69). The cube costs $8: $1 and $7 of postage.
import { expect, test } from 'bun:test'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import type { SpendingLimits } from '../../../server/domain/accounts/spending-limits.ts'
import { refusalOf } from '../../../testing/agent/call-tool.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { newOrder } from '../../../testing/orders.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openOrderingService, ordersOf } from '../../mcp/tools/ordering.ts'

const service = use(openOrderingService)
const path = '/api/account/spending-limits'
const midnight = () => {
  const day = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
  return `${day}T00:00:00.000Z`
}

/** Creates an account with a card and a key. */
async function createLimitedAccount(limits: SpendingLimits) {
  const account = await service.account()
  await service.deps.accounts.setSpendingLimits(account.accountId, limits)
  return account
}

async function set(cookie: string, body: unknown) {
  const response = await service.fetch(path, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json', origin: service.baseUrl },
    body: JSON.stringify(body),
  })
  return [response.status, await response.json()] as const
}

async function order(account: TestAccount, headers: Record<string, string> = {}) {
  const response = await submit(service, account, { headers })
  return [response.status, await response.json()] as const
}

const nothing = async (account: TestAccount) => {
  const { succeeded } = await service.stripe.charges({ customer: account.customerId ?? '' })
  return [await ordersOf(service, account), succeeded]
}

verifies('limits.spending.set', async () => {
  const { accountId, cookie } = await buyer(service)
  const read = async () => (await service.fetch(path, { headers: { cookie } })).json()
  const unlimited = { limitCents: null, spentCents: 0, leftCents: null }
  expect(await read()).toEqual({ account: unlimited, apiKey: unlimited, resetsAt: midnight() })
  expect(await service.deps.orders.insert(newOrder(accountId))).toEqual({ kind: 'inserted' })
  const limited = {
    account: { limitCents: 10_000, spentCents: 800, leftCents: 9200 },
    apiKey: { limitCents: 500, spentCents: 800, leftCents: 0 },
    resetsAt: midnight(),
  }
  expect(await set(cookie, { accountCents: 10_000, apiKeyCents: 500 })).toEqual([200, limited])
  expect(await read()).toEqual(limited)
})

test('an invalid limit is refused and changes nothing', async () => {
  const { accountId, cookie } = await buyer(service)
  const limits = { accountCents: 700, apiKeyCents: null }
  await service.deps.accounts.setSpendingLimits(accountId, limits)
  for (const body of [
    { accountCents: -1, apiKeyCents: null },
    { accountCents: 100_000_001, apiKeyCents: null },
    { accountCents: 1.5, apiKeyCents: null },
    { accountCents: '700', apiKeyCents: null },
    { accountCents: 700 },
    [],
  ]) {
    const error =
      'A spending limit is a whole number of cents from 0 to 100000000, or null for none.'
    expect(await set(cookie, body)).toEqual([400, { error }])
  }
  expect((await service.deps.accounts.readSpending(accountId)).limits).toEqual(limits)
})

verifies('limits.spending.refused', async () => {
  const account = await createLimitedAccount({ accountCents: null, apiKeyCents: 2000 })
  expect((await order(account))[0]).toBe(201)
  expect((await order(account))[0]).toBe(201)
  const error = `This order costs $8.00, but only $4.00 of the API key's daily spending limit of $20.00 is left today. Nothing was ordered or charged. Raise the limit on your account page, or order again after ${midnight()}.`
  expect(await order(account)).toEqual([402, { error }])
  // The key of a refused request is free again.
  const headers = { 'idempotency-key': 'later' }
  expect(await order(account, headers)).toEqual([402, { error }])
  const [orders, charged] = await nothing(account)
  expect([orders, charged]).toEqual([expect.objectContaining({ length: 2 }), 2])
  await service.deps.accounts.setSpendingLimits(account.accountId, {
    accountCents: null,
    apiKeyCents: 2400,
  })
  expect((await order(account, headers))[0]).toBe(201)
})

test('an extension token is refused by the limit of the account', async () => {
  const account = await createLimitedAccount({ accountCents: 500, apiKeyCents: null })
  const caller = { kind: 'account', credential: 'session', ...account } as const
  const created = await createExtensionToken(service.deps, caller, { name: 'a program' })
  const token = created.ok ? created.value.token : ''
  const [status, body] = await order({ ...account, headers: { authorization: `Bearer ${token}` } })
  expect([status, body]).toEqual([
    402,
    {
      error: expect.stringContaining(
        "$5.00 of the account's daily spending limit of $5.00 is left today",
      ),
    },
  ])
  expect(await nothing(account)).toEqual([[], 0])
})

verifies('limits.spending.refund', async () => {
  const account = await createLimitedAccount({ accountCents: 800, apiKeyCents: null })
  const [, placed] = await order(account)
  expect((await order(account))[0]).toBe(402)
  const { id } = (await service.deps.orders.readByCode(placed.code)) ?? { id: '' }
  await withoutTriggers(
    service.service.database.pool,
    'update orders set refunded_cents = 800 where id = $1',
    [id],
  )
  expect((await order(account))[0]).toBe(201)
})

verifies('limits.spending.agent', async () => {
  // The agent's cube costs $22.12.
  const account = await createLimitedAccount({ accountCents: 2211, apiKeyCents: null })
  const quoteId = await service.quoted(account)
  const refusal = await refusalOf(service.order(account, quoteId))
  expect(refusal).toBe(
    `This order costs $22.12, but only $22.11 of the account's daily spending limit of $22.11 is left today. Nothing was charged, no order was placed, and the quote is still unused. Do not retry with smaller orders: tell the buyer, who can raise the limit on the account page; a new day starts at ${midnight()}.`,
  )
  expect(await nothing(account)).toEqual([[], 0])
  expect(await service.spentAt(quoteId)).toBeNull()
})

test('the page sets the limits in dollars, and marks invalid amounts', async () => {
  const { accountId, cookie } = await buyer(service)
  const post = (fields: Record<string, string>) =>
    service.fetch('/account/spending-limits', {
      method: 'POST',
      headers: { cookie, origin: service.baseUrl },
      body: new URLSearchParams(fields),
    })
  const saved = await post({ accountLimit: '$1,250.50', apiKeyLimit: '' })
  expect([saved.status, saved.headers.get('location')]).toEqual([
    303,
    '/account/developer?limits=saved#spending',
  ])
  const limits = { accountCents: 125_050, apiKeyCents: null }
  expect((await service.deps.accounts.readSpending(accountId)).limits).toEqual(limits)
  const page = await (
    await service.fetch('/account/developer?limits=saved', { headers: { cookie } })
  ).text()
  expect(page).toContain('Your spending limits are saved.')
  expect(page).toContain('$0.00 of $1,250.50')
  for (const apiKeyLimit of ['ten', '-5', '1000000.01', '1,2,3', '5.123']) {
    const refused = await post({ accountLimit: '9', apiKeyLimit })
    const html = await refused.text()
    expect([apiKeyLimit, refused.status, html.includes('Enter an amount from 0 to')]).toEqual([
      apiKeyLimit,
      400,
      true,
    ])
    expect(html).toContain(`value="${apiKeyLimit}"`)
    expect(html).toMatch(/id="key-limit"[^>]* autofocus/)
  }
  expect((await service.deps.accounts.readSpending(accountId)).limits).toEqual(limits)
})
