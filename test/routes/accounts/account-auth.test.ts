// Sign-up, sign-in, codes and password reset under /api/auth: the flows, the limits, and what other callers cannot
// do.

import { beforeEach, describe, expect, test } from 'bun:test'
import {
  type AccountApp,
  cookieOf,
  openAccountApp,
  useAccountApp,
} from '../../../testing/people/account-app.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { verifies } from '../../helpers/verifies.ts'

beforeEach(() => awayFromWindowEnd())

const app = useAccountApp()
beforeEach(async () => {
  await resetRateLimits(app.database.db)
})

const signUp = (email: string, password = 'a good password') =>
  app.postJson('/api/auth/sign-up/email', { email, password })
const signIn = (email: string, password: string, headers?: HeadersInit) =>
  app.postJson('/api/auth/sign-in/email', { email, password }, headers)
const confirm = (email: string, otp: string, attempt?: string) =>
  app.postJson('/api/auth/email-otp/verify-email', { email, otp, ...(attempt && { attempt }) })
const askForReset = (email: string) =>
  app.postJson('/api/auth/email-otp/request-password-reset', { email })
const reset = (email: string, otp: string, password: string) =>
  app.postJson('/api/auth/email-otp/reset-password', { email, otp, password })
const sessionOf = async (cookie: string) =>
  (await app.send('/api/auth/get-session', { headers: { cookie } })).json()
const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows

describe('signing up', () => {
  verifies(['decision.auth.sign-up', 'decision.auth.same-postgres'], async () => {
    expect((await signUp('New@Example.com')).status).toBe(200)
    const rows = await query(
      `select accounts.email, auth_users.email as user_email
       from accounts join auth_users using (id) where accounts.email = 'new@example.com'`,
    )
    expect(rows).toEqual([{ email: 'new@example.com', user_email: 'new@example.com' }])
  })

  verifies('decision.auth.code-by-email', async () => {
    const before = app.mails.length
    const signedUp = await signUp('code@example.com')
    expect(cookieOf(signedUp)).toBe('')
    expect(app.mails.slice(before).map((mail) => mail.to)).toEqual(['code@example.com'])
    const early = await signIn('code@example.com', 'a good password')
    expect(early.status).toBe(403)
    expect(cookieOf(early)).toBe('')
    const confirmed = await confirm('code@example.com', app.codeFor('code@example.com'))
    expect(confirmed.status).toBe(200)
    expect(await sessionOf(cookieOf(confirmed))).toMatchObject({
      user: { email: 'code@example.com', emailVerified: true },
    })
  })

  test('a code works once, and a wrong one five times at most', async () => {
    await signUp('tries@example.com')
    const code = app.codeFor('tries@example.com')
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await confirm('tries@example.com', wrong)).status).toBe(400)
    }
    const exhausted = await confirm('tries@example.com', code)
    expect(exhausted.status).toBe(403)
    await signUp('once@example.com')
    const once = app.codeFor('once@example.com')
    expect((await confirm('once@example.com', once)).status).toBe(200)
    expect((await confirm('once@example.com', once)).status).toBe(400)
  })

  test('passwords and codes are stored as hashes only', async () => {
    await signUp('hashed@example.com', 'very secret words')
    const code = app.codeFor('hashed@example.com')
    const stored = JSON.stringify(
      await query(`select * from auth_codes, auth_credentials, auth_users, accounts`),
    )
    expect(stored).toContain('hashed@example.com')
    expect(stored).not.toContain('very secret words')
    expect(stored).not.toContain(`"${code}`)
  })

  test('neither passwords nor codes reach the log', async () => {
    await signUp('quiet@example.com', 'very secret words')
    await signIn('quiet@example.com', 'very secret words')
    await confirm('quiet@example.com', '999999')
    const code = app.codeFor('quiet@example.com')
    await confirm('quiet@example.com', code)
    expect(app.logged.filter((line) => line.includes('very secret words'))).toEqual([])
    expect(app.logged.filter((line) => line.includes(code))).toEqual([])
  })

  test('an address with an account gets the same response as a new one, and its owner gets an email', async () => {
    const { email } = await app.newPerson()
    const fresh = await (await signUp('fresh@example.com')).json()
    const taken = await signUp(email, 'the stranger')
    expect(taken.status).toBe(200)
    expect(cookieOf(taken)).toBe('')
    const body = await taken.json()
    expect(Object.keys(body).sort()).toEqual(Object.keys(fresh).sort())
    expect(Object.keys(body.user).sort()).toEqual(Object.keys(fresh.user).sort())
    const mail = app.mails.at(-1)
    expect(mail?.to).toBe(email)
    expect(mail?.text).not.toMatch(/\b\d{8}\b/)
    expect((await signIn(email, 'the stranger')).status).toBe(401)
  })

  test.each([
    [{ email: 'nobody', password: 'a good password' }, 'That is not an email address.'],
    [{ email: 'a@example.com', password: 'short' }, 'The password needs at least 8 characters.'],
    [
      { email: 'a@example.com', password: 'x'.repeat(129) },
      'The password can have at most 128 characters.',
    ],
    [{ password: 'a good password' }, 'That is not an email address.'],
    [{ email: 7, password: 'a good password' }, 'That is not an email address.'],
    [{ email: 'a@example.com' }, 'password is missing or not valid.'],
    [{ email: 'a\0@example.com', password: 'a good password' }, 'Text must not contain NUL.'],
    [{ email: 'a@example.com', password: 'a good\0password' }, 'Text must not contain NUL.'],
  ])('%j is refused with a sentence', async (body, error) => {
    const refused = await app.postJson('/api/auth/sign-up/email', body)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ error })
  })
})

