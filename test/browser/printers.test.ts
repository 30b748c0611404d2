// The pages of printers in a real browser: what axe finds, what sticks out, and a plate that is cleared with one click.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../testing/browser/chromium.ts'
import { good, mustClaim, openFarm } from '../../testing/people/farm.ts'
import { use, useService } from '../../testing/use.ts'
import { inspectPage } from './inspect.ts'
import { useBrowser } from './use-browser.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => {},
)
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const report = (name: string, body: object) =>
  good(
    service.fetch(`/api/farm/printers/${name}`, {
      method: 'PUT',
      headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

describe.skipIf(chromiumPath === null)('printers in a browser', () => {
  test('are seen, cleared and changed', async () => {
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    await open('/operator/printers')
    await inspectPage(browser, 'printers-none')
    const code = await farm.order({ quantity: '3', material: 'petg', color: 'Black' })
    await farm.queue(code)
    const facts = {
      model: 'Prusa MK4',
      bedMm: { x: 250, y: 210, z: 220 },
      nozzleDiameter: 0.4,
      firmware: 'marlin',
      files: ['gcode'],
    }
    const spools = (...colors: string[]) =>
      colors.map((color, index) => ({
        slot: index + 1,
        material: 'petg',
        color,
        gramsLeft: 640 - index,
      }))
    await report('mk4-1', { state: 'ready', ...facts, spools: spools('Black') })
    const running = await mustClaim(farm, { printer: 'mk4-1' })
    const beat = { lease: running.lease, printing: true, progress: 0.42, remainingSeconds: 5400 }
    await good(farm.asFarm(`/api/farm/jobs/${running.id}/heartbeat`, beat))
    await report('mk4-1', { state: 'printing', jobId: running.id })
    await report('mk4-2', { state: 'ready', spools: spools('Black', 'Red', 'Mint', 'White') })
    const printed = await mustClaim(farm, { printer: 'mk4-2' })
    await report('mk4-2', { state: 'finished', jobId: printed.id })
    await report('voron-1', { state: 'paused', detail: 'The filament ran out.' })
    await report('voron-2', { state: 'error', detail: 'Heater extruder not heating' })
    await report('voron-3', { state: 'ready' })
    await open('/operator/printers')
    await inspectPage(browser, 'printers')
    await open('/operator/printers/mk4-2')
    await inspectPage(browser, 'printer-plate')
    await open('/operator/printers')
    await browser.page.getByRole('button', { name: 'All good: clear the plate of mk4-2' }).click()
    await browser.page.getByText('The plate is clear.').waitFor()
    expect(await farm.jobs(code)).toMatchObject([{}, { state: 'done', good: 1 }, {}])
    await open('/operator/printers/voron-3')
    await browser.page.getByLabel('Material').selectOption('petg')
    await browser.page.getByLabel('Color').fill('Black')
    await browser.page.getByRole('button', { name: 'Save the spools' }).click()
    await browser.page.getByText('The spools are saved.').waitFor()
    await browser.page.getByLabel('Why it gets no job').fill('New nozzle')
    await browser.page.getByRole('button', { name: 'Take out of service' }).click()
    await browser.page.getByText('The printer is out of service.').waitFor()
    await inspectPage(browser, 'printer-maintenance')
    expect(browser.complaints).toEqual([])
  })
})
