// The floor page in a real browser: 40 printers on a wall without scrolling, live updates, a phone, and a day of
// plates with a limited number of touches.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { sharedPlates } from '../../../testing/people/shared-plates.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const report = (name: string, body: object) => good(farm.report(name, body))
const spool = (material: string, color: string) => [{ slot: 1, material, color, gramsLeft: 640 }]

async function signIn(): Promise<void> {
  const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
  await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
}

/** Creates a job on a printer with this progress. */
async function print(name: string, progress: number): Promise<string> {
  await report(name, { state: 'ready', spools: spool('pla', 'Black') })
  const job = await mustClaim(farm, { printer: name })
  const beat = { lease: job.lease, printing: true, progress, remainingSeconds: 5400 }
  await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
  await report(name, { state: 'printing', jobId: job.id })
  return job.id
}

async function finish(name: string): Promise<string> {
  const jobId = await print(name, 1)
  await report(name, { state: 'finished', jobId })
  return jobId
}

describe.skipIf(chromiumPath === null)('the floor in a browser', () => {
  test('shows 40 printers on a wall screen without scrolling, and the tasks on a phone', async () => {
    await signIn()
    await open('/operator/floor')
    await inspectPage(browser, 'floor-none')
    await service.db.deleteFrom('printers').execute()
    const { queued, share, sliced } = sharedPlates(service, farm)
    const [lead, rider] = [await queued(2), await queued(1)]
    expect(await share([lead, rider])).toBe(true)
    await sliced(lead)
    await print('voron-01', 0.42)
    for (let printer = 2; printer <= 6; printer += 1) {
      await farm.queue(await farm.order({ quantity: '3', color: 'Black' }))
      await (printer < 5 ? finish : (name: string) => print(name, 0.8))(`voron-0${printer}`)
    }
    await report('voron-07', {
      state: 'paused',
      detail: 'The filament ran out at layer 112.',
      spools: spool('pla', 'White'),
    })
    await report('voron-08', { state: 'error', detail: 'Heater extruder not heating as expected' })
    await report('voron-09', { state: 'ready', spools: spool('pla', 'White') })
    await farm.queue(await farm.order({ material: 'petg', color: 'Red' }))
    for (let printer = 10; printer <= 40; printer += 1) {
      await report(`mk4-${printer}`, {
        state: 'printing',
        spools: spool('pla', 'White'),
        progress: 0.3,
        remainingSeconds: 60 * printer,
      })
    }
    const heard = (atMs: number) =>
      service.db.updateTable('printers').set({ last_heard_at: new Date(atMs) })
    // On a busy machine, the pages take longer than the silence after which a printer is offline.
    await heard(Date.now() + 3_600_000).execute()
    await heard(Date.now() - 300_000)
      .where('name', '=', 'mk4-40')
      .execute()
    await open('/operator/floor')
    await inspectPage(browser, 'floor')
    const tiles = browser.page.locator('.floor-tile')
    expect(await tiles.count()).toBe(40)
    // XML that is not well-formed is not drawn.
    await browser.page.waitForFunction(() => {
      const plate = document.querySelector<HTMLImageElement>('img[src*="plate.svg"]')
      return plate?.complete === true && plate.naturalWidth > 0
    })
    expect(await tiles.filter({ hasText: 'Load PETG Red: 1 plate' }).count()).toBe(1)
    await browser.page.setViewportSize({ width: 1920, height: 1080 })
    const height = () => browser.page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height()).toBeLessThanOrEqual(1080)
    await open('/operator/floor?show=attention')
    await inspectPage(browser, 'floor-attention')
    // Three full plates, one paused, one with an error, one without contact and a job, one to load.
    expect(await tiles.count()).toBe(7)
    await browser.page.getByText('Live', { exact: true }).waitFor()
    await report('voron-07', { state: 'printing' })
    await browser.page.getByRole('link', { name: 'Needs attention 6' }).waitFor({ timeout: 20_000 })
    expect(await tiles.count()).toBe(6)
    await browser.page
      .getByRole('button', { name: 'Clear: all good: the plate of voron-02' })
      .click()
    await browser.page.getByText('The plate is clear.').waitFor()
    await browser.page.setViewportSize({ width: 390, height: 844 })
    await open('/operator/printers/voron-03')
    await inspectPage(browser, 'floor-printer')
    await open('/operator/plates')
    await inspectPage(browser, 'floor-plates')
    await open('/operator/printer-labels')
    await inspectPage(browser, 'floor-labels')
    expect(browser.complaints).toEqual([])
  }, 240_000)

  test('a button stays with its printer while other plates are cleared', async () => {
    await clearFarm(service)
    await signIn()
    const code = await farm.order({ quantity: '3' })
    await farm.queue(code)
    for (const name of ['p1', 'p2', 'p3']) await finish(name)
    await browser.page.setViewportSize({ width: 1440, height: 900 })
    await open('/operator/floor?show=attention')
    await browser.page.getByText('Live', { exact: true }).waitFor()
    const button = browser.page.getByRole('button', { name: 'the plate of p2' })
    await button.focus()
    const focused = () =>
      browser.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await good(farm.asFarm('/api/farm/printers/p1/clear'))
    await browser.page.getByRole('link', { name: 'Needs attention 2' }).waitFor({ timeout: 20_000 })
    // Nothing moves below a finger, and later the button moves with its printer.
    const tiles = browser.page.locator('.floor-tile')
    expect([await tiles.count(), await focused()]).toEqual([3, 'Clear: all good: the plate of p2'])
    await browser.page.waitForFunction(
      () => document.querySelectorAll('.floor-tile').length === 2,
      undefined,
      { timeout: 20_000 },
    )
    expect(await focused()).toBe('Clear: all good: the plate of p2')
    await browser.page.keyboard.press('Enter')
    await browser.page.getByText('The plate is clear.').waitFor()
    expect(await service.deps.printers.read('p2')).toMatchObject({ clearedAt: expect.any(Date) })
    expect(await service.deps.printers.read('p3')).toMatchObject({ clearedAt: null })
  })

  test('a day of plates takes at most one touch per plate', async () => {
    await clearFarm(service)
    await signIn()
    const names = Array.from({ length: 12 }, (_, index) => `p${index + 1}`)
    let [touches, plates] = [0, 0]
    const press = async (button: string) => {
      touches += 1
      await browser.page.getByRole('button', { name: button }).click()
    }
    for (const name of names) await report(name, { state: 'ready' })
    for (let round = 1; round <= 3; round += 1) {
      const code = await farm.order({ quantity: String(names.length) })
      await farm.queue(code)
      for (const name of names) await finish(name)
      // At the printers: a scan opens the page, and one button clears the plate.
      for (const name of names.slice(0, 4)) {
        await open(`/operator/printers/${name}`)
        await press('Clear: all good')
        await browser.page.getByText('The plate is clear.').waitFor()
        plates += 1
      }
      // The remaining plates are cleared in one step; one part is bad.
      touches += 1
      await open('/operator/plates')
      if (round === 1) {
        touches += 1
        await browser.page
          .getByLabel(/^Bad parts of /)
          .first()
          .fill('1')
      }
      await press('Count and clear the checked plates')
      await browser.page.getByText('8 plates cleared.').waitFor()
      plates += 8
    }
    // The bad part is printed again.
    await finish('p1')
    await open('/operator/floor')
    await press('Clear: all good: the plate of p1')
    await browser.page.getByText('The plate is clear.').waitFor()
    plates += 1
    expect(plates).toBe(37)
    const perPlate = touches / plates
    expect(perPlate).toBeLessThanOrEqual(1)
    const { rows } = {
      rows: await service.db.selectFrom('print_jobs').select(['state', 'good', 'scrap']).execute(),
    }
    expect(rows.every(({ state }) => state === 'done')).toBe(true)
    expect(rows.reduce((sum, { good: parts }) => sum + (parts ?? 0), 0)).toBe(36)
    expect(rows.reduce((sum, { scrap }) => sum + (scrap ?? 0), 0)).toBe(1)
  }, 240_000)
})
