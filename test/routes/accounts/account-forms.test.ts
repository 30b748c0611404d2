// Refused forms: entered values stay, the wrong field is marked, and the text does not reveal who has an account.

import { beforeEach, describe, expect, test } from 'bun:test'
import { openAccountApp, useAccountApp } from '../../../testing/people/account-app.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { verifies } from '../../helpers/verifies.ts'

const app = useAccountApp()
beforeEach(async () => {
  await resetRateLimits(app.database.db)
})

type Input = {
  readonly value: string
  readonly invalid: boolean
  readonly focused: boolean
  /** The texts that `aria-describedby` names, in the same order. */
  readonly described: readonly string[]
}

/** Returns the visible inputs by id, as a parser reads them. */
function inputsOf(html: string): Record<string, Input> {
  const texts = new Map<string, string>()
  const found: [string, HTMLRewriterTypes.Element, string[]][] = []
  let id = ''
  new HTMLRewriter()
    .on('p[id]', {
      element: (element) => {
        id = element.getAttribute('id') ?? ''
        texts.set(id, '')
      },
      text: ({ text }) => void texts.set(id, texts.get(id) + text),
    })
    .on('input[id]', {
      element: (element) => {
        const names = (element.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean)
        found.push([element.getAttribute('id') ?? '', snapshot(element), names])
      },
    })
    .transform(html)
  return Object.fromEntries(
    found.map(([name, element, notes]) => [
      name,
      {
        value: element.getAttribute('value') ?? '',
        invalid: element.getAttribute('aria-invalid') === 'true',
        focused: element.hasAttribute('autofocus'),
        described: notes.map((note) => texts.get(note) ?? `no element ${note}`),
      },
    ]),
  )
}

/** Copies the element, which the rewriter discards after its handler. */
function snapshot(element: HTMLRewriterTypes.Element): HTMLRewriterTypes.Element {
  const attributes = new Map(
    [...element.attributes].map(([name, value]) => [name ?? '', value ?? '']),
  )
  return {
    getAttribute: (name: string) => attributes.get(name) ?? null,
    hasAttribute: (name: string) => attributes.has(name),
  } as HTMLRewriterTypes.Element
}

const passwordHint = 'At least 8 characters, and not a common password.'
const untouched = { value: '', invalid: false, focused: false }
const fine = (value: string, ...described: string[]) => ({ ...untouched, value, described })
const wrong = (value: string, focused: boolean, ...described: string[]) => ({
  value,
  invalid: true,
  focused,
  described,
})

async function refusedForm(path: string, fields: Record<string, string>, status = 400) {
  const response = await app.postForm(path, fields)
  expect([path, response.status]).toEqual([path, status])
  const html = await response.text()
  expect(html).toContain('<title>Error: ')
  if (fields['password']) expect(html).not.toContain(fields['password'])
  return inputsOf(html)
}

