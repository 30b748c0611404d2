// Every route with which an account may change data, with a request admitted just before its account is deleted: it
// leaves no personal data behind, and is refused like a request without credentials. A new route needs an entry
// below.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { AccountClosed } from '../../../server/domain/accounts/ports.ts'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { callTool, refusalOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { opaque, stripes } from '../../../testing/models/pictures.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { type Buyer, buyer, checkoutBody, storeCube } from '../../../testing/people/shop.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { untilOneWaits } from '../../../testing/service/waiting-transactions.ts'
import { use } from '../../../testing/use.ts'
import { openCast } from '../credentials/credentials-cast.ts'
import { TABLE } from '../credentials/credentials-table.ts'

const service = use(openGenerationService)
const web = use(() => {
  const found = standInWeb(service.deps)
  service.replace({ downloads: found.downloads, quoteAllowedHosts: [HOST] })
  return { cube: found.publish('cube.stl', cubeStl({ sizeMm: 20 })) }
})

type Person = Buyer & { readonly account: TestAccount }
let person: Person
beforeEach(async () => {
  await resetRateLimits(service.db)
  const who = await buyer(service)
  await setCredits(service.db, 20, who.accountId)
  person = { ...who, account: await service.account(who) }
})

type Request = RequestInit & { readonly path?: string }
type Sent = {
  /** Credential; the session when omitted. */
  readonly by?: 'key'
  /** Status of the refusal when the deletion removed what the request needs: a card, or a model. */
  readonly lacking?: number
  readonly request: (who: Person) => Promise<Request>
}

const json = (body: unknown): Request => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const form = (fields: Record<string, string>): Request => ({ body: new URLSearchParams(fields) })
const sends = (request: Request, by?: 'key'): Sent => ({
  ...(by !== undefined && { by }),
  request: async () => request,
})
const file = (fields: Record<string, string> = {}): Request => {
  const body = new FormData()
  body.append('file', new File([cubeStl({ sizeMm: 20 })], 'cube.stl'))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { body }
}
async function logoForm(): Promise<FormData> {
  const body = new FormData()
  body.set('file', new File([await stripes([{ color: opaque(0, 128, 64), width: 20 }])], 'l.png'))
  return body
}
const cube = cubeStl({ sizeMm: 20 })
const sha256 = new Bun.CryptoHasher('sha256').update(cube).digest('hex')
const prompted = { prompt: 'a cup', mode: 'hi_fi', advanced: { smoothing: 'off' } }
const giftFields = { amount: '5', recipientEmail: 'grace@example.com', message: 'Hello.' }

