// The filament pages in a real browser: spools are added, loaded, weighed and emptied, with and without the page's script, and the pages
// have no faults of accessibility at any width.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { spoolShelf } from '../../../testing/people/spools.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const shelf = spoolShelf(service)
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const press = (name: string) => browser.page.getByRole('button', { name, exact: true }).click()

async function signIn(): Promise<void> {
  const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
  await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
}

describe.skipIf(chromiumPath === null)('filament in a browser', () => {
  test('is added, loaded, weighed and emptied', async () => {
    await clearFarm(service)
    await signIn()
    await good(farm.report('voron-01', { state: 'ready' }))
    await open('/operator/filament')
    await inspectPage(browser, 'filament-none')
    const { page } = browser
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Color').fill('Black')
    await page.getByLabel('Number of spools').fill('3')
    await page.getByLabel('Empty spool, g').fill('250')
    await page.getByLabel('Lot').fill('B-7')
    await press('Add')
    await page.getByText('Write each number on its spool.').waitFor()
    // On a phone: open the spool, choose the printer, load.
    await page
      .getByRole('link', { name: /: PLA Black$/ })
      .first()
      .click()
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    await page.getByLabel('Printer').selectOption('voron-01')
    await press('Load')
    await page.getByText('The spool is loaded.').waitFor()
    const code = await farm.order({ material: 'pla', color: 'Black' })
    await service.db
      .updateTable('orders')
      .set({ grams_per_part: 40 })
      .where('code', '=', code)
      .execute()
    await farm.queue(code)
    const job = await mustClaim(farm, { printer: 'voron-01' })
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/done`, { lease: job.lease, good: 1 }))
    await open(`/operator/filament/${id}`)
    await page.getByText(`Printed for ${code}`).waitFor()
    await page.getByLabel('Weight, g').fill('1150')
    await press('Save the weight')
    await page.getByText('The weight is saved.').waitFor()
    expect(await shelf.movements(id)).toEqual([
      ['added', 1000],
      ['printed', -40],
      ['weighed', -60],
    ])
    await inspectPage(browser, 'filament-spool')
    // More is ordered than there is.
    const large = await farm.order({ material: 'petg', color: 'Lavender' })
    await service.db
      .updateTable('orders')
      .set({ grams_per_part: 412 })
      .where('code', '=', large)
      .execute()
    await open('/operator/filament')
    await page.getByText('Short of 412 g').waitFor()
    await inspectPage(browser, 'filament')
    await open('/operator')
    await page.getByText('Open orders need more filament than there is').waitFor()
    await open('/operator/printers/voron-01')
    await inspectPage(browser, 'filament-printer')
    await open(`/operator/filament/${id}`)
    await press('Mark as empty')
    await page.getByText('The spool is marked as empty.').waitFor()
    await inspectPage(browser, 'filament-empty')
  }, 240_000)

  test('can be managed without JavaScript, and wrong fields are marked', async () => {
    await clearFarm(service)
    const [id = 0] = await shelf.add()
    const browserOf = browser.page.context().browser()
    if (browserOf === null) throw new Error('no browser')
    const context = await browserOf.newContext({ javaScriptEnabled: false })
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await context.addCookies([{ name, value, url: service.baseUrl }])
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/operator/filament/${id}`)
    await page.getByLabel('Weight, g').fill('10')
    await page.getByRole('button', { name: 'Save the weight' }).click()
    await page.getByText('The spool alone weighs 250 g.').waitFor()
    await page.getByLabel('Weight, g').fill('900')
    await page.getByRole('button', { name: 'Save the weight' }).click()
    await page.getByText('The weight is saved.').waitFor()
    expect(await shelf.left(id)).toBe(650)
    await context.close()
  })
})
