// The second factor of operators, viewers and customers on its pages: setup, sign-in, backup codes, guesses, replays.

import { beforeEach, describe, expect, test } from 'bun:test'
import decodeQR from 'qr/decode.js'
import { withBranding } from '../../../testing/own-branding.ts'
import { cookieOf } from '../../../testing/people/account-app.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({
  env: { OPERATOR_SECOND_FACTOR: 'required', VIEWER_EMAILS: viewerEmail },
})
const password = 'a password for tests'

beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('second_factor_codes').execute()
  await service.deps.secondFactors.reset(OPERATOR_EMAIL)
})

async function post(path: string, fields: Record<string, string>, cookie = '') {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { origin: service.baseUrl, cookie },
    body: new URLSearchParams(fields),
  })
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
    cookie: cookieOf(response),
  }
}

async function get(path: string, cookie = '') {
  const response = await service.fetch(path, { headers: { cookie } })
  const location = response.headers.get('location')
  return { status: response.status, location, html: await response.text() }
}

/** Returns six digits that match none of the valid codes. */
function wrongCode(secret: string): string {
  const valid = [-30_000, 0, 30_000].map((shift) => totpOf(secret, Date.now() + shift))
  return valid.includes('000000') ? '999999' : '000000'
}

/** Returns the secret and backup codes that the setup shows; the factor is not confirmed yet. */
async function startSetUp(cookie: string) {
  const page = await post('/account/second-factor/set-up', { password }, cookie)
  const secret = /<code>([A-Z2-7 ]{40,})<\/code>/.exec(page.html)?.[1]?.replaceAll(' ', '') ?? ''
  const backupCodes = [...page.html.matchAll(/<code>(\w{5}-\w{5})<\/code>/g)].map(
    ([, code]) => code ?? '',
  )
  expect(backupCodes).toHaveLength(10)
  return { page, secret, backupCodes }
}

/** Clears the mark of every session, as if none had asked for the factor. */
const unmarkSessions = () =>
  service.service.database.pool.query('update auth_sessions set "secondFactorAt" = null')

/** Sets up the factor on the pages; `cookie` is the session that did so. */
async function withFactor(email = OPERATOR_EMAIL) {
  const first = await service.signIn(email)
  const { page, secret, backupCodes } = await startSetUp(first)
  const code = totpOf(secret, Date.now())
  const done = await post('/account/second-factor/confirm', { code, next: '/operator' }, first)
  return { first, page, secret, backupCodes, done, cookie: done.cookie, used: code }
}

const signIn = (next = '') => post('/account/sign-in', { email: OPERATOR_EMAIL, password, next })

test('the codes of the tests are those of RFC 6238, appendix B', () => {
  // The ASCII secret 12345678901234567890; the last six of the eight digits that the appendix lists.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(totpOf(secret, 59_000)).toBe('287082')
  expect(totpOf(secret, 1_111_111_109_000)).toBe('081804')
})