/** A request for each route that writes personal data, by its credential. */
const writes: Readonly<Record<string, Sent>> = {
  'POST /api/print/orders': { by: 'key', request: async () => ({ body: orderForm() }) },
  'POST /api/print-upload': { request: async () => file() },
  'POST /api/print-upload/sign': sends(
    json({ fileName: 'cube.stl', bytes: cube.byteLength, sha256 }),
  ),
  'POST /api/model-import': { request: async () => json({ url: web.cube }) },
  'POST /api/account/api-key': { ...sends({}), lacking: 402 },
  'POST /api/account/extension-tokens': sends(json({ name: 'Slicer' })),
  'PUT /api/account/spending-limits': sends(json({ accountCents: 1000, apiKeyCents: null })),
  'PUT /api/account/logo': { request: async () => ({ body: await logoForm() }) },
  'POST /account/logo': { request: async () => ({ body: await logoForm() }) },
  'PUT /api/account/buyer': sends(json({ company: 'Example & Co.' })),
  'POST /api/checkout': {
    lacking: 422,
    request: async (who) =>
      json(checkoutBody([{ modelUrl: await storeCube(service, who, 30), color: 'Black' }])),
  },
  'POST /api/gift-cards/purchase': sends(
    json({ amountCents: 500, recipientEmail: 'grace@example.com' }),
  ),
  'POST /api/account/credits': sends(json({ pack: 10 })),
  'POST /gift-cards/buy': sends(form(giftFields)),
  'POST /account/credits': sends(form({ pack: '10' })),
  'POST /api/generate': sends(json(prompted)),
  'POST /api/generate/start': sends(json(prompted)),
  'POST /generate': {
    request: async () => {
      const body = new FormData()
      const fields = { inputMode: 'text', prompt: 'a cup', mode: 'hi_fi' }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return { body }
    },
  },
  'POST /api/images/generate': sends(json({ prompt: 'a red teapot' })),
  'POST /pictures/draw': sends(form({ prompt: 'a red teapot', size: '' })),
  'POST /quote/link': { request: async () => form({ url: web.cube, units: '' }) },
  'POST /basket/parts': {
    lacking: 403,
    request: async (who) => {
      const body = new FormData()
      body.set('modelUrl', await storeCube(service, who, 30))
      body.set('color', 'Black')
      return { body }
    },
  },
  'POST /contact': sends(
    form({ name: 'Ada', email: 'ada@example.com', orderCode: '', body: 'Do you print TPU?' }),
  ),
  'POST /account/api-key': { ...sends({}), lacking: 402 },
  'POST /account/extension-tokens': sends(form({ name: 'Slicer' })),
  'POST /account/spending-limits': sends(form({ accountLimit: '10', apiKeyLimit: '' })),
  'POST /account/invoices': sends(form({ company: 'Example & Co.' })),
}

/** Routes that write no personal data, by effect. Their requests are those of the credentials table. */
const writesNothing: Readonly<Record<string, readonly string[]>> = {
  'removes, revokes or ends something': [
    'DELETE /api/account/api-key',
    'DELETE /api/account/extension-tokens/:id',
    'DELETE /api/account/card',
    'DELETE /api/account/logo',
    'POST /account/logo/remove',
    'DELETE /api/gallery/:id',
    'DELETE /api/generations/:id',
    'POST /api/generations/:id/cancel',
    'POST /models/:id/cancel',
    'POST /models/:id/delete',
    'POST /account/pictures/delete',
    'DELETE /api/images',
    'POST /gallery/:id/withdraw',
    'POST /api/account/delete',
    'POST /account/delete',
    'POST /account/card/remove',
    'POST /account/api-key/revoke',
    'POST /account/extension-tokens/:id/revoke',
    'POST /account/second-factor/turn-off',
  ],
  'reads, prices or answers': [
    'POST /api/agent/order',
    'POST /api/agent/support',
    'POST /api/print/orders/status',
    'POST /api/cart-reprice',
    'POST /api/gift-cards/check',
    'POST /gift-cards/check',
    'POST /api/detect-colors',
    'POST /contact/ask',
  ],
  // Their triggers are tested below.
  'changes or continues what the account has, which the deletion removed': [
    'POST /api/print-upload/complete',
    'POST /api/gallery',
    'POST /models/:id/publish',
    'POST /models/:id/change',
    'POST /models/:id/retexture',
    'POST /pictures/change',
    'POST /models/:id/refine',
    'POST /api/models/:id/change',
    'POST /api/retexture',
    'POST /api/slice-quote',
    'POST /api/images/edit',
    'POST /basket',
    'POST /checkout',
    'POST /orders/:code/again',
  ],
  // The card processor's page returns to `GET /account/card/done`, which the trigger on accounts refuses.
  'asks the card processor': ['POST /api/account/card'],
  // The user of the sign-in library no longer exists.
  'changes the user of the sign-in library': [
    'POST /account/second-factor/set-up',
    'POST /account/second-factor/confirm',
    'ALL /api/auth/*',
  ],
}

const rows = TABLE.filter(
  ({ route, takes }) =>
    !route.startsWith('GET ') &&
    takes !== 'anyone' &&
    takes.some((kind) => ['session', 'api_key', 'extension_token'].includes(kind)),
)
/** Actions of operators concern others, and their names in them belong to the shop's records. */
const isForOperators = ({ admitted, route }: (typeof TABLE)[number]) =>
  / \/(api\/)?(operator|farm)\b/.test(route) ||
  (typeof admitted === 'object' && /^403/.test(admitted.owner))

