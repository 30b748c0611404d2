// Key management and extension tokens through the app, and the permissions of each credential, against a real
// PostgreSQL.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { openAccountApp, type Person, useAccountApp } from '../../../testing/people/account-app.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const app = useAccountApp()
const stranger = use(() => app.newPerson())

const keyPath = '/api/account/api-key'
const tokensPath = '/api/account/extension-tokens'
const unauthorized = { error: 'Authentication required' }
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const as = ({ cookie }: Person, method = 'GET', extra: Record<string, string> = {}) => ({
  method,
  headers: { cookie, ...extra },
})
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })

async function personWithCard(): Promise<Person> {
  const person = await app.newPerson()
  await app.saveCard(person)
  return person
}

async function issueKey(person: Person): Promise<string> {
  const { key } = await (await app.send(keyPath, as(person, 'POST'))).json()
  return key
}

async function createToken(
  person: Person,
  name = 'laptop',
): Promise<{ id: string; token: string }> {
  return (await app.postJson(tokensPath, { name }, { cookie: person.cookie })).json()
}

/**
 * Sends an order and returns its status: 401 means that the credential was not accepted, any other status that it
 * was.
 */
const submits = async (headers: Record<string, string>) =>
  (await app.send('/api/print/orders', { method: 'POST', headers })).status !== 401
const readsOrders = async (headers: Record<string, string>) =>
  (await app.send('/api/print/orders/SVC-ABC234', { headers })).status !== 401