describe('before it is set up', () => {
  test('the desk shows nothing and redirects operators and viewers to the setup', async () => {
    for (const email of [OPERATOR_EMAIL, viewerEmail]) {
      const cookie = await service.signIn(email)
      for (const path of ['/operator', '/operator/orders/SVC-AAAAAA']) {
        const page = await get(path, cookie)
        expect([email, path, page.status]).toEqual([email, path, 403])
        expect(page.html).toContain(
          `href="/account/second-factor?next=${encodeURIComponent(path)}"`,
        )
      }
      const api = await get('/api/operator/orders/SVC-AAAAAA', cookie)
      expect([api.status, JSON.parse(api.html)]).toEqual([
        403,
        { error: 'Set up a second factor first, at /account/second-factor.' },
      ])
      expect((await get('/account/second-factor', cookie)).html).toContain('Your password')
    }
  })

  test('programs cannot set one up or turn it off', async () => {
    const cookie = await service.signIn('customer@example.com')
    for (const action of ['enable', 'disable', 'generate-backup-codes']) {
      const closed = await service.fetch(`/api/auth/two-factor/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service.baseUrl, cookie },
        body: JSON.stringify({ password }),
      })
      expect([action, closed.status]).toEqual([action, 404])
    }
  })

  test('without a session, its page leads to signing in and back', async () => {
    expect((await get('/account/second-factor')).location).toBe(
      '/account?next=%2Faccount%2Fsecond-factor',
    )
  })

  test('the password is required first', async () => {
    const cookie = await service.signIn(OPERATOR_EMAIL)
    for (const [sent, words] of [
      ['', 'Enter your password.'],
      ['not the password', 'The password is not right.'],
    ] as const) {
      const page = await post('/account/second-factor/set-up', { password: sent }, cookie)
      expect([page.status, page.html.includes(words)]).toEqual([400, true])
      expect(page.html).not.toContain('otpauth:')
    }
  })
})

describe('setup', () => {
  test('the code of the app turns it on, and the desk opens', async () => {
    const { done, cookie, backupCodes } = await withFactor()
    expect([done.status, done.location]).toEqual([303, '/operator'])
    expect((await get('/operator', cookie)).status).toBe(200)
    expect(backupCodes).toHaveLength(10)
    const ready = await get('/account/second-factor', cookie)
    expect(ready.html).toContain('Your second factor is set up')
    expect(ready.html).not.toContain(backupCodes[0])
  })

  test('the authenticator app gets the shop’s name', async () => {
    const first = await service.signIn(OPERATOR_EMAIL)
    const page = await withBranding({ name: 'Acme Prints' }, () =>
      post('/account/second-factor/set-up', { password, issuer: 'Evil Prints' }, first),
    )
    const [, uri = ''] = /(otpauth:[^"<\s]+)/.exec(page.html) ?? []
    const { pathname, searchParams } = new URL(uri.replaceAll('&amp;', '&'))
    expect(decodeURIComponent(pathname)).toEndWith(`/Acme Prints:${OPERATOR_EMAIL}`)
    expect(searchParams.get('issuer')).toBe('Acme Prints')
  })

  test('the QR code contains the otpauth address of the secret', async () => {
    const { page, secret } = await withFactor()
    const [, size = ''] = /class="qr" viewBox="0 0 (\d+)/.exec(page.html) ?? []
    const path = / d="(M[^"]+z)"/.exec(page.html.slice(page.html.indexOf('class="qr"')))?.[1] ?? ''
    const address = decodeQR(paint(path, Number(size)))
    const { protocol, host, pathname, searchParams } = new URL(address)
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      `/Print farm:${OPERATOR_EMAIL}`,
    ])
    expect(Object.fromEntries(searchParams)).toEqual({
      secret,
      issuer: 'Print farm',
      digits: '6',
      period: '30',
    })
    expect(page.html).toContain(`href="${Bun.escapeHTML(address)}"`)
  })

  test('a wrong code leaves it off, and the corrected code works', async () => {
    const first = await service.signIn(OPERATOR_EMAIL)
    const page = await post('/account/second-factor/set-up', { password }, first)
    const secret = /<code>([A-Z2-7 ]{40,})<\/code>/.exec(page.html)?.[1]?.replaceAll(' ', '') ?? ''
    const sent = wrongCode(secret)
    const wrong = await post('/account/second-factor/confirm', { code: sent }, first)
    expect(wrong.status).toBe(401)
    expect(wrong.html).toContain('That code is not right.')
    expect(wrong.html).toContain(`value="${sent}"`)
    expect((await post('/account/second-factor/confirm', { code: '12' }, first)).status).toBe(400)
    expect((await get('/operator', first)).status).toBe(403)
    const spaced = totpOf(secret, Date.now()).replace(/(...)/, '$1 ')
    const right = await post('/account/second-factor/confirm', { code: spaced }, first)
    expect(right.status).toBe(303)
  })

  test('turning it on ends the other sessions of the account', async () => {
    const older = await service.signIn(OPERATOR_EMAIL)
    const others = await service.signIn(viewerEmail)
    const { cookie } = await withFactor()
    expect((await get('/api/account/api-key', older)).status).toBe(401)
    expect((await get('/operator', cookie)).status).toBe(200)
    expect((await get('/account/second-factor', others)).status).toBe(200)
  })

  test('a session that has not passed it needs the code', async () => {
    const { secret, cookie } = await withFactor()
    await unmarkSessions()
    const page = await get('/operator', cookie)
    expect([page.status, page.html.includes('Enter a code')]).toEqual([403, true])
    const code = totpOf(secret, Date.now() + 30_000)
    const done = await post('/account/second-factor/verify', { code, next: '/operator' }, cookie)
    expect([done.status, done.location]).toEqual([303, '/operator'])
    expect((await get('/operator', cookie)).status).toBe(200)
  })

  test('a session opened earlier with a stolen password does not pass it', async () => {
    const planted = await service.signIn(OPERATOR_EMAIL)
    const { backupCodes } = await startSetUp(planted)
    const [code = ''] = backupCodes
    const marks = () =>
      service.service.database.pool.query(
        `select 1 from auth_sessions where "secondFactorAt" is not null and "userId" =
          (select id from auth_users where email = $1)`,
        [OPERATOR_EMAIL],
      )
    const early = await post('/account/second-factor/verify', { code }, planted)
    expect([early.status, early.html.includes('No second factor is set up.')]).toEqual([400, true])
    expect((await marks()).rowCount).toBe(0)
    const { cookie } = await withFactor()
    expect((await get('/operator', planted)).status).toBe(401)
    expect((await get('/operator', cookie)).status).toBe(200)
    expect((await marks()).rowCount).toBe(1)
  })

  test('a sign-in from before a reset accepts no backup code of an unconfirmed factor', async () => {
    await withFactor()
    const waiting = await signIn()
    await service.deps.secondFactors.reset(OPERATOR_EMAIL)
    const { backupCodes } = await startSetUp((await signIn()).cookie)
    const [code = ''] = backupCodes
    const refused = await post('/account/second-factor/verify', { code }, waiting.cookie)
    expect(refused.status).toBe(400)
  })
})

describe('signing in', () => {
  test('the password alone opens no session', async () => {
    await withFactor()
    const entered = await signIn('/operator')
    expect([entered.status, entered.location]).toEqual([
      303,
      '/account/second-factor?next=%2Foperator',
    ])
    expect((await get('/operator', entered.cookie)).status).toBe(401)
    expect((await get('/api/account/api-key', entered.cookie)).status).toBe(401)
    const page = await get('/account/second-factor?next=%2Foperator', entered.cookie)
    expect(page.html).toContain('name="next" value="/operator"')
  })

  test('the code completes the sign-in and leads to the requested page', async () => {
    const { secret } = await withFactor()
    const entered = await signIn()
    const code = totpOf(secret, Date.now() + 30_000)
    const fields = { code, next: '/operator' }
    const done = await post('/account/second-factor/verify', fields, entered.cookie)
    expect([done.status, done.location]).toEqual([303, '/operator'])
    expect((await get('/operator', done.cookie)).status).toBe(200)
  })

  test('a code works only once, even across two sign-ins and concurrent requests', async () => {
    const { used, secret } = await withFactor()
    const replayed = await signIn()
    const again = await post('/account/second-factor/verify', { code: used }, replayed.cookie)
    expect([again.status, again.html.includes('used already')]).toEqual([401, true])
    const entered = await Promise.all([signIn(), signIn()])
    const code = totpOf(secret, Date.now() + 30_000)
    const both = await Promise.all(
      entered.map(({ cookie }) => post('/account/second-factor/verify', { code }, cookie)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 401])
  })

  test('a backup code works once', async () => {
    const { backupCodes } = await withFactor()
    const [code = ''] = backupCodes
    const first = await signIn()
    const done = await post('/account/second-factor/verify', { code }, first.cookie)
    expect(done.status).toBe(303)
    expect((await get('/operator', done.cookie)).status).toBe(200)
    const second = await signIn()
    const again = await post('/account/second-factor/verify', { code }, second.cookie)
    expect([again.status, again.html.includes('used already')]).toEqual([401, true])
  })

  test('new backup codes require the password and replace the old ones', async () => {
    const { cookie, backupCodes } = await withFactor()
    const path = '/account/second-factor/backup-codes'
    expect((await post(path, { password: 'wrong' }, cookie)).status).toBe(400)
    const page = await post(path, { password }, cookie)
    const fresh = [...page.html.matchAll(/<code>(\w{5}-\w{5})<\/code>/g)].map(([, code]) => code)
    expect(fresh).toHaveLength(10)
    const entered = await signIn()
    const old = { code: backupCodes[0] ?? '' }
    expect((await post('/account/second-factor/verify', old, entered.cookie)).status).toBe(401)
    const next = { code: fresh[0] ?? '' }
    expect((await post('/account/second-factor/verify', next, entered.cookie)).status).toBe(303)
  })

  test('a program follows the same two steps', async () => {
    const { secret } = await withFactor()
    const send = (path: string, body: object, cookie = '') =>
      service.fetch(`/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service.baseUrl, cookie },
        body: JSON.stringify(body),
      })
    const entered = await send('/sign-in/email', { email: OPERATOR_EMAIL, password })
    expect(await entered.json()).toMatchObject({ twoFactorRedirect: true })
    const code = totpOf(secret, Date.now() + 30_000)
    // A trusted device would skip the factor for a month.
    const done = await send(
      '/two-factor/verify-totp',
      { code, trustDevice: true },
      cookieOf(entered),
    )
    expect(done.status).toBe(200)
    expect(cookieOf(done)).not.toContain('trust_device')
  })
})

