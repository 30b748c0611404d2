// The group "Change the part" of the quote page: the basket charges the displayed price. Skipped without an installed
// Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { binaryStl, box } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

/** 200 cm3, standing on its smallest face. */
const tower = Buffer.from(binaryStl(box([40, 50, 100])))
/** A plate on its edge: thinner than two walls of 0.8 mm. */
const plate = Buffer.from(binaryStl(box([1.5, 40, 40])))

const text = async (selector: string) =>
  (await browser.page.locator(selector).first().textContent())?.trim() ?? ''
const isIdle = () =>
  browser.page.waitForFunction(() => {
    const add = document.querySelector<HTMLButtonElement>('#add')
    return document.querySelector('#reading')?.hasAttribute('hidden') && add?.disabled === false
  })

async function choose(name: string, buffer: Buffer): Promise<void> {
  await browser.page.goto(`${service.baseUrl}/quote`)
  await browser.page.setInputFiles('#file', { name, mimeType: 'model/stl', buffer })
  await isIdle()
}

const result = (pattern: RegExp) =>
  browser.page.locator('#change-result').getByText(pattern).waitFor()

/** Returns the price of the only line of the basket. */
async function basketPrice(): Promise<string> {
  const { page } = browser
  await page.locator('#add').click()
  const refusal = page.locator('#add-note [role="alert"]')
  const refused = refusal.waitFor().then(async () => {
    throw new Error(`Not added: ${await refusal.textContent()}`)
  })
  await Promise.race([page.waitForURL('**/basket'), refused])
  const price = await text('.part-line .part-price strong')
  expect(await text('.part-line .part-text strong')).toBe('tower.stl')
  await page.getByRole('button', { name: 'Remove tower.stl' }).click()
  await page.getByText('Your basket is empty').waitFor()
  return price
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a part is laid on its best face and back, at the price of the basket', async () => {
    const { page } = browser
    await choose('tower.stl', tower)
    expect(await text('#report dd')).toBe('40.0 × 50.0 × 100.0 mm')
    // 200 cm3 x 0.44 x 1.26 g/cm3 = 110.88 -> 111 g x $0.12.
    expect(await text('#print-price')).toBe('$13.32')
    await page.getByRole('button', { name: 'Orient for printing' }).click()
    await result(/^Turned onto its best face: height 100\.0 mm → 40\.0 mm/)
    expect(await text('#report dd')).toEndWith('× 40.0 mm')
    // Another choice keeps the change.
    await page.fill('#quantity', '2')
    expect(await text('#print-price')).toBe('$26.64')
    await isIdle()
    expect(await basketPrice()).toBe('$26.64')

    await choose('tower.stl', tower)
    await page.getByRole('button', { name: 'Orient for printing' }).click()
    await result(/^Turned/)
    await page.getByRole('button', { name: 'Undo the orientation' }).click()
    await page.getByText('40.0 × 50.0 × 100.0 mm', { exact: true }).waitFor()
    expect(await text('#change-result')).toBe('')
  })

  test('a hollow part weighs less, and the basket charges what the page shows', async () => {
    const { page } = browser
    await choose('tower.stl', tower)
    await page.getByLabel('Hollow').check()
    await result(/^Hollow with walls of 2\.00 mm: saves \d+ g a part and \$\d+\.\d\d in total\.$/)
    await isIdle()
    const [, grams = '', dollars = ''] =
      /saves (\d+) g a part and \$([\d.]+) in total\./.exec(await text('#change-result')) ?? []
    // The cavity of 36 x 46 x 96 mm leaves 41.0 cm3, and more at its rounded edges: 23 to 25 g of 111 g.
    expect(Number(grams)).toBeGreaterThanOrEqual(86)
    expect(Number(grams)).toBeLessThanOrEqual(88)
    expect(Math.round(100 * Number(dollars))).toBe(12 * Number(grams))
    const price = await text('#print-price')
    expect(price).toBe(`$${(13.32 - Number(dollars)).toFixed(2)}`)
    expect(await basketPrice()).toBe(price)
  })

  test('both changes are combined at another size, and then undone', async () => {
    const { page } = browser
    await choose('tower.stl', tower)
    await page.fill('#scale', '50')
    await page.getByText('20.0 × 25.0 × 50.0 mm', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Orient for printing' }).click()
    await result(/^Turned onto its best face: height 50\.0 mm → 20\.0 mm/)
    await page.fill('#wallMm', '1')
    await page.getByLabel('Hollow').check()
    // The wall is not scaled.
    await result(/^Hollow with walls of 1\.00 mm/)
    await isIdle()
    const price = await text('#print-price')
    expect(await basketPrice()).toBe(price)
    await choose('tower.stl', tower)
    await page.getByLabel('Hollow').check()
    await result(/^Hollow/)
    await page.getByRole('button', { name: 'Undo all changes' }).click()
    await page.getByText('40.0 × 50.0 × 100.0 mm', { exact: true }).waitFor()
    await isIdle()
    expect(await text('#print-price')).toBe('$13.32')
    expect(await page.getByLabel('Hollow').isChecked()).toBe(false)
  })

  test('an impossible change states the reason, and the part stays unchanged', async () => {
    const { page } = browser
    await choose('plate.stl', plate)
    await page.getByLabel('Hollow').check()
    await result(/^Not hollowed: no cavity fits inside, even with a 0\.8 mm wall\.$/)
    expect(await text('#report dd')).toBe('1.50 × 40.0 × 40.0 mm')
    await page.fill('#wallMm', '30')
    await page.getByText('Enter a wall from 0.4 to 10 mm.').waitFor()
    expect(await page.locator('#add').isDisabled()).toBe(true)
    // Too large: the part can be scaled, but not changed otherwise.
    await page.getByLabel('Hollow').uncheck()
    await page.fill('#scale', '1000')
    await page.getByText('Scale the part until it can be printed.', { exact: false }).waitFor()
    expect(
      await Promise.all(
        ['#scale', '#orient', '#hollow'].map((id) => page.locator(id).isDisabled()),
      ),
    ).toEqual([false, true, true])
  })

  test('the page has no accessibility violations at any width, in either scheme', async () => {
    const { page } = browser
    await choose('tower.stl', tower)
    await page.getByRole('button', { name: 'Orient for printing' }).focus()
    await page.keyboard.press('Enter')
    await result(/^Turned/)
    await page.getByLabel('Hollow').focus()
    await page.keyboard.press('Space')
    await result(/^Hollow/)
    await isIdle()
    await inspectPage(browser, 'quote-changed')
  }, 240_000)

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})
