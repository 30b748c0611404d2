// The account page in a browser without scripts: forms, redirects, cookies. Cards go to the Stripe stand-in.

import { beforeEach, describe, expect, test } from 'bun:test'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { cookieOf, type Person, useAccountApp } from '../../../testing/people/account-app.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { startStage } from '../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
const app = useAccountApp(() => ({ payments: stage.payments }))
beforeEach(async () => {
  await resetRateLimits(app.database.db)
})

const pageOf = async (person: Person, behind = '') =>
  (await app.send(`/account${behind}`, { headers: { cookie: person.cookie } })).text()
/** Returns an attribute of the first element that the selector matches; '' when there is none. */
function attributeOf(html: string, selector: string, name: string): string {
  const values: string[] = []
  const element = (found: HTMLRewriterTypes.Element) => {
    values.push(found.getAttribute(name) ?? '')
  }
  new HTMLRewriter().on(selector, { element }).transform(html)
  return values[0] ?? ''
}

/** Returns the text of the first element that the selector matches; undefined when there is none. */
function textOf(html: string, selector: string): string | undefined {
  const texts: string[] = []
  new HTMLRewriter()
    .on(selector, {
      element: () => {
        texts.push('')
      },
      text: ({ text }) => {
        texts.push(`${texts.pop() ?? ''}${text}`)
      },
    })
    .transform(html)
  return texts[0]
}

const hiddenField = (html: string, name: string) =>
  attributeOf(html, `input[name="${name}"]`, 'value')
const alertOf = (html: string) => textOf(html, '[role="alert"]')
/** Returns the text next to the field with the id. */
const problemOf = (html: string, id: string) => textOf(html, `#${id}-error`)
/** Returns the address in the two forms of a visitor. */
const emailsIn = (html: string) =>
  Object.fromEntries(
    ['sign-in', 'sign-up'].map((form) => [form, attributeOf(html, `#${form}-email`, 'value')]),
  )
const secretOf = (html: string) => textOf(html, 'code#secret')

/** Returns each element that an HTML parser sees, with its event-handler attributes. */
function elementsOf(html: string): string[] {
  const seen: string[] = []
  const note = (element: HTMLRewriterTypes.Element) => {
    const handlers = [...element.attributes].filter(([name]) => name?.startsWith('on'))
    const source = element.getAttribute('src') ?? ''
    seen.push([element.tagName, source, ...handlers.map(([name]) => name)].join(' ').trim())
  }
  new HTMLRewriter().on('*', { element: note }).transform(html)
  return seen
}

/** Matches allowed content of our pages: no picture, no handler, and no script except ours. */
const ownElement =
  /^(html|head|meta|title|link|body|a|header|svg|path|nav|main|div|h1|h2|p|strong|section|form|input|button|label|span|code|ul|li|time|dl|dt|dd|footer|script \/assets\/account\.js\?v=[0-9a-f]+)$/

