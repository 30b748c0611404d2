// Basket, checkout, gift cards and the account's lists in a real browser: axe and width in every state, light and
// dark, on a desktop and a phone. Skipped without an installed Chromium. With SCREENSHOTS=<folder> every state saves
// pictures there.

import { beforeAll, describe, expect, test } from 'bun:test'
import { basketLineIdOf } from '../../../server/domain/base/ids/basket-line-id.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { newOrder, printOptions } from '../../../testing/orders.ts'
import { giftCard, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import { inspectPage } from '../inspect.ts'
import { expectFocus, useBrowser } from '../use-browser.ts'

const { service, ada } = useShop()
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const inspect = (name: string) => inspectPage(browser, name)
const press = (name: string) => browser.page.getByRole('button', { name, exact: true }).click()
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) {
    await browser.page.getByLabel(label, { exact: true }).fill(text)
  }
}

async function add(sizeMm: number, fields: Readonly<Record<string, string>> = {}) {
  const body = new FormData()
  body.set('file', new Blob([cubeStl({ sizeMm })]), `bracket-${sizeMm}.stl`)
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { cookie: ada.cookie, origin: service.baseUrl }
  const added = await service.fetch('/basket/parts', { method: 'POST', body, headers })
  expect(added.status).toBe(303)
}