describe('the API key endpoints', () => {
  verifies(['keys.get', 'decision.key-get', 'keys.get-no-secret'], async () => {
    const person = await personWithCard()
    const none = await app.send(keyPath, as(person))
    expect(await none.json()).toEqual({ exists: false, prefix: null, createdAt: null })
    const key = await issueKey(person)
    const read = await app.send(keyPath, as(person))
    const text = await read.text()
    expect(JSON.parse(text)).toEqual({
      exists: true,
      prefix: key.slice(0, 14),
      createdAt: expect.stringMatching(isoDate),
    })
    expect(text).not.toContain(key.slice(0, 15))
  })

  verifies(['keys.post-issues', 'decision.key-post', 'auth.key.rule-self-serve'], async () => {
    const person = await personWithCard()
    const issued = await app.send(keyPath, as(person, 'POST'))
    expect(issued.status).toBe(200)
    expect(issued.headers.get('cache-control')).toBe('no-store')
    const body = await issued.json()
    expect(body).toEqual({
      key: expect.stringMatching(/^svc_live_[0-9a-f]{48}$/),
      prefix: body.key.slice(0, 14),
      createdAt: expect.stringMatching(isoDate),
    })
    expect(await submits({ 'x-api-key': body.key })).toBe(true)
  })

  verifies('decision.key-post-no-card', async () => {
    const person = await app.newPerson()
    const refused = await app.send(keyPath, as(person, 'POST'))
    expect(refused.status).toBe(402)
    expect(Object.keys(await refused.json())).toEqual(['error'])
    expect((await (await app.send(keyPath, as(person))).json()).exists).toBe(false)
  })

  verifies(
    ['keys.post-rotates', 'auth.key.rule-one-per-account', 'auth.key.rule-rotation-immediate'],
    async () => {
      const person = await personWithCard()
      const first = await issueKey(person)
      const second = await issueKey(person)
      expect(second).not.toBe(first)
      expect(await submits({ 'x-api-key': first })).toBe(false)
      expect(await readsOrders({ 'x-api-key': first })).toBe(false)
      expect(await submits({ 'x-api-key': second })).toBe(true)
      const rows = await app.database.db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', person.accountId)
        .execute()
      expect(rows).toHaveLength(1)
    },
  )

  test('a rotation with an overlap keeps the present key valid alongside the new one', async () => {
    const person = await personWithCard()
    const rotate = (body: unknown) => app.postJson(keyPath, body, { cookie: person.cookie })
    const first = await issueKey(person)
    const second = await (await rotate({ overlapHours: 24 })).json()
    const replaced = {
      prefix: first.slice(0, 14),
      validUntil: expect.stringMatching(isoDate),
    }
    expect(second).toEqual({
      key: expect.stringMatching(/^svc_live_[0-9a-f]{48}$/),
      prefix: second.key.slice(0, 14),
      createdAt: expect.stringMatching(isoDate),
      replaced,
    })
    const hours = Date.parse(second.replaced.validUntil) - Date.parse(second.createdAt)
    expect(hours).toBe(24 * 3_600_000)
    expect(await (await app.send(keyPath, as(person))).json()).toMatchObject({
      exists: true,
      prefix: second.prefix,
      replaced,
    })
    for (const key of [first, second.key]) {
      for (const headers of [{ 'x-api-key': key }, bearer(key).headers]) {
        expect([await submits(headers), await readsOrders(headers)]).toEqual([true, true])
      }
    }
    // A rotation without an overlap revokes every earlier key.
    const third = await issueKey(person)
    const working = []
    for (const key of [first, second.key, third]) {
      if (await submits({ 'x-api-key': key })) working.push(key)
    }
    expect(working).toEqual([third])
    expect(await (await app.send(keyPath, as(person))).json()).not.toHaveProperty('replaced')
    const fourth = await (await rotate({ overlapHours: 168 })).json()
    await app.send(keyPath, as(person, 'DELETE'))
    for (const key of [third, fourth.key]) expect(await submits({ 'x-api-key': key })).toBe(false)
  })

  test('an overlap out of range or misspelled changes nothing', async () => {
    const person = await personWithCard()
    const key = await issueKey(person)
    for (const body of [
      { overlapHours: 169 },
      { overlapHours: -1 },
      { overlapHours: 1.5 },
      { overlapHours: '24' },
      { overlapHour: 24 },
    ]) {
      const refused = await app.postJson(keyPath, body, { cookie: person.cookie })
      expect({ body, status: refused.status }).toEqual({ body, status: 400 })
    }
    expect(await submits({ 'x-api-key': key })).toBe(true)
  })

  test('parallel rotations with an overlap leave two keys that work', async () => {
    const person = await personWithCard()
    await issueKey(person)
    const issued = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.postJson(keyPath, { overlapHours: 1 }, { cookie: person.cookie }),
      ),
    )
    const keys = await Promise.all(issued.map(async (each) => (await each.json()).key as string))
    const working = []
    for (const key of keys) if (await submits({ 'x-api-key': key })) working.push(key)
    expect(working).toHaveLength(2)
  })

  test('parallel rotations leave one key that works', async () => {
    const person = await personWithCard()
    const keys = await Promise.all(Array.from({ length: 8 }, () => issueKey(person)))
    expect(new Set(keys).size).toBe(8)
    const working = []
    for (const key of keys) if (await submits({ 'x-api-key': key })) working.push(key)
    expect(working).toHaveLength(1)
    const { prefix } = await (await app.send(keyPath, as(person))).json()
    expect(working[0]?.slice(0, 14)).toBe(prefix)
  })

  verifies(
    ['keys.delete', 'decision.key-delete', 'auth.key.rule-revocation-immediate'],
    async () => {
      const person = await personWithCard()
      const key = await issueKey(person)
      for (let time = 0; time < 2; time += 1) {
        const revoked = await app.send(keyPath, as(person, 'DELETE'))
        expect([revoked.status, await revoked.json()]).toEqual([200, { ok: true }])
      }
      expect(await submits({ 'x-api-key': key })).toBe(false)
      expect((await (await app.send(keyPath, as(person))).json()).exists).toBe(false)
    },
  )

  verifies('limits.none.api-key', async () => {
    const person = await personWithCard()
    const statuses = []
    for (let call = 0; call < 100; call += 1) {
      statuses.push((await app.send(keyPath, as(person, call % 2 ? 'GET' : 'POST'))).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  verifies('auth.key.rule-hashed', 'no table stores a key or token, only its SHA-256', async () => {
    const person = await personWithCard()
    const key = await issueKey(person)
    const { token } = await createToken(person)
    const { rows } = await app.database.pool.query(
      `select to_jsonb(k)::text || to_jsonb(t)::text as stored
         from api_keys k join extension_tokens t using (account_id) where account_id = $1`,
      [person.accountId],
    )
    expect(rows).toHaveLength(1)
    for (const secret of [key, token]) {
      expect(rows[0].stored).toContain(createHash('sha256').update(secret).digest('hex'))
      expect(rows[0].stored).not.toContain(secret.slice(0, 15))
      expect(app.logged.join()).not.toContain(secret.slice(0, 15))
    }
  })
})

describe('the extension token endpoints', () => {
  verifies(['decision.token-post', 'decision.token-get'], async () => {
    const person = await app.newPerson()
    const created = await app.postJson(tokensPath, { name: '  Desk ' }, { cookie: person.cookie })
    expect(created.status).toBe(200)
    const { token, ...rest } = await created.json()
    expect(token).toMatch(/^svc_ext_[0-9a-f]{48}$/)
    expect(rest).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      prefix: token.slice(0, 14),
      name: 'Desk',
      createdAt: expect.stringMatching(isoDate),
    })
    const listed = await app.send(tokensPath, as(person))
    expect(await listed.json()).toEqual([rest])
  })

  verifies(
    ['decision.token-delete', 'auth.token.per-connection', 'auth.token.revocable'],
    async () => {
      const person = await app.newPerson()
      const first = await createToken(person, 'first')
      const second = await createToken(person, 'second')
      const revoked = await app.send(`${tokensPath}/${first.id}`, as(person, 'DELETE'))
      expect([revoked.status, await revoked.json()]).toEqual([200, { ok: true }])
      expect(await submits({ 'x-api-key': first.token })).toBe(false)
      expect(await submits({ 'x-api-key': second.token })).toBe(true)
      const again = await app.send(`${tokensPath}/${first.id}`, as(person, 'DELETE'))
      expect(again.status).toBe(404)
    },
  )

  verifies('decision.token-foreign', async () => {
    const person = await app.newPerson()
    const { id, token } = await createToken(person)
    const refused = await app.send(`${tokensPath}/${id}`, as(stranger, 'DELETE'))
    expect(refused.status).toBe(404)
    expect(await submits({ 'x-api-key': token })).toBe(true)
    expect(await (await app.send(tokensPath, as(stranger))).json()).toEqual([])
  })

  test.each([
    ['{}', 400, 'name is required, 1 to 100 characters'],
    ['{"name":7}', 400, 'name is required, 1 to 100 characters'],
    ['{"name":" "}', 400, 'name is required, 1 to 100 characters'],
    [`{"name":"${'x'.repeat(101)}"}`, 400, 'name is required, 1 to 100 characters'],
    ['[]', 400, 'name is required, 1 to 100 characters'],
    ['{', 400, 'invalid json body'],
    ['', 400, 'invalid json body'],
  ])('a body of %s is %d', async (body, status, error) => {
    const refused = await app.send(tokensPath, { ...as(stranger, 'POST'), body })
    expect([refused.status, await refused.json()]).toEqual([status, { error }])
  })

  test('the 51st token of an account is refused', async () => {
    const person = await app.newPerson()
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        app.postJson(tokensPath, { name: `t${index}` }, { cookie: person.cookie }),
      ),
    )
    const statuses = created.map((response) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
  })
})

