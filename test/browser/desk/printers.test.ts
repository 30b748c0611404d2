// The pages of printers in a real browser: accessibility, overflow, and a plate that is cleared with one click.
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
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
const report = (name: string, body: object) =>
  good(
    service.fetch(`/api/farm/printers/${name}`, {
      method: 'PUT',
      headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/** Something on the plate, for a picture. */
const part = {
  create: { width: 200, height: 180, channels: 3, background: '#d97b29' },
} as const

describe.skipIf(chromiumPath === null)('printers in a browser', () => {
  test('are shown, cleared and changed', async () => {
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

  test('are paused and cancelled, and the page follows the printer', async () => {
    await clearFarm(service)
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    await farm.queue(await farm.order({ material: 'pla', color: 'Black' }))
    const spool = [{ slot: 1, material: 'pla', color: 'Black', gramsLeft: 640 }]
    await report('mk4-1', { state: 'ready', spools: spool })
    const job = await mustClaim(farm, { printer: 'mk4-1' })
    const beat = { lease: job.lease, printing: true, progress: 0.42, remainingSeconds: 5400 }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    const shown = {
      jobId: job.id,
      temperatures: { nozzle: { actual: 214.6, target: 215 }, bed: { actual: 59.8, target: 60 } },
      controls: { commands: ['pause', 'resume', 'cancel'] },
    }
    await report('mk4-1', { ...shown, state: 'printing' })
    const picture = await sharp({
      create: { width: 640, height: 360, channels: 3, background: '#31465a' },
    })
      .composite([{ input: part, top: 90, left: 220 }])
      .jpeg()
      .toBuffer()
    await good(
      service.fetch('/api/farm/printers/mk4-1/picture', {
        method: 'PUT',
        headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
        body: JSON.stringify({ base64: picture.toString('base64') }),
      }),
    )
    const { page } = browser
    await open('/operator/printers/mk4-1')
    await page.getByText('Nozzle 215 of 215 °C, bed 60 of 60 °C').waitFor()
    await inspectPage(browser, 'printer-control')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('The printer is asked to pause.').waitFor()
    await page.getByText('Requested', { exact: true }).waitFor()
    await inspectPage(browser, 'printer-requested')
    const { commands } = (await good(
      service.fetch('/api/farm/commands', { headers: { 'x-internal-key': service.internalKey } }),
    )) as { commands: { id: string }[] }
    const [command] = commands
    const taker = crypto.randomUUID()
    await good(farm.asFarm(`/api/farm/commands/${command?.id}/take`, { taker }))
    await report('mk4-1', { ...shown, state: 'paused' })
    await good(farm.asFarm(`/api/farm/commands/${command?.id}/end`, { taker, outcome: 'done' }))
    // The page follows without a reload.
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel…' }).click()
    await page.getByRole('heading', { name: 'Cancel the print on mk4-1?' }).waitFor()
    await inspectPage(browser, 'printer-cancel')
    await page.getByRole('button', { name: 'Cancel the print' }).click()
    await page.getByText('The printer is asked to cancel its print.').waitFor()
    await open('/operator/floor')
    await inspectPage(browser, 'floor-control')
    expect(browser.complaints).toEqual([])
  })
})