describe('guessing', () => {
  test('five wrong codes end a sign-in, and ten in a row lock the account', async () => {
    const { secret } = await withFactor()
    const code = wrongCode(secret)
    const guess = async (pendingCookie: string) =>
      (await post('/account/second-factor/verify', { code }, pendingCookie)).status
    for (const _ of [1, 2]) {
      const { cookie } = await signIn()
      const statuses = []
      for (let attempt = 0; attempt < 5; attempt += 1) statuses.push(await guess(cookie))
      expect(statuses).toEqual([401, 401, 401, 401, 401])
    }
    const { cookie } = await signIn()
    const right = { code: totpOf(secret, Date.now() + 30_000) }
    const locked = await post('/account/second-factor/verify', right, cookie)
    expect([locked.status, locked.html.includes('Too many wrong codes.')]).toEqual([429, true])
  })

  test('a session that has not passed the second factor allows ten guesses an hour', async () => {
    const { secret, cookie } = await withFactor()
    await unmarkSessions()
    await resetRateLimits(service.db)
    const code = wrongCode(secret)
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await post('/account/second-factor/verify', { code }, cookie)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })
})

test('a reset removes the factor and ends every session', async () => {
  const { cookie, backupCodes } = await withFactor()
  expect(await service.deps.secondFactors.reset(OPERATOR_EMAIL)).toBe(true)
  expect(await service.deps.secondFactors.reset(OPERATOR_EMAIL)).toBe(false)
  expect((await get('/operator', cookie)).status).toBe(401)
  const entered = await signIn()
  expect(entered.location).toBe('/account')
  const [code = ''] = backupCodes
  const dead = await post('/account/second-factor/verify', { code }, entered.cookie)
  expect(dead.status).not.toBe(303)
})

