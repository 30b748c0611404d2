// Limits of signing in against attackers: emails that one caller causes, and owners that others try to lock out.

import { beforeEach, describe, expect, test } from 'bun:test'
import { type LimitScope, limits } from '../../../server/domain/limits/table.ts'
import { cookieOf, useAccountApp } from '../../../testing/people/account-app.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { verifies } from '../../helpers/verifies.ts'

beforeEach(() => awayFromWindowEnd())

/** Client address of the next requests. */
let from = '192.0.2.1'
/** Refusal of the library, replayed from the second request on: hashing 200 wrong passwords takes half a minute. */
let replayed: Response | null = null
const app = useAccountApp({
  clientAddress: () => from,
  decorateAuth: (handler) => async (request) => {
    const wrong = (await request.clone().text()).includes('a wrong guess')
    if (!wrong) return handler(request)
    replayed ??= await handler(request)
    return replayed.clone()
  },
})
beforeEach(async () => {
  from = '192.0.2.1'
  await resetRateLimits(app.database.db)
})

const owner = '198.51.100.7'
const signIn = (email: string, password: string, cookie = '') =>
  app.postJson('/api/auth/sign-in/email', { email, password }, { cookie })
const askForReset = (email: string, cookie = '') =>
  app.postJson('/api/auth/email-otp/request-password-reset', { email }, { cookie })
const deviceOf = (response: Response) =>
  /svc_device=([0-9a-f.]+)/.exec(cookieOf(response))?.[0] ?? ''
const tokensIn = (device: string) => device.replace('svc_device=', '').split('.')

