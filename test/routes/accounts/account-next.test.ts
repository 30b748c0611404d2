// Signing in returns to the page that required it, through every form on the way, and never leads to another site.

import { beforeEach, describe, expect, test } from 'bun:test'
import { cookieOf, useAccountApp } from '../../../testing/people/account-app.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { verifies } from '../../helpers/verifies.ts'

const app = useAccountApp()
beforeEach(async () => {
  await resetRateLimits(app.database.db)
})

const page = '/operator/orders/SVC-ABC234?from=mail'
const asLink = encodeURIComponent(page)
const nextOf = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="next" value="([^"]*)"/g)].map((match) => match[1])
const hiddenField = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const textOf = async (response: Promise<Response>) => (await response).text()
const locationOf = (response: Response) => [response.status, response.headers.get('location')]

/** Returns the response of a sign-in that redirects to `next`. */
async function signedInWith(next: string): Promise<unknown> {
  const { email, password } = await app.newPerson()
  return locationOf(await app.postForm('/account/sign-in', { email, password, next }))
}

describe('every page that needs a session', () => {
  verifies('accounts.next', async () => {
    const asked = await textOf(app.send(page))
    expect(asked).toContain(`href="/account?next=${asLink}"`)
    const form = await textOf(app.send(`/account?next=${asLink}`))
    expect(nextOf(form)).toEqual([page, page])
    expect(await signedInWith(page)).toEqual([303, page])
    const file = '/operator/orders/SVC-ABC234/file'
    expect(await textOf(app.send(file))).toContain(`?next=${encodeURIComponent(file)}"`)
    const card = '/account/card/done?session_id=cs_1'
    const back = await app.send(card)
    expect(locationOf(back)).toEqual([303, `/account?next=${encodeURIComponent(card)}`])
  })

  verifies('accounts.next', 'an address that resembles an entity stays unchanged', async () => {
    const odd = '/orders/X?x=1&lt;2&quot=3'
    const escaped = '/orders/X?x=1&amp;lt;2&amp;quot=3'
    const form = await textOf(app.send(`/account?next=${encodeURIComponent(odd)}`))
    expect(nextOf(form)).toEqual([escaped, escaped])
    const fields = { email: 'odd@example.com', password: 'a good password', next: odd }
    const confirm = await textOf(app.postForm('/account/sign-up', fields))
    expect(nextOf(confirm)).toEqual([escaped, escaped])
    expect(await signedInWith(odd)).toEqual([303, odd])
  })

  test('a form that was sent without a session leads to its page', async () => {
    const sent = (referer: string) =>
      textOf(app.postForm('/operator/orders/SVC-ABC234', { status: 'PRINTING' }, { referer }))
    expect(await sent(`http://localhost:3000${page}`)).toContain(`href="/account?next=${asLink}"`)
    expect(await sent('https://evil.example/operator')).toContain('href="/account"')
    expect(await sent('nonsense')).toContain('href="/account"')
  })

  test('a visitor who is already signed in is redirected immediately', async () => {
    const { cookie } = await app.newPerson()
    const visit = await app.send(`/account?next=${asLink}`, { headers: { cookie } })
    expect(locationOf(visit)).toEqual([303, page])
    const evil = await app.send('/account?next=//evil.example', { headers: { cookie } })
    expect(evil.status).toBe(200)
  })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x\\..\\..//evil.example',
  'operator',
  'javascript:alert(1)',
  '/operator\r\nset-cookie: a=b',
  '/api/auth/get-session',
  `/${'x'.repeat(1000)}`,
])('%j is not a valid return page', async (next) => {
  expect(await signedInWith(next)).toEqual([303, '/account'])
  const form = await textOf(app.send(`/account?next=${encodeURIComponent(next)}`))
  expect(nextOf(form)).toEqual([])
})

describe('the page is kept', () => {
  verifies(
    'accounts.next-kept',
    'through sign-up, a wrong code, another email and the code',
    async () => {
      const email = 'newcomer@example.com'
      const refused = await app.postForm('/account/sign-up', { email, password: 'x', next: page })
      expect(nextOf(await refused.text())).toEqual([page, page])
      const fields = { email, password: 'a good password', next: page }
      const html = await textOf(app.postForm('/account/sign-up', fields))
      expect(nextOf(html)).toEqual([page, page])
      const attempt = hiddenField(html, 'attempt')
      const wrong = { email, attempt, code: '0', next: page }
      expect(nextOf(await textOf(app.postForm('/account/verify', wrong)))).toEqual([page, page])
      const resent = await textOf(app.postForm('/account/resend', { email, attempt, next: page }))
      expect(nextOf(resent)).toEqual([page, page])
      const code = app.codeFor(email)
      const verified = await app.postForm('/account/verify', { email, attempt, code, next: page })
      expect(locationOf(verified)).toEqual([303, page])
    },
  )

  verifies('accounts.next-kept', 'through a wrong password and a forgotten one', async () => {
    const { email, password } = await app.newPerson()
    const wrong = { email, password: 'not this one', next: page }
    const html = await textOf(app.postForm('/account/sign-in', wrong))
    expect(nextOf(html)).toEqual([page, page])
    expect(html).toContain(`href="/account/forgot?next=${asLink}"`)
    const forgot = await textOf(app.send(`/account/forgot?next=${asLink}`))
    expect(nextOf(forgot)).toEqual([page])
    expect(forgot).toContain(`href="/account?next=${asLink}"`)
    const asked = await textOf(app.postForm('/account/forgot', { email, next: page }))
    expect(nextOf(asked)).toEqual([page])
    const fields = { email, code: app.codeFor(email), password: 'another password', next: page }
    const wrongCode = await textOf(app.postForm('/account/reset', { ...fields, code: '1' }))
    expect(nextOf(wrongCode)).toEqual([page])
    const done = await app.postForm('/account/reset', fields)
    expect(locationOf(done)).toEqual([303, page])
    expect(cookieOf(done)).toContain('session_token=')
    expect(password).not.toBe('another password')
  })

  test('through signing in before the address is confirmed', async () => {
    const fields = { email: 'early@example.com', password: 'a good password', next: page }
    await app.postForm('/account/sign-up', fields)
    const html = await textOf(app.postForm('/account/sign-in', fields))
    expect(nextOf(html)).toEqual([page, page])
  })
})
