// Four drafts side by side, and one of them refined. Axe at every width and in both schemes. Skipped without an
// installed Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

const button = (name: string | RegExp) => browser.page.getByRole('button', { name })

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('both prices are shown in advance, the drafts appear automatically, and one is refined', async () => {
    const { page } = browser
    const cookie = await service.signIn('drafts@example.com')
    const [name = '', value = ''] = cookie.split('=', 2)
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    await page.goto(`${service.baseUrl}/generate`)
    expect(await page.locator('#refine-cost').isHidden()).toBe(true)
    await page.getByLabel('What should it be?', { exact: true }).fill('a round vase')
    await page.locator('input[value=four_drafts]').check()
    expect(await page.locator('#refine-credits').textContent()).toBe('3 credits')
    await inspectPage(browser, 'generate-drafts')
    // The opening balance is 5.
    await button('Generate for 4 credits').click()
    await page.waitForURL(/\/drafts\//)
    await inspectPage(browser, 'drafts-queued')
    await workOff(service)
    // Drafts appear one by one, as the page polls for them.
    await button(/^Refine this one for 3 credits/)
      .nth(3)
      .waitFor()
    expect(await button(/^Refine this one/).count()).toBe(4)
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    )
    await inspectPage(browser, 'drafts-done')
    await button(/Draft 2$/).click()
    await page.waitForURL(/noCredits=1/)
    await page.getByText(/balance is too low to refine/).waitFor()
    const { accountId } = await service.service.createUser({
      email: 'drafts@example.com',
      password: 'unused',
    })
    await setCredits(service.db, 3, accountId)
    await button('Refine this one for 3 credits').click()
    await page.waitForURL(/\/models\/[0-9a-f-]+$/)
    await workOff(service)
    // The page has then reloaded itself with the model.
    await button('Add to basket').waitFor()
    await page.getByText('Refined from').waitFor()
    await inspectPage(browser, 'refined-model')
    await page.getByRole('link', { name: 'these drafts' }).click()
    await page.getByRole('link', { name: /^See the refined model.*Draft 2$/ }).waitFor()
  })
})