describe('another person who signs up with the same address', () => {
  test('before the owner: the later sign-up replaces theirs, and the old password and code are void', async () => {
    const email = 'mine@example.com'
    await signUp(email, 'the squatter')
    const squatted = app.codeFor(email)
    await signUp(email, 'my own password')
    const mine = app.codeFor(email)
    if (squatted !== mine) expect((await confirm(email, squatted)).status).toBe(400)
    expect((await confirm(email, mine)).status).toBe(200)
    expect((await signIn(email, 'the squatter')).status).toBe(401)
    expect((await signIn(email, 'my own password')).status).toBe(200)
    expect(await query('select id from accounts where email = $1', [email])).toHaveLength(1)
  })

  test('after the owner: a code that would confirm their password is refused on the owner’s page', async () => {
    const email = 'raced@example.com'
    const { user } = await (await signUp(email, 'my own password')).json()
    await signUp(email, 'the squatter')
    expect((await confirm(email, app.codeFor(email), user.id)).status).toBe(400)
    expect((await signIn(email, 'the squatter')).status).toBe(403)
    expect(await sessionOf('')).toBeNull()
  })

  test('never changes an account with a confirmed address', async () => {
    const me = await app.newPerson()
    await signUp(me.email, 'the squatter')
    expect(await sessionOf(me.cookie)).toMatchObject({ user: { id: me.accountId } })
    expect((await signIn(me.email, me.password)).status).toBe(200)
  })
})

