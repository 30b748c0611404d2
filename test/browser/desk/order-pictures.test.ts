// Pictures for decisions: part and plate in the queue, and on the pages of the job and the order; the plate's
// progress for the customer.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { CUBE } from '../../../testing/people/submit.ts'
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
/** Returns the height of the page on a display of 1440 x 900, in screens. */
const screensAt1440 = async () => {
  await browser.page.setViewportSize({ width: 1440, height: 900 })
  return (await browser.page.evaluate(() => document.documentElement.scrollHeight)) / 900
}
/** Returns whether the first picture within exists and is drawn. */
const isDrawn = async (selector: string) => {
  const picture = browser.page.locator(`${selector} img`).first()
  await picture.scrollIntoViewIfNeeded()
  await browser.page.waitForFunction((wanted) => {
    const image = document.querySelector<HTMLImageElement>(`${wanted} img`)
    return image?.complete === true && image.naturalWidth > 0
  }, selector)
  return true
}

describe.skipIf(chromiumPath === null)('pictures for decisions', () => {
  test('are shown in the queue, on the order’s page and on the job’s page', async () => {
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    const code = await farm.order({ quantity: '3' }, CUBE)
    await open('/operator/queue')
    expect(await isDrawn('.queue .thumb')).toBe(true)
    await inspectPage(browser, 'queue-pictures')
    await open(`/operator/orders/${code}`)
    expect(await isDrawn('.part-shown')).toBe(true)
    expect(await screensAt1440()).toBeLessThanOrEqual(1.35)
    await inspectPage(browser, 'order-received')
    await farm.queue(code)
    const job = await mustClaim(farm, { printer: 'voron-01' })
    const beat = { lease: job.lease, printing: true, progress: 0.42, remainingSeconds: 4020 }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    await open(`/operator/orders/${code}`)
    expect(await screensAt1440()).toBeLessThanOrEqual(1.4)
    await inspectPage(browser, 'order-printing')
    await open(`/operator/jobs/${job.id}`)
    expect(await isDrawn('.job-facts')).toBe(true)
    await inspectPage(browser, 'job-picture')
    await open(`/orders/${code}`)
    const printing = browser.page.locator('#order-printing')
    expect(await printing.textContent()).toContain('0 of 3 parts printed.')
    expect(await printing.textContent()).toContain('42%, about 1 h 7 min left')
    await inspectPage(browser, 'order-progress')
    expect(browser.complaints).toEqual([])
  }, 240_000)
})
