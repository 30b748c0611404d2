// The documentation in a real browser: every page in both color schemes and at every width, the search, the choice of language and the
// forms of the reference. Skipped where no Chromium is installed.
import { describe, expect, test } from 'bun:test'
import { useService } from '../helpers/use.ts'
import { chromiumPath } from './chromium.ts'
import { inspectPage } from './inspect.ts'
import { useBrowser } from './use-browser.ts'

const service = useService()
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test.each([
    ['/docs', 'docs'],
    ['/docs/first-order', 'docs-first-order'],
    ['/docs/limits', 'docs-limits'],
    ['/docs/agents', 'docs-agents'],
    ['/docs/changelog', 'docs-changelog'],
    ['/docs/search?q=key', 'docs-search'],
  ])('%s', async (path, name) => {
    await open(path)
    await inspectPage(browser, name)
  })

  test('the search shows results while a word is typed, and arrow keys reach them', async () => {
    const { page } = browser
    await open('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('idempot')
    await page.locator('#docs-results a').first().waitFor()
    await inspectPage(browser, 'docs-results')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/idempotency')
  })

  test('a language that is chosen once is chosen on every page', async () => {
    const { page } = browser
    await open('/docs/first-order')
    await page.getByRole('radio', { name: 'Python' }).first().check()
    await page.getByText('client.submit_order(').waitFor()
    await open('/docs/sliced-files')
    await page.getByText('from pathlib import Path').waitFor()
    expect(await page.getByText('curl -sS').first().isVisible()).toBe(false)
  })

  test('a link to an anchor of the former reference leads to it', async () => {
    await open('/docs#submitPrintOrder')
    await browser.page.waitForURL('**/docs/reference#submitPrintOrder')
  })

  test('the reference sends a request and shows its response', async () => {
    const { page } = browser
    await open('/docs/reference')
    const panel = page.locator('#estimatePrice')
    await panel.getByRole('button', { name: 'Try it' }).click()
    await panel.getByRole('button', { name: 'Send POST /api/price' }).click()
    const response = panel.locator('.try-output > pre')
    await response.waitFor()
    // The example is five parts in petg of 24 cm3: 24 x 0.44 x 1.27 is 13.4, billed as 14 g; 14 x $0.12 x 5 x 0.95 + $7.
    const estimate = JSON.parse((await response.textContent()) ?? '')
    expect(estimate).toMatchObject({ grams: 14, subtotal: 7.98, total: 14.98 })
    await inspectPage(browser, 'docs-reference')
  })
})