describe('a refused form', () => {
  verifies('accounts.form-errors', 'signing in marks the invalid field', async () => {
    const { email } = await app.newPerson()
    const untouchedSignUp = {
      'sign-up-email': fine(''),
      'sign-up-password': fine('', passwordHint),
    }
    expect(await refusedForm('/account/sign-in', { email: '', password: '' })).toEqual({
      'sign-in-email': wrong('', true, 'Enter your email address.'),
      'sign-in-password': wrong('', false, 'Enter your password.'),
      ...untouchedSignUp,
    })
    const sentence = 'The email address or the password is not right.'
    const tried = { email, password: 'not my password' }
    expect(await refusedForm('/account/sign-in', tried, 401)).toEqual({
      'sign-in-email': fine(email),
      'sign-in-password': wrong('', true, sentence),
      ...untouchedSignUp,
    })
  })

  verifies('accounts.form-errors', 'signing up marks the invalid field', async () => {
    const sent = { email: 'ada@example', password: 'short' }
    expect(await refusedForm('/account/sign-up', sent)).toEqual({
      'sign-in-email': fine(''),
      'sign-in-password': fine(''),
      'sign-up-email': wrong('ada@example', true, 'That is not an email address.'),
      'sign-up-password': wrong(
        '',
        false,
        'The password needs at least 8 characters.',
        passwordHint,
      ),
    })
    // The address passes our format check and is refused by the library.
    const odd = { email: 'ada@exam_ple..com', password: 'a good password' }
    const { 'sign-up-email': email } = await refusedForm('/account/sign-up', odd)
    expect(email).toEqual(wrong('ada@exam_ple..com', true, 'That is not an email address.'))
  })

  verifies(
    'accounts.form-errors',
    'the form for the code marks the invalid field, and so does the request for another email',
    async () => {
      const email = 'coded@example.com'
      const html = await (
        await app.postForm('/account/sign-up', { email, password: 'a good password' })
      ).text()
      const attempt = /name="attempt" value="([^"]*)"/.exec(html)?.[1] ?? ''
      expect(await refusedForm('/account/verify', { email, attempt, code: ' ' })).toEqual({
        code: wrong('', true, 'Enter the code from the email.'),
      })
      expect(await refusedForm('/account/verify', { email, attempt, code: '99999999' })).toEqual({
        code: wrong(
          '99999999',
          true,
          'That code is not right. Use the newest email; a code works once, for 10 minutes.',
        ),
      })
      // A hidden field cannot be marked: the refusal is shown above the form.
      const forged = await app.postForm('/account/resend', { email: 'nobody', attempt })
      expect(forged.status).toBe(400)
      expect(await forged.text()).toMatch(/role="alert"[^>]*>That is not an email address\.</)
      // The code as the email shows it, in two groups.
      const code = app.codeFor(email).replace(/(....)/, '$1 ')
      expect((await app.postForm('/account/verify', { email, attempt, code })).status).toBe(303)
    },
  )

  verifies(
    'accounts.form-errors',
    'the form for a forgotten password marks the invalid field',
    async () => {
      expect(await refusedForm('/account/forgot', { email: 'me at example.com' })).toEqual({
        'forgot-email': wrong('me at example.com', true, 'That is not an email address.'),
      })
      const { email } = await app.newPerson()
      expect(
        await refusedForm('/account/reset', { email, code: '', password: 'password1' }),
      ).toEqual({
        'reset-email': fine(email),
        code: wrong('', true, 'Enter the code from the email.'),
        'reset-password': wrong(
          '',
          false,
          'This password is common, so attackers try it first. Choose another one, for example a few words in a row.',
          passwordHint,
        ),
      })
    },
  )

  verifies('accounts.form-errors', 'the form for a token marks an invalid name', async () => {
    const { cookie } = await app.newPerson()
    const name = `Desk ${'x'.repeat(100)}`
    for (const [typed, problem] of [
      [' ', 'Enter a name, so that you can tell your tokens apart.'],
      [name, 'The name can have at most 100 characters.'],
      ['Desk\u0007', 'The name must be a single line without control characters.'],
    ] as const) {
      const response = await app.postForm('/account/extension-tokens', { name: typed }, { cookie })
      expect(response.status).toBe(400)
      const { 'token-name': input } = inputsOf(await response.text())
      expect(input).toEqual(wrong(typed, true, problem))
    }
  })

  verifies('accounts.form-errors', 'entered text is escaped', async () => {
    const { cookie } = await app.newPerson()
    const typed = 'a&lt;b"<i>'
    const escaped = 'value="a&amp;lt;b&quot;&lt;i&gt;"'
    const shown = async (path: string, fields: Record<string, string>) =>
      (await app.postForm(path, fields, { cookie })).text()
    expect(await shown('/account/sign-in', { email: typed, password: 'x' })).toContain(escaped)
    expect(await shown('/account/forgot', { email: typed })).toContain(escaped)
    expect(await shown('/account/verify', { email: typed, attempt: typed, code: '' })).toMatch(
      /name="email" value="a&amp;lt;b&quot;&lt;i&gt;".*name="attempt" value="a&amp;lt;b&quot;&lt;i&gt;"/,
    )
    const reset = { email: 'a@example.com', code: typed, password: 'x' }
    expect(await shown('/account/reset', reset)).toContain(escaped)
    const name = `${typed}${'x'.repeat(100)}`
    expect(await shown('/account/extension-tokens', { name })).toContain(
      'value="a&amp;lt;b&quot;&lt;i&gt;xx',
    )
    expect(await shown('/account/extension-tokens', { name: typed })).toContain(
      'aria-label="Revoke the token a&amp;lt;b&quot;&lt;i&gt;"',
    )
  })

  test('a page without a sent form sets no focus and shows no error', async () => {
    for (const path of ['/account', '/account/forgot', '/account/reset']) {
      const html = await (await app.send(path)).text()
      expect(html).not.toContain('Error: ')
      const inputs = Object.values(inputsOf(html))
      expect(inputs.length).toBeGreaterThan(0)
      expect(inputs.filter(({ invalid, focused }) => invalid || focused)).toEqual([])
    }
  })
})