describe('signing in', () => {
  verifies(['auth.session.sign-in', 'decision.auth.sign-in'], async () => {
    const { email, password, accountId } = await app.newPerson()
    const signedIn = await signIn(email, password)
    expect(signedIn.status).toBe(200)
    const [session, device, ...more] = signedIn.headers.getSetCookie()
    expect(session).toMatch(
      /^better-auth\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    // 180 days.
    expect(device).toMatch(
      /^svc_device=[0-9a-f]{48}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(more).toEqual([])
    expect(await sessionOf(cookieOf(signedIn))).toMatchObject({ user: { id: accountId } })
  })

  verifies('decision.auth.wrong-password', async () => {
    const { email } = await app.newPerson()
    const wrong = await signIn(email, 'not the password')
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({
      error: 'The email address or the password is not right.',
    })
    expect(cookieOf(wrong)).toBe('')
    const unknown = await signIn('unknown@example.com', 'not the password')
    expect(unknown.status).toBe(401)
    expect(await unknown.json()).toEqual({
      error: 'The email address or the password is not right.',
    })
  })

  test('over https the cookie is marked Secure', async () => {
    const secure = await openAccountApp({ baseUrl: 'https://farm.example' })
    const { email, password, cookie } = await secure.newPerson()
    expect(cookie).toStartWith('__Host-better-auth.session_token=')
    const signedIn = await secure.postJson('/api/auth/sign-in/email', { email, password })
    const [session, device] = signedIn.headers.getSetCookie()
    expect(session).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(device).toMatch(
      /^__Host-svc_device=\w+; .*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const read = await secure.send('/api/account/api-key', { headers: { cookie } })
    expect(read.status).toBe(200)
    // Sessions from before the cookie was renamed last 30 days.
    const former = cookie.replace('__Host-', '__Secure-')
    const stays = await secure.send('/api/account/api-key', { headers: { cookie: former } })
    expect(stays.status).toBe(200)
    await secure.close()
  })

  test('signing out ends the session, not only the cookie', async () => {
    const { cookie } = await app.newPerson()
    const out = await app.postJson('/api/auth/sign-out', {}, { cookie })
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie()[0]).toMatch(/session_token=; Max-Age=0/)
    expect(await sessionOf(cookie)).toBeNull()
    expect((await app.send('/api/account/api-key', { headers: { cookie } })).status).toBe(401)
  })

  verifies('http.session-token-hidden', async () => {
    const { cookie } = await app.newPerson()
    const signed = /better-auth\.session_token=([^;]+)/.exec(cookie)?.[1] ?? ''
    const [token = ''] = decodeURIComponent(signed).split('.')
    expect(token.length).toBeGreaterThan(20)
    for (const search of ['', '?disableCookieCache=true', '?disableRefresh=true']) {
      const response = await app.send(`/api/auth/get-session${search}`, { headers: { cookie } })
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ session: { userId: expect.any(String) } })
      expect(text).not.toContain(token)
      expect(text).not.toContain('token')
    }
  })

  test('a cookie with a changed signature or token is not a session', async () => {
    const { cookie } = await app.newPerson()
    const [name = '', value = ''] = cookie.split('=')
    const [token = '', signature = ''] = decodeURIComponent(value).split('.')
    const forged = [
      `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}.${signature}`,
      `${token}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      token,
    ]
    for (const attempt of forged) {
      const headers = { cookie: `${name}=${encodeURIComponent(attempt)}` }
      const read = await app.send('/api/account/api-key', { headers })
      expect({ attempt, status: read.status }).toEqual({ attempt, status: 401 })
    }
  })

  test('an account row that a crash left out is created at the next session read', async () => {
    const { cookie, accountId, email } = await app.newPerson()
    await app.database.db.deleteFrom('accounts').where('id', '=', accountId).execute()
    expect((await app.send('/api/account/api-key', { headers: { cookie } })).status).toBe(200)
    expect(await query('select email from accounts where id = $1', [accountId])).toEqual([
      { email },
    ])
  })
})

describe('resetting a password', () => {
  verifies('decision.auth.reset', async () => {
    const { email, password, cookie } = await app.newPerson()
    expect((await askForReset(email)).status).toBe(200)
    expect((await reset(email, app.codeFor(email), 'another password')).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, 'another password')).status).toBe(200)
    // The sessions of the old password have ended.
    expect(await sessionOf(cookie)).toBeNull()
  })

  test('a code for one purpose does not work for the other', async () => {
    const { email, password } = await app.newPerson()
    await askForReset(email)
    const code = app.codeFor(email)
    expect((await confirm(email, code)).status).toBe(400)
    await signUp('purpose@example.com')
    const forAddress = app.codeFor('purpose@example.com')
    expect((await reset('purpose@example.com', forAddress, 'another password')).status).toBe(400)
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('an unknown address gets the same response, and no email is sent', async () => {
    const { email } = await app.newPerson()
    const known = await askForReset(email)
    const before = app.mails.length
    const unknown = await askForReset('unknown@example.com')
    expect([unknown.status, await unknown.json()]).toEqual([known.status, await known.json()])
    expect(app.mails.length).toBe(before)
  })
})

describe('the limit on sending codes', () => {
  verifies(
    [
      'limits.code-send.enforced',
      'decision.auth.code-limit',
      'limits.retry-after',
      'limits.failure-counted',
    ],
    'the fourth code of an address in 15 minutes is 429, whichever endpoint requests it',
    async () => {
      const email = 'limited@example.com'
      const before = app.mails.length
      // A sign-up that fails for another reason uses up its slot as well.
      const broken = { email, password: 'a good password', image: 7 }
      expect((await app.postJson('/api/auth/sign-up/email', broken)).status).toBe(400)
      expect((await signUp(email)).status).toBe(200)
      const again = { email, type: 'email-verification' }
      const path = '/api/auth/email-otp/send-verification-otp'
      expect((await app.postJson(path, again)).status).toBe(200)
      expect(app.mails.length).toBe(before + 2)
      const refusals = [
        await signUp(email),
        await askForReset(email.toUpperCase()),
        await app.postJson(path, again),
      ]
      for (const refused of refusals) {
        expect(refused.status).toBe(429)
        const wait = Number(refused.headers.get('retry-after'))
        expect(Number.isInteger(wait)).toBe(true)
        expect(wait).toBeGreaterThanOrEqual(1)
        expect(wait).toBeLessThanOrEqual(900)
        expect(await refused.json()).toEqual({
          error: 'Too many codes were requested. Wait a few minutes and try again.',
        })
      }
      expect(app.mails.length).toBe(before + 2)
      expect((await signUp('other@example.com')).status).toBe(200)
    },
  )

  test('counts addresses without an account too, so a refusal reveals nothing', async () => {
    const responses = []
    for (let ask = 0; ask < 4; ask += 1) {
      responses.push((await askForReset('stranger@example.com')).status)
    }
    expect(responses).toEqual([200, 200, 200, 429])
  })

  test('parallel requests get three codes in total', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => askForReset('p@example.com')),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(3)
  })
})

describe('guessing passwords', () => {
  test('one address has 30 attempts on one account, after which even the correct password is refused', async () => {
    const { email, password } = await app.newPerson()
    const statuses: number[] = []
    for (let guess = 0; guess < 30; guess += 1) {
      statuses.push((await signIn(email, 'wrong guess')).status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
    const refused = await signIn(email, password)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      error: 'Too many sign-in attempts. Wait a few minutes and try again.',
    })
  })

  test('another address can still sign in, until the account has used its attempts', async () => {
    let address = '192.0.2.1'
    const elsewhere = await openAccountApp({ clientAddress: () => address })
    const { email, password } = await elsewhere.newPerson()
    const attempt = { email, password }
    await elsewhere.database.db
      .insertInto('rate_counters')
      .values(await presentWindow(elsewhere, 'sign-in', `192.0.2.1 ${email}`, 30))
      .execute()
    const status = async () => (await elsewhere.postJson('/api/auth/sign-in/email', attempt)).status
    expect(await status()).toBe(429)
    address = '192.0.2.2'
    expect(await status()).toBe(200)
    await elsewhere.database.db
      .updateTable('rate_counters')
      .set({ taken: 200 })
      .where('scope', '=', 'sign-in-account')
      .execute()
    address = '192.0.2.3'
    expect(await status()).toBe(429)
    await elsewhere.close()
  })
})

/** Returns a counter row of the current 15-minute window. */
async function presentWindow(at: AccountApp, scope: string, subject: string, taken: number) {
  const { rows } = await at.database.pool.query(
    'select to_timestamp(floor(extract(epoch from now()) / 900) * 900) as opened',
  )
  return { scope, subject, window_start: rows[0].opened, taken }
}

describe('the gate before the auth library', () => {
  test.each([
    ['POST', '/sign-in/email-otp'],
    ['POST', '/email-otp/check-verification-otp'],
    ['POST', '/forget-password/email-otp'],
    ['POST', '/send-verification-email'],
    ['POST', '/request-password-reset'],
    ['POST', '/update-user'],
    ['POST', '/delete-user'],
    ['POST', '/change-email'],
    ['POST', '/sign-in/social'],
    ['GET', '/list-sessions'],
    ['POST', '/sign-up/email/'],
    ['POST', '//sign-up/email'],
    ['POST', '/SIGN-UP/email'],
    ['POST', '/%73ign-up/email'],
    ['POST', '/constructor'],
  ])('%s /api/auth%s is closed', async (method, path) => {
    const closed = await app.send(`/api/auth${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"email":"a@example.com"}' }),
    })
    expect(closed.status).toBe(404)
    expect(await closed.json()).toEqual({ error: 'Not found' })
  })

  test.each(['GET', 'PUT'])('%s on a path that takes POST does nothing', async (method) => {
    const refused = await app.send('/api/auth/sign-up/email', { method })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
  })

  test.each([
    ['text/plain', '{"email":"a@example.com","password":"a good password"}'],
    ['application/x-www-form-urlencoded', 'email=a%40example.com&password=a+good+password'],
    ['application/json', '[]'],
    ['application/json', '"x"'],
    ['application/json', '{'],
  ])('a body of %s that reads %s is refused', async (type, body) => {
    const refused = await app.send(
      '/api/auth/sign-up/email',
      rawPost(body, { 'content-type': type }),
    )
    expect(refused.status).toBe(400)
    expect(Object.keys(await refused.json())).toEqual(['error'])
  })

  test('a huge body is refused', async () => {
    const refused = await signUp('a@example.com', 'x'.repeat(20_000))
    expect(refused.status).toBe(413)
  })

  test("another site's request neither signs in nor out", async () => {
    const { email, password, cookie } = await app.newPerson()
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001']) {
      const foreign = await signIn(email, password, { origin })
      expect({ origin, status: foreign.status }).toEqual({ origin, status: 403 })
      expect(cookieOf(foreign)).toBe('')
      await app.postJson('/api/auth/sign-out', {}, { cookie, origin })
      expect(await sessionOf(cookie)).not.toBeNull()
    }
    expect((await signIn(email, password, { origin: app.baseUrl })).status).toBe(200)
  })
})

describe('without a reachable rate limiter', () => {
  test('production refuses every sign-up', async () => {
    const closed = await openAccountApp({
      decorate: (deps) => ({
        ...deps,
        production: true,
        rateCounters: { consume: () => Promise.reject(new Error('connection refused')) },
      }),
    })
    const refused = await closed.postJson('/api/auth/sign-up/email', {
      email: 'a@example.com',
      password: 'a good password',
    })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(closed.mails).toEqual([])
    await closed.close()
  })
})
