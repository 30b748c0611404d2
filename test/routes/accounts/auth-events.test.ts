// Sign-ins, sign-outs, refusals and limits in the log: the account id, the network address, and no entered text.

import { expect, test } from 'bun:test'
import { cookieOf } from '../../../testing/people/account-app.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const client = '192.0.2.77'
const service = useService({ clientAddress: () => client })
const password = 'a password for tests'
const typed = 'a password in the wrong field'

const post = (path: string, body: object, cookie = '') =>
  service.fetch(`/api/auth${path}`, jsonPost(body, { cookie, origin: service.baseUrl }))

const signIn = (email: string, sent: string, cookie = '') =>
  post('/sign-in/email', { email, password: sent }, cookie)

const events = (prefix: string) =>
  service
    .logs()
    .filter(({ event }) => event.startsWith(prefix))
    .map(({ time, level, ...facts }) => facts)

const last = (event: string) => events(event).at(-1)

async function person(email: string): Promise<{ accountId: string }> {
  await service.service.createUser({ email, password })
  const { id } = await service.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { accountId: id }
}

test('sign-ins from a new and a known device, and the sign-out, are logged', async () => {
  const email = 'ada@example.com'
  const { accountId } = await person(email)
  const facts = { event: 'auth.signed_in', accountId, by: 'password', client }
  const first = cookieOf(await signIn(email, password))
  expect(last('auth.')).toEqual({ ...facts, device: 'new' })
  const second = cookieOf(await signIn(email, password, first))
  expect(last('auth.')).toEqual({ ...facts, device: 'known' })
  await post('/sign-out', {}, second)
  expect(last('auth.')).toEqual({ event: 'auth.signed_out', accountId })
  const count = events('auth.').length
  await post('/sign-out', {}, second)
  expect(events('auth.')).toHaveLength(count)
})

test('a sign-in on the page is logged like that of a program', async () => {
  const { accountId } = await person('eve@example.com')
  const body = new URLSearchParams({ email: 'eve@example.com', password })
  const headers = { origin: service.baseUrl }
  await service.fetch('/account/sign-in', { method: 'POST', headers, body })
  expect(last('auth.')).toMatchObject({ event: 'auth.signed_in', accountId, by: 'password' })
})

test('refusals are logged with the call, the reason, and the account if there is one', async () => {
  const email = 'grace@example.com'
  const { accountId } = await person(email)
  const facts = { event: 'auth.refused', client, device: 'new' }
  await signIn(email, 'a wrong password')
  const code = 'INVALID_EMAIL_OR_PASSWORD'
  expect(last('auth.')).toEqual({ ...facts, accountId, call: '/sign-in/email', code })
  await signIn('unknown@example.com', 'a wrong password')
  expect(last('auth.')).toEqual({ ...facts, accountId: null, call: '/sign-in/email', code })
  await post('/email-otp/reset-password', { email, otp: '00000000', password: 'a new password' })
  const call = '/email-otp/reset-password'
  expect(last('auth.')).toEqual({ ...facts, accountId, call, code: 'INVALID_OTP' })
  await post('/sign-up/email', { email: 'new@example.com', password: 'password123' })
  const common = { call: '/sign-up/email', code: 'PASSWORD_TOO_COMMON' }
  expect(last('auth.')).toEqual({ ...facts, accountId: null, ...common })
})

test('the request, the refusal and the success of a second factor are logged', async () => {
  await resetRateLimits(service.db)
  const { accountId } = await person(OPERATOR_EMAIL)
  const session = cookieOf(await signIn(OPERATOR_EMAIL, password))
  const form = (path: string, fields: Record<string, string>) =>
    service.fetch(`/account/second-factor/${path}`, {
      method: 'POST',
      headers: { origin: service.baseUrl, cookie: session },
      body: new URLSearchParams(fields),
    })
  const html = await (await form('set-up', { password })).text()
  const secret = /<code>([A-Z2-7 ]{40,})<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  await form('confirm', { code: totpOf(secret, Date.now()) })
  await service.db.deleteFrom('second_factor_codes').execute()
  const waiting = cookieOf(await signIn(OPERATOR_EMAIL, password))
  expect(last('auth.')).toMatchObject({ event: 'auth.second_factor_asked', accountId, client })
  await post('/two-factor/verify-totp', { code: 'abcdef' }, waiting)
  expect(last('auth.')).toMatchObject({
    event: 'auth.refused',
    call: '/two-factor/verify-totp',
    code: 'INVALID_CODE',
  })
  await post('/two-factor/verify-totp', { code: totpOf(secret, Date.now()) }, waiting)
  expect(last('auth.')).toMatchObject({
    event: 'auth.signed_in',
    accountId,
    by: 'second factor',
    client,
  })
})

test('a limit that refuses is logged once for each caller and window', async () => {
  await resetRateLimits(service.db)
  const earlier = events('limit.').length
  const statuses: number[] = []
  for (let tries = 0; tries < 33; tries += 1) {
    statuses.push((await signIn('hopper@example.com', 'a wrong password')).status)
  }
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
  expect(events('limit.').slice(earlier)).toEqual([
    {
      event: 'limit.refused',
      scope: 'sign-in',
      subject: `${client} [typed]`,
      retryAfterSeconds: expect.any(Number),
    },
  ])
})

test('no entered text is in the log', async () => {
  await signIn(typed, typed)
  await signIn('hopper@example.com', typed)
  const text = JSON.stringify(service.logs())
  for (const secret of ['@example.com', typed, password, 'a wrong password', 'hopper']) {
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  }
})
