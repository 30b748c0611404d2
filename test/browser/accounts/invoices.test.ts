// Invoices, credit notes, and the lists of the account and of the desk in a real browser: axe and width in every
// state, light and dark, on a desktop and a phone, and a printed invoice. Skipped without an installed Chromium. With
// SCREENSHOTS=<folder> every state saves pictures there.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberText } from '../../../server/domain/billing/document.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
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

const folder = mkdtempSync(join(tmpdir(), 'svc-seller-'))
writeFileSync(
  join(folder, 'seller.txt'),
  'Example Prints GmbH\nHauptstr. 1\n10115 Berlin, Germany\nVAT ID DE123456789\n',
)
afterAll(() => rmSync(folder, { recursive: true }))

const service = useService(() => ({ env: { LEGAL_DIR: folder, TAX_RATES: 'DE:19,US:0' } }))
const ada = use(() => buyer(service))
const browser = useBrowser()
const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const inspect = (name: string) => inspectPage(browser, name)

async function signIn(cookie: string) {
  const url = service.baseUrl
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url }
  })
  await browser.page.context().addCookies(cookies)
}

/**
 * Creates an order of two parts for a company in Germany, paid by gift card and card, with a refund; and an invoice
 * of the gift card.
 */
async function orderAndRefund() {
  const gift = await giftCard(service, ada, 1000)
  const items = [
    { modelUrl: await storeCube(service, ada, 40), color: 'Black', quantity: 2 },
    { modelUrl: await storeCube(service, ada, 30), color: 'Sunny Orange', material: 'petg' },
  ]
  const more = {
    country: 'DE',
    giftCard: gift,
    company: 'Muster Maschinenbau AG',
    vatId: 'DE987654321',
    purchaseOrder: 'PO-2026-4711',
  }
  const [, { code, checkoutUrl }] = await post(
    service,
    ada,
    '/api/checkout',
    checkoutBody(items, more),
  )
  await pay(service, checkoutUrl)
  await issueDocuments(service.deps, 0)
  const desk = await openDesk(service)
  await desk.api(`/api/operator/orders/${code}/refund`, {
    amountCents: 1200,
    reason: 'One of the parts warped.',
  })
  await issueDocuments(service.deps, 0)
  return code
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  beforeAll(async () => {
    await signIn(ada.cookie)
  })

  test('an invoice, its credit note and the account’s list are accessible, and print', async () => {
    await open('/account/invoices')
    await inspect('account-invoices-empty')
    const code = await orderAndRefund()
    await open(`/orders/${code}/receipt`)
    expect(await browser.page.locator('.document h1').textContent()).toContain('Invoice')
    await inspect('invoice')
    await browser.page.emulateMedia({ media: 'print' })
    for (const hidden of ['.top', '.foot', '.document-actions']) {
      expect(await browser.page.locator(hidden).first().isVisible()).toBe(false)
    }
    if (process.env['SCREENSHOTS'] !== undefined) {
      await browser.page.pdf({
        path: join(process.env['SCREENSHOTS'], 'invoice.pdf'),
        format: 'A4',
      })
      await browser.page.setViewportSize({ width: 794, height: 1123 })
      await browser.page.screenshot({ path: join(process.env['SCREENSHOTS'], 'invoice-print.png') })
    }
    await browser.page.emulateMedia({ media: 'screen' })
    await browser.page.getByRole('link', { name: 'Credit note' }).click()
    await browser.page.waitForURL('**/documents/C*')
    await inspect('credit-note')
    await open('/account/invoices')
    await inspect('account-invoices')
    await browser.page.getByLabel('VAT ID (optional)').fill('DE12')
    await browser.page.getByRole('button', { name: 'Save', exact: true }).click()
    await browser.page.getByText('Enter the number with the prefix').first().waitFor()
    await inspect('account-invoices-wrong')
  })

  test('the desk’s month lists the document, and states when none is found', async () => {
    const [document] = await service.deps.billingDocuments.listByAccount(ada.accountId, {
      limit: 1,
    })
    if (document === undefined) throw new Error('not issued')
    await signIn(await service.signIn(OPERATOR_EMAIL))
    await open('/operator/invoices')
    await inspect('desk-invoices')
    expect(await browser.page.content()).toContain(numberText(document))
    await open('/operator/invoices?q=2026-999999')
    await inspect('desk-invoices-not-found')
  })
})
