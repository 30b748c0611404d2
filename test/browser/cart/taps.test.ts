// Number of taps and keys that a buyer on a phone needs from the home page to a paid order of one part, counted
// during the run. Every field is tapped, and choosing a file is two taps: the button, and the file in the phone's
// list. Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { chromiumPath, screens } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const file = {
  name: 'cube.stl',
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm: 40 })),
}
const card = { 'Card number': '4242424242424242', Expiry: '1240', CVC: '123' }

type Count = { taps: number; keys: number }

/** Way to the next field: with a finger, or with the keyboard's "Next". */
type Way = 'finger' | 'next'

class Phone {
  readonly count: Count = { taps: 0, keys: 0 }
  readonly #way: Way
  constructor(way: Way) {
    this.#way = way
  }

  async tap(control: Locator): Promise<void> {
    await control.click()
    this.count.taps++
  }

  async choose(): Promise<void> {
    const { page } = browser
    const chooser = page.waitForEvent('filechooser')
    await this.tap(page.locator('#choose'))
    await (await chooser).setFiles(file)
    this.count.taps++
  }

  async fill(fields: readonly (readonly [Locator, string])[]): Promise<void> {
    for (const [index, [field, text]] of fields.entries()) {
      const isTapped = index === 0 || this.#way === 'finger'
      await (isTapped ? this.tap(field) : this.#next(field))
      await browser.page.keyboard.type(text)
      this.count.keys += text.length
    }
  }

  async #next(field: Locator): Promise<void> {
    for (let presses = 0; presses < 4; presses++) {
      await browser.page.keyboard.press('Tab')
      this.count.keys++
      if (await field.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`"Next" does not lead to ${field}`)
  }
}

const button = (name: string | RegExp) => browser.page.getByRole('button', { name }).first()

async function addAndCheckOut(phone: Phone): Promise<void> {
  const { page } = browser
  await page.goto(service.baseUrl)
  await page.waitForSelector('html.scripted')
  await phone.choose()
  await page.waitForURL('**/quote**')
  const checkOut = page.locator('#price-bar [data-add="checkout"]')
  await page.waitForFunction(
    () => document.querySelector<HTMLButtonElement>('#price-bar button')?.disabled === false,
  )
  await phone.tap(checkOut)
  await page.waitForURL('**/checkout**')
}

async function payByCard(phone: Phone): Promise<void> {
  const { page } = browser
  await phone.tap(button(/^Pay \$/))
  await page.getByLabel('Card number').first().waitFor()
  await phone.fill(
    Object.entries(card).map(([label, text]) => [page.getByLabel(label).first(), text] as const),
  )
  await phone.tap(button(/^Pay \$/))
  await page.waitForURL(/\/orders\/[A-Z]+-/, { waitUntil: 'domcontentloaded' })
  await service.stripe.deliver()
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await page.locator('h1').textContent()).toContain('Received')
}

/** Pays with the saved card, which is charged immediately, so the next page shows the order as paid. */
async function paySaved(phone: Phone): Promise<void> {
  const { page } = browser
  await phone.tap(button(/^Pay \$\d+\.\d\d by Visa ending in 4242$/))
  await page.waitForURL(/\/orders\/[A-Z]+-.*paid=1/, { waitUntil: 'domcontentloaded' })
  expect(await page.locator('h1').textContent()).toContain('Received')
}

/** In the order of the page. The state is filled in from the ZIP code. */
const addressOf = (email: string) => {
  const { recipientName, street1, zip, city } = ADDRESS
  return Object.entries({ email, recipientName, street1, zip, city }).map(
    ([name, text]) => [browser.page.locator(`[name="${name}"]`), text] as const,
  )
}

async function newcomer(way: Way): Promise<Count> {
  const phone = new Phone(way)
  await browser.page.setViewportSize(screens.phone)
  await browser.page.context().clearCookies()
  await addAndCheckOut(phone)
  await phone.fill(addressOf(way === 'finger' ? 'ada@example.com' : 'ida@example.com'))
  expect(await browser.page.locator('[name="state"]').inputValue()).toBe(ADDRESS.state)
  await payByCard(phone)
  return phone.count
}

describe.skipIf(chromiumPath === null)('from the home page to a paid order on a phone', () => {
  // Before: 20 taps and 112 keys, with a password and a mailed code. Two taps for the file, one to check out, five fields of the contact
  // and address, one to the card's page, three fields of the card, one to pay.
  test('a newcomer taps 13 times when every field is tapped', async () => {
    const { taps, keys } = await newcomer('finger')
    // 55 of the contact and address, 23 of the card.
    expect([taps, keys]).toEqual([13, 78])
  }, 300_000)

  test('a newcomer taps 7 times with the keyboard’s "Next"', async () => {
    const { taps, keys } = await newcomer('next')
    // "Next" is a key as well: six between the fields, and two past the country and the apartment.
    expect([taps, keys]).toEqual([7, 86])
  }, 300_000)

  test('a returning buyer types no address', async () => {
    const { page } = browser
    const ada = await buyer(service)
    await page.context().clearCookies()
    await page.context().addCookies(
      ada.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url: service.baseUrl }
      }),
    )
    await page.setViewportSize(screens.phone)
    const first = new Phone('next')
    await addAndCheckOut(first)
    await first.fill(addressOf('').slice(1))
    await payByCard(first)
    const second = new Phone('finger')
    await addAndCheckOut(second)
    await payByCard(second)
    expect([second.count.taps, second.count.keys]).toEqual([8, 23])
  }, 300_000)

  test('a returning buyer with a saved card types nothing', async () => {
    const { page } = browser
    const eve = await buyer(service)
    await service.account({ email: eve.email, accountId: eve.accountId })
    await page.context().clearCookies()
    await page.context().addCookies(
      eve.cookie.split('; ').map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url: service.baseUrl }
      }),
    )
    await page.setViewportSize(screens.phone)
    const first = new Phone('next')
    await addAndCheckOut(first)
    await first.fill(addressOf('').slice(1))
    await paySaved(first)
    const second = new Phone('finger')
    await addAndCheckOut(second)
    await paySaved(second)
    // Two for the file, one to check out, one to pay.
    expect([second.count.taps, second.count.keys]).toEqual([4, 0])
    const again = new Phone('finger')
    await again.tap(button('Order again'))
    await page.waitForURL('**/checkout**')
    await paySaved(again)
    expect([again.count.taps, again.count.keys]).toEqual([2, 0])
  }, 300_000)
})