describe('without a session', () => {
  test('signing up takes the form and the code, and ends on the account page', async () => {
    const email = 'visitor@example.com'
    const signedUp = await app.postForm('/account/sign-up', { email, password: 'a good password' })
    expect(signedUp.status).toBe(200)
    const html = await signedUp.text()
    expect(html).toContain('Check your email')
    const attempt = hiddenField(html, 'attempt')
    const fields = { email, attempt, code: ` ${app.codeFor(email)} ` }
    const verified = await app.postForm('/account/verify', fields)
    expect(verified.status).toBe(303)
    expect(verified.headers.get('location')).toBe('/account')
    const account = await app.send('/account', { headers: { cookie: cookieOf(verified) } })
    expect(await account.text()).toContain(`Signed in as <strong>${email}</strong>`)
  })

  test('a wrong code is reported and keeps the form', async () => {
    const email = 'typo@example.com'
    const html = await (
      await app.postForm('/account/sign-up', { email, password: 'a good password' })
    ).text()
    const attempt = hiddenField(html, 'attempt')
    const wrong = await app.postForm('/account/verify', { email, attempt, code: 'x' })
    expect(wrong.status).toBe(400)
    const again = await wrong.text()
    expect(problemOf(again, 'code')).toBe(
      'That code is not right. Use the newest email; a code works once, for 10 minutes.',
    )
    expect(hiddenField(again, 'attempt')).toBe(attempt)
    expect(hiddenField(again, 'email')).toBe(email)
  })

  test('the code of a later sign-up by another person does not sign this visitor in', async () => {
    const email = 'contested@example.com'
    const html = await (
      await app.postForm('/account/sign-up', { email, password: 'my own password' })
    ).text()
    await app.postForm('/account/sign-up', { email, password: 'the squatter' })
    const fields = { email, attempt: hiddenField(html, 'attempt'), code: app.codeFor(email) }
    const refused = await app.postForm('/account/verify', fields)
    expect(refused.status).toBe(400)
    expect(cookieOf(refused)).toBe('')
  })

  test('another code can be requested', async () => {
    const email = 'lost@example.com'
    const html = await (
      await app.postForm('/account/sign-up', { email, password: 'a good password' })
    ).text()
    const attempt = hiddenField(html, 'attempt')
    const before = app.mails.length
    const resent = await app.postForm('/account/resend', { email, attempt })
    expect(await resent.text()).toContain('another email is on its way')
    expect(app.mails.length).toBe(before + 1)
    const fields = { email, attempt, code: app.codeFor(email) }
    expect((await app.postForm('/account/verify', fields)).status).toBe(303)
  })

  test('signing in before confirming leads to a fresh code for the same password', async () => {
    const email = 'later@example.com'
    const password = 'a good password'
    await app.postForm('/account/sign-up', { email, password })
    const html = await (await app.postForm('/account/sign-in', { email, password })).text()
    const fields = { email, attempt: hiddenField(html, 'attempt'), code: app.codeFor(email) }
    expect((await app.postForm('/account/verify', fields)).status).toBe(303)
    expect((await app.postForm('/account/sign-in', { email, password })).status).toBe(303)
  })

  test('a wrong password is reported, keeps the address and is never echoed', async () => {
    const { email } = await app.newPerson()
    const wrong = await app.postForm('/account/sign-in', { email, password: 'wrong secret' })
    expect(wrong.status).toBe(401)
    const html = await wrong.text()
    expect(problemOf(html, 'sign-in-password')).toBe(
      'The email address or the password is not right.',
    )
    expect(emailsIn(html)).toEqual({ 'sign-in': email, 'sign-up': '' })
    expect(html).not.toContain('wrong secret')
    const short = await app.postForm('/account/sign-up', { email, password: 'x' })
    expect(emailsIn(await short.text())).toEqual({ 'sign-in': '', 'sign-up': email })
  })

  test('a forgotten password is replaced with a code', async () => {
    const { email } = await app.newPerson()
    const asked = await app.postForm('/account/forgot', { email })
    expect(await asked.text()).toContain('a code is on its way')
    const fields = { email, code: app.codeFor(email), password: 'another password' }
    const done = await app.postForm('/account/reset', fields)
    expect(done.status).toBe(303)
    const account = await app.send('/account', { headers: { cookie: cookieOf(done) } })
    expect(await account.text()).toContain(email)
  })

  test('too many codes are refused with the minutes to wait', async () => {
    const email = 'many@example.com'
    const ask = () => app.postForm('/account/forgot', { email })
    for (let time = 0; time < 3; time += 1) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(alertOf(await refused.text())).toMatch(
      /^Too many tries for this address\. Try again in ([2-9]|1[0-5]) minutes\.$|in 1 minute\.$/,
    )
  })

  test("another site's form is refused", async () => {
    const { email, password } = await app.newPerson()
    const headers = { origin: 'https://evil.example' }
    const refused = await app.postForm('/account/sign-in', { email, password }, headers)
    expect(refused.status).toBe(403)
    expect(cookieOf(refused)).toBe('')
    expect(alertOf(await refused.text())).toContain('http://localhost:3000/account')
  })

  test.each(['/account/sign-in', '/account/verify', '/account/api-key', '/account/nonsense'])(
    'reloading %s leads back to the account',
    async (path) => {
      const reloaded = await app.send(path)
      expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, '/account'])
    },
  )

  test('forms of the signed-in page redirect to sign-in', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      '/account/api-key',
      '/account/api-key/revoke',
      '/account/extension-tokens',
      `/account/extension-tokens/${id}/revoke`,
      '/api/account/card',
    ]) {
      const sent = await app.postForm(path, { name: 'x' })
      expect([path, sent.status, sent.headers.get('location')]).toEqual([path, 303, '/account'])
    }
    const done = await app.send('/account/card/done?session_id=cs_1')
    expect(done.headers.get('location')).toBe(
      '/account?next=%2Faccount%2Fcard%2Fdone%3Fsession_id%3Dcs_1',
    )
  })
})

