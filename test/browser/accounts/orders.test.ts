// Customers' pages about an order in a real browser: axe, at every width and in both schemes, updates while the page
// is open, the printed receipt, and a question that gets a reply, without a script. Skipped without an installed
// Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { expectFocus, useBrowser } from '../use-browser.ts'

const service = useService({ env: { OPERATOR_EMAILS: OPERATOR_EMAIL } })
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const sees = (text: string) => browser.page.getByText(text, { exact: true }).first().waitFor()

async function order() {
  const fields = { material: 'petg', color: 'Sunny Orange', quantity: '3', quality: 'premium' }
  return await placed(submit(service, await service.account(), { fields }))
}

/** Sets the session of a person in the browser. */
async function signIn(email: string): Promise<void> {
  const [name = '', value = ''] = (await service.signIn(email)).split(';')[0]?.split('=', 2) ?? []
  await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  afterEach(() => {
    // The browser logs a refused stream and a refused form.
    const unexpected = browser.complaints.filter((text) => !/status of (400|429)/.test(text))
    expect(unexpected).toEqual([])
  })

  test('an order page shows every step', async () => {
    const { code } = await order()
    await open(`/orders/${code}`)
    await browser.page.getByText('This page updates itself.').waitFor()
    await inspectPage(browser, 'order')
    for (const [status, heading] of [
      ['ACCEPTED', 'Accepted — queued to print'],
      ['PRINTING', 'Printing'],
    ] as const) {
      await setOrderStatus(service.deps, OPERATOR_EMAIL, { code, version: 'current', status })
      await browser.page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    await sees('Printing started')
    // Text that a user is entering meanwhile is kept.
    await browser.page.getByText('Write to us about this order').click()
    await browser.page.getByLabel('Message').fill('Half a sentence')
    const tracking = { carrier: 'UPS', number: '1Z999AA10123456784' }
    for (const change of [{ status: 'PRINTED' }, { status: 'SHIPPED', tracking }]) {
      await setOrderStatus(service.deps, OPERATOR_EMAIL, { code, version: 'current', ...change })
    }
    await sees('1Z999AA10123456784')
    expect(await browser.page.getByLabel('Message').inputValue()).toBe('Half a sentence')
    await inspectPage(browser, 'order-on-its-way')
  })

  test('a page from the back/forward cache shows the changes made meanwhile', async () => {
    const { code } = await order()
    const { page } = browser
    await open(`/orders/${code}`)
    await page.getByText('This page updates itself.').waitFor()
    // The driver of the browser turns its back/forward cache off.
    const pass = (name: string) =>
      page.evaluate((type) => {
        dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
      }, name)
    for (const [status, heading] of [
      ['ACCEPTED', 'Accepted — queued to print'],
      ['PRINTING', 'Printing'],
      ['PRINTED', 'Printed'],
    ] as const) {
      await pass('pagehide')
      await until(async () => service.app.streamListeners() === 0)
      await setOrderStatus(service.deps, OPERATOR_EMAIL, { code, version: 'current', status })
      await pass('pageshow')
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(service.app.streamListeners()).toBe(1)
    }
  })

  test('a page without a stream polls for its state', async () => {
    const { code } = await order()
    const { page } = browser
    const leaving = new AbortController()
    for (let count = 0; count < 50; count++) {
      await service.fetch(`/orders/${code}/live`, { signal: leaving.signal })
    }
    await open(`/orders/${code}`)
    await page.getByText('This page checks again within a minute.').waitFor()
    await setOrderStatus(service.deps, OPERATOR_EMAIL, {
      code,
      version: 'current',
      status: 'ACCEPTED',
    })
    await page.getByRole('heading', { level: 1, name: 'Accepted — queued to print' }).waitFor()
    leaving.abort()
    await page.getByText('This page updates itself.').waitFor()
  })

  test('the receipt fits one sheet, without the navigation', async () => {
    const { code } = await order()
    await open(`/orders/${code}/receipt`)
    await inspectPage(browser, 'receipt')
    await browser.page.emulateMedia({ media: 'print' })
    expect(await browser.page.getByRole('navigation').first().isVisible()).toBe(false)
    const folder = process.env['SCREENSHOTS']
    if (folder !== undefined) {
      await browser.page.screenshot({ path: join(folder, 'receipt-in-print.png') })
    }
    const pdf = await browser.page.pdf({ format: 'A4' })
    await browser.page.emulateMedia({ media: 'screen' })
    expect(pagesOf(pdf)).toBe(1)
  })

  test('pages of text and the contact form are accessible', async () => {
    for (const name of ['terms', 'privacy', 'refunds', 'contact']) {
      await open(`/${name}`)
      await inspectPage(browser, name)
    }
  })

  test('a refused message moves the focus to its invalid field', async () => {
    await open('/contact')
    await browser.page.getByLabel('Email for our reply').fill('asker@example.com')
    await browser.page.getByLabel('Message').fill(' ')
    await browser.page.getByRole('button', { name: 'Send the message' }).click()
    await sees('Nothing was sent. Enter a message in 1 to 5000 characters.')
    await expectFocus(browser.page, 'body')
    await inspectPage(browser, 'contact-refused')
  })

  test('a question gets its reply, without a script', async () => {
    const { code } = await order()
    const plain = await withoutScript()
    await plain.page.goto(`${service.baseUrl}/orders/${code}`)
    await plain.page.getByText('Write to us about this order').click()
    await plain.page.getByLabel('Email for our reply').fill('asker@example.com')
    await plain.page.getByLabel('Message').fill('Could you print it in blue?')
    await plain.page.getByRole('button', { name: 'Send the message' }).click()
    await plain.page.getByText('Your message was sent.').waitFor()
    const ticket = new URL(plain.page.url()).pathname
    await plain.close()
    await open(ticket)
    await inspectPage(browser, 'ticket')
    await signIn(OPERATOR_EMAIL)
    await open('/operator/tickets')
    await inspectPage(browser, 'tickets')
    await browser.page.getByRole('link', { name: /^T-\d+$/ }).click()
    await browser.page.getByLabel('Mailed to asker@example.com').fill('Blue it is.')
    await inspectPage(browser, 'ticket-at-the-desk')
    const desk = browser.page.url()
    await browser.page.getByRole('link', { name: code }).click()
    await browser.page.getByRole('heading', { name: 'Tickets' }).waitFor()
    await inspectPage(browser, 'order-with-a-ticket')
    await browser.page.goto(desk)
    await browser.page.getByLabel('Mailed to asker@example.com').fill('Blue it is.')
    await browser.page.getByRole('button', { name: 'Send the reply' }).click()
    await sees('The reply is queued and goes out within seconds.')
    await open(ticket)
    await sees('Blue it is.')
    await browser.page.context().clearCookies()
  })
})

async function withoutScript(): Promise<{ page: Page; close: () => Promise<void> }> {
  const launched = await import('playwright-core')
  const profile = mkdtempSync(join(tmpdir(), 'svc-no-script-'))
  const context = await launched.chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
    javaScriptEnabled: false,
  })
  return {
    page: await context.newPage(),
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Counts the page objects of the file. */
const pagesOf = (pdf: Uint8Array): number =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Type\s*\/Page\b/g),
  ].length