/** Replays the observed attack: 29 wrong passwords from each of seven networks, 203 in total. */
async function attack(email: string): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let network = 0; network < 7; network += 1) {
    from = `2001:db8:0:${network}::/64`
    for (let guess = 0; guess < 29; guess += 1) {
      const { status } = await signIn(email, 'a wrong guess')
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  return statuses
}

describe('an owner under attack', () => {
  verifies('accounts.known-device', async () => {
    const { email, password } = await app.newPerson()
    const device = deviceOf(await signIn(email, password))
    expect(device).toMatch(/^svc_device=[0-9a-f]{48}$/)
    await resetRateLimits(app.database.db)
    expect(await attack(email)).toEqual({ 401: 200, 429: 3 })
    from = owner
    // Without the device cookie the request counts like that of any other client.
    expect((await signIn(email, password)).status).toBe(429)
    const signedIn = await signIn(email, password, device)
    expect(signedIn.status).toBe(200)
    const form = { email, password }
    const cookie = deviceOf(signedIn)
    expect((await app.postForm('/account/sign-in', form, { cookie })).status).toBe(303)
  })

  verifies('accounts.known-device-codes', async () => {
    const { email, password } = await app.newPerson()
    const device = deviceOf(await signIn(email, password))
    await resetRateLimits(app.database.db)
    for (const status of [200, 200, 200, 429]) {
      expect((await askForReset(email)).status).toBe(status)
    }
    from = owner
    expect((await askForReset(email)).status).toBe(429)
    for (const status of [200, 200, 200, 429]) {
      expect((await askForReset(email, device)).status).toBe(status)
    }
    // Calls of the known device do not use up the allowance of others, and an address without the cookie keeps its
    // three.
    await resetRateLimits(app.database.db, 'code-send')
    expect((await askForReset(email)).status).toBe(200)
  })

  test('a code by email lets the owner sign in on a new device, through the forms', async () => {
    const { email } = await app.newPerson()
    await askForReset(email)
    const code = app.codeFor(email)
    await attack(email)
    from = owner
    const fields = { email, code, password: 'another password' }
    const done = await app.postForm('/account/reset', fields)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account'])
    expect((await signIn(email, 'another password', deviceOf(done))).status).toBe(200)
  })
})

describe('the device cookie', () => {
  test('helps with the account that signed in, and with no other', async () => {
    const attacker = await app.newPerson()
    const device = deviceOf(await signIn(attacker.email, attacker.password))
    const { email } = await app.newPerson()
    await spend('sign-in-account', email, 200)
    expect((await signIn(email, 'a wrong guess', device)).status).toBe(429)
    expect((await signIn(email, 'a wrong guess', `svc_device=${'0'.repeat(48)}`)).status).toBe(429)
  })

  test('has a separate allowance: 30 attempts in 15 minutes', async () => {
    const { email, password } = await app.newPerson()
    let device = deviceOf(await signIn(email, password))
    await resetRateLimits(app.database.db)
    for (let guess = 0; guess < 29; guess += 1) {
      expect((await signIn(email, 'a wrong guess', device)).status).toBe(401)
    }
    // The token changes with a sign-in, the allowance does not.
    device = deviceOf(await signIn(email, password, device))
    expect((await signIn(email, password, device)).status).toBe(429)
    expect((await signIn(email, 'a wrong guess')).status).toBe(401)
  })

  test('is replaced by each sign-in, and the old one becomes invalid', async () => {
    const { email, password } = await app.newPerson()
    const first = deviceOf(await signIn(email, password))
    const second = deviceOf(await signIn(email, password, first))
    expect(second).not.toBe(first)
    expect(tokensIn(second)).toHaveLength(1)
    await spend('sign-in-account', email, 200)
    expect((await signIn(email, password, first)).status).toBe(429)
    expect((await signIn(email, password, second)).status).toBe(200)
  })

  test('serves several users of one browser', async () => {
    const [ada, bob] = [await app.newPerson(), await app.newPerson()]
    const one = deviceOf(await signIn(ada.email, ada.password))
    const both = deviceOf(await signIn(bob.email, bob.password, one))
    expect(tokensIn(both)).toHaveLength(2)
    for (const { email, password } of [ada, bob]) {
      await spend('sign-in-account', email, 200)
      expect((await signIn(email, password, both)).status).toBe(200)
    }
  })

  test('is also set when an address is confirmed', async () => {
    const email = 'confirmed@example.com'
    const password = 'a good password'
    await app.postJson('/api/auth/sign-up/email', { email, password })
    const body = { email, otp: app.codeFor(email) }
    const device = deviceOf(await app.postJson('/api/auth/email-otp/verify-email', body))
    await spend('sign-in-account', email, 200)
    expect((await signIn(email, password, device)).status).toBe(200)
  })

  test('is not set by a refusal', async () => {
    const { email } = await app.newPerson()
    const refused = await signIn(email, 'a wrong guess')
    expect(refused.headers.getSetCookie()).toEqual([])
  })

  verifies('accounts.known-device-reset', async () => {
    const { email, password } = await app.newPerson()
    const stolen = deviceOf(await signIn(email, password))
    await askForReset(email)
    const body = { email, otp: app.codeFor(email), password: 'another password' }
    const device = deviceOf(await app.postJson('/api/auth/email-otp/reset-password', body))
    await spend('sign-in-account', email, 200)
    expect((await signIn(email, 'another password', stolen)).status).toBe(429)
    expect((await signIn(email, 'another password', device)).status).toBe(200)
  })

  test('an account remembers the 20 devices that signed in last', async () => {
    const { email, password, accountId } = await app.newPerson()
    const devices = [deviceOf(await signIn(email, password))]
    await app.database.pool.query(
      `insert into known_devices (id, account_id, token_hash, used_at)
       select gen_random_uuid(), $1, 'hash ' || n, now() - make_interval(hours => 30 - n)
       from generate_series(1, 25) n`,
      [accountId],
    )
    devices.push(deviceOf(await signIn(email, password)))
    const kept = await app.database.db
      .selectFrom('known_devices')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .execute()
    // The sign-up, both sign-ins, and the newest 17 of the others.
    expect(kept.map((row) => row.token_hash).filter((hash) => hash.startsWith('hash '))).toEqual(
      expect.arrayContaining(['hash 9', 'hash 25']),
    )
    expect(kept).toHaveLength(20)
    await spend('sign-in-account', email, 200)
    for (const device of devices) expect((await signIn(email, password, device)).status).toBe(200)
  })

  test('a device is forgotten after 180 days without a sign-in', async () => {
    const { email, password, accountId } = await app.newPerson()
    const lastUsed = (days: number) =>
      app.database.pool.query(
        'update known_devices set used_at = now() - make_interval(days => $1) where account_id = $2',
        [days, accountId],
      )
    const device = deviceOf(await signIn(email, password))
    await spend('sign-in-account', email, 200)
    await lastUsed(179)
    const later = await signIn(email, password, device)
    expect(later.status).toBe(200)
    await lastUsed(181)
    expect((await signIn(email, password, deviceOf(later))).status).toBe(429)
  })
})

const network = '192.0.2.1'
const waits = ({ headers }: Response) => Number(headers.get('retry-after'))

describe('wrong passwords of one network for many accounts', () => {
  const sentence =
    'Too many wrong passwords were sent from your network. Wait a few minutes and try again.'

  verifies('limits.own.sign-in-caller', async () => {
    const { email, password } = await app.newPerson()
    const known = await app.newPerson()
    const device = deviceOf(await signIn(known.email, known.password))
    await spend('sign-in-caller', network, 99)
    // Neither a right password nor anything that a known device sends counts.
    expect((await signIn(email, password)).status).toBe(200)
    expect((await signIn(known.email, 'a wrong guess', device)).status).toBe(401)
    expect((await signIn('someone@example.com', 'a wrong guess')).status).toBe(401)
    const refused = await signIn('someone-else@example.com', 'a wrong guess')
    expect([refused.status, await refused.json()]).toEqual([429, { error: sentence }])
    expect(waits(refused)).toBeGreaterThanOrEqual(1)
    expect(waits(refused)).toBeLessThanOrEqual(900)
    const form = { email: 'a-third@example.com', password: 'a wrong guess' }
    const page = await app.postForm('/account/sign-in', form)
    expect(page.status).toBe(429)
    expect(waits(page)).toBeGreaterThanOrEqual(1)
    expect(await page.text()).toMatch(
      /Too many tries from your network\. Try again in \d+ minutes?\./,
    )
    expect((await signIn(known.email, known.password, device)).status).toBe(200)
    from = owner
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('a signed-in user continues, also without the device cookie', async () => {
    const { email, password, cookie } = await app.newPerson()
    await spend('sign-in-caller', network, 100)
    const session = cookie.replace(/svc_device=[^;]*;? ?/, '')
    expect((await app.send('/account', { headers: { cookie: session } })).status).toBe(200)
    expect((await signIn(email, password, session)).status).toBe(200)
    // The session gives no attempts on the account of another user.
    expect((await signIn('someone@example.com', 'a wrong guess', session)).status).toBe(429)
  })

  test('a refusal by the limit of one account does not count against the network', async () => {
    await spend('sign-in', `${network} one@example.com`, 30)
    await spend('sign-in-caller', network, 99)
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await signIn('one@example.com', 'a wrong guess')).status).toBe(429)
    }
    expect((await signIn('two@example.com', 'a wrong guess')).status).toBe(401)
  })
})

