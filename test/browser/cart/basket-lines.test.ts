// Lines of the basket in a browser: their settings and prices with a script, two windows, and the focus. Also an order with only the
// keyboard. Skipped without an installed Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { expectFocus, useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const fileOf = (name: string, sizeMm: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm })),
})

/** A 40 mm cube in silver PLA: 36 g, $4.32. */
async function openBasket(): Promise<string> {
  const { page } = browser
  await page.goto(`${service.baseUrl}/quote`)
  await page.waitForSelector('html.scripted')
  await page.setInputFiles('#file', fileOf('cube.stl', 40))
  await page.locator('#add:not([disabled])').waitFor()
  await page.locator('[data-add="basket"], #add').first().click()
  await page.waitForURL('**/basket')
  const id = await page.locator('.part-line').last().getAttribute('id')
  return (id ?? '').replace('line-', '')
}

/** Returns the name of the focused element, and whether it is visible. */
const focused = () =>
  browser.page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { name: '', isVisible: false }
    const field = element as HTMLInputElement
    const name =
      field.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent
    const { width, height, bottom, top } = element.getBoundingClientRect()
    const isVisible = width > 2 && height > 2 && bottom > 0 && top < innerHeight
    return { name: (name ?? '').replace(/\s+/g, ' ').trim(), isVisible }
  })

/** Presses Tab until the named element has the focus. Expects each element on the way to be visible. */
async function tabTo(name: string | RegExp, mostPresses = 60): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < mostPresses; presses++) {
    await browser.page.keyboard.press('Tab')
    const at = await focused()
    passed.push(at.name)
    expect([at.name, at.isVisible]).toEqual([at.name, true])
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return
  }
  throw new Error(`Tab does not lead to ${name}: ${passed.join(' | ')}`)
}

const type = async (label: string, text: string) => {
  await tabTo(label)
  await browser.page.keyboard.type(text)
}