test("another site's form neither sets one up nor enters a code", async () => {
  const cookie = await service.signIn(OPERATOR_EMAIL)
  for (const path of ['set-up', 'confirm', 'verify', 'backup-codes']) {
    const response = await service.fetch(`/account/second-factor/${path}`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', cookie },
      body: new URLSearchParams({ password, code: '123456' }),
    })
    expect([path, response.status]).toEqual([path, 303])
    expect(response.headers.get('location')).toMatch(/^\/account/)
  }
})

/** Paints the rectangles of the path (`M x y h width v1 h-width z`) into a bitmap, eight pixels per module. */
function paint(path: string, modules: number) {
  const scale = 8
  const size = modules * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = (Number(y) * scale + row) * size + Number(x) * scale
      for (let column = 0; column < Number(width) * scale; column += 1) {
        data.set([0, 0, 0, 255], (start + column) * 4)
      }
    }
  }
  return { data, width: size, height: size }
}

test('the SQL statement in operations.md resets a factor', async () => {
  const { cookie } = await withFactor()
  const documents = await Bun.file(`${import.meta.dir}/../../../docs/operations.md`).text()
  const statement = /```sql\n([^`]*auth_second_factors[^`]*)```/.exec(documents)?.[1] ?? ''
  await service.service.database.pool.query(
    statement.replace('operator@example.com', OPERATOR_EMAIL),
  )
  expect((await get('/operator', cookie)).status).toBe(401)
  expect((await signIn()).location).toBe('/account')
})

