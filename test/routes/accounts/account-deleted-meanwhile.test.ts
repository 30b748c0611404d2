// A request that was admitted just before its account is deleted writes no order and no purchase: it is refused like
// a request without credentials, at every interface.

import { beforeEach, expect, test } from 'bun:test'
import { refusalOf } from '../../../testing/agent/call-tool.ts'
import { type Buyer, buyer, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import { refusal, submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { untilOneWaits } from '../../../testing/service/waiting-transactions.ts'
import { use } from '../../../testing/use.ts'
import { openOrderingService } from '../../mcp/tools/ordering.ts'

const service = use(openOrderingService)
let person: Buyer
let account: TestAccount
beforeEach(async () => {
  person = await buyer(service)
  account = await service.account(person)
})

const noKey: [number, string] = [401, 'Invalid or missing API key. Generate one on your profile.']
const noSession: [number, object] = [401, { error: 'Authentication required' }]

/** Runs the callback before the write of this port. */
function before<Port extends 'orders' | 'cartOrders' | 'quotes' | 'purchases'>(
  port: Port,
  member: keyof (typeof service.deps)[Port] & string,
  run: () => Promise<unknown>,
): void {
  const write = service.deps[port][member] as (...args: unknown[]) => Promise<unknown>
  const replaced = async (...args: unknown[]) => {
    await run()
    return await write(...args)
  }
  service.replace({ [port]: { [member]: replaced } })
}

const erase = async () => {
  expect(await service.deps.accountRecords.erase(account.accountId)).toMatchObject({
    kind: 'erased',
  })
}

/** Expects no new rows of the account, and no new payments at the processor. */
async function expectNothingWritten(run: () => Promise<unknown>): Promise<void> {
  const payments = async () =>
    (await service.stripe.calls())
      .filter(({ endpoint }) => /^POST .*(payment_intents|checkout\/sessions)/.test(endpoint))
      .map(({ endpoint, calls }) => [endpoint, calls])
  const made = await payments()
  await run()
  expect(await payments()).toEqual(made)
  for (const table of ['orders', 'purchases'] as const) {
    const rows = await service.db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', account.accountId)
      .execute()
    expect([table, rows]).toEqual([table, []])
  }
}

test('POST /api/print/orders writes nothing', async () => {
  before('orders', 'insert', erase)
  await expectNothingWritten(async () =>
    expect(await refusal(submit(service, account))).toEqual(noKey),
  )
})

test('POST /api/print/orders writes nothing under a key, and with a spending limit', async () => {
  await service.deps.accounts.setSpendingLimits(account.accountId, {
    accountCents: 10_000,
    apiKeyCents: null,
  })
  before('orders', 'insert', erase)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await expectNothingWritten(async () => {
    expect(await refusal(submit(service, account, { headers }))).toEqual(noKey)
    expect(await refusal(submit(service, account, { headers }))).toEqual(noKey)
  })
})

test('an order waits for a deletion that has begun', async () => {
  const { pool } = service.service.database
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for update', [account.accountId])
  await expectNothingWritten(async () => {
    const submitting = submit(service, account)
    await untilOneWaits(service.db)
    await client.query('update accounts set closed_at = now() where id = $1', [account.accountId])
    await client.query('commit')
    client.release()
    expect(await refusal(submitting)).toEqual(noKey)
  })
})

test('POST /api/checkout writes nothing', async () => {
  const modelUrl = await storeCube(service, person, 30)
  before('cartOrders', 'placeOrder', erase)
  await expectNothingWritten(async () => {
    const body = checkoutBody([{ modelUrl, color: 'Black' }])
    expect(await post(service, person, '/api/checkout', body)).toEqual(noSession)
  })
})

test('the form of /checkout redirects to the sign-in', async () => {
  const modelUrl = await storeCube(service, person, 30)
  const send = (path: string, body: FormData | URLSearchParams) =>
    service.fetch(path, {
      method: 'POST',
      headers: { cookie: person.cookie, origin: service.baseUrl },
      body,
    })
  const part = new FormData()
  part.set('modelUrl', modelUrl)
  part.set('color', 'Black')
  const added = await send('/basket/parts', part)
  expect(added.headers.get('location')).toBe('/basket')
  before('cartOrders', 'placeOrder', erase)
  const fields = {
    name: 'Ada Example',
    recipientName: 'Ada Example',
    street1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    country: 'US',
    email: person.email,
    action: 'order',
    key: crypto.randomUUID(),
  }
  await expectNothingWritten(async () => {
    const sent = await send('/checkout', new URLSearchParams(fields))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account?next=%2Fcheckout'])
  })
})

test('create_print_order writes nothing', async () => {
  const quote = await service.quoted(account)
  before('quotes', 'spend', erase)
  await expectNothingWritten(async () =>
    expect(await refusalOf(service.order(account, quote))).toBe(
      'The account of this API key was deleted, and the key with it. Nothing was charged and no order was placed. Tell the buyer; do not call again with this key.',
    ),
  )
})

test.each([
  ['/api/gift-cards/purchase', { amountCents: 500, recipientEmail: 'g@x.example' }],
  ['/api/account/credits', { pack: 10 }],
])('%s writes nothing', async (path, body) => {
  before('purchases', 'insert', erase)
  await expectNothingWritten(async () =>
    expect(await post(service, person, path, body)).toEqual(noSession),
  )
})
