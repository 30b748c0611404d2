// The desk's pages in a real browser: axe, at every width and in both schemes, and parts that change while the page is open.
// Skipped where no Chromium is installed. With SCREENSHOTS=<folder> every page leaves pictures there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { fillOrders } from '../helpers/fill-orders.ts'
import {
  HOOK_TIMEOUT_MS,
  OPERATOR_EMAIL,
  openTestService,
  type TestService,
} from '../helpers/service.ts'
import { chromiumPath, openChromium, type TestBrowser } from './chromium.ts'
import { inspectPage } from './inspect.ts'

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
  test('an empty farm', async () => {
    await open('/operator')
    await inspect('desk-overview-empty')
  }, 120_000)

  test('a farm at work', async () => {
    await fillOrders(service.service.database.pool, { orders: 3000, days: 21, open: 140 })
    await sumUpOrders(service.db, 'America/New_York')
    await open('/operator')
    await inspect('desk-overview')
  }, 120_000)

  test('no page complained', () => {
    expect(browser.complaints).toEqual([])
  })
})