describe('second factors of customers', () => {
  const email = 'customer@example.com'
  const enter = (next = '') => post('/account/sign-in', { email, password, next })
  beforeEach(() => service.deps.secondFactors.reset(email))

  verifies(['accounts.factor-set-up', 'accounts.factor-sign-in'], async () => {
    const before = await get('/account/security', await service.signIn(email))
    expect(before.html).toContain('Set up a second factor')
    const { cookie, secret, page, backupCodes } = await withFactor(email)
    expect(page.html).toContain('class="qr"')
    const account = await get('/account/security', cookie)
    expect(account.html).toContain('Backup codes and turning it off')
    for (const shown of [account, await get('/account/second-factor', cookie)]) {
      expect(shown.html).not.toContain(backupCodes[0])
    }
    expect((await get('/account/second-factor', cookie)).html).not.toContain('href="/operator"')

    const entered = await enter('/basket')
    expect(entered.location).toBe('/account/second-factor?next=%2Fbasket')
    expect((await get('/account', entered.cookie)).html).toContain('Sign in')
    const code = totpOf(secret, Date.now() + 30_000)
    const done = await post(
      '/account/second-factor/verify',
      { code, next: '/basket' },
      entered.cookie,
    )
    expect([done.status, done.location]).toEqual([303, '/basket'])
    expect((await get('/account', done.cookie)).html).toContain(`<strong>${email}</strong>`)
    const again = await enter()
    const [backup = ''] = backupCodes
    const rescued = await post('/account/second-factor/verify', { code: backup }, again.cookie)
    expect([rescued.status, rescued.location]).toEqual([303, '/account'])
  })

  verifies('accounts.factor-turn-off', async () => {
    const { cookie } = await withFactor(email)
    const turnOff = (sent: string, by = cookie) =>
      post('/account/second-factor/turn-off', { password: sent }, by)
    for (const [sent, words] of [
      ['', 'Enter your password.'],
      ['not the password', 'The password is not right.'],
    ] as const) {
      const refused = await turnOff(sent)
      expect([refused.status, refused.html.includes(`id="off-password-error">${words}`)]).toEqual([
        400,
        true,
      ])
    }
    expect((await enter()).location).toBe('/account/second-factor')
    const off = await turnOff(password)
    expect([off.status, off.location]).toEqual([303, '/account/security?factor=off'])
    expect((await get('/account/security?factor=off', off.cookie)).html).toContain(
      'Your second factor is turned off.',
    )
    expect((await enter()).location).toBe('/account')
  })

  test('a session that has not passed it cannot turn it off', async () => {
    const { cookie } = await withFactor(email)
    await unmarkSessions()
    const refused = await post('/account/second-factor/turn-off', { password }, cookie)
    expect(refused.location).toBe('/account/second-factor')
    expect((await enter()).location).toBe('/account/second-factor')
  })

  test('where the desk requires it, an operator cannot turn it off', async () => {
    const { cookie } = await withFactor()
    expect((await get('/account/second-factor', cookie)).html).not.toContain('turn-off')
    const refused = await post('/account/second-factor/turn-off', { password }, cookie)
    expect([refused.status, refused.html.includes('Another operator can reset yours.')]).toEqual([
      403,
      true,
    ])
    expect((await signIn()).location).toBe('/account/second-factor')
  })

  verifies('accounts.factor-reset', async () => {
    await withFactor(email)
    const { cookie } = await withFactor()
    const asked = await post('/operator/settings/second-factor/reset', { email }, cookie)
    expect([asked.status, asked.html.includes('Reset this second factor?')]).toEqual([200, true])
    const done = await post(
      '/operator/settings/second-factor/reset',
      { email, confirmed: '1' },
      cookie,
    )
    expect(done.status).toBe(303)
    expect((await enter()).location).toBe('/account')
    const none = await post('/operator/settings/second-factor/reset', { email }, cookie)
    expect(none.status).toBe(404)
  })
})
