// From words to a printed part in a real browser: generating, watching the job, viewing the model, publishing,
// ordering from the gallery, and taking down; axe at every width and in both schemes. Skipped without an installed
// Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { opaque, stripes } from '../../../testing/models/pictures.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const worker = use(
  () => service.service.startWorker(),
  (running) => running.stop(),
)
const browser = useBrowser({ webgl: true })

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const press = (name: string) => browser.page.getByRole('button', { name, exact: true }).click()
const sees = async (text: string) => {
  await browser.page.getByText(text).first().waitFor()
}
const choose = (name: string, value: string) =>
  browser.page.locator(`[name="${name}"][value="${value}"]`).check()
const isDrawn = () => browser.page.waitForSelector('#stage[data-drawn]:not([data-drawn="0"])')

const photo = () => stripes([{ color: opaque(200, 80, 40), width: 64 }])

async function signIn(email: string): Promise<void> {
  const cookie = await service.signIn(email)
  const [name = '', value = ''] = cookie.split('=', 2)
  await browser.page.context().clearCookies()
  await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  let entry = ''

  test('the gallery is empty at first, and generating needs an account', async () => {
    expect(worker).toBeDefined()
    await open('/gallery')
    await sees('No model is published yet')
    await inspectPage(browser, 'gallery-empty')
    await open('/generate')
    await sees('Sign in to generate')
  })

  test('words become a model, with the price stated in advance', async () => {
    await signIn('maker@example.com')
    await open('/generate')
    await sees('Generate for 1 credit')
    await choose('mode', 'hi_fi')
    await browser.page.getByText('More options').click()
    await browser.page.getByLabel('Mesh').selectOption('high')
    await sees('Generate for 3 credits')
    await browser.page.getByLabel('Mesh').selectOption('ultra')
    await browser.page.getByText('A second pass for details').click()
    await sees('Your balance is too low.')
    await press('Generate for 6 credits')
    await sees('Describe what you want.')
    await browser.page.getByLabel('What should it be?').fill('a round vase')
    await press('Generate for 6 credits')
    await sees('This generation costs 6 credits and the account has 5.')
    await inspectPage(browser, 'generate-refused')
    await browser.page.getByText('A second pass for details').click()
    await press('Generate for 4 credits')
    await browser.page.waitForURL(/\/models\//)
    await isDrawn()
    await sees('a round vase')
    await inspectPage(browser, 'model')
    await open('/account')
    await sees('Print this')
    await inspectPage(browser, 'account-generations')
    await open('/account/generations')
    await inspectPage(browser, 'generations')
    await browser.page.getByRole('link', { name: /Print this.*a round vase/ }).click()
    await isDrawn()
    await sees('a round vase')
  })

  test('photos after the fourth are omitted, and the page says so', async () => {
    await open('/generate')
    const { page } = browser
    const paste = (count: number) =>
      page.evaluate((photos) => {
        const clipboardData = new DataTransfer()
        for (let place = 0; place < photos; place += 1) {
          clipboardData.items.add(new File(['x'], `${place}.png`, { type: 'image/png' }))
        }
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
      }, count)
    const status = page.locator('[data-views] [role="status"]')
    await paste(3)
    expect(await status.textContent()).toBe('')
    await paste(3)
    expect(await status.textContent()).toBe(
      '2 photos were left out: a model is made from 4 at most.',
    )
    expect(await page.locator('[data-views] li').count()).toBe(4)
  })

  test('a photo is shown before it is sent', async () => {
    await setCredits(service.db, 9)
    await open('/generate')
    await choose('inputMode', 'image')
    await browser.page.getByLabel('Photo', { exact: true }).setInputFiles({
      name: 'cup.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await photo()),
    })
    await browser.page.getByAltText('cup.png').waitFor()
    await press('Generate for 2 credits')
    await browser.page.waitForURL(/\/models\//)
    await isDrawn()
  })

  test('the model is published, found in the gallery and ordered by a visitor', async () => {
    await browser.page.getByLabel('Title').fill('A cup from a photo')
    await press('Publish in the gallery')
    await sees('Your model is in the gallery now.')
    entry = new URL(browser.page.url()).pathname
    await browser.page.context().clearCookies()
    await open('/gallery')
    await sees('A cup from a photo')
    await inspectPage(browser, 'gallery')
    await browser.page.getByRole('link', { name: /A cup from a photo/ }).click()
    await press('Show in 3D')
    await isDrawn()
    await browser.page.getByLabel('Quantity').fill('5')
    await sees('5% off')
    const price = await browser.page.locator('#print-price').textContent()
    if (price === null) throw new Error('no price')
    expect(price).toMatch(/\$\d+\.\d\d/)
    await inspectPage(browser, 'entry')
    await press('Add to basket')
    await sees('Basket')
    expect(await browser.page.locator('.part-line').last().textContent()).toContain(price)
  })

  test('the model is taken down by an operator, and the basket and its page say so', async () => {
    const visitor = await browser.page.context().cookies()
    await signIn(OPERATOR_EMAIL)
    await open(entry)
    await browser.page.getByRole('link', { name: 'take this model down' }).click()
    await inspectPage(browser, 'desk-gallery-entry')
    await browser.page.getByLabel('Reason').fill('Copied from somewhere else')
    await press('Take it down')
    await sees('The model was taken down.')
    await open(entry)
    await sees('No longer in the gallery')
    await browser.page.context().clearCookies()
    await browser.page.context().addCookies(visitor)
    await open('/basket')
    await sees('This model is no longer in the gallery, so it cannot be ordered.')
  })

  test('a request that moderation refuses keeps the entered values', async () => {
    await signIn('maker@example.com')
    await open('/generate')
    await browser.page.getByLabel('What should it be?').fill('a nude statue')
    await press('Generate for 1 credit')
    await sees('The prompt asks for sexual content or nudity.')
    await inspectPage(browser, 'generate-moderated')
    await open('/quote/link?url=https://example.com/part.stl')
    await inspectPage(browser, 'quote-link')
    // The browser logs refused pages. The basket requests the picture of the removed model.
    const refusal = /status of (400|403|410) |\/basket: .* status of 404 /
    expect(browser.complaints.filter((line) => !refusal.test(line))).toEqual([])
  })
})