describe('wrong codes of one network for many accounts', () => {
  const sentence =
    'Too many wrong codes were sent from your network. Wait a few minutes and try again.'
  const wrong = '00000000'
  const verify = (email: string, otp: string, cookie = '') =>
    app.postJson('/api/auth/email-otp/verify-email', { email, otp }, { cookie })
  const reset = (email: string, otp: string, cookie = '') =>
    app.postJson(
      '/api/auth/email-otp/reset-password',
      { email, otp, password: 'another password' },
      { cookie },
    )

  verifies('limits.own.code-tries-caller', async () => {
    const known = await app.newPerson()
    const device = deviceOf(await signIn(known.email, known.password))
    await askForReset(known.email, device)
    const newcomer = 'newcomer@example.com'
    await app.postJson('/api/auth/sign-up/email', { email: newcomer, password: 'a good password' })
    await spend('code-tries-caller', network, 58)
    // A right code does not count.
    expect((await verify(newcomer, app.codeFor(newcomer))).status).toBe(200)
    expect((await verify('one@example.com', wrong)).status).toBe(400)
    expect((await reset('two@example.com', wrong)).status).toBe(400)
    for (const call of [verify, reset]) {
      const refused = await call('three@example.com', wrong)
      expect([refused.status, await refused.json()]).toEqual([429, { error: sentence }])
      expect(waits(refused)).toBeGreaterThanOrEqual(1)
    }
    for (const [path, fields] of [
      ['/account/verify', { email: 'four@example.com', code: wrong }],
      ['/account/reset', { email: 'four@example.com', code: wrong, password: 'another password' }],
    ] as const) {
      const page = await app.postForm(path, fields)
      expect([path, page.status]).toEqual([path, 429])
      expect(await page.text()).toContain('Too many tries from your network.')
    }
    expect((await reset(known.email, app.codeFor(known.email), device)).status).toBe(200)
    from = owner
    expect((await verify('one@example.com', wrong)).status).toBe(400)
  })

  test('a signed-in user sets a new password, also without the device cookie', async () => {
    const { email, cookie } = await app.newPerson()
    await askForReset(email)
    await spend('code-tries-caller', network, 60)
    const session = cookie.replace(/svc_device=[^;]*;? ?/, '')
    expect((await reset(email, app.codeFor(email), session)).status).toBe(200)
  })
})

