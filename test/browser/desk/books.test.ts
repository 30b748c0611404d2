// The books at the desk in a real browser: axe and width in every state, and the steps of a bookkeeper with counted
// clicks. Skipped without an installed Chromium. With SCREENSHOTS=<folder> every state saves pictures there.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { compareBooks } from '../../../testing/money/books.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import {
  buyer,
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const ada = use(() => buyer(service))
const browser = useBrowser()
const pool = () => service.service.database.pool
const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const inspect = (name: string) => inspectPage(browser, name)

const now = new Date()
const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  .toISOString()
  .slice(0, 7)

/** Creates a month of a small shop, entirely in the previous month, with one difference of a cent. */
async function tradeForAMonth() {
  const desk = await openDesk(service)
  const model = await storeCube(service, ada, 40)
  for (let day = 1; day <= 12; day += 1) {
    const gift = day % 4 === 0 ? await giftCard(service, ada, 2500) : undefined
    const items = [{ modelUrl: model, color: 'Black', quantity: day }]
    const body = checkoutBody(items, gift === undefined ? {} : { giftCard: gift })
    const [, { code, checkoutUrl }] = await post(service, ada, '/api/checkout', body)
    if (typeof checkoutUrl === 'string') await pay(service, checkoutUrl)
    if (day % 6 === 0) {
      const reason = 'One of the parts warped.'
      await desk.api(`/api/operator/orders/${code}/refund`, { amountCents: 300, reason })
    }
    if (day === 10) await service.stripe.payOut({ pending: true })
    await compareBooks(service)
    const at = new Date(`${month}-${String(day).padStart(2, '0')}T10:00:00Z`)
    await withoutTriggers(
      pool(),
      'update money_movements set booked_at = $1 where booked_at > $2',
      [at, now],
    )
    await pool().query('update processor_transactions set created_at = $1 where created_at >= $2', [
      at,
      new Date(Math.floor(now.getTime() / 1000) * 1000),
    ])
    await pool().query('update processor_payouts set created_at = $1 where created_at > $2', [
      at,
      now,
    ])
  }
  await withoutTriggers(
    pool(),
    "update money_movements set cents = cents + 1 where id = (select min(id) from money_movements where kind = 'charge')",
  )
  await compareBooks(service)
}

async function signIn(cookie: string) {
  const url = service.baseUrl
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url }
  })
  await browser.page.context().addCookies(cookies)
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a bookkeeper closes a month and explains a difference in at most ten clicks', async () => {
    await signIn(await service.signIn(OPERATOR_EMAIL))
    await open('/operator/books')
    await inspect('books-empty')
    await tradeForAMonth()
    const { page } = browser
    let clicks = 0
    const click = async (role: 'link' | 'button' | 'textbox', name: string | RegExp) => {
      clicks += 1
      await page.getByRole(role, { name }).first().click()
    }
    await open('/operator')
    await click('link', 'Money')
    await page.waitForURL('**/operator/money')
    await click('link', 'Books')
    await page.waitForURL('**/operator/books')
    await page.getByText('is not explained').first().waitFor()
    await inspect('books-differs')
    await click('textbox', /^Explanation of payment/)
    await page.keyboard.type('The cent was entered by hand.')
    await click('button', 'Explain')
    await page.getByText('The explanation is saved.').waitFor()
    await inspect('books-explained')
    await click('button', /^Close/)
    await page.getByText('This cannot be undone.').waitFor()
    await inspect('books-close')
    await click('button', /^Close/)
    await page.getByText('The month is closed.').waitFor()
    expect(clicks).toBeLessThanOrEqual(10)
    await inspect('books-closed')
    await page.locator('#payouts-title').scrollIntoViewIfNeeded()
    await click('link', /^po_/)
    await page.getByRole('heading', { name: 'Transactions' }).waitFor()
    await inspect('books-payout')
  })
})
