// The work queue in a browser: a day's work in few clicks, its keys, and two concurrent operators. Skipped without an
// installed Chromium. With SCREENSHOTS=<folder> every page saves pictures there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chromiumPath, openChromium, type TestBrowser } from '../../../testing/browser/chromium.ts'
import {
  receiveOrders,
  signInOperator,
  workThrough,
} from '../../../testing/browser/operator-day.ts'
import {
  HOOK_TIMEOUT_MS,
  openTestService,
  type TestService,
} from '../../../testing/service/service.ts'
import { inspectPage } from '../inspect.ts'
import { expectFocus } from '../use-browser.ts'

let service: TestService
let browser: TestBrowser
beforeAll(async () => {
  if (chromiumPath === null) return
  service = await openTestService()
  browser = await openChromium(chromiumPath)
  await signInOperator(browser.page, service)
}, HOOK_TIMEOUT_MS)
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const DAY_MS = 120_000

/** Waits for the page with this heading: a key that sends a form does not wait for the response. */
const waitForHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test(
    'orders go from received to shipped',
    async () => {
      const { page } = browser
      expect(new URL(page.url()).pathname).toBe('/operator/queue')
      const codes = await receiveOrders(service, 12)
      await page.reload()
      await inspectPage(browser, 'queue')
      const { clicks, texts } = await workThrough(page, codes)
      await waitForHeading(page, 'Ship 12 orders: done')
      await browser.look('queue-shipped')
      await page.goto(
        `${service.baseUrl}/operator/slips?${codes
          .slice(0, 3)
          .map((code) => `pick=${code}`)
          .join('&')}`,
      )
      expect(await page.locator('.slip').count()).toBe(3)
      await inspectPage(browser, 'slips')
      for (const [index, code] of codes.entries()) {
        const order = await service.deps.orders.readByCode(code)
        expect([code, order?.status, order?.tracking?.number]).toEqual([
          code,
          'SHIPPED',
          `9400 ${index}`,
        ])
      }
      // 15 and 5 for each of the four spools, for any number of orders.
      expect([clicks, texts]).toEqual([35, 1])
    },
    DAY_MS,
  )

  test('keys move through the list, select and open orders, and show the help', async () => {
    const { page } = browser
    const codes = await receiveOrders(service, 3)
    await page.goto(`${service.baseUrl}/operator/queue?sort=oldest`)
    const pressed = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await pressed('j', 'j', 'x')
    expect(await page.locator('#picked').textContent()).toBe('Selected (1)')
    expect(await page.locator('tr.current').getAttribute('id')).toBe(`order-${codes[1]}`)
    await pressed('?')
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
    await pressed('Escape', '/')
    await expectFocus(page, 'queue-search')
    await page.keyboard.type('jx?')
    expect(await page.locator('#queue-search').inputValue()).toBe('jx?')
    await page.locator('h1').click()
    await pressed('n')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe(
      `accept:${codes[1]}:2`,
    )
    expect((await service.deps.orders.readByCode(codes[1] ?? ''))?.status).toBe('RECEIVED')
    await pressed('k', 'Enter')
    await page.waitForURL(`**/operator/orders/${codes[0]}`)
  })

  test('the keys can be switched off, and the choice is stored', async () => {
    const { page } = browser
    await receiveOrders(service, 1)
    const open = () => page.goto(`${service.baseUrl}/operator/queue`)
    const moved = async () => {
      await page.keyboard.press('j')
      return await page.locator('tr.current').count()
    }
    const flip = async () => {
      await page.getByRole('button', { name: 'Keys' }).click()
      await page.getByLabel('Use single keys').click()
      await browser.look('queue-keys')
      await page.keyboard.press('Escape')
    }
    await open()
    await flip()
    expect(await moved()).toBe(0)
    await open()
    expect(await moved()).toBe(0)
    await flip()
    expect(await moved()).toBe(1)
  })

  test('Enter changes nothing on a checkbox, and previews the hold in the reason field', async () => {
    const { page } = browser
    const codes = await receiveOrders(service, 2)
    await page.goto(`${service.baseUrl}/operator/queue?sort=newest`)
    const boxes = page.getByRole('checkbox', { name: new RegExp(codes.join('|')) })
    for (const box of await boxes.all()) await box.check()
    await boxes.first().press('Enter')
    expect(await page.getByRole('alert').textContent()).toContain('Nothing was changed.')
    expect(await page.locator('#picked').textContent()).toBe('Selected (2)')
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Reason of the hold').fill('Waits for a spool.')
    await page.keyboard.press('Enter')
    await waitForHeading(page, 'Put 2 orders on hold?')
    const read = await Promise.all(codes.map((code) => service.deps.orders.readByCode(code)))
    expect(read.map((order) => order?.status)).toEqual(['RECEIVED', 'RECEIVED'])
  })

  test('a parcel without its number keeps the form, has the focus, and ships once it is entered', async () => {
    const { page } = browser
    const [code = '', other = ''] = await receiveOrders(service, 2)
    for (const each of [code, other]) {
      const change = { status: 'PRINTED', tracking: null, by: 'colleague@example.com' } as const
      await service.deps.orders.setStatus(each, change)
    }
    await page.goto(`${service.baseUrl}/operator/queue?status=PRINTED`)
    await page.getByLabel(/^All .* found$/).check()
    await page.getByRole('button', { name: 'Ship…', exact: true }).click()
    await page.getByLabel(`Carrier of ${code}`).fill('USPS')
    await page.getByRole('button', { name: 'Save and ship' }).click()
    await browser.look('shipping-wrong')
    await expectFocus(page, `number.${code}`)
    expect(await page.getByLabel(`Carrier of ${code}`).inputValue()).toBe('USPS')
    await page.keyboard.type('9400 7')
    await page.getByRole('button', { name: 'Save and ship' }).click()
    await waitForHeading(page, 'Ship 1 order: done')
    const read = await Promise.all([code, other].map((one) => service.deps.orders.readByCode(one)))
    expect(read.map((order) => order?.status)).toEqual(['SHIPPED', 'PRINTED'])
  })

  test('two concurrent operators overwrite nothing of each other', async () => {
    const { page } = browser
    const [code = '', other = ''] = await receiveOrders(service, 2)
    await page.goto(`${service.baseUrl}/operator/queue?status=RECEIVED`)
    const change = { status: 'PRINTING', tracking: null, by: 'colleague@example.com' } as const
    await service.deps.orders.setStatus(code, change)
    await page.getByRole('button', { name: `Accept and queue ${code}` }).click()
    expect(await page.getByRole('alert').textContent()).toContain(
      'colleague@example.com: status changed from Received to Printing',
    )
    expect((await service.deps.orders.readByCode(code))?.status).toBe('PRINTING')
    // The same conflict between the preview of many orders and its confirmation.
    await page.getByLabel(/^All .* found$/).check()
    await page.getByRole('button', { name: 'Accept and queue', exact: true }).click()
    await service.deps.orders.setStatus(other, change)
    await page.getByRole('button', { name: /^Accept and queue \d/ }).click()
    await browser.look('queue-left-out')
    expect(await page.getByRole('row', { name: new RegExp(other) }).textContent()).toContain(
      'Nothing was overwritten.',
    )
    expect((await service.deps.orders.readByCode(other))?.status).toBe('PRINTING')
  })

  test('no page logged an error', () => {
    const expected = (complaint: string) => /status of 40[09]/.test(complaint)
    expect(browser.complaints.filter((complaint) => !expected(complaint))).toEqual([])
  })
})
