// The pages of money, mail, failed work, settings and the second factor in a real browser: axe, at every width and in
// both schemes. Skipped without an installed Chromium. With SCREENSHOTS=<folder> every page saves pictures there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { resetSecondFactor } from '../../../server/domain/operators/reset-second-factor.ts'
import { chromiumPath, openChromium, type TestBrowser } from '../../../testing/browser/chromium.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import {
  HOOK_TIMEOUT_MS,
  OPERATOR_EMAIL,
  openTestService,
  type TestService,
} from '../../../testing/service/service.ts'
import { inspectPage } from '../inspect.ts'

let service: TestService
let browser: TestBrowser
beforeAll(async () => {
  if (chromiumPath === null) return
  service = await openTestService({ env: { VIEWER_EMAILS: 'viewer@example.com' } })
  browser = await openChromium(chromiumPath)
  await signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)
afterAll(async () => {
  service?.app.endStreams()
  await browser?.close()
  await service?.close()
})

async function signIn(email: string) {
  const cookie = await service.signIn(email)
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/)
  const context = browser.page.context()
  await context.clearCookies()
  await context.addCookies([{ name, value, url: service.baseUrl }])
}

const open = (path: string) => browser.page.goto(`${service.baseUrl}${path}`)
const press = (name: string | RegExp) => browser.page.getByRole('button', { name }).first().click()
const inspect = (name: string) => inspectPage(browser, name)
const currentPath = () => new URL(browser.page.url()).pathname