describe('signed in', () => {
  test('a card is saved on the hosted page and shown with its last digits', async () => {
    const person = await app.newPerson()
    expect(await pageOf(person)).toContain('No card on file')
    const sent = await app.postForm('/api/account/card', {}, { cookie: person.cookie })
    expect(sent.status).toBe(303)
    const hosted = sent.headers.get('location') ?? ''
    expect(hosted).toStartWith(stage.standIn.baseUrl)
    const visit = await visitHostedPage(hosted, { number: '4242 4242 4242 4242' })
    if (visit.kind !== 'redirected') throw new Error(visit.message)
    const back = new URL(visit.location)
    expect(back.origin).toBe(app.baseUrl)
    const headers = { cookie: person.cookie }
    const done = await app.send(`${back.pathname}${back.search}`, { headers })
    expect(done.headers.get('location')).toBe('/account?card=saved')
    const html = await pageOf(person, '?card=saved')
    expect(html).toContain('Your card is saved.')
    expect(html).toContain('Visa ending in 4242')
    // The return address of one account saves nothing for another, and an unfinished setup is reported.
    const other = await app.newPerson()
    const replay = await app.send(`${back.pathname}${back.search}`, {
      headers: { cookie: other.cookie },
    })
    expect(replay.headers.get('location')).toBe('/account?card=unfinished')
    expect(await pageOf(other, '?card=unfinished')).toContain('No card was saved.')
  })

  test('JSON requests the same page by its address', async () => {
    const { cookie } = await app.newPerson()
    const response = await app.postJson('/api/account/card', {}, { cookie })
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(Object.keys(body)).toEqual(['url'])
    expect(body.url).toStartWith(stage.standIn.baseUrl)
  })

  test('an API key is shown once, replaced and revoked', async () => {
    const person = await app.newPerson()
    const headers = { cookie: person.cookie }
    const early = await app.postForm('/account/api-key', {}, headers)
    expect(early.status).toBe(402)
    expect(alertOf(await early.text())).toContain('Save a card')
    await app.saveCard(person)
    const issued = await app.postForm('/account/api-key', {}, headers)
    expect(issued.headers.get('cache-control')).toBe('no-store')
    const key = secretOf(await issued.text()) ?? ''
    expect(key).toMatch(/^svc_live_[0-9a-f]{48}$/)
    const later = await pageOf(person, '/developer')
    expect(later).not.toContain(key)
    expect(later).toContain(key.slice(0, 14))
    const replaced = secretOf(await (await app.postForm('/account/api-key', {}, headers)).text())
    expect(replaced).not.toBe(key)
    const beside = await app.postForm('/account/api-key', { overlap: '1' }, headers)
    expect(secretOf(await beside.text())).not.toBe(replaced)
    const shown = await pageOf(person, '/developer')
    expect(shown).toContain('Replaced key')
    expect(shown).toContain(`${replaced}`.slice(0, 14))
    expect((await app.postForm('/account/api-key/revoke', {}, headers)).status).toBe(303)
    expect(await pageOf(person, '/developer')).toContain('You have no API key yet')
  })

  test('extension tokens are created, listed without their secret, and revoked', async () => {
    const person = await app.newPerson()
    const headers = { cookie: person.cookie }
    const created = await app.postForm('/account/extension-tokens', { name: 'Desk' }, headers)
    const token = secretOf(await created.text()) ?? ''
    expect(token).toMatch(/^svc_ext_[0-9a-f]{48}$/)
    const html = await pageOf(person, '/developer')
    expect(html).toContain('<strong>Desk</strong>')
    expect(html).not.toContain(token)
    const action = /action="(\/account\/extension-tokens\/[^"]+\/revoke)"/.exec(html)?.[1] ?? ''
    expect((await app.postForm(action, {}, headers)).status).toBe(303)
    expect(await pageOf(person, '/developer')).not.toContain('Desk')
    const gone = await app.postForm(action, {}, headers)
    expect(gone.status).toBe(404)
    expect(alertOf(await gone.text())).toBe('Extension token not found')
  })

  test('text that a user enters is never shown as markup', async () => {
    const name = `"><img src=x onerror=alert(1)>'</script>`
    const person = await app.newPerson()
    const headers = { cookie: person.cookie }
    const created = await app.postForm('/account/extension-tokens', { name }, headers)
    const email = `x"><script>alert(1)</script>@example.com`
    for (const html of [
      await created.text(),
      await pageOf(person),
      await pageOf(person, '/developer'),
      await (await app.postForm('/account/sign-in', { email, password: 'x' })).text(),
      await (await app.postForm('/account/verify', { email, attempt: email, code: 'x' })).text(),
      await (await app.postForm('/account/reset', { email, code: email, password: 'x' })).text(),
    ]) {
      expect(elementsOf(html)).toContain('h1')
      expect(elementsOf(html).filter((element) => !ownElement.test(element))).toEqual([])
    }
  })

  test('signing out ends the session', async () => {
    const person = await app.newPerson()
    const out = await app.postForm('/account/sign-out', {}, { cookie: person.cookie })
    expect([out.status, out.headers.get('location')]).toEqual([303, '/account'])
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(await pageOf(person)).toContain('Sign in')
  })

  test('a form of the page that another site sends does nothing', async () => {
    const person = await app.newPerson()
    await app.saveCard(person)
    const headers = { cookie: person.cookie, origin: 'https://evil.example' }
    expect((await app.postForm('/account/api-key', {}, headers)).status).toBe(303)
    expect(await pageOf(person, '/developer')).toContain('You have no API key yet')
  })
})