async function signIn() {
  const url = service.baseUrl
  const cookies = ada.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url }
  })
  await browser.page.context().addCookies(cookies)
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  beforeAll(async () => {
    await signIn()
  })

  test('the basket is accessible when empty, with changed prices and with refused parts', async () => {
    await open('/basket')
    await inspect('basket-empty')
    await add(40, { color: 'Black' })
    await add(30, { color: 'Sunny Orange', material: 'petg', quantity: '5', quality: 'premium' })
    await add(45, { color: 'White', expectedCents: '500' })
    await drawPictures()
    await open('/basket')
    await expectPictures(3)
    await inspect('basket-filled')
    await browser.page.getByText('Edit bracket-40.stl').click()
    await browser.page.getByLabel('Material').first().selectOption('asa')
    await browser.page.getByText('Nothing is saved yet.').first().waitFor()
    await inspect('basket-new-price')
    await browser.page.getByText('Edit bracket-40.stl').click()
    const first = browser.page.locator('.part-line').first()
    await first.getByLabel('Quantity').fill('99')
    await browser.page.locator('#basket-form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await browser.page.getByLabel('Quantity').first().press('Enter')
    await browser.page.getByText('Enter a quantity from 1 to 50').first().waitFor()
    await inspect('basket-wrong-quantity')
    const [line] = await service.db
      .selectFrom('basket_lines')
      .selectAll()
      .orderBy('place')
      .execute()
    const gone = { file_uri: 'gs://svc-local/models/gone.stl', file_sha256: 'f'.repeat(64) }
    const setLine = (columns: Partial<typeof gone>) =>
      service.db
        .updateTable('basket_lines')
        .set(columns)
        .where('id', '=', line?.id ?? basketLineIdOf(''))
        .execute()
    await setLine(gone)
    await open('/basket')
    await inspect('basket-refused')
    await open('/checkout')
    await inspect('checkout-refused')
    await setLine({ file_uri: line?.file_uri ?? '', file_sha256: line?.file_sha256 ?? '' })
  })

  test('the checkout is accessible with input errors, a gift card and the payment page', async () => {
    await open('/checkout')
    await inspect('checkout')
    await browser.page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await browser.page.getByRole('button', { name: /^Pay / }).click()
    await browser.page.getByText('Fill in this field.').first().waitFor()
    await expectFocus(browser.page, 'recipientName')
    await inspect('checkout-missing')
    await fill({
      Name: ADDRESS.recipientName,
      'Street and number': ADDRESS.street1,
      City: ADDRESS.city,
      'State or region': ADDRESS.state,
      'Postal code': ADDRESS.zip,
      'For the print farm (optional)': 'The flat side will be seen.',
      'Gift card code (optional)': await giftCard(service, ada, 1500),
    })
    await press('Apply')
    await browser.page.getByText('\u2212$15.00').waitFor()
    expect(await browser.page.getByLabel('Name', { exact: true }).inputValue()).toBe(
      ADDRESS.recipientName,
    )
    await inspect('checkout-gift-card')
    // The choice is sent immediately, and the page no longer asks for a state.
    await browser.page.locator('#country').selectOption('DE')
    await browser.page.getByLabel('State or region').waitFor({ state: 'detached' })
    // Simulates a change by another window.
    await browser.page.locator('[name="shownCents"]').evaluate((field: HTMLInputElement) => {
      field.value = '1'
    })
    await browser.page.getByRole('button', { name: /^Pay / }).click()
    await browser.page.getByText('The amount to pay is now').waitFor()
    await inspect('checkout-amount-changed')
    // A busy button shows its state, and a second click sends nothing.
    let sent = 0
    browser.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/checkout')) sent += 1
    })
    const label = await browser.page
      .getByRole('button', { name: /^Pay / })
      .evaluate((button: HTMLButtonElement) => {
        button.click()
        button.click()
        return button.textContent
      })
    expect(label).toBe('One moment…')
    await browser.page.waitForURL(/\/checkout\/cs_/)
    expect(sent).toBe(1)
  })

  test('gift cards are checked, and a wrong amount is marked at its field', async () => {
    await open('/gift-cards')
    await inspect('gift-cards')
    await fill({ 'Amount in US dollars': '3', 'Email of the recipient': 'grace@example.com' })
    await press('Continue to payment')
    await browser.page.getByText('Enter an amount from $5 to $500.').first().waitFor()
    await expectFocus(browser.page, 'amount')
    await inspect('gift-cards-wrong')
    await fill({ Code: await giftCard(service, ada, 2500) })
    await press('Check the balance')
    await browser.page.getByText('a balance of $25.00').waitFor()
    await inspect('gift-cards-balance')
    await browser.page.context().clearCookies()
    await open('/gift-cards')
    await inspect('gift-cards-signed-out')
    await signIn()
  })

  test('the account, its limits and its lists are accessible', async () => {
    for (let index = 0; index < 30; index += 1) {
      const options = printOptions({ quantity: 1 + (index % 4), material: 'petg' })
      await service.deps.orders.insert(newOrder(ada.accountId, { options }))
    }
    await withoutTriggers(
      service.service.database.pool,
      `update orders set paid = true, status = 'SHIPPED', payment_id = 'pi_9', refunded_cents = 200
       where id = (select id from orders where source = 'rest' limit 1)`,
    )
    await open('/account')
    await inspect('account-orders')
    await open('/account/developer')
    await fill({ 'All orders, USD a day': '250', 'API key, USD a day': 'ten' })
    await press('Save the limits')
    await browser.page.getByText('Enter an amount from 0').waitFor()
    await expectFocus(browser.page, 'key-limit')
    await inspect('account-limits-wrong')
    await fill({ 'API key, USD a day': '49.50' })
    await press('Save the limits')
    await browser.page.getByText('Your spending limits are saved.').waitFor()
    await inspect('account-limits')
    // A copied secret is confirmed, and can be copied again.
    await browser.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await fill({ 'Name of the program or device': 'Desk' })
    await press('Create a token')
    await press('Copy')
    await browser.page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    await browser.page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await open('/account/orders')
    await inspect('orders')
    await open('/account/orders?q=nothing')
    await inspect('orders-none')
    await open('/account/generations')
    await inspect('generations-none')
  })

  test('a second factor can be set up and turned off', async () => {
    const password = 'a password for tests'
    await open('/account/second-factor')
    await inspect('factor-start')
    await fill({ 'Your password': password })
    await press('Continue')
    await browser.page.getByLabel('Code from the app').waitFor()
    await inspect('factor-set-up')
    const secret = (await browser.page.locator('.secret code').textContent()) ?? ''
    await fill({ 'Code from the app': totpOf(secret.replaceAll(' ', ''), Date.now()) })
    await press('Turn on the second factor')
    await browser.page.getByText('Your second factor is set up').waitFor()
    await inspect('factor-ready')
    await browser.page.locator('#off-password').fill('wrong')
    await press('Turn off the second factor')
    await browser.page.getByText('The password is not right.').waitFor()
    await expectFocus(browser.page, 'off-password')
    await inspect('factor-off-wrong')
    await browser.page.locator('#off-password').fill(password)
    await press('Turn off the second factor')
    await browser.page.getByText('Your second factor is turned off.').waitFor()
  })

  test('no page logged an error', () => {
    // A browser logs each page with a refusal as its response, and missing pictures of models.
    const refused = (complaint: string) => /status of 4(00|01|03|04|09|29)/.test(complaint)
    expect(browser.complaints.filter((complaint) => !refused(complaint))).toEqual([])
  })
})

/**
 * Draws the pictures before the browser requests them, because it waits for a response only as long as the test's
 * server holds a connection.
 */
async function drawPictures() {
  const headers = { cookie: ada.cookie }
  const html = await (await service.fetch('/basket', { headers })).text()
  for (const [path] of html.matchAll(/\/basket\/lines\/[0-9a-f-]+\/picture\.png/g)) {
    expect((await service.fetch(path, { headers })).status).toBe(200)
  }
}

/** Expects that all pictures of the page are loaded. */
async function expectPictures(count: number) {
  await browser.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLImageElement>('img.part-picture')].filter(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ).length === wanted,
    count,
  )
}
