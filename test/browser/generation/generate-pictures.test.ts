// A picture is drawn, changed and made a model in one tap, and the model is repainted. Axe at every width and in both
// schemes. Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
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
const sees = async (text: string | RegExp) => {
  await browser.page.getByText(text).first().waitFor()
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a picture is drawn from words, and changed', async () => {
    expect(worker).toBeDefined()
    const { page } = browser
    await page.goto(`${service.baseUrl}/pictures`)
    await sees('Sign in to draw')
    await inspectPage(browser, 'pictures-signed-out')
    const [name = '', value = ''] = (await service.signIn('painter@example.com')).split('=', 2)
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    await page.goto(`${service.baseUrl}/generate`)
    await page.getByRole('link', { name: 'draw a picture' }).click()
    await sees('No pictures yet.')
    await field('What should it show?').fill('a red teapot')
    await button('Draw it').click()
    await page.waitForURL(/\/pictures\?made=/)
    await sees('Your new picture')
    await page
      .getByRole('link', { name: /^Change it.*a red teapot/ })
      .first()
      .click()
    await field('What should be different?').fill('make it blue')
    await page.locator('form[action="/pictures/change"] button').click()
    await page.waitForURL(/\/pictures\?made=/)
    await sees('make it blue')
    await inspectPage(browser, 'pictures')
  })

  test('refused words stay, with the reason next to them', async () => {
    const { page } = browser
    await field('What should it show?').fill('a nude woman')
    await button('Draw it').click()
    await page.waitForSelector('#draw-prompt-error')
    expect(await field('What should it show?').inputValue()).toBe('a nude woman')
    await inspectPage(browser, 'pictures-refused')
  })

  test('a picture becomes a model in one tap, and the model is repainted', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/account/pictures`)
    await inspectPage(browser, 'account-pictures')
    await button(/^Make this a model for 2 credits.*make it blue/).click()
    await page.waitForURL(/\/models\//)
    await sees('Paint it anew')
    await page.waitForSelector('#stage[data-drawn]:not([data-drawn="0"])')
    const before = page.url()
    await inspectPage(browser, 'model-to-paint')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: '3MF in stock colors' }).click()
    expect((await saved).suggestedFilename()).toBe('make it blue in stock colors.3mf')
    await field('What should it look like?').fill('mossy stone')
    await button('Paint it for 1 credit').click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByRole('heading', { name: 'mossy stone' }).waitFor()
    await sees('Paint it anew')
    await sees('New textures, 1 credit')
  })

  test('the form for a model opens with the picture', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/pictures`)
    await page.getByRole('link', { name: /^Model with options.*a red teapot/ }).click()
    await sees('This picture of yours is used')
    await inspectPage(browser, 'generate-from-picture')
  })
})
