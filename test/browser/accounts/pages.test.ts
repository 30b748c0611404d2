// The pages in a real browser, from sign-up to a parcel in transit. Skipped without an installed Chromium (apt-get
// install chromium). With SCREENSHOTS=<folder> every page saves pictures there.
import { describe, expect, test } from 'bun:test'
import { chromiumPath, noOverflow } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { orderForm, placed, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { expectFocus, useBrowser } from '../use-browser.ts'

if (chromiumPath === null) {
  console.warn('No Chromium is installed, so the pages are not driven in a browser.')
}

const service = useService()
const browser = useBrowser()

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const press = (name: string) => browser.page.getByRole('button', { name, exact: true }).click()
/** Opens a collapsed section of an order's page. */
const unfold = (text: string) => browser.page.getByText(text).click()
const type = (label: string, text: string) =>
  browser.page.getByLabel(label, { exact: true }).fill(text)
const textOf = async (selector: string) =>
  (await browser.page.locator(selector).textContent())?.trim() ?? ''
const heading = () => textOf('h1')
const currentPath = () => new URL(browser.page.url()).pathname
const sees = async (text: string) => expect(await textOf('body')).toContain(text)

/** Checks that nothing overflows sideways, at any width. */
async function look(name: string): Promise<void> {
  const overflow = await browser.look(name)
  expect([name, overflow]).toEqual([name, noOverflow])
}

/** Fills in the card form of the processor's hosted page. */
async function payWith(number: string, button: string): Promise<void> {
  await type('Card number', number)
  await type('Expiry', '12 / 40')
  await type('CVC', '123')
  await press(button)
}

async function signIn(email: string, password: string): Promise<void> {
  await browser.page.context().clearCookies()
  await open('/account')
  const form = browser.page.getByRole('region', { name: 'Sign in' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in' }).click()
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  let apiKey = ''

  test('a visitor signs up, saves a card and gets a key', async () => {
    const email = 'newcomer@example.com'
    await open('/account')
    await look('account-signed-out')
    const form = browser.page.getByRole('region', { name: 'Sign up' })
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password').fill('a long enough password')
    await form.getByRole('button', { name: 'Sign up' }).click()
    await look('account-confirm')
    const mail = service.mails().find(({ to }) => to === email)
    await type('Code from the email', /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? '')
    await press('Confirm and sign in')
    expect(await heading()).toBe('Your account')
    await look('account-new')

    await press('Save a card')
    expect(browser.page.url()).toStartWith(`${service.stripe.baseUrl}/setup/`)
    await look('hosted-setup')
    await payWith('4242 4242 4242 4242', 'Save card')
    await sees('Your card is saved.')
    await sees('Visa ending in 4242')

    await open('/account/developer')
    await press('Create a key')
    apiKey = await textOf('#secret')
    expect(apiKey).toMatch(/^svc_live_[0-9a-f]{48}$/)
    await look('account-key')
    await browser.page.reload()
    expect(await textOf('body')).not.toContain(apiKey)
  })

  test('an order with that key has a page', async () => {
    const fields = { color: 'Sunny Orange', quantity: '3', quality: 'premium' }
    const response = await fetch(
      `${service.baseUrl}/api/print/orders`,
      rawPost(orderForm(fields, { name: 'cube.stl', bytes: cubeStl({ sizeMm: 20 }) }), {
        authorization: `Bearer ${apiKey}`,
      }),
    )
    const order = await placed(Promise.resolve(response))
    expect(order.paid).toBe(true)
    await browser.page.goto(order.statusUrl)
    expect(await heading()).toBe('Received — in review')
    await sees('Sunny Orange')
    await sees('$10.15')
    await look('order-received')
  })

  test('an unpaid order is paid on its payment page', async () => {
    const order = await placed(submit(service, await service.account({ card: null })))
    await open(`/orders/${order.code}`)
    expect(await heading()).toBe('Awaiting payment')
    await look('order-unpaid')
    await browser.page.getByRole('link', { name: 'Pay $8.00' }).click()
    expect(await heading()).toBe('Pay $8.00')
    await look('pay')
    await press('Pay $8.00 by card')
    expect(browser.page.url()).toBe(order.checkoutUrl ?? 'none')
    await look('hosted-checkout')
    await browser.page.getByRole('link', { name: /Cancel/ }).click()
    expect(currentPath()).toBe(`/orders/${order.code}/pay`)
    await press('Pay $8.00 by card')
    // Simulates a payment that takes longer than the pause between two reviews of one order.
    await service.service.database.pool.query(
      "update orders set payment_looked_at = payment_looked_at - interval '6 seconds' where code = $1",
      [order.code],
    )
    await payWith('4242 4242 4242 4242', 'Pay $8.00')
    expect(currentPath()).toBe(`/orders/${order.code}`)
    expect(await heading()).toBe('Received — in review')
    await sees('Thank you. We received your payment.')
    await look('order-paid')
    await open(`/orders/${order.code}/pay`)
    expect(await heading()).toBe('This order is paid')
    await look('pay-paid')
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 1 })
  })

  test('an operator ships an order, and its page shows it', async () => {
    const order = await placed(submit(service, await service.account()))
    await placed(submit(service, await service.account({ card: null })))
    await service.signIn(OPERATOR_EMAIL)
    await signIn(OPERATOR_EMAIL, 'a password for tests')
    expect(await heading()).toBe('Your account')
    await browser.page.getByRole('link', { name: 'Operator page' }).click()
    await open('/operator/queue')
    await look('operator-list')
    await browser.page.getByRole('link', { name: 'Received', exact: true }).click()
    await browser.page.getByRole('link', { name: order.code }).click()
    await sees('1 Main Street')
    await unfold('Set the status or the tracking')
    await browser.page.getByLabel('Status', { exact: true }).selectOption('Shipped')
    await type('Carrier', 'USPS')
    await press('Save')
    await sees('Enter the tracking number in 1 to 100 characters.')
    // The missing field has the focus.
    await expectFocus(browser.page, 'number')
    await look('operator-refused')
    await type('Tracking number', '9400 1000 0000')
    await type('Tracking page', 'https://example.com/track?n=9400')
    await press('Save')
    await sees('Saved.')
    await look('operator-order')
    await browser.page.getByRole('link', { name: 'Customer’s page' }).click()
    expect(await heading()).toBe('Shipped')
    await sees('9400 1000 0000')
    expect(await textOf('body')).not.toContain('1 Main Street')
    await look('order-shipped')
  })

  test('an operator cancels a paid order, and operator and customer see what happens to the money', async () => {
    const fields = { note: 'Please keep the supports.', quantity: '3' }
    const order = await placed(submit(service, await service.account(), { fields }))
    await browser.page.context().clearCookies()
    await open('/operator')
    await browser.page.getByRole('link', { name: 'Sign in' }).click()
    const form = browser.page.getByRole('region', { name: 'Sign in' })
    await form.getByLabel('Email').fill(OPERATOR_EMAIL)
    await form.getByLabel('Password').fill('a password for tests')
    await form.getByRole('button', { name: 'Sign in' }).click()
    expect(currentPath()).toBe('/operator')
    await open('/operator/queue')
    await browser.page.getByRole('link', { name: order.code }).click()
    await sees('Customer’s note')
    await unfold('Set the status or the tracking')
    await browser.page.getByLabel('Status', { exact: true }).selectOption('Shipped')
    await press('Save')
    await sees('or tick “Ship without tracking”')
    await look('operator-tracking-needed')
    await browser.page.getByLabel('Ship without tracking').check()
    await press('Save')
    await sees('shipped without tracking')
    await look('operator-untracked')
    await unfold('Refund up to $')
    await type('Amount in dollars', '1.50')
    // “Print again” has a separate reason.
    await browser.page.locator('#reason').fill('One of three parts arrived broken.')
    await press('Refund')
    expect(await heading()).toBe('Refund $1.50 of this order?')
    await look('operator-refund-asked')
    await press('Refund $1.50')
    await sees('Refunded $1.50 to the card that paid.')
    await look('operator-refunded')
    await unfold('Set the status or the tracking')
    await browser.page.getByLabel('Status', { exact: true }).selectOption('Cancelled')
    await press('Save')
    expect(await heading()).toBe('Cancel this order?')
    await look('operator-close')
    await press('Cancel the order')
    await sees('Choose what happens to the payment.')
    await browser.page.getByLabel('Refund part of it').check()
    await press('Cancel the order')
    await sees('Enter a reason in 1 to 200 characters.')
    await look('operator-close-refused')
    await type('Amount in dollars', '5')
    await type('Reason', 'The parcel was lost.')
    await press('Cancel the order')
    await sees('$3.50 has not been refunded.')
    await look('operator-cancelled')
    await browser.page.getByRole('link', { name: 'Customer’s page' }).click()
    expect(await heading()).toBe('Cancelled')
    await sees('$6.50 was refunded.')
    await look('order-cancelled')
  })

  test('of two concurrent operators, the second one sees the change of the first', async () => {
    const order = await placed(submit(service, await service.account()))
    await open(`/operator/orders/${order.code}`)
    const change = { status: 'PRINTING', tracking: null, by: 'colleague@example.com' } as const
    await service.deps.orders.setStatus(order.code, change)
    await unfold('Set the status or the tracking')
    await browser.page.getByLabel('Status', { exact: true }).selectOption('ACCEPTED')
    await type('Carrier', 'USPS')
    await type('Tracking number', '9400')
    await press('Save')
    await sees('colleague@example.com: status changed from Received to Printing')
    await look('operator-stale')
    await press('Save')
    await sees('Saved.')
  })

  test('no page logged an error', () => {
    // A refused form returns 400 or 409 and a sign-in page 401, which a browser logs as well.
    const expected = (complaint: string) => /status of 40[019]/.test(complaint)
    expect(browser.complaints.filter((complaint) => !expected(complaint))).toEqual([])
  })

  test('the start page and the reference are shown', async () => {
    await open('/')
    await look('home')
    await browser.page.getByRole('radio', { name: 'Python' }).check()
    await sees('requests.post(')
    await browser.page.getByRole('link', { name: 'All formulas' }).click()
    expect(await heading()).toBe('API reference')
    await look('docs')
    await browser.page.getByRole('link', { name: 'Prices', exact: true }).click()
    expect(new URL(browser.page.url()).hash).toBe('#prices')
    await browser.page.getByRole('link', { name: 'Read an order' }).first().click()
    expect(new URL(browser.page.url()).hash).toBe('#readPrintOrder')
  })

  test('refusals have a page as well', async () => {
    await browser.page.context().clearCookies()
    for (const [address, title] of [
      ['/orders/SVC-AAAAAA', 'Order not found'],
      ['/nothing', 'Page not found'],
      ['/operator', 'Sign in first'],
    ] as const) {
      await open(address)
      expect(await heading()).toBe(title)
      await look(`refused${address.replaceAll('/', '-')}`)
    }
  })
})
