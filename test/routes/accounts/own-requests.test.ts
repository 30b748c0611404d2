// Requests of an account's programs: what is recorded, what never is, and who sees it.

import { expect, test } from 'bun:test'
import { type KyselyPlugin, sql } from 'kysely'
import { createOwnRequests } from '../../../server/db/accounts/own-requests.ts'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import type { NotedRequest } from '../../../server/domain/accounts/noted-requests.ts'
import { hashSecret } from '../../../server/domain/accounts/secrets.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { noMeter } from '../../../server/domain/base/metrics/meter.ts'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { until } from '../../../testing/service/until.ts'
import { untilOneWaits } from '../../../testing/service/waiting-transactions.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

type Row = {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly tool: string | null
  readonly status: number
  readonly errorCode: string | null
  readonly requestId: string
  readonly durationMs: number
  readonly idempotencyKey: boolean
}

async function read(cookie: string, query = ''): Promise<readonly Row[]> {
  const response = await service.fetch(`/api/account/requests${query}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { requests: readonly Row[] }).requests
}

/** Creates an account with a key that can also sign in. */
async function owner() {
  const { email, accountId, cookie } = await buyer(service)
  return { ...(await service.account({ accountId, email })), cookie }
}

verifies('accounts.own-requests', async () => {
  const { cookie, ...account } = await owner()
  const headers = { 'idempotency-key': 'a secret of mine', 'x-request-id': 'my-own-request-1' }
  const { code } = await placed(submit(service, account, { headers }))
  await service.fetch(`/api/print/orders/${code}?wait=0`, { headers: account.headers })
  await submit(service, account, { fields: { material: 'wood' } })
  await service.fetch('/api/nowhere/secret', { headers: account.headers })
  await callTool(service, account, 'get_order', { code })
  await callTool(service, account, 'get_order', { code: 'SVC-AAAAAA' })
  const rows = await read(cookie)
  expect(
    rows.map(({ method, path, tool, status, errorCode, idempotencyKey }) => [
      method,
      path,
      tool,
      status,
      errorCode,
      idempotencyKey,
    ]),
  ).toEqual([
    ['POST', '/api/mcp', 'get_order', 200, 'order_not_found', false],
    ['POST', '/api/mcp', 'get_order', 200, null, false],
    ['POST', '/api/print/orders', null, 400, 'material_unknown', false],
    ['GET', '/api/print/orders/:code', null, 200, null, false],
    ['POST', '/api/print/orders', null, 201, null, true],
  ])
  const first = rows.at(-1)
  expect(first?.requestId).toBe('my-own-request-1')
  expect(Math.abs(Date.parse(first?.at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(first?.durationMs).toBeGreaterThanOrEqual(0)
  // The rows contain no order codes, keys, queries or bodies.
  const text = JSON.stringify(rows)
  for (const secret of [code, 'a secret of mine', 'wait', 'Ada', 'svc_live', 'secret']) {
    expect(text).not.toContain(secret)
  }
})

verifies('accounts.own-requests.filter', async () => {
  const { cookie, ...account } = await owner()
  await submit(service, account, { headers: { 'x-request-id': 'the-good-one' } })
  await submit(service, account, { fields: { material: 'wood' } })
  await submit(service, account, { fields: { country: 'XX' } })
  const statuses = async (query: string) => (await read(cookie, query)).map(({ status }) => status)
  expect(await statuses('?state=succeeded')).toEqual([201])
  expect(await statuses('?state=refused')).toEqual([400, 400])
  expect(await statuses('?state=failed')).toEqual([])
  // A broken tool is not the caller's error.
  const { accountId } = account
  service.deps.ownRequests.note(noted({ accountId, tool: 'get_order', errorCode: 'tool_failed' }))
  service.deps.ownRequests.note(noted({ accountId, status: 500, errorCode: 'internal_error' }))
  expect((await statuses('?state=failed')).toSorted()).toEqual([200, 500])
  expect(await statuses('?state=refused')).toEqual([400, 400])
  expect(await statuses('?code=country_not_served')).toEqual([400])
  expect(await statuses('?requestId=the-good-one')).toEqual([201])
  expect(await statuses("?code=' or true --&page=x&state=%00")).toEqual([])
  const page = await service.fetch('/account/requests?state=refused', { headers: { cookie } })
  const html = await page.text()
  expect(html).toContain('country_not_served')
  expect(html).not.toContain('the-good-one')
})

test('a page reports that nothing was called yet, and other accounts see none of it', async () => {
  const mine = await owner()
  const theirs = await owner()
  await submit(service, mine)
  expect(await read(theirs.cookie)).toEqual([])
  const page = await service.fetch('/account/requests', { headers: { cookie: theirs.cookie } })
  expect(await page.text()).toContain('No program has called yet.')
})

test('the price of a stored model is recorded with a request id, and an estimate is not recorded', async () => {
  const { cookie, ...account } = await owner()
  const price = (body: object) =>
    service.fetch(
      '/api/price',
      rawPost(JSON.stringify(body), { 'content-type': 'application/json', ...account.headers }),
    )
  const estimate = await price({ bboxMm: { x: 1, y: 1, z: 1 } })
  expect(estimate.headers.get('x-request-id')).toBeNull()
  const refused = await price({ modelUrl: 'gs://a/b.stl' })
  const rows = await read(cookie)
  expect(rows.map(({ path, requestId }) => [path, requestId])).toEqual([
    ['/api/price', refused.headers.get('x-request-id') ?? ''],
  ])
})

test('a key that an endpoint does not accept is recorded for its account', async () => {
  const { cookie, ...account } = await owner()
  const response = await service.fetch('/api/account/api-key', { headers: account.headers })
  expect(response.status).toBe(401)
  await until(async () => (await read(cookie)).length === 1)
  expect(await read(cookie)).toMatchObject([
    { method: 'GET', path: '/api/account/api-key', status: 401 },
  ])
  const hash = await hashSecret(account.apiKey)
  const caller = await service.deps.accounts.findByApiKeyHash(hash)
  if (caller === null) throw new Error('no caller')
  const made = await createExtensionToken(service.deps, caller, { name: 'an extension' })
  if (!made.ok) throw new Error(made.failure.kind)
  await service.fetch('/api/account/api-key', {
    headers: { authorization: `Bearer ${made.value.token}` },
  })
  await until(async () => (await read(cookie)).length === 2)
})

const noted = (changes: Partial<NotedRequest> & Pick<NotedRequest, 'accountId'>): NotedRequest => ({
  at: new Date(),
  method: 'GET',
  path: '/api/print/orders/:code',
  tool: null,
  status: 200,
  errorCode: null,
  requestId: crypto.randomUUID(),
  ms: 1,
  hasKey: false,
  ...changes,
})

verifies('accounts.own-requests.bounded', async () => {
  const { accountId } = await owner()
  const dropped: Record<string, number> = {}
  const meter = {
    ...noMeter,
    count: (_name: string, { reason = '' }: { reason?: string }, by = 1) => {
      dropped[reason] = (dropped[reason] ?? 0) + by
    },
  }
  const log = service.deps.log
  const own = createOwnRequests(service.db, { meter: meter as typeof noMeter, log })
  for (let count = 0; count < 400; count += 1) own.note(noted({ accountId }))
  expect(dropped).toEqual({ account: 100 })
  // Failures are listed for the owner: polls leave room for them.
  own.note(noted({ accountId, status: 402, errorCode: 'spending_limit_reached' }))
  expect(dropped).toEqual({ account: 100 })
  const filter = { group: 'all', errorCode: '', requestId: '' } as const
  expect((await own.list(accountId, filter, { offset: 0, limit: 1_000 })).length).toBe(301)
  // Other accounts have room until the shared memory is used up.
  for (let count = 0; count < 5_100; count += 1) {
    own.note(noted({ accountId: `nobody-${count}` as typeof accountId }))
  }
  expect(dropped).toEqual({ account: 100, full: 100 })
  // Accounts that do not exist, or no longer exist, get no row and do not affect the others.
  own.note(noted({ accountId }))
  await own.close()
  own.note(noted({ accountId }))
  const { count } = await service.db
    .selectFrom('own_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(301)
})

test('the last 5,000 successful requests of an account and the last 5,000 others are kept', async () => {
  const { accountId, cookie } = await owner()
  const other = await owner()
  const add = (id: string, count: number, status: number) =>
    sql`
    insert into own_requests (account_id, at, method, path, status, request_id, ms, has_key)
    select ${id}, now() - make_interval(secs => place), 'GET', '/api/print/orders/:code', ${status}::int, 'row-' || place, 1, false
    from generate_series(1, ${count}::int) place`.execute(service.db)
  await add(accountId, 5_003, 200)
  await add(accountId, 2, 404)
  await add(other.accountId, 1, 200)
  await sweep(service.db, { coreVersion: 1, basketDays: 30 })
  const { rows } = await sql`
    select account_id, status, count(*)::int as count, max(substr(request_id, 5)::int) as oldest
    from own_requests where account_id in (${accountId}, ${other.accountId}) group by 1, 2 order by 3`.execute(
    service.db,
  )
  expect(rows).toEqual([
    { account_id: other.accountId, status: 200, count: 1, oldest: 1 },
    { account_id: accountId, status: 404, count: 2, oldest: 2 },
    { account_id: accountId, status: 200, count: 5_000, oldest: 5_000 },
  ])
  // All of them can be paged through: 50 on a page.
  expect((await read(cookie, '?state=succeeded&page=100')).length).toBe(50)
  expect((await read(cookie, '?state=succeeded&page=101')).length).toBe(0)
})

test('a deletion in progress does not lose rows of other accounts', async () => {
  const deleted = await owner()
  const { accountId } = await owner()
  const dropped: string[] = []
  const meter = { ...noMeter, count: (name: string) => void dropped.push(name) }
  const own = createOwnRequests(service.db, {
    meter: meter as typeof noMeter,
    log: service.deps.log,
  })
  own.note(noted({ accountId: deleted.accountId }))
  own.note(noted({ accountId }))
  const filter = { group: 'all', errorCode: '', requestId: '' } as const
  let listing: ReturnType<typeof own.list> | undefined
  await service.db.transaction().execute(async (transaction) => {
    await sql`select from accounts where id = ${deleted.accountId} for update`.execute(transaction)
    listing = own.list(accountId, filter, { offset: 0, limit: 9 })
    await untilOneWaits(service.db)
    await sql`update accounts set closed_at = now() where id = ${deleted.accountId}`.execute(
      transaction,
    )
  })
  expect((await listing)?.length).toBe(1)
  expect(dropped).toEqual([])
  await own.close()
})

test('a list waits for earlier records, and not for later ones', async () => {
  const { accountId } = await owner()
  let statements = 0
  // Each statement finds another record waiting, as under constant load; a list that waits for them sees all 50.
  const constantLoad: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      if (statements <= 50) own.note(noted({ accountId: accountIdOf(`nobody-${statements}`) }))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = service.db.withPlugin(constantLoad)
  const own = createOwnRequests(db, { meter: noMeter, log: service.deps.log })
  own.note(noted({ accountId }))
  const filter = { group: 'all', errorCode: '', requestId: '' } as const
  const listed = await own.list(accountId, filter, { offset: 0, limit: 9 })
  expect(listed.length).toBe(1)
  expect(statements).toBeLessThan(50)
  await own.close()
})

test('a refusal of the agent endpoint is recorded', async () => {
  const { cookie, ...account } = await owner()
  // 600 requests an hour (the table of limits in the contract); a request that calls no tool counts as well.
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const call = () => service.fetch('/api/mcp', jsonPost(list, account.headers))
  for (let count = 0; count < 600; count += 1) await call()
  expect(await read(cookie, '?state=refused')).toEqual([])
  await call()
  expect(await read(cookie, '?state=refused')).toMatchObject([
    { method: 'POST', path: '/api/mcp', tool: null, status: 200, errorCode: 'rate_limited' },
  ])
}, 60_000)

verifies('accounts.own-requests.kept', async () => {
  const { accountId, cookie } = await owner()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  service.deps.ownRequests.note(noted({ accountId, at: days(6.9), requestId: 'of-this-week' }))
  service.deps.ownRequests.note(noted({ accountId, at: days(7.1), requestId: 'of-last-week' }))
  expect((await read(cookie)).length).toBe(2)
  const exported = await service.fetch('/account/export', { headers: { cookie } })
  expect(await exported.text()).toContain('of-this-week')
  await sweep(service.db, { coreVersion: 1, basketDays: 30 })
  expect((await read(cookie)).map(({ requestId }) => requestId)).toEqual(['of-this-week'])
  expect(await service.deps.accountRecords.erase(accountId)).toMatchObject({ kind: 'erased' })
  const rows = await service.db
    .selectFrom('own_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  expect(rows).toEqual([])
  // A request that was in progress.
  service.deps.ownRequests.note(noted({ accountId }))
  const filter = { group: 'all', errorCode: '', requestId: '' } as const
  expect(await service.deps.ownRequests.list(accountId, filter, { offset: 0, limit: 9 })).toEqual(
    [],
  )
})