describe('errors of /api/auth are sentences', () => {
  test.each([
    ['/sign-in/email', { email: 7, password: 'x' }, 'That is not an email address.'],
    ['/sign-in/email', { email: 'a@example.com' }, 'password is missing or not valid.'],
    ['/email-otp/verify-email', { email: 'a@example.com' }, 'otp is missing or not valid.'],
    [
      '/email-otp/send-verification-otp',
      { email: 'a@example.com', type: 'sign-in' },
      'type must be email-verification.',
    ],
    ['/email-otp/send-verification-otp', {}, 'type must be email-verification.'],
  ])('%s %j', async (path, body, error) => {
    const refused = await app.postJson(`/api/auth${path}`, body)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error })
  })
})

describe('common passwords', () => {
  const common =
    'This password is common, so attackers try it first. Choose another one, for example a few words in a row.'
  const own = 'The password must not be your email address. Choose another one.'

  verifies('accounts.common-passwords', async () => {
    const email = 'grace.hopper@example.com'
    for (const [password, error] of [
      ['12345678', common],
      ['PassWord', common],
      ['qwertyuiop', common],
      ['iloveyou', common],
      ['trustno1 ', common],
      [email, own],
      ['Grace.Hopper@Example.com', own],
      ['GRACE.HOPPER', own],
    ] as const) {
      const refused = await app.postJson('/api/auth/sign-up/email', { email, password })
      expect({ password, status: refused.status }).toEqual({ password, status: 400 })
      expect(await refused.json()).toMatchObject({ error })
    }
    // Eight refusals use up none of the three codes.
    const accepted = { email, password: 'grace hopper sails' }
    expect((await app.postJson('/api/auth/sign-up/email', accepted)).status).toBe(200)
  })

  verifies(
    'accounts.common-passwords',
    'a refused reset keeps the code for a better password',
    async () => {
      const { email, password } = await app.newPerson()
      await app.postJson('/api/auth/email-otp/request-password-reset', { email })
      const otp = app.codeFor(email)
      const reset = (chosen: string) =>
        app.postJson('/api/auth/email-otp/reset-password', { email, otp, password: chosen })
      expect(await (await reset('sunshine')).json()).toMatchObject({ error: common })
      expect(await (await reset(email)).json()).toMatchObject({ error: own })
      expect((await app.postJson('/api/auth/sign-in/email', { email, password })).status).toBe(200)
      expect((await reset('three words here')).status).toBe(200)
    },
  )
})