/** Session endpoints of the account. */
const sessionEndpoints: readonly (readonly [string, string])[] = [
  ['GET', keyPath],
  ['POST', keyPath],
  ['DELETE', keyPath],
  ['GET', tokensPath],
  ['POST', tokensPath],
  ['DELETE', `${tokensPath}/00000000-0000-4000-8000-000000000000`],
  ['POST', '/api/account/card'],
]

const statusOf = async (method: string, path: string, headers: Record<string, string>) => {
  const body = method === 'POST' ? { body: '{"name":"x"}' } : {}
  const response = await app.send(path, { method, headers, ...body })
  return { status: response.status, body: await response.json() }
}

describe('who may call the account endpoints', () => {
  verifies('keys.session-required', async () => {
    for (const [method, path] of sessionEndpoints) {
      const response = await statusOf(method, path, {})
      expect({ method, path, ...response }).toEqual({
        method,
        path,
        status: 401,
        body: unauthorized,
      })
    }
  })

  verifies(['auth.key.not-key-management', 'auth.token.not-key-management'], async () => {
    const person = await personWithCard()
    const secrets = [await issueKey(person), (await createToken(person)).token]
    for (const secret of secrets) {
      for (const [method, path] of sessionEndpoints) {
        for (const headers of [{ authorization: `Bearer ${secret}` }, { 'x-api-key': secret }]) {
          const response = await statusOf(method, path, headers)
          expect({ method, path, ...response }).toEqual({
            method,
            path,
            status: 401,
            body: unauthorized,
          })
        }
      }
    }
    expect(await submits({ 'x-api-key': secrets[0] ?? '' })).toBe(true)
  })

  verifies('auth.session.key-management', async () => {
    const person = await personWithCard()
    for (const method of ['POST', 'GET', 'DELETE']) {
      expect((await app.send(keyPath, as(person, method))).status).toBe(200)
    }
  })

  test("another site's request with the user's cookie has no session", async () => {
    const person = await personWithCard()
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', '']) {
      for (const [method, path] of sessionEndpoints) {
        const response = await statusOf(method, path, { cookie: person.cookie, origin })
        expect({ origin, path, status: response.status }).toEqual({ origin, path, status: 401 })
      }
    }
    const own = await app.send(keyPath, as(person, 'POST', { origin: app.baseUrl }))
    expect(own.status).toBe(200)
  })
})

