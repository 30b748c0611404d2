// From the quote page to the basket and back: changes during the upload, the totals, and parts that are no longer in
// the basket. Skipped without an installed Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import type { Route } from 'playwright-core'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const fileOf = (name: string, sizeMm: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm })),
})
const text = async (selector: string) =>
  (await browser.page.locator(selector).first().textContent())?.trim() ?? ''
const texts = (selector: string) => browser.page.locator(selector).allTextContents()
const cents = async (selector: string) =>
  Math.round(Number((await text(selector)).replace(/[^\d.]/g, '')) * 100)

async function openWith(...files: ReturnType<typeof fileOf>[]): Promise<void> {
  const { page } = browser
  await page.goto(`${service.baseUrl}/quote`)
  await page.waitForSelector('html.scripted')
  await page.setInputFiles('#file', files)
  await page.locator('#add:not([disabled])').waitFor()
  if (files.length > 1) {
    await page.getByText(`${files.length} of ${files.length} ready`, { exact: true }).waitFor()
  }
}

describe.skipIf(chromiumPath === null)('the quote page and the basket', () => {
  afterEach(async () => {
    const { page } = browser
    await page.unroute('**/basket/parts')
    await page.goto(`${service.baseUrl}/help`)
    await page.context().clearCookies()
    await page.evaluate(async () => {
      localStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
    })
  })

  test('a part that is changed or removed while others are added is not added', async () => {
    const { page } = browser
    await openWith(fileOf('one.stl', 40), fileOf('two.stl', 30), fileOf('three.stl', 20))
    const held: Route[] = []
    await page.route('**/basket/parts', (route) => {
      held.push(route)
    })
    await page.locator('#add').click()
    while (held.length === 0) await page.waitForTimeout(50)
    await page.getByLabel('Quantity of two.stl').fill('5')
    await page.getByRole('button', { name: 'Remove three.stl' }).click()
    await held[0]?.continue()
    await page.locator('#add-note .added').waitFor()
    expect(await text('#add-note .added')).toBe('one.stl is in the basket. Open the basket')
    expect(await texts('.part-state')).toEqual(['In the basket', 'Ready'])
    expect([held.length, await text('#add')]).toEqual([1, 'Add 1 of 2 parts to basket'])
    await page.goto(`${service.baseUrl}/basket`)
    expect(await page.locator('.part-line').count()).toBe(1)
  })

  test('a part that is changed while it is added is reported, and can be added in its current state', async () => {
    const { page } = browser
    await openWith(fileOf('one.stl', 40))
    await page.route('**/basket/parts', async (route) => {
      await page.fill('#quantity', '3')
      await route.continue()
    })
    await page.locator('#add').click()
    await page.locator('#add-note .left').waitFor()
    expect(await text('#add-note .left')).toBe(
      'one.stl was changed while it was added: the basket has it as it was.',
    )
    await page.locator('#add:not([disabled])').waitFor()
  })

  test('the lines, the list and the total cover the same parts', async () => {
    const { page } = browser
    await openWith(fileOf('one.stl', 40), fileOf('two.stl', 40), fileOf('three.stl', 20))
    // $4.32, $4.32 and $1.00, and postage of $7.00.
    expect([await cents('#parts-total'), await cents('#total')]).toEqual([964, 1664])
    await page.locator('.spool:has([value="custom"])').click()
    // The color of the first part has no name, so the part is not counted.
    expect([await cents('#parts-total'), await cents('#total')]).toEqual([532, 1232])
    expect(await texts('#price-lines dt')).toEqual([
      'This part, not in the total',
      'The other 2 parts',
    ])
    expect((await texts('#price-lines dd'))[1]?.trim()).toBe('$5.32')
    // Another part is read again for the view; the prices stay.
    const totals = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          const total = document.querySelector('#total')
          const observer = new MutationObserver(() => seen.push(total?.textContent ?? ''))
          if (total !== null) observer.observe(total, { childList: true, characterData: true })
          setTimeout(() => resolve([...new Set([...seen, total?.textContent ?? ''])]), 2000)
        }),
    )
    await page.locator('.part-open', { hasText: 'three.stl' }).click()
    await page.locator('#file-name', { hasText: 'three.stl' }).waitFor()
    await page.locator('.part-open', { hasText: 'two.stl' }).click()
    expect(await totals).toEqual(['$12.32'])
  })

  test('hollowing is offered with the savings in the total, including postage', async () => {
    const { page } = browser
    // 1000 cm3 of PLA: 555 g for $66.60 with free postage; the hollow part has to pay postage.
    await openWith(fileOf('block.stl', 100))
    const offer = page.getByRole('button', { name: /^Hollow it and save/ })
    await offer.waitFor()
    const before = await cents('#total')
    expect([before > 5000, await text('#postage')]).toEqual([true, 'free'])
    const saved = await cents('#accept-hollow')
    await offer.click()
    await page.getByText('Hollow with walls of 2.00 mm').waitFor()
    expect([before - (await cents('#total')), await text('#postage')]).toEqual([saved, '$7.00'])
  })

  test('when all parts are in the basket the buttons lead there, until the basket is empty', async () => {
    const { page } = browser
    await openWith(fileOf('one.stl', 40))
    await page.locator('#add').click()
    await page.waitForURL('**/basket**')
    await page.goBack()
    await page.locator('#to-basket').waitFor()
    expect(await page.locator('#add').isVisible()).toBe(false)
    expect(await text('#total-label')).toBe('These parts with postage')
    await page.locator('#to-check-out').click()
    await page.waitForURL('**/checkout**')
    await page.goto(`${service.baseUrl}/basket`)
    await page.getByRole('button', { name: 'Remove one.stl' }).click()
    await page.getByText('Your basket is empty').waitFor()
    await page.goBack()
    await page.goBack()
    for (let steps = 0; steps < 3 && !page.url().includes('/quote'); steps++) await page.goBack()
    await page.locator('#add:not([disabled])').waitFor()
    expect(await text('#add')).toBe('Add to basket')
  })

  test('the undo for the choices of all parts disappears after another change, and keeps the basket', async () => {
    const { page } = browser
    await openWith(fileOf('one.stl', 40), fileOf('two.stl', 30))
    await page.locator('.card:has([value="petg"])').click()
    await page.locator('#apply-choices').click()
    await page.locator('#undo-apply').waitFor()
    await page.getByLabel('Quantity of two.stl').fill('4')
    expect(await page.locator('#undo-apply').count()).toBe(0)
    await page.locator('.card:has([value="abs"])').click()
    await page.locator('#apply-choices').click()
    await page.locator('#undo-apply').click()
    expect(await texts('.part-size')).toEqual([
      expect.stringContaining('ABS'),
      expect.stringContaining('PETG'),
    ])
    expect(await page.getByLabel('Quantity of two.stl').inputValue()).toBe('4')
  })

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})
