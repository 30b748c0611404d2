// The complete path of a buyer in a real browser: from the home page to a paid order of two parts with a gift card. With
// the mouse, with the keyboard alone, and without a script. Skipped without an installed Chromium. With
// SCREENSHOTS=<folder> every page saves pictures there.
import { describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { chromiumPath, noOverflow, screens } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { ADDRESS, findOrder } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const part = (sizeMm: number) => ({
  name: `cube-${sizeMm}.stl`,
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm })),
})
type Part = ReturnType<typeof part>

/** Input method of a buyer. */
type Hands = {
  readonly press: (control: Locator) => Promise<void>
  readonly type: (input: Locator, text: string) => Promise<void>
  readonly attach: (input: Locator, file: Part) => Promise<void>
}

const mouse: Hands = {
  press: (control) => control.click(),
  type: (input, text) => input.fill(text),
  attach: (input, file) => input.setInputFiles(file),
}

/** More tab stops than any page has. */
const maxStops = 250

async function tabTo(target: Locator): Promise<void> {
  const { page } = browser
  await target.waitFor({ state: 'attached' })
  for (let stop = 0; stop < maxStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target}`)
}

const keyboard: Hands = {
  press: async (control) => {
    await tabTo(control)
    await browser.page.keyboard.press('Enter')
  },
  type: async (input, text) => {
    await tabTo(input)
    await browser.page.keyboard.press('ControlOrMeta+A')
    await browser.page.keyboard.type(text)
  },
  attach: async (input, file) => {
    await tabTo(input)
    const { page } = browser
    const chooser = page.waitForEvent('filechooser')
    // The page takes part in intercepting the file chooser, and a key press may overtake the request to do so.
    await page.evaluate(() => {})
    await page.keyboard.press('Space')
    await (await chooser).setFiles(file)
  },
}

const button = (name: string | RegExp) => browser.page.getByRole('button', { name }).first()
const link = (name: string | RegExp) => browser.page.getByRole('link', { name }).first()
const field = (label: string | RegExp) => browser.page.getByLabel(label).first()
// Does not wait for all pictures, which may take long on a busy machine.
const at = (pattern: string) => browser.page.waitForURL(pattern, { waitUntil: 'domcontentloaded' })
const body = async () => (await browser.page.locator('main').textContent()) ?? ''
const total = () =>
  browser.page.waitForFunction(() =>
    /^\$/.test(document.querySelector('#total')?.textContent ?? ''),
  )

type Look = (name: string) => Promise<void>

/** Adds both cubes to the basket, the smaller one twice. */
type Collect = (hands: Hands, look: Look) => Promise<void>

/** Uses the quote page: both cubes are priced before anything is uploaded. */
const inThePage: Collect = async (hands, look) => {
  await hands.attach(browser.page.locator('#file'), part(40))
  await at('**/quote**')
  await total()
  await hands.attach(browser.page.locator('#file'), part(30))
  await browser.page.getByRole('button', { name: 'Remove cube-30.stl' }).waitFor()
  await total()
  await hands.type(browser.page.locator('#quantity'), '2')
  // 1.80 each for the cube of 27 cm3, and one postage.
  await browser.page.waitForFunction(
    () => document.querySelector('#print-price')?.textContent === '$3.60',
  )
  expect(await browser.page.locator('#total').textContent()).toBe('$14.92')
  await look('quote')
  await hands.press(browser.page.locator('#add'))
}

/** Uses forms: one part after the other, and the quantity in the basket. */
const byForms: Collect = async (hands, look) => {
  await hands.attach(browser.page.locator('#file'), part(40))
  await hands.press(button('Show the price'))
  await at('**/quote')
  expect(await browser.page.locator('#total').textContent()).toBe('$11.32')
  await look('quote')
  await hands.press(browser.page.locator('#add'))
  await at('**/basket**')
  await hands.press(link('Price another model'))
  await at('**/quote')
  await hands.attach(browser.page.locator('#file'), part(30))
  await hands.press(button('Show the price'))
  await browser.page.locator('.picture').waitFor()
  await hands.press(browser.page.locator('#add'))
  await at('**/basket**')
  await browser.page.locator('strong', { hasText: 'cube-30.stl' }).waitFor()
  const second = browser.page.locator('.part-line', { hasText: 'cube-30.stl' })
  await hands.type(second.getByLabel('Quantity'), '2')
  await hands.press(browser.page.getByRole('button', { name: 'Update', exact: true }))
}

async function story(hands: Hands, collect: Collect, look: Look): Promise<void> {
  const { page } = browser
  const code = await giftCard(service, await buyer(service), 1000)
  await page.context().clearCookies()
  await page.goto(service.baseUrl)
  await look('home')
  await collect(hands, look)
  await at('**/basket**')
  await page.getByText('$14.92').first().waitFor()
  for (const name of ['cube-40.stl', 'cube-30.stl']) expect(await body()).toContain(name)
  await look('basket')
  await hands.press(button('Check out'))

  const email = `${crypto.randomUUID()}@example.com`
  await at('**/checkout**')
  for (const [name, value] of Object.entries({ ...ADDRESS, email })) {
    await hands.type(page.locator(`[name="${name}"]`), value)
  }
  await hands.type(field(/Gift card code/), code)
  await hands.press(button('Apply'))
  // 14.92 minus the gift card of 10.00; the entered values are kept.
  await button('Pay $4.92').waitFor()
  expect(await page.locator('[name="street1"]').inputValue()).toBe(ADDRESS.street1)
  await look('checkout')
  await hands.press(button('Pay $4.92'))
  await field('Card number').waitFor()
  await hands.type(field('Card number'), '4242 4242 4242 4242')
  await hands.type(field('Expiry'), '12 / 40')
  await hands.type(field('CVC'), '123')
  await hands.press(button('Pay $4.92'))

  await at('**/orders/CART-*')
  await service.stripe.deliver()
  await page.reload({ waitUntil: 'domcontentloaded' })
  const order = /CART-\w{6}/.exec(page.url())?.[0] ?? ''
  expect(await page.locator('h1').textContent()).toContain('Received')
  for (const text of ['2 × PLA Silver', '$14.92']) expect(await body()).toContain(text)
  // No account is signed in: anyone with the link may read the page.
  expect(await body()).not.toContain('cube-40.stl')
  await look('order')
  expect(await service.stripe.charges({ orderCode: order })).toMatchObject({
    succeeded: 1,
    amountCents: 492,
  })
  const paid = await findOrder(service, order)
  expect([paid?.paid, paid?.web?.giftCents]).toEqual([true, 1000])
  await page.goto(`${service.baseUrl}/basket`)
  expect(await body()).toContain('Your basket is empty')
}

const limitMs = 300_000
const fits =
  (handsName: string): Look =>
  async (name) => {
    const overflow = await browser.look(`story-${handsName}-${name}`)
    expect([name, overflow]).toEqual([name, noOverflow])
  }

describe.skipIf(chromiumPath === null)('from the home page to a paid order', () => {
  test(
    'with the mouse, no page has an accessibility violation at any width or in either scheme',
    () => story(mouse, inThePage, (name) => inspectPage(browser, `story-${name}`)),
    limitMs,
  )

  test('with the keyboard alone', () => story(keyboard, inThePage, fits('keyboard')), limitMs)

  test(
    'without a script, on a phone',
    async () => {
      const { page } = browser
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setScriptExecutionDisabled', { value: true })
      await page.setViewportSize(screens.phone)
      try {
        await story(mouse, byForms, async () => {})
      } finally {
        await session.send('Emulation.setScriptExecutionDisabled', { value: false })
        await session.detach()
      }
    },
    limitMs,
  )

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})
