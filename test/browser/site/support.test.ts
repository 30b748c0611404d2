// The help page and the help box of /contact in a real browser, without custom scripts. Skipped without an
// installed Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('the help page is accessible', async () => {
    await browser.page.goto(`${service.baseUrl}/help`)
    await inspectPage(browser, 'help')
  })

  test('a question on /contact has its reply above the form', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/contact`)
    await inspectPage(browser, 'contact-ask')
    const question = 'Which plastic is best for outdoor use?'
    await page.getByLabel('Your question').fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const reply = page.getByRole('status', { name: 'Reply' })
    await reply.getByText('the choice for outdoors').waitFor()
    await inspectPage(browser, 'contact-reply')
    expect(await page.getByLabel('Message').inputValue()).toBe(question)
    await reply.getByRole('link', { name: 'Which material should I choose?' }).click()
    expect(new URL(page.url()).hash).toBe('#materials')
  })
})
