// The requests of an account's programs in a real browser: axe, at every width and in both schemes. Skipped without
// an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { callTool } from '../../../testing/agent/call-tool.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a failed call is found by its error code', async () => {
    const { email, accountId, cookie } = await buyer(service)
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
    await open('/account/requests')
    await browser.page.getByText('No program has called yet.').waitFor()
    await inspectPage(browser, 'requests-none')
    const account = await service.account({ accountId, email })
    await submit(service, account, { headers: { 'idempotency-key': 'one' } })
    await submit(service, account, { fields: { country: 'XX' } })
    await callTool(service, account, 'get_order', { code: 'SVC-AAAAAA' })
    await open('/account/developer')
    await browser.page.getByRole('link', { name: 'Requests of your programs' }).click()
    await browser.page.getByText('/api/print/orders').first().waitFor()
    await inspectPage(browser, 'requests')
    await browser.page.getByLabel('Error code', { exact: true }).fill('country_not_served')
    await browser.page.getByRole('button', { name: 'Search' }).click()
    await browser.page.waitForURL(/code=country_not_served/)
    expect(await browser.page.locator('tbody tr').count()).toBe(1)
    await browser.page.getByRole('link', { name: 'country_not_served' }).click()
    await browser.page.waitForURL(/docs\/errors#country_not_served/)
  })
})
