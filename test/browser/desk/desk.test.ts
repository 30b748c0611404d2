// The desk's pages in a real browser: axe, at every width and in both schemes, and parts that change while the page
// is open. Skipped without an installed Chromium. With SCREENSHOTS=<folder> every page saves pictures there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sumUpOrders } from '../../../server/db/desk/order-hours.ts'
import { createWallLink, revokeWallLink } from '../../../server/domain/operators/wall-links.ts'
import { chromiumPath, openChromium, type TestBrowser } from '../../../testing/browser/chromium.ts'
import { fillOrders } from '../../../testing/database/fill-orders.ts'
import {
  HOOK_TIMEOUT_MS,
  OPERATOR_EMAIL,
  openTestService,
  type TestService,
} from '../../../testing/service/service.ts'
import { inspectPage } from '../inspect.ts'

let service: TestService
let browser: TestBrowser
beforeAll(async () => {
  if (chromiumPath === null) return
  service = await openTestService({ env: { TIME_ZONE: 'America/New_York' } })
  browser = await openChromium(chromiumPath)
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/)
  await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
}, HOOK_TIMEOUT_MS)
afterAll(async () => {
  service?.app.endStreams()
  await browser?.close()
  await service?.close()
})

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const inspect = (name: string) => inspectPage(browser, name)

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('the overview of an empty farm is accessible', async () => {
    await open('/operator')
    await inspect('desk-overview-empty')
  })

  test('the overview of a working farm is accessible', async () => {
    await fillOrders(service.service.database.pool, { orders: 3000, days: 21, open: 140 })
    await sumUpOrders(service.db, 'America/New_York')
    await open('/operator')
    await inspect('desk-overview')
  })

  test('parts change in place, and focus and open details stay', async () => {
    const { page } = browser
    await open('/operator')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.locator('#today-table summary').click()
    await page.locator('#attention a').first().focus()
    await page.evaluate(() => {
      document.body.dataset['same'] = 'yes'
    })
    expect(await page.locator('#line .value').first().textContent()).toBe('140')
    await service.service.database.pool.query(
      "update orders set status = 'SHIPPED' where code = (select code from orders where status = 'PRINTED' limit 1)",
    )
    await page.waitForFunction(() => document.querySelector('#line .value')?.textContent === '139')
    expect(await page.locator('#today-table').getAttribute('open')).toBe('')
    const isFocused = () => document.activeElement?.closest('#attention') !== null
    expect(await page.evaluate(isFocused)).toBe(true)
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('yes')
    // The exact time in the farm's zone, which differs from the browser's.
    const title = await page.locator('#attention time').first().getAttribute('title')
    expect(title).toMatch(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d, \d\d:\d\d:\d\d E[SD]T$/)
  })

  test('throughput, the system and the wall are accessible', async () => {
    const { page } = browser
    await open('/operator/throughput')
    await inspect('desk-throughput')
    await page.locator('#orders .table-link a').press('Enter')
    await page.locator('#orders-table[open]').waitFor()
    await inspect('desk-throughput-table')
    await open('/operator/throughput?from=2026-11-30&to=2026-11-01')
    await inspect('desk-throughput-refused')
    await open('/operator/system')
    await inspect('desk-system')
    await open('/operator?wall=1')
    await inspect('desk-wall')
    await open('/operator/throughput?wall=1')
    await inspect('desk-wall-throughput')
  }, 240_000)

  test('a screen is emptied when its wall link is revoked', async () => {
    const { page } = browser
    const made = await createWallLink(service.deps, OPERATOR_EMAIL, 'Hall')
    if (!made.ok) throw new Error(made.failure.kind)
    await page.context().clearCookies()
    await open(`/operator/wall?token=${made.value.token}`)
    await page.getByText('Live', { exact: true }).waitFor()
    const [link] = await service.deps.wallLinks.list()
    expect((await revokeWallLink(service.deps, OPERATOR_EMAIL, link?.id ?? '')).ok).toBe(true)
    await page.getByText('This screen needs a wall link').waitFor()
  })

  test('no page logged an error', () => {
    // A refused range is a 400, and a revoked link a 401, which a browser logs as well.
    const unexpected = browser.complaints.filter((text) => !/status of 40[01]/.test(text))
    expect(unexpected).toEqual([])
  })
})
