// Pictures where people decide: part and plate in the queue, on the job's and the order's page; the plate's progress for the customer.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../testing/browser/chromium.ts'
import { good, mustClaim, openFarm } from '../../testing/people/farm.ts'
import { CUBE } from '../../testing/people/submit.ts'
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
/** Heights before forms were folded, of the order below: 2416 received, 2505 printing. */
const heightBefore = { received: 2416, printing: 2505 }
const heightAt1440 = async () => {
  await browser.page.setViewportSize({ width: 1440, height: 900 })
  return await browser.page.evaluate(() => document.documentElement.scrollHeight)
}
/** Whether the first picture within is there and drawn. */
const isDrawn = async (selector: string) => {
  const picture = browser.page.locator(`${selector} img`).first()
  await picture.scrollIntoViewIfNeeded()
  await browser.page.waitForFunction((wanted) => {
    const image = document.querySelector<HTMLImageElement>(`${wanted} img`)
    return image?.complete === true && image.naturalWidth > 0
  }, selector)
  return true
}

describe.skipIf(chromiumPath === null)('pictures where people decide', () => {
  test('are in the queue, on the order’s page and on the job’s page', async () => {
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    const code = await farm.order({ quantity: '3' }, CUBE)
    await open('/operator/queue')
    expect(await isDrawn('.queue .thumb')).toBe(true)
    await inspectPage(browser, 'queue-pictures')
    await open(`/operator/orders/${code}`)
    expect(await isDrawn('.part-shown')).toBe(true)
    expect(await heightAt1440()).toBeLessThanOrEqual(heightBefore.received / 2)
    await inspectPage(browser, 'order-received')
    await farm.queue(code)
    const job = await mustClaim(farm, { printer: 'voron-01' })
    const beat = { lease: job.lease, printing: true, progress: 0.42, remainingSeconds: 4020 }
    await good(farm.asFarm(`/api/farm/jobs/${job.id}/heartbeat`, beat))
    await open(`/operator/orders/${code}`)
    expect(await heightAt1440()).toBeLessThanOrEqual(heightBefore.printing / 2)
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
