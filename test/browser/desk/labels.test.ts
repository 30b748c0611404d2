// Labels in a real browser: rates are compared, a label is bought, also by one press that ships, and the pages have no faults of
// accessibility at any width.
import { describe, expect, test } from 'bun:test'
import { contractTerms } from '../../../server/domain/catalog/terms.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { startEasyPost } from '../../../testing/carriers/easypost.ts'
import { holdTerms } from '../../../testing/own-terms.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const easyPost = use(startEasyPost)
const service = useService(() => ({
  env: {
    EASYPOST_API_KEY: easyPost.apiKey,
    EASYPOST_API_BASE: easyPost.url,
    EASYPOST_FROM:
      'Farm; 388 Townsend St; San Francisco; CA; 94107; US; 4155550100; post@farm.example',
    LABEL_DEFAULT: 'cheapest',
  },
}))
const desk = use(() => openDesk(service))
const browser = useBrowser()

describe.skipIf(chromiumPath === null)('a label in a browser', () => {
  test('is bought from the compared rates, and its order is proposed as delivered', async () => {
    const [code = ''] = await desk.order(1)
    const setStatus = async (status: string) => {
      const body = await statusChange(service.deps, code, { status })
      await desk.api(`/api/operator/orders/${code}/status`, body)
    }
    await setStatus('PRINTED')
    const [name = '', value = ''] = (await service.signIn(OPERATOR_EMAIL)).split(/=(.*)/)
    const { page } = browser
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    await page.goto(`${service.baseUrl}/operator/orders/${code}`)
    await page.getByLabel('Weight of the parcel (g)').fill('436')
    await page.getByRole('button', { name: 'Compare rates', exact: true }).click()
    await page.getByRole('button', { name: /^Buy label: USPS Priority/ }).waitFor()
    await inspectPage(browser, 'label-rates')
    await page.getByRole('button', { name: /^Buy label: USPS Priority/ }).click()
    await page.getByRole('link', { name: 'Label as PDF' }).waitFor()
    await inspectPage(browser, 'label-bought')
    expect(easyPost.purchases).toHaveLength(1)
    await setStatus('SHIPPED')
    const order = await service.deps.orders.readByCode(code)
    const labels = order === null ? [] : await service.deps.parcelLabels.listByOrder(order.id)
    for (const { id } of labels) await service.deps.parcelLabels.recordTracking(id, 'delivered')
    await page.goto(`${service.baseUrl}/operator/queue`)
    await page.getByRole('link', { name: '1 delivered parcel' }).click()
    await page.getByRole('button', { name: 'Mark as delivered' }).waitFor()
    await inspectPage(browser, 'label-delivered')
    await page.goto(`${service.baseUrl}/operator/orders/${code}`)
    await page.getByText('charged $7.00; label bought here, $0.10 left').waitFor()
    await inspectPage(browser, 'label-cost')
    await page.goto(
      `${service.baseUrl}/operator/books?month=${new Date().toISOString().slice(0, 7)}`,
    )
    await page.getByRole('heading', { name: 'Postage and labels' }).waitFor()
    await inspectPage(browser, 'label-postage')
  })

  test('is bought on a phone by the press that ships the parcel', async () => {
    await holdTerms(service, {
      ...contractTerms,
      customs: { ...contractTerms.customs, packagingGrams: 120 },
    })
    const [code = ''] = await desk.order(1, { country: 'DE', state: 'BE', zip: '10115' })
    const body = await statusChange(service.deps, code, { status: 'PRINTED' })
    await desk.api(`/api/operator/orders/${code}/status`, body)
    const { page } = browser
    const phone = { width: 390, height: 844 }
    await page.setViewportSize(phone)
    await page.goto(`${service.baseUrl}/operator/pack/${code}`)
    const ship = page.getByRole('button', { name: 'Buy label for $17.21: packed and shipped' })
    // The button is on the first screen, so that a scan needs no scrolling.
    const box = await ship.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await inspectPage(browser, 'pack-offer')
    await page.setViewportSize(phone)
    await page.getByText('Ship with other tracking').click()
    await page.getByRole('button', { name: 'Packed and shipped', exact: true }).waitFor()
    await inspectPage(browser, 'pack-offer-open')
    await page.setViewportSize(phone)
    await ship.click()
    await page.getByText('Already shipped.').waitFor()
    expect(easyPost.purchases).toHaveLength(2)
    await inspectPage(browser, 'pack-offer-shipped')
  })
})