describe('every page', () => {
  test.each(['/account', '/account/forgot', '/account/reset'])(
    '%s has a strict policy and no inline code',
    async (path) => {
      const page = await app.send(path)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
      const html = await page.text()
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
      expect(html).toContain('<html lang="en">')
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      expect(ids).toEqual([...new Set(ids)])
      const labeled = [...html.matchAll(/<label for="([^"]+)"/g)].map((match) => match[1])
      const inputs = [...html.matchAll(/<input (?!type="hidden")id="([^"]+)"/g)].map((m) => m[1])
      expect(inputs.length).toBeGreaterThan(0)
      expect(labeled).toEqual(inputs)
    },
  )

  test('its style and script are served, cached by browsers, and named in the page', async () => {
    const html = await (await app.send('/account')).text()
    const urls = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
    const names = urls.map((url) => url?.replace(/\?.*/, ''))
    expect(names).toContain('/assets/style.css')
    expect(names).toContain('/assets/account.js')
    for (const url of urls) {
      const asset = await app.send(url ?? '')
      expect(asset.status).toBe(200)
      expect(asset.headers.get('content-type')).toMatch(
        /^(text\/(css|javascript); charset=utf-8|image\/.+)$/,
      )
      expect(asset.headers.get('cache-control')).toContain('immutable')
      const etag = asset.headers.get('etag') ?? ''
      const plain = (url ?? '').replace(/\?.*/, '')
      const again = await app.send(plain, { headers: { 'if-none-match': etag } })
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache'])
    }
  })
})