describe('signing up with an address that has an account', () => {
  /** Returns the page without the address and the random attempt, which always differ. */
  const plain = (html: string, email: string) =>
    html.replaceAll(email, 'ADDRESS').replaceAll(/name="attempt" value="\w+"/g, 'ATTEMPT')

  verifies(
    'accounts.sign-up-same-words',
    'shows the same page as for a new address, and the page is accurate',
    async () => {
      const person = await app.newPerson()
      const pages: string[][] = []
      for (const email of [person.email, 'brand-new@example.com']) {
        const before = app.mails.length
        const password = 'a good password'
        const signedUp = await (await app.postForm('/account/sign-up', { email, password })).text()
        const attempt = /name="attempt" value="(\w+)"/.exec(signedUp)?.[1] ?? ''
        const resent = await (await app.postForm('/account/resend', { email, attempt })).text()
        const fields = { email, attempt, code: '00000000' }
        const tried = await app.postForm('/account/verify', fields)
        pages.push([signedUp, resent, await tried.text()].map((html) => plain(html, email)))
        // Each page says that an email was sent, and one was sent.
        expect(app.mails.slice(before).map((mail) => mail.to)).toEqual([email, email])
      }
      expect(pages[0]).toEqual(pages[1] ?? [])
      expect(pages[0]?.[0]).toContain('that says what to do next')
      const subjects = app.mails
        .filter(({ to }) => to === person.email)
        .map(({ subject }) => subject)
      expect(subjects.slice(-2)).toEqual([
        'You already have an account',
        'You already have an account',
      ])
    },
  )

  verifies('accounts.sign-up-same-words', 'the response waits for the same pause', async () => {
    const pauses: (() => void)[] = []
    let finished = 0
    const paused = await openAccountApp({
      codePause: () => new Promise((resolve) => pauses.push(resolve)),
      decorateAuth: (handler) => async (request) => {
        const response = await handler(request)
        finished += 1
        return response
      },
    })
    const known = 'known@example.com'
    const call = async (path: string, body: object) => {
      let answered = false
      const before = finished
      const sending = paused.postJson(`/api/auth${path}`, body).then((response) => {
        answered = true
        return response
      })
      await until(() => finished > before)
      // The work is done; only the pause can delay the response, so that a later request is answered before it.
      for (let later = 0; later < 3; later += 1) await paused.send('/sign-in')
      expect([path, answered]).toEqual([path, false])
      pauses.pop()?.()
      return (await sending).status
    }
    const password = 'a good password'
    const type = 'email-verification'
    for (const email of [known, known, 'other@example.com']) {
      expect(await call('/sign-up/email', { email, password })).toBe(200)
    }
    for (const email of [known, 'nobody@example.com']) {
      await resetRateLimits(paused.database.db)
      expect(await call('/email-otp/send-verification-otp', { email, type })).toBe(200)
      expect(await call('/email-otp/request-password-reset', { email })).toBe(200)
    }
    await paused.close()
  })

  verifies(
    'accounts.same-tries',
    'the code becomes void after five wrong codes, whether the address is known, new or unknown',
    async () => {
      const { email } = await app.newPerson()
      const statuses: Record<string, number[]> = {}
      const attempt = async (path: string, body: object) =>
        (await app.postJson(`/api/auth/email-otp/${path}`, { ...body, otp: '00000000' })).status
      for (const address of [email, 'new@example.com']) {
        const signUp = { email: address, password: 'a good password' }
        const { user } = await (await app.postJson('/api/auth/sign-up/email', signUp)).json()
        const body = { email: address, attempt: user.id }
        const seen = []
        for (let time = 0; time < 7; time += 1) seen.push(await attempt('verify-email', body))
        statuses[address] = seen
      }
      for (const address of [email, 'unknown@example.com']) {
        const ask = { email: address }
        expect((await app.postJson('/api/auth/email-otp/request-password-reset', ask)).status).toBe(
          200,
        )
        const body = { email: address, password: 'a good password' }
        const seen = []
        for (let time = 0; time < 7; time += 1) seen.push(await attempt('reset-password', body))
        statuses[`${address} reset`] = seen
      }
      const void5 = [400, 400, 400, 400, 400, 403, 400]
      expect(statuses).toEqual({
        [email]: void5,
        'new@example.com': void5,
        [`${email} reset`]: void5,
        'unknown@example.com reset': void5,
      })
    },
  )

  test('no code signs in to an account with a confirmed address', async () => {
    const { email } = await app.newPerson()
    const type = 'email-verification'
    const asked = { email, type }
    await app.postJson('/api/auth/email-otp/send-verification-otp', asked)
    expect(app.mails.at(-1)?.text).not.toMatch(/\d{6}/)
    // This includes a code that an earlier version stored for the account.
    await app.database.pool.query(`update auth_codes set value = $1 where identifier = $2`, [
      `${await hashed('12345678')}:0`,
      `email-verification-otp-${email}`,
    ])
    const tried = { email, otp: '12345678' }
    expect((await app.postJson('/api/auth/email-otp/verify-email', tried)).status).toBe(400)
  })
})

/** Hashes a code as the library stores it: SHA-256 in base64url without padding. */
const hashed = async (code: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(code))).toString('base64url')
