// The account page in a real browser, once: sign up, save a card on the hosted page, issue a key. Only a browser
// shows that the content policy allows all of this. Skipped where Chromium is absent.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { type AccountApp, openAccountApp } from '../../../testing/people/account-app.ts'
import { startStage } from '../../../testing/service/stripe-stand-in.ts'

const browserPath = '/usr/bin/chromium'
/** Folder for a picture of each step; none when unset. */
const pictures = process.env['SCREENSHOTS']

test.skipIf(!existsSync(browserPath))(
  'a user signs up, saves a card and issues a key',
  async () => {
    let app: AccountApp | undefined
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url)
        const { method, headers } = request
        const body = method === 'GET' ? {} : { body: await request.text() }
        return app?.send(pathname + search, { method, headers, ...body }) ?? new Response()
      },
    })
    const stage = await startStage()
    const baseUrl = `http://127.0.0.1:${server.port}`
    app = await openAccountApp({ baseUrl, payments: stage.payments })
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const picture = async (name: string) => {
      if (pictures === undefined) return
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `account-${name}.png`), fullPage: true })
    }

    const email = 'browser@example.com'
    await page.goto(`${baseUrl}/account`)
    await picture('signed-out')
    await page.fill('#sign-up-email', email)
    await page.fill('#sign-up-password', 'a good password')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForSelector('#code')
    await page.fill('#code', app.codeFor(email))
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.getByText(`Signed in as ${email}`).waitFor()
    await picture('signed-in')

    await page.getByRole('button', { name: 'Save a card' }).click()
    await page.waitForURL(`${stage.standIn.baseUrl}/**`)
    await page.fill('[name=number]', '4242 4242 4242 4242')
    await page.fill('[name=expiry]', '12 / 40')
    await page.fill('[name=cvc]', '123')
    await page.getByRole('button').first().click()
    await page.getByText('Visa ending in 4242').waitFor()
    await picture('card')

    await page.goto(`${baseUrl}/account/developer`)
    await page.getByRole('button', { name: 'Create a key' }).click()
    const key = await page.locator('#secret').textContent()
    expect(key).toMatch(/^svc_live_[0-9a-f]{48}$/)
    await picture('key')
    const read = await app.send('/api/print/orders/SVC-ABC234', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(read.status).toBe(404)
    // Reloading the page with a secret must not create another one.
    expect(page.url()).toBe(`${baseUrl}/account/developer`)
    await page.reload()
    expect(await page.locator('#secret').count()).toBe(0)
    expect(await page.getByText(`${key?.slice(0, 14)}…`).count()).toBe(1)

    // No sideways scrolling on a phone.
    await page.setViewportSize({ width: 360, height: 740 })
    await picture('phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(problems).toEqual([])

    await browser.close()
    await server.stop(true)
    await app.close()
    await stage.standIn.close()
  },
)
