// From words to a model of a printed size in the basket, in six taps; and a model that is cut, with its parts ordered
// together. Axe at every width and in both schemes. Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { read3mf } from '../../../testing/models/read-files.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const worker = use(
  () => service.service.startWorker(),
  (running) => running.stop(),
)
const browser = useBrowser({ webgl: true })

const button = (name: string | RegExp) => browser.page.getByRole('button', { name })
const field = (name: string) => browser.page.getByLabel(name, { exact: true })
const isDrawn = () => browser.page.waitForSelector('#stage[data-drawn]:not([data-drawn="0"])')
const sees = async (text: string | RegExp) => {
  await browser.page.getByText(text).first().waitFor()
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a prompt becomes a model of the printed size in the basket within six taps', async () => {
    expect(worker).toBeDefined()
    const { page } = browser
    const cookie = await service.signIn('maker@example.com')
    const [name = '', value = ''] = cookie.split('=', 2)
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.click()
    }
    await page.goto(service.baseUrl)
    await tap(page.getByRole('link', { name: 'Generate' }).first())
    await tap(field('What should it be?'))
    await page.keyboard.type('a round vase')
    await tap(button(/^Generate for 1 credit/))
    await page.waitForURL(/\/models\//)
    await isDrawn()
    await inspectPage(browser, 'model-to-change')
    await tap(page.locator('#change-size'))
    await page.keyboard.type('150')
    await tap(button('Make the changed model'))
    await page.waitForURL(/changed=1/)
    await isDrawn()
    await sees('a round vase, 150 mm')
    await sees(/Made from/)
    expect(await page.locator('#report').textContent()).toContain('150.0')
    await inspectPage(browser, 'changed-model')
    await tap(button('Add to basket'))
    await page.waitForURL(/\/basket/)
    await sees('a round vase, 150 mm.glb')
    expect(taps).toBe(6)
  })

  test('a model that exceeds the build volume is cut, and its parts are ordered together', async () => {
    const { page } = browser
    await page.goBack()
    await page.locator('#change-size').fill('500')
    await button('Make the changed model').click()
    await sees(/larger than the build volume/)
    expect(await page.locator('#change-size').inputValue()).toBe('500')
    await page.getByLabel('Into parts that fit the plate').check()
    await inspectPage(browser, 'change-refused')
    await button('Make the changed model').click()
    await page.waitForURL(/changed=1/)
    await isDrawn()
    await sees('Part 1, shown here')
    await sees('a round vase, 500 mm, cut into 2 parts, part 1')
    await inspectPage(browser, 'cut-part')
    await button(/^Add all \d+ parts$/).click()
    await page.waitForURL(/\/basket/)
    await sees(/, part 1\.stl/)
    await sees(/, part 2\.stl/)
    await inspectPage(browser, 'cut-in-basket')
  })

  test('the file of a model is saved under its name', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/account/generations`)
    await page.getByRole('link', { name: /Print this.*a round vase/ }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: '3MF' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('a round vase.3mf')
    const { unit, objects } = read3mf(readFileSync(await download.path()))
    expect([unit, objects]).toEqual(['millimeter', 1])
  })
})