/** Creates orders in every state that the boards list. */
async function fill() {
  const { pool } = service.service.database
  const code = async (card?: null) =>
    (await placed(submit(service, await service.account(card === null ? { card } : {})))).code
  const codes = [await code(), await code(), await code()]
  await code(null)
  await withoutTriggers(
    pool,
    `update orders set paid = false, status = 'PENDING_PAYMENT', charge_state = 'unknown', payment_id = null,
       created_at = now() - interval '20 minutes' where code = $1`,
    [codes[0]],
  )
  await withoutTriggers(
    pool,
    `update orders set paid = false, status = 'PENDING_PAYMENT', charge_state = 'declined', payment_id = null,
       unpaid_reason = 'Your card has insufficient funds.' where code = $1`,
    [codes[1]],
  )
  await service.deps.processorEvents.keepOpen({
    id: 'evt_lost',
    type: 'payment_intent.succeeded',
    orderCode: 'SVC-LOST22',
    orderId: null,
    paymentId: paymentIdOf('pi_3QabcdefGHIJKLmn1opqRSTu'),
    amountCents: 12_345,
  })
  await pool.query(
    `update graphile_worker._private_jobs set attempts = 7, last_error = 'connect ECONNREFUSED 192.0.2.25:587',
       run_at = now() + interval '18 minutes'`,
  )
  await pool.query(
    `insert into unmatched_payments (payment_id, subject, subject_id, order_code, amount_cents, paid_at, found_at, marked, state,
        automatic, decided_by, reason, failure) values
      ('pi_3Qsearch1', 'order', gen_random_uuid(), 'SVC-FOUND1', 2212, now() - interval '3 hours', now() - interval '2 hours', true,
        'found', false, null, null, null),
      ('pi_3Qsearch2', 'purchase', gen_random_uuid(), null, 2500, now() - interval '2 hours', now(), true, 'failed', false,
        'operator@example.com', 'Lost in the restore.', 'Insufficient funds in your Stripe account.'),
      ('pi_3Qsearch3', 'order', null, 'SVC-FOUND3', 800, now() - interval '1 hour', now(), false, 'found', false, null, null, null),
      ('pi_3Qsearch4', 'order', gen_random_uuid(), 'SVC-FOUND4', 800, now() - interval '5 hours', now(), true, 'refunded', true, null,
        null, null),
      ('pi_3Qsearch5', 'order', gen_random_uuid(), 'CART-FOUND5', 12345, now() - interval '9 hours', now(), true, 'returned', false, null,
        null, null)`,
  )
  await pool.query(`select graphile_worker.add_job('sum-up-orders')`)
  await pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'deadlock detected' where key is null`,
  )
  return codes[2] ?? ''
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('empty boards are accessible at every width', async () => {
    for (const name of ['money', 'mail', 'failed', 'settings']) {
      await open(`/operator/${name}`)
      await inspect(`roles-${name}-empty`)
    }
  }, 240_000)

  test('boards with work, and their questions, are accessible at every width', async () => {
    const code = await fill()
    await open('/operator/money')
    await inspect('roles-money')
    await press(/^Reconcile now/)
    await inspect('roles-reconcile')
    await open('/operator/money/unmatched')
    await inspect('roles-unmatched')
    await open('/operator/money/unmatched/pi_3Qsearch1')
    await inspect('roles-unmatched-decision')
    await press('Keep the payment')
    expect(currentPath()).toBe('/operator/money/unmatched/pi_3Qsearch1')
    await browser.page.getByLabel('Reason').fill('Entered again as SVC-FOUND2.')
    await press('Keep the payment')
    expect(currentPath()).toBe('/operator/money/unmatched')
    await open('/operator/mail')
    await inspect('roles-mail')
    await press(/^Send again/)
    await press('Send it again')
    expect(currentPath()).toBe('/operator/mail')
    await open('/operator/failed')
    await inspect('roles-failed')
    await press(/^Discard/)
    await inspect('roles-discard')
    await open(`/operator/orders/${code}`)
    await browser.page.getByText('Write to the customer').click()
    await browser.page.getByLabel('Subject').fill('About your order')
    await browser.page.getByRole('textbox', { name: 'Message' }).fill('We print it tomorrow.')
    await press('Send the message')
    await inspect('roles-order-message')
  }, 300_000)

  test('settings, a wall link and its screen are accessible', async () => {
    const { page } = browser
    await open('/operator/settings')
    await page.getByLabel('Name of the screen').fill('Workshop')
    await press('Make a wall link')
    await inspect('roles-wall-link')
    const url = (await page.locator('.secret code').textContent()) ?? ''
    await page.context().clearCookies()
    await page.goto(url)
    expect(page.url()).toBe(`${service.baseUrl}/operator/wall`)
    await page.getByText('Live', { exact: true }).waitFor()
    await inspect('roles-wall')
    await open('/operator/money')
    expect(await page.locator('h1').textContent()).toBe('Sign in first')
  }, 240_000)

  test('a second factor can be set up and used to sign in', async () => {
    const { page } = browser
    await signIn(OPERATOR_EMAIL)
    await open('/account/second-factor')
    await inspect('roles-factor-start')
    await page.getByLabel('Your password').fill('a password for tests')
    await press('Continue')
    await inspect('roles-factor-set-up')
    const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code from the app').fill(totpOf(secret, Date.now()))
    await press('Turn on the second factor')
    await inspect('roles-factor-ready')
    await page.context().clearCookies()
    await open('/account?next=/operator/settings')
    const form = page.getByRole('region', { name: 'Sign in' })
    await form.getByLabel('Email').fill(OPERATOR_EMAIL)
    await form.getByLabel('Password').fill('a password for tests')
    await form.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').fill('000000')
    await press('Continue')
    await inspect('roles-factor-wrong')
    await page.getByLabel('Code').fill(totpOf(secret, Date.now() + 30_000))
    await press('Continue')
    expect(currentPath()).toBe('/operator/settings')
    await inspect('roles-settings')
    const deps = { ...service.deps, operatorEmails: new Set([OPERATOR_EMAIL]) }
    expect((await resetSecondFactor(deps, 'other@example.com', OPERATOR_EMAIL)).ok).toBe(true)
  }, 240_000)

  test('a viewer sees no controls, and reads why a form is refused', async () => {
    await signIn('viewer@example.com')
    for (const name of ['money', 'settings']) {
      await open(`/operator/${name}`)
      expect(await browser.page.locator('main form[method="post"]').count()).toBe(0)
    }
    await inspect('roles-viewer-settings')
  })

  test('no policy refused anything and no script failed', () => {
    const expected = /status of (?:401|403|404)/
    expect(browser.complaints.filter((text) => !expected.test(text))).toEqual([])
  })
})