describe.skipIf(chromiumPath === null)('lines of the basket', () => {
  afterEach(async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/help`)
    await page.context().clearCookies()
    await page.evaluate(async () => {
      localStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
    })
  })

  test('a choice shows its price immediately and keeps the focus, and saving it leads to the line', async () => {
    const { page } = browser
    const id = await openBasket()
    await page.getByText('Edit cube.stl').click()
    const material = page.locator(`#material-${id}`)
    await material.focus()
    // 64 cm3 x 0.44 x 1.07 is 30.1, so 31 g of ASA at $0.14.
    await material.selectOption('asa')
    const result = page.locator(`#edit-result-${id}`)
    await result.getByText('New price $4.34, now $4.32. Nothing is saved yet.').waitFor()
    await expectFocus(page, `material-${id}`)
    await result.getByRole('button', { name: 'Save at $4.34' }).click()
    await page.waitForURL(`**/basket#line-${id}`)
    await expectFocus(page, `line-${id}`)
    expect(await page.locator(`#settings-${id}`).textContent()).toContain('ASA, Silver')
    expect(await page.locator(`#price-${id}`).textContent()).toBe('$4.34')
  })

  test('a second window that changes an outdated line reports it, and shows the current line', async () => {
    const { page } = browser
    const id = await openBasket()
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/basket`)
    const quantity = page.locator(`#quantity-${id}`)
    const price = page.locator(`#price-${id}`)
    await quantity.fill('3')
    await quantity.blur()
    await price.getByText('$12.96').waitFor()
    // Two changes in one window, without waiting in between.
    await quantity.fill('4')
    await quantity.blur()
    await quantity.fill('2')
    await quantity.blur()
    await price.getByText('$8.64').waitFor()
    expect(await page.locator(`#wrong-${id}`).textContent()).toBe('')
    await other.locator(`#quantity-${id}`).fill('9')
    await other.locator(`#quantity-${id}`).blur()
    await other.getByText('This part was changed in another window.').waitFor()
    expect(await other.locator(`#quantity-${id}`).inputValue()).toBe('2')
    // The line can be changed after the current state was shown.
    await other.locator(`#quantity-${id}`).fill('9')
    await other.locator(`#quantity-${id}`).blur()
    await other.locator(`#wrong-${id}:empty`).waitFor({ state: 'attached' })
    await other.close()
    await page.reload()
    expect(await quantity.inputValue()).toBe('9')
  })

  test('changing a line that another window removed shows the current basket', async () => {
    const { page } = browser
    await openBasket()
    await openBasket()
    const lines = await page.locator('.part-line').evaluateAll((all) => all.map(({ id }) => id))
    const [one = '', two = ''] = lines.map((line) => line.replace('line-', ''))
    const gone = 'That line is no longer in the basket.'
    const [other, third] = [await page.context().newPage(), await page.context().newPage()]
    for (const window of [other, third]) await window.goto(`${service.baseUrl}/basket`)
    await page.locator(`#line-${one}`).getByRole('button', { name: 'Remove cube.stl' }).click()
    await page.locator(`#line-${one}`).waitFor({ state: 'detached' })
    // The remaining line has the quantity that was typed for it.
    await other.locator(`#quantity-${two}`).fill('3')
    await other.locator(`#quantity-${one}`).fill('2')
    await other.locator(`#quantity-${one}`).blur()
    await other.locator(`#line-${one}`).waitFor({ state: 'detached' })
    await other.getByText(gone).first().waitFor()
    expect(await other.locator(`#quantity-${two}`).inputValue()).toBe('3')
    expect(await other.locator(`#wrong-${two}`).textContent()).toBe('')
    await page.reload()
    await page.locator(`#line-${two}`).getByRole('button', { name: 'Remove cube.stl' }).click()
    await page.getByText('Your basket is empty').waitFor()
    await third.locator(`#quantity-${one}`).fill('2')
    await third.locator(`#quantity-${one}`).blur()
    await third.getByText('Your basket is empty').waitFor()
    await third.getByText(gone).first().waitFor()
    await Promise.all([other.close(), third.close()])
  })

  test('quantities that are typed in quick succession in one window are saved without a conflict', async () => {
    const { page } = browser
    const id = await openBasket()
    const quantity = page.locator(`#quantity-${id}`)
    // The browser submits the form immediately, in addition to the script's save.
    await quantity.fill('3')
    await quantity.press('Enter')
    await page.locator(`#price-${id}`).getByText('$12.96').waitFor()
    expect(await page.locator(`#wrong-${id}`).textContent()).toBe('')
    await quantity.fill('2')
    await page.getByRole('button', { name: 'Check out' }).click()
    await page.waitForURL('**/checkout**')
    await page.getByText('Quantity 2').waitFor()
    await page.goto(`${service.baseUrl}/basket`)
    await page.getByText('Edit cube.stl').click()
    await page.locator(`#material-${id}`).selectOption('asa')
    const result = page.locator(`#edit-result-${id}`)
    await result.getByText('New price $8.68, now $8.64.').waitFor()
    // A quantity that is saved meanwhile changes the price on the button.
    await quantity.fill('3')
    await quantity.blur()
    await result.getByRole('button', { name: 'Save at $13.02' }).dblclick()
    await page.waitForURL(`**/basket#line-${id}`)
    expect(await page.locator(`#settings-${id}`).textContent()).toContain('ASA, Silver')
    expect(await quantity.inputValue()).toBe('3')
  })

  test('settings from another window are not overwritten after a quantity was saved in this one', async () => {
    const { page } = browser
    const id = await openBasket()
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/basket`)
    await page.getByText('Edit cube.stl').click()
    await page.locator(`#color-${id}`).selectOption('White')
    await page.getByRole('button', { name: 'Save at $4.32' }).click()
    await page.waitForURL(`**/basket#line-${id}`)
    await other.locator(`#quantity-${id}`).fill('2')
    await other.locator(`#quantity-${id}`).blur()
    await other.locator(`#price-${id}`).getByText('$8.64').waitFor()
    await other.getByText('Edit cube.stl').click()
    await other.locator(`#infill-${id}`).fill('60')
    await other.locator(`#infill-${id}`).blur()
    // The current line is shown, and can then be changed.
    const result = other.locator(`#edit-result-${id}`)
    await result.getByText('This part was changed in another window.').waitFor()
    expect(await other.locator(`#color-${id}`).inputValue()).toBe('White')
    expect(await other.locator(`#infill-${id}`).inputValue()).toBe('20')
    expect(await other.locator(`#settings-${id}`).textContent()).toContain('PLA, White')
    await other.locator(`#infill-${id}`).fill('60')
    await other.locator(`#infill-${id}`).blur()
    await result.getByRole('button', { name: /^Save at/ }).click()
    await other.waitForURL(`**/basket#line-${id}`)
    const settings = await other.locator(`#settings-${id}`).textContent()
    expect(settings).toContain('PLA, White')
    expect(settings).toContain('60% infill')
    await other.close()
  })

  test('saving one line does not confirm another line’s quantity from another window', async () => {
    const { page } = browser
    await openBasket()
    await openBasket()
    const lines = await page.locator('.part-line').evaluateAll((all) => all.map(({ id }) => id))
    const [one = '', two = ''] = lines.map((line) => line.replace('line-', 'quantity-'))
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/basket`)
    await page.locator(`#${two}`).fill('5')
    await page.locator(`#${two}`).blur()
    await page.getByRole('heading', { name: '6 parts' }).waitFor()
    await other.locator(`#${one}`).fill('2')
    await other.locator(`#${one}`).blur()
    await other.getByRole('heading', { name: '7 parts' }).waitFor()
    expect(await other.locator(`#${two}`).inputValue()).toBe('5')
    await other.close()
  })

  test('a price that does not arrive is not awaited, and a color without a name has no price request', async () => {
    const { page } = browser
    const id = await openBasket()
    await page.getByText('Edit cube.stl').click()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/settings')) sent.push(request.postData() ?? '')
    })
    await page.route('**/settings', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.locator(`#material-${id}`).selectOption('asa')
    await failed
    const result = page.locator(`#edit-result-${id}:not([aria-busy])`)
    await result.waitFor()
    await page.unroute('**/settings')
    await page.locator(`#color-${id}`).selectOption('custom')
    await page.locator(`#customColor-${id}`).fill('teal')
    await page.locator(`#customColor-${id}`).blur()
    await page.locator(`#edit-outcome-${id}[role="status"]`).getByText('Nothing is saved').waitFor()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toContain('customColor=teal')
  })

  test('a price requested while a quantity is being saved is for that quantity', async () => {
    const { page } = browser
    const id = await openBasket()
    await page.getByText('Edit cube.stl').click()
    // The test determines when the response to the quantity arrives. (A held route would never answer a request with `keepalive`.)
    await page.evaluate(() => {
      const { fetch } = window
      const released = new Promise((resolve) => addEventListener('release', resolve))
      const held = async (...[input, init]: Parameters<typeof fetch>) => {
        if (String(input).endsWith('/basket')) await released
        return await fetch(input, init)
      }
      window.fetch = Object.assign(held, fetch)
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/settings')) sent.push(request.url())
    })
    await page.locator(`#quantity-${id}`).fill('2')
    await page.locator(`#quantity-${id}`).blur()
    await page.locator(`#material-${id}`).selectOption('asa')
    expect(sent).toHaveLength(0)
    await page.evaluate(() => dispatchEvent(new Event('release')))
    // Two parts of 31 g of ASA at $0.14.
    await page.getByRole('button', { name: 'Save at $8.68' }).click()
    await page.waitForURL(`**/basket#line-${id}`)
    // The first request is for the price, the second one saves.
    expect(sent).toHaveLength(2)
    expect(await page.locator(`#price-${id}`).textContent()).toBe('$8.68')
  })

  test('a corrected postal code corrects the filled-in state, even after the page was restored', async () => {
    const { page } = browser
    await openBasket()
    await page.goto(`${service.baseUrl}/checkout`)
    await page.locator('#zip').fill('90210')
    expect(await page.locator('#state').inputValue()).toBe('CA')
    await page.locator('#giftCard').fill('GIFT-NONE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This code is unknown').first().waitFor()
    expect(await page.locator('#state').inputValue()).toBe('CA')
    await page.locator('#zip').fill('60601')
    expect(await page.locator('#state').inputValue()).toBe('IL')
  })

  test('a list whose parts did not arrive says so, and reloading shows the parts', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/quote`)
    await page.waitForSelector('html.scripted')
    await page.setInputFiles('#file', fileOf('one.stl', 40))
    await page.locator('#add:not([disabled])').waitFor()
    await page.route(/chunk-/, (route) => route.abort())
    await page.setInputFiles('#file', fileOf('two.stl', 30))
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await alert.waitFor()
    await page.unroute(/chunk-/)
    await alert.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByText('2 of 2 ready', { exact: true }).waitFor()
  })

  test('an order by keyboard has a visible focus at each stop', async () => {
    const { page } = browser
    const id = await openBasket()
    await tabTo('Quantity')
    await page.keyboard.press('ArrowUp')
    await tabTo('Remove cube.stl')
    await tabTo('Edit cube.stl')
    await page.keyboard.press('Enter')
    await tabTo('Material')
    await page.keyboard.type('pe')
    await page.getByText('Nothing is saved yet.').waitFor()
    await tabTo(/^Save at \$/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/basket#line-${id}`)
    await expectFocus(page, `line-${id}`)
    await tabTo('Ship to')
    await tabTo('Check out')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout**')
    await type('Email', 'keys@example.com')
    await type('Name', 'Ada Lovelace')
    await type('Street and number', '1 Main Street')
    await type('Postal code', '62701')
    await type('City', 'Springfield')
    await tabTo('State or region')
    expect(await page.locator('#state').inputValue()).toBe('IL')
    await type('Gift card code (optional)', 'GIFT-NONE')
    await tabTo('Apply')
    await page.keyboard.press('Enter')
    await page.getByText('This code is unknown').first().waitFor()
    await expectFocus(page, 'giftCard')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await tabTo(/^Pay \$/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Card number').first().waitFor()
  })

  test('choosing another country returns the focus to the country field', async () => {
    const { page } = browser
    await openBasket()
    await page.goto(`${service.baseUrl}/checkout`)
    await page.locator('#country').selectOption('DE')
    await page.getByLabel('State or region').waitFor({ state: 'detached' })
    await expectFocus(page, 'country')
  })
})
