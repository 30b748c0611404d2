// The documentation in a real browser: every page in both color schemes and at every width, the search, the language
// choice and the forms of the reference. Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { buildDocument } from '../../../server/http/openapi/document.ts'
import { referenceOf } from '../../../server/http/openapi/reference.ts'
import { endpointPaths, referencePages } from '../../../server/pages/reference/reference-pages.tsx'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

const pathOf = endpointPaths(referencePages(referenceOf(buildDocument(''))))
const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test.each([
    ['/docs', 'docs'],
    ['/docs/first-order', 'docs-first-order'],
    ['/docs/limits', 'docs-limits'],
    ['/docs/agents', 'docs-agents'],
    ['/docs/changelog', 'docs-changelog'],
    ['/docs/reference', 'docs-reference-index'],
    ['/docs/search?q=key', 'docs-search'],
  ])('%s', async (path, name) => {
    await open(path)
    await inspectPage(browser, name)
  })

  test.each(['/docs/first-order', '/docs/quote-then-order', '/docs/follow-orders'])(
    'the samples of %s are fully readable next to the copy button',
    async (path) => {
      const { page } = browser
      await open(path)
      for (const language of ['curl', 'TypeScript', 'Python']) {
        const tabs = page.getByRole('radio', { name: language, exact: true })
        if ((await tabs.count()) > 0) await tabs.first().check()
        const samples = await page.evaluate(() =>
          [...document.querySelectorAll('.docs-text pre')]
            .filter((pre) => pre.checkVisibility())
            .map((pre) => {
              const code = document.createRange()
              code.selectNodeContents(pre)
              const button = pre.parentElement?.querySelector('button')?.getBoundingClientRect()
              const isUnder = (line: DOMRect) =>
                button !== undefined && line.right > button.left && line.top < button.bottom
              return {
                hasButton: (button?.width ?? 0) > 0,
                hiddenPixels: pre.scrollWidth - pre.clientWidth,
                linesUnderButton: [...code.getClientRects()].filter(isUnder).length,
              }
            }),
        )
        expect(samples.filter(({ hasButton }) => hasButton).length).toBeGreaterThan(0)
        expect(
          samples.filter(
            ({ hiddenPixels, linesUnderButton }) => hiddenPixels > 0 || linesUnderButton > 0,
          ),
        ).toEqual([])
      }
    },
  )

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

  test('Escape also ends a search that has not responded yet', async () => {
    const { page } = browser
    await open('/docs')
    const { promise: sent, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/docs/search.json*', async (route) => {
      arrive()
      await released
      await route.continue()
    })
    await page.locator('#docs-query').fill('idempot')
    await sent
    await page.keyboard.press('Escape')
    const responded = page.waitForResponse('**/docs/search.json*')
    release()
    await (await responded).finished()
    // The page processes this request's response after the earlier response.
    await page.evaluate(() => fetch('/docs/search.json?q=key').then((response) => response.text()))
    expect(await page.locator('#docs-results').isVisible()).toBe(false)
    expect(await page.locator('#docs-search-status').textContent()).toBe('')
    await page.unroute('**/docs/search.json*')
  })

  test('a single result is counted as one', async () => {
    const { page } = browser
    await open('/docs')
    const result = { title: 'Keys', page: 'Guide', path: '/docs/idempotency', excerpt: 'A key.' }
    await page.route('**/docs/search.json*', (route) =>
      route.fulfill({ json: { results: [result] } }),
    )
    await page.locator('#docs-query').fill('key')
    await page.locator('#docs-results a').first().waitFor()
    expect(await page.locator('#docs-search-status').textContent()).toBe('1 result below.')
    await page.unroute('**/docs/search.json*')
  })

  test('a language chosen once applies to every page', async () => {
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
    await browser.page.waitForURL('**/docs/reference-orders#submitPrintOrder')
  })

  test('a link to an endpoint on another page of the reference leads to it', async () => {
    await open('/docs/reference-price#submitPrintOrder')
    await browser.page.waitForURL('**/docs/reference-orders#submitPrintOrder')
    await open('/docs/reference-price#orders')
    await browser.page.waitForURL('**/docs/reference#orders')
  })

  test('a form asks before it acts for the signed-in account', async () => {
    const { page } = browser
    await open(pathOf('retextureModel'))
    let requests = 0
    await page.route('**/api/retexture', (route) => {
      requests += 1
      return route.abort()
    })
    const panel = page.locator('#retextureModel')
    await panel.getByRole('button', { name: 'Try it' }).click()
    const asked = page.waitForEvent('dialog')
    const clicked = panel.getByRole('button', { name: 'Send POST /api/retexture' }).click()
    const dialog = await asked
    expect(dialog.message()).toBe(
      'POST /api/retexture is a real request (Retexture a model), sent for the account that is signed in in this browser. ' +
        'Credits of the account are used. Send it?',
    )
    await dialog.dismiss()
    await clicked
    expect(requests).toBe(0)
    await page.unroute('**/api/retexture')
  })

  test('a form repeats an order under one key until a response says that it was placed', async () => {
    const { page } = browser
    await open('/docs/reference-orders')
    const responses: (number | null)[] = [null, 503, 201, 201]
    const keys: (string | undefined)[] = []
    await page.route('**/api/print/orders', (route) => {
      const status = responses[keys.length] ?? null
      keys.push(route.request().headers()['idempotency-key'])
      return status === null ? route.abort() : route.fulfill({ status, json: { status } })
    })
    const accept = (dialog: { accept(): Promise<void> }) => void dialog.accept()
    page.on('dialog', accept)
    const panel = page.locator('#submitPrintOrder')
    await panel.getByRole('button', { name: 'Try it' }).click()
    for (const text of ['It may or may not have arrived', '503', '201', '201']) {
      await panel.getByRole('button', { name: 'Send POST /api/print/orders' }).click()
      await panel.locator('.try-output', { hasText: text }).waitFor()
    }
    page.off('dialog', accept)
    await page.unroute('**/api/print/orders')
    const [first, second, third, fourth] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).toMatch(/^[0-9a-f]{32}$/)
    expect(fourth).not.toBe(first)
  })

  test('the reference sends a request and shows its response', async () => {
    const { page } = browser
    await open('/docs/reference-price')
    const panel = page.locator('#estimatePrice')
    await panel.getByRole('button', { name: 'Try it' }).click()
    await panel.getByRole('button', { name: 'Send POST /api/price' }).click()
    const response = panel.locator('.try-output > pre')
    await response.waitFor()
    // The example is five parts in petg of 24 cm3: 24 x 0.44 x 1.27 is 13.4, billed as 14 g; 14 x $0.12 x 5 x 0.95 + $7.
    const estimate = JSON.parse((await response.textContent()) ?? '')
    expect(estimate).toMatchObject({ grams: 14, subtotal: 7.98, total: 14.98 })
    const parts = ['#estimatePrice', '.docs-pages']
    await inspectPage(browser, 'docs-reference', parts)
  })
})
