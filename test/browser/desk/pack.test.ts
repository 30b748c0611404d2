// Packing in a real browser, on a phone: one press ships a scanned parcel, and the pages have no faults of accessibility at
// any width.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { openFarm } from '../../../testing/people/farm.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const desk = use(() => openDesk(service))
const farm = use(() => openFarm(service))
const browser = useBrowser()

const phone = { width: 390, height: 844 }
const setPrinted = async (code: string, number: string | null) =>
  await service.deps.orders.setStatus(code, {
    status: 'PRINTED',
    tracking: number === null ? null : { carrier: 'UPS', number, url: null, shippedAt: null },
    by: 'colleague@example.com',
  })

describe.skipIf(chromiumPath === null)('packing on a phone', () => {
  test('a parcel with tracking ships with one press; one without it asks first', async () => {
    const [name = '', value = ''] = (await service.signIn(OPERATOR_EMAIL)).split(/=(.*)/)
    const { page } = browser
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    await page.setViewportSize(phone)

    const code = await farm.order({ quantity: '2', country: 'DE' }, CUBE)
    await farm.queue(code)
    const { id, lease } = (await farm.claim()) ?? {}
    await farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 2 })
    await setPrinted(code, '1Z999AA10123456784')
    await page.goto(`${service.baseUrl}/operator/pack/${code}`)
    const ship = page.getByRole('button', { name: 'Packed and shipped' })
    // The button is on the first screen, so that a scan needs no scrolling.
    const box = await ship.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    // So is what the parcel must contain, and the recipient.
    for (const heading of ['2 parts', 'Ship to']) {
      const place = await page.getByRole('heading', { name: heading }).boundingBox()
      expect(place?.y).toBeLessThan(phone.height / 2)
    }
    await inspectPage(browser, 'pack-ready')
    await page.setViewportSize(phone)
    await ship.click()
    await page.getByText('Already shipped.').waitFor()
    expect(await ship.count()).toBe(0)
    expect((await service.deps.orders.readByCode(code))?.status).toBe('SHIPPED')
    await inspectPage(browser, 'pack-shipped')

    const [untracked = ''] = await desk.order(1, { note: 'Wrap each part, please.' })
    await setPrinted(untracked, null)
    await page.setViewportSize(phone)
    await page.goto(`${service.baseUrl}/operator/pack/${untracked}`)
    await page.getByLabel('Tracking number').fill('1Z2')
    await ship.click()
    await page.getByText('Enter the carrier').waitFor()
    await inspectPage(browser, 'pack-untracked')
    await page.goto(`${service.baseUrl}/operator/slips?pick=${code}`)
    await inspectPage(browser, 'pack-slip')
  })
})