test('every route is listed', () => {
  const listed = [...Object.keys(writes), ...Object.values(writesNothing).flat()]
  const known = new Set(TABLE.map(({ route }) => route))
  expect(listed.filter((route) => !known.has(route))).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
  const own = rows.filter((row) => !isForOperators(row)).map(({ route }) => route)
  expect(own.filter((route) => !listed.includes(route))).toEqual([])
})

/** Account that is deleted as soon as a request is admitted for it. */
let doomed: AccountId | null = null
use(() => {
  const { accounts, sessions } = service.deps
  const thenErase = <Args extends unknown[], Found extends { accountId: AccountId } | null>(
    find: (...args: Args) => Promise<Found>,
  ) => {
    return async (...args: Args): Promise<Found> => {
      const found = await find(...args)
      if (found !== null && found.accountId === doomed) {
        doomed = null
        expect(await service.deps.accountRecords.erase(found.accountId)).toMatchObject({
          kind: 'erased',
        })
        erased = await everythingOf(person)
      }
      return found
    }
  }
  service.replace({
    accounts: {
      findByApiKeyHash: thenErase(accounts.findByApiKeyHash),
      findByExtensionTokenHash: thenErase(accounts.findByExtensionTokenHash),
    },
    sessions: { read: thenErase(sessions.read) },
  })
  return {}
})
let erased: Record<string, unknown> | null = null
afterEach(() => {
  doomed = null
  erased = null
})

