// The farm's terms on the desk: the terms in force, a trial on last month's orders, and planning.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { followTerms, holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()
const desk = use(() => openDesk(service))

describe.skipIf(chromiumPath === null)('the terms in a browser', () => {
  test('are previewed on the orders of a month and planned', async () => {
    const [name = '', value = ''] = (await service.signIn(OPERATOR_EMAIL)).split(/=(.*)/)
    await browser.page.context().addCookies([{ name, value, url: service.baseUrl }])
    await browser.page.goto(`${service.baseUrl}/operator/terms`)
    await inspectPage(browser, 'terms-contract')
    for (const country of ['US', 'CA', 'DE']) await desk.order(1, { color: 'Black', country })
    await desk.order(1, { material: 'petg', color: 'Magenta', quantity: '12' })
    followTerms(service)
    await holdTerms(service)
    await browser.page.goto(`${service.baseUrl}/operator/terms`)
    await browser.page.fill('#terms', JSON.stringify({ ...ownTerms, minimumCentsPerPart: 450 }))
    await browser.page.fill('#validFrom', '2099-01-01T00:00:00+01:00')
    await browser.page.fill('#reason', 'Filament costs more.')
    await browser.page.click('text=Try on the last month')
    expect(await browser.page.textContent('#preview-title')).toBe('Preview')
    await inspectPage(browser, 'terms-preview')
    await browser.page.click('text=Plan them')
    expect(await browser.page.textContent('[role=status]')).toContain('Planned.')
    await inspectPage(browser, 'terms-planned')
    await browser.page.fill('#terms', '{\n  "minimumCentsPerPart": 1,\n  "discounts": 5\n}')
    await browser.page.click('text=Try on the last month')
    await inspectPage(browser, 'terms-refused')
  })
})
