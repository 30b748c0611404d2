// The account pages in a real browser: refused forms with their focus, the return path, and axe on every page, light
// and dark, on a desktop and a phone. Skipped without an installed Chromium. With SCREENSHOTS=<folder> every page
// saves pictures there.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { inspectPage } from '../inspect.ts'
import { expectFocus, useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

const email = 'newcomer@example.com'
const password = 'a long enough password'
const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const region = (name: string) => browser.page.getByRole('region', { name })
const focused = () => browser.page.evaluate(() => document.activeElement?.id ?? '')
const here = () => {
  const { pathname, search } = new URL(browser.page.url())
  return pathname + search
}
const newestCode = () => {
  const mails = service.mails().filter(({ to, text }) => to === email && /\b\d{8}\b/.test(text))
  const codes = mails.map(({ text }) => /\b\d{8}\b/.exec(text)?.[0] ?? '')
  return codes.find((code) => !used.has(code)) ?? ''
}
const used = new Set<string>()

/** Fills in the fields of the form with the button, sends it and waits for the next page. */
async function send(button: string, fields: Record<string, string>): Promise<void> {
  const form = browser.page
    .locator('form')
    .filter({ has: browser.page.getByRole('button', { name: button, exact: true }) })
  // Shows the server's checks instead of the browser's.
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true
  })
  for (const [label, text] of Object.entries(fields)) {
    await form.getByLabel(label, { exact: true }).fill(text)
  }
  await Promise.all([
    browser.page.waitForEvent('load'),
    form.getByRole('button', { name: button, exact: true }).click(),
  ])
}

const inspect = (name: string) => inspectPage(browser, name)

describe.skipIf(chromiumPath === null)('in a browser', () => {
  verifies(
    ['accounts.form-errors', 'accounts.next-kept'],
    'signing up, with every possible error, returns to the starting page',
    async () => {
      await open('/operator/orders/SVC-ABC234')
      await inspect('account-sign-in-first')
      await browser.page.getByRole('link', { name: 'Sign in' }).click()
      await inspect('account-signed-out')
      expect(await focused()).toBe('')

      await send('Sign in', { Email: 'newcomer', Password: '' })
      await expectFocus(browser.page, 'sign-in-email')
      expect(await region('Sign in').getByLabel('Email').inputValue()).toBe('newcomer')
      await inspect('account-sign-in-wrong')
      await send('Sign up', { Email: email, Password: 'sunshine' })
      await expectFocus(browser.page, 'sign-up-password')
      expect(await region('Sign up').getByLabel('Email').inputValue()).toBe(email)
      expect(await region('Sign up').getByLabel('Password').inputValue()).toBe('')
      await inspect('account-sign-up-common')

      await send('Sign up', { Email: email, Password: password })
      await inspect('account-check-email')
      await send('Confirm and sign in', { 'Code from the email': '1234' })
      await expectFocus(browser.page, 'code')
      await inspect('account-code-wrong')
      await browser.page.getByRole('button', { name: 'send another email' }).click()
      await browser.page.getByText('another email is on its way').waitFor()
      await inspect('account-resent')
      // Two codes were mailed and only the newer one works; emails arrive in any order.
      const codes = [newestCode()]
      used.add(codes[0] ?? '')
      codes.push(newestCode())
      used.add(codes[1] ?? '')
      for (const code of codes) {
        if (here().startsWith('/account')) {
          await send('Confirm and sign in', { 'Code from the email': code })
        }
      }
      expect(here()).toBe('/operator/orders/SVC-ABC234')
      expect(await browser.page.locator('h1').textContent()).toBe('Operators only')
    },
  )

  test('a new password is set and a token is named, with errors at their fields', async () => {
    await browser.page.context().clearCookies()
    const next = '/docs?x=1&lt;2'
    await open(`/account/forgot?next=${encodeURIComponent(next)}`)
    await send('Send the code', { Email: 'nobody at example' })
    await expectFocus(browser.page, 'forgot-email')
    await inspect('account-forgot-wrong')
    await send('Send the code', { Email: email })
    await inspect('account-reset')
    const fields = { 'Code from the email': newestCode(), 'New password': 'short' }
    await send('Set the password and sign in', fields)
    await expectFocus(browser.page, 'reset-password')
    expect(await browser.page.getByLabel('Code from the email').inputValue()).toBe(
      fields['Code from the email'],
    )
    await inspect('account-reset-wrong')
    await send('Set the password and sign in', { 'New password': 'another long password' })
    expect(here()).toBe(next)

    await open('/account')
    await inspect('account-signed-in')
    await open('/account/security')
    await inspect('account-security')
    await open('/account/delete')
    await inspect('account-delete')
    // A checkbox is next to its label, on one line.
    const box = await browser.page.getByRole('checkbox').first().boundingBox()
    const label = await browser.page.getByText('Delete my account.').boundingBox()
    if (box === null || label === null) throw new Error('nothing is shown')
    expect(box.height).toBeLessThan(25)
    expect(Math.abs(box.y + box.height / 2 - label.y - label.height / 2)).toBeLessThan(3)
    expect(label.x - box.x - box.width).toBeLessThan(20)
    await open('/account/developer')
    await inspect('account-developer')
    await send('Create a token', { 'Name of the program or device': ' ' })
    await expectFocus(browser.page, 'token-name')
    await inspect('account-token-wrong')
    await send('Create a token', { 'Name of the program or device': 'Desk' })
    await inspect('account-token')
  })

  test('too many order codes lead to a page that states it', async () => {
    for (let at = 0; at < 60; at += 1) await service.fetch(`/orders/SVC-AAAA${at}`)
    await open('/orders/SVC-AAAAAA')
    expect(await browser.page.locator('h1').textContent()).toBe('Too many attempts')
    await inspect('order-codes-refused')
  })

  test('no page logged an error', () => {
    // A browser logs each page with a refusal as its response.
    const refused = (complaint: string) => /status of 4(00|01|03|04|29)/.test(complaint)
    expect(browser.complaints.filter((complaint) => !refused(complaint))).toEqual([])
  })
})