/** Returns all rows that name the account or its address, by table. */
async function everythingOf({ accountId, email }: Buyer): Promise<Record<string, unknown>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and (column_name in ('account_id', 'userId', 'recipient', 'email')
      or (table_name in ('accounts', 'auth_users') and column_name = 'id'))
    order by 1, 2`.execute(service.db)
  const found: Record<string, unknown> = {}
  for (const { table, column } of columns) {
    const wanted = ['recipient', 'email'].includes(column) ? email : accountId
    const { rows: all } = await sql<{ row: unknown }>`
      select to_jsonb(each) as row from ${sql.table(table)} as each where each.${sql.ref(column)}::text = ${wanted}
      order by 1`.execute(service.db)
    if (all.length > 0) found[`${table}.${column}`] = all.map(({ row }) => row)
  }
  return found
}

async function send(route: string, { by, request }: Sent, who: Person): Promise<Response> {
  const [method = '', routePath = ''] = route.split(' ')
  const { path = routePath, ...init } = await request(who)
  const credential =
    by === 'key' ? who.account.headers : { cookie: who.cookie, origin: service.baseUrl }
  return await service.fetch(path, {
    method,
    ...init,
    headers: { ...credential, ...Object.fromEntries(new Headers(init.headers)) },
  })
}

describe('a route that writes', () => {
  test.each(Object.keys(writes))('%s writes for an existing account', async (route) => {
    const sent = writes[route] as Sent
    const request = await sent.request(person)
    const before = await everythingOf(person)
    const response = await send(route, { ...sent, request: async () => request }, person)
    expect([response.status, await response.clone().text()]).toEqual([
      expect.any(Number),
      expect.any(String),
    ])
    expect(response.status).toBeLessThan(400)
    await response.text()
    expect(await everythingOf(person)).not.toEqual(before)
  })

  test.each(Object.keys(writes))('%s leaves nothing of a deleted account', async (route) => {
    const sent = writes[route] as Sent
    const request = await sent.request(person)
    doomed = person.accountId
    const response = await send(route, { ...sent, request: async () => request }, person)
    await response.text()
    expect(erased).not.toBeNull()
    expect(await everythingOf(person)).toEqual(erased ?? {})
    // Pages redirect to sign-in.
    const location = response.headers.get('location') ?? ''
    if (response.status === 303) {
      expect(location).toStartWith('/account')
    } else {
      expect(response.status).toBe(sent.lacking ?? 401)
    }
  })
})

test('files that were stored before the refusal are removed by the sweep', async () => {
  doomed = person.accountId
  const response = await send('POST /api/print-upload', { request: async () => file() }, person)
  expect([response.status, await response.json()]).toEqual([
    401,
    { error: 'Authentication required' },
  ])
  const { rows: left } = await sql`select from visitor_files where sha256 = ${sha256}`.execute(
    service.db,
  )
  expect(left).toHaveLength(1)
})

describe('a route that writes nothing', () => {
  const cast = use(() => openCast(service))
  const byRoute = new Map(TABLE.map((row) => [row.route, row]))
  test.each(Object.values(writesNothing).flat())('%s', async (route) => {
    doomed = person.accountId
    const request = async () => (await byRoute.get(route)?.request?.(cast, service)) ?? {}
    const method = route.startsWith('ALL ') ? route.replace('ALL', 'GET') : route
    const response = await send(method, { request }, person)
    await response.text()
    expect(response.status).toBeLessThan(500)
    const { accountId } = person
    // A route may delete the account itself, or read the session again.
    if (erased === null) {
      await service.deps.accountRecords.erase(accountId)
    } else {
      expect(await everythingOf(person)).toEqual(erased)
    }
  })
})

describe('an agent', () => {
  const deleted =
    'The account of this API key was deleted, and the key with it. Nothing was charged and no order was placed. Tell the buyer; do not call again with this key.'
  test.each([
    ['quote_print', () => ({ model_url: web.cube, color: 'Black' })],
    ['generate_model', () => ({ prompt: 'a cup', confirm: true })],
  ] as const)('%s', async (tool, args) => {
    doomed = person.accountId
    expect(await refusalOf(callTool(service, person.account, tool, args()))).toBe(deleted)
    expect(await everythingOf(person)).toEqual(erased ?? {})
  })
})

describe('the database', () => {
  /** Rows that a ledger or an order keeps, and rows that others write about an account. */
  const kept = [
    // The table checks its account in a separate statement.
    'orders',
    'billing_documents',
    'credit_entries',
    'debts',
    'money_movements',
    'purchase_returns',
  ]

  test('every table of accounts refuses rows of a deleted account, or contains only rows that must be kept', async () => {
    const { rows: tables } = await sql<{ table: string; isGuarded: boolean }>`
      select table_name as table, exists (select from pg_trigger
        where tgrelid = format('%I', table_name)::regclass and tgname = table_name || '_account_is_open') as "isGuarded"
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id' order by 1`.execute(
      service.db,
    )
    expect(tables.filter(({ isGuarded }) => !isGuarded).map(({ table }) => table)).toEqual(
      kept.toSorted(),
    )
  })

  test('an insert waits for a deletion that has begun', async () => {
    const { pool } = service.service.database
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from accounts where id = $1 for update', [person.accountId])
    const uploading = send(
      'POST /api/print-upload/sign',
      writes['POST /api/print-upload/sign'] as Sent,
      person,
    )
    await untilOneWaits(service.db)
    await client.query('update accounts set closed_at = now() where id = $1', [person.accountId])
    await client.query('commit')
    client.release()
    const response = await uploading
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'Authentication required' },
    ])
  })

  test('a deleted account receives no personal data again', async () => {
    const { accountId } = person
    await service.deps.accountRecords.erase(accountId)
    const set = (column: string) =>
      sql`update accounts set ${sql.ref(column)} = 'x' where id = ${accountId}`.execute(service.db)
    for (const column of ['email', 'company', 'vat_id', 'purchase_order', 'card_brand']) {
      await expect(set(column)).rejects.toBeInstanceOf(AccountClosed)
    }
    await sql`update accounts set customer_id = null, company = null where id = ${accountId}`.execute(
      service.db,
    )
  })
})