describe('emails to addresses of others', () => {
  verifies('limits.own.sign-up-caller', async () => {
    const signUp = (name: string) =>
      app.postJson('/api/auth/sign-up/email', {
        email: `${name}@example.com`,
        password: 'a good password',
      })
    // A sign-up that would be the 21st, without the 20 hashes before it.
    await spend('sign-up-caller', '192.0.2.1', 19)
    const before = app.mails.length
    expect((await signUp('victim20')).status).toBe(200)
    const refused = await signUp('victim21')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused.json()).toEqual({
      error: 'Too many sign-ups from your network. Try again later.',
    })
    const form = { email: 'victim22@example.com', password: 'a good password' }
    const page = await (await app.postForm('/account/sign-up', form)).text()
    expect(page).toMatch(/Too many tries from your network\. Try again in \d+ minutes?\./)
    expect(app.mails.length).toBe(before + 1)
    // The entered address has lost no allowance, and other networks are not limited.
    from = owner
    for (const status of [200, 200, 200, 429]) {
      expect((await signUp('victim21')).status).toBe(status)
    }
  })

  verifies('limits.own.code-caller', async () => {
    const statuses = []
    for (let victim = 0; victim < 21; victim += 1) {
      statuses.push((await askForReset(`victim${victim}@example.com`)).status)
    }
    expect(statuses).toEqual([...new Array(20).fill(200), 429])
    const type = 'email-verification'
    const body = { email: 'victim30@example.com', type }
    const resent = await app.postJson('/api/auth/email-otp/send-verification-otp', body)
    expect([resent.status, await resent.json()]).toEqual([
      429,
      { error: 'Too many codes were requested from your network. Try again later.' },
    ])
    from = owner
    expect((await askForReset('victim21@example.com')).status).toBe(200)
  })

  verifies('accounts.code-digits', async () => {
    const email = 'digits@example.com'
    await app.postJson('/api/auth/sign-up/email', { email, password: 'a good password' })
    expect(app.mails.at(-1)?.subject).toMatch(/^\d{8} is your code to confirm your address$/)
    const { email: mine } = await app.newPerson()
    await askForReset(mine)
    expect(app.mails.at(-1)?.subject).toMatch(/^\d{8} is your code to set a new password$/)
  })
})

/** Marks that many slots of the current window as used. */
async function spend(scope: LimitScope, subject: string, taken: number): Promise<void> {
  const seconds = limits[scope].windowSeconds
  await app.database.pool.query(
    `insert into rate_counters (scope, subject, window_start, taken)
     values ($1, $2, to_timestamp(floor(extract(epoch from now()) / $4) * $4), $3)
     on conflict (scope, subject, window_start) do update set taken = excluded.taken`,
    [scope, subject, taken, seconds],
  )
}