describe('keys and tokens on the order endpoints', () => {
  verifies(
    [
      'auth.key.bearer',
      'auth.key.x-api-key',
      'auth.token.bearer',
      'auth.token.x-api-key',
      'auth.key.submit',
      'auth.key.read',
      'auth.token.submit',
      'auth.token.not-order-read',
    ],
    'an order accepts either kind in either header; a token can submit but not read',
    async () => {
      const person = await personWithCard()
      const key = await issueKey(person)
      const { token } = await createToken(person)
      for (const secret of [key, token]) {
        const forms: Record<string, string>[] = [
          { authorization: `Bearer ${secret}` },
          { authorization: `bearer   ${secret}` },
          { authorization: `BEARER ${secret}` },
          { 'x-api-key': secret },
          { authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': secret },
        ]
        for (const headers of forms) {
          expect({ headers, accepted: await submits(headers) }).toEqual({ headers, accepted: true })
          expect({ headers, accepted: await readsOrders(headers) }).toEqual({
            headers,
            accepted: secret === key,
          })
        }
      }
    },
  )

  test('an Authorization that is not accepted is refused, even with a valid cookie', async () => {
    const { cookie } = await personWithCard()
    const wrong = ['Bearer x', 'Bearer', 'Digest username="a"', 'Basically x']
    const apiKeyStatusOf = async (headers: Record<string, string>) =>
      (await app.send('/api/account/api-key', { headers })).status
    expect(await apiKeyStatusOf({ cookie })).toBe(200)
    for (const authorization of wrong) {
      expect([authorization, await apiKeyStatusOf({ cookie, authorization })]).toEqual([
        authorization,
        401,
      ])
    }
    expect(await apiKeyStatusOf({ cookie, 'x-api-key': 'nonsense' })).toBe(401)
  })

  verifies('auth.basic-ignored', async () => {
    const person = await personWithCard()
    const { cookie } = person
    const apiKey = await issueKey(person)
    const origin = app.deps.baseUrl
    const basic = 'Basic dXNlcjpwYXNz'
    for (const authorization of [basic, 'basic dXNlcjpwYXNz', 'Basic', 'BASIC not base64 at all']) {
      const headers = { cookie, authorization, origin, 'sec-fetch-site': 'same-origin' }
      const read = await app.send('/api/account/api-key', { headers })
      expect([authorization, read.status]).toEqual([authorization, 200])
      const page = await app.send('/account', { headers })
      expect([page.status, (await page.text()).includes('Sign out')]).toEqual([200, true])
    }
    // The header is not a credential, does not affect a key sent with it, and gives another site no access.
    const without = await app.send('/api/account/api-key', { headers: { authorization: basic } })
    expect(without.status).toBe(401)
    expect(await submits({ authorization: basic, 'x-api-key': apiKey })).toBe(true)
    const elsewhere = { cookie, authorization: basic, origin: 'https://evil.example' }
    expect((await app.send('/api/account/api-key', { headers: elsewhere })).status).toBe(401)
  })

  verifies(['auth.session.not-submit', 'auth.session.not-order-read'], async () => {
    const { cookie } = await personWithCard()
    expect(await submits({ cookie })).toBe(false)
    expect(await readsOrders({ cookie })).toBe(false)
  })

  test('a valid key is used when a token that may not read is sent with it', async () => {
    const person = await personWithCard()
    const key = await issueKey(person)
    const { token } = await createToken(person)
    expect(await readsOrders({ authorization: `Bearer ${token}`, 'x-api-key': key })).toBe(true)
  })

  verifies('auth.key.rule-401', async () => {
    const hex = 'a'.repeat(48)
    const secrets = [`svc_live_${hex}`, `svc_ext_${hex}`, `svc_live_${hex}a`, hex, 'x']
    for (const credential of [{}, ...secrets.map(bearer)]) {
      const refused = await app.send('/api/print/orders', { method: 'POST', ...credential })
      expect([refused.status, await refused.json()]).toEqual([
        401,
        { error: 'Invalid or missing API key. Generate one on your profile.' },
      ])
    }
  })
})

describe('what a credential costs', () => {
  test('malformed secrets and missing cookies never reach the database', async () => {
    const asked: string[] = []
    const spied = await openAccountApp({
      decorate: (deps) => ({
        ...deps,
        accounts: {
          ...deps.accounts,
          findByApiKeyHash: async (hash) => {
            asked.push(hash)
            return null
          },
          findByExtensionTokenHash: async (hash) => {
            asked.push(hash)
            return null
          },
        },
      }),
    })
    const statements: string[] = []
    spied.database.pool.on('acquire', (client: { query: (...sent: unknown[]) => unknown }) => {
      const { query } = client
      client.query = (...sent) => {
        client.query = query
        const [first] = sent
        const text = typeof first === 'string' ? first : JSON.stringify(first)
        // The process stores its metrics every two seconds, independently of requests.
        if (!text.includes('metric_')) statements.push(text)
        return query.apply(client, sent)
      }
    })
    const hex = 'A'.repeat(48)
    const values = [
      '',
      'svc_live_',
      `svc_live_${hex}`,
      `svc_live_${'a'.repeat(47)}`,
      'x'.repeat(5000),
    ]
    for (const value of values) {
      const headers = { authorization: `Bearer ${value}`, 'x-api-key': value, cookie: 'a=b; c=d' }
      await spied.send('/api/print/orders/SVC-ABC234', { headers })
      await spied.send(keyPath, { headers })
    }
    expect(asked).toEqual([])
    expect(statements).toEqual([])
    const good = `svc_live_${'a'.repeat(48)}`
    await spied.send('/api/print/orders/SVC-ABC234', bearer(good))
    expect(asked).toEqual([createHash('sha256').update(good).digest('hex')])
    const { cookie } = await spied.newPerson()
    statements.length = 0
    await spied.send(keyPath, { headers: { cookie } })
    expect(statements.length).toBeGreaterThan(0)
    await spied.close()
  })
})
