// Takes the pictures of README.md from a service that runs in local mode: docs/quote.png, a part in the quote page, docs/order-page.png,
// the page of an order, and docs/desk.png, the operator's desk with orders in every step. It orders sample parts with the demo account, so
// use a separate state folder: `STATE_DIR=/tmp/pictures npm start` in one shell, `STATE_DIR=/tmp/pictures npm run screenshot` in another.
// Needs Chromium.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { refuseArguments } from '../server/local/launcher/command-line.ts'
import { chromiumPath, openChromium } from '../testing/browser/chromium.ts'

refuseArguments('npm run screenshot')

const stateDir = process.env['STATE_DIR'] ?? '.svc'

const demoSchema = v.object({
  baseUrl: v.string(),
  apiKey: v.string(),
  email: v.string(),
  password: v.string(),
})
const orderSchema = v.object({ statusUrl: v.string() })

if (chromiumPath === null) throw new Error('No Chromium was found.')
const demo = v.parse(demoSchema, JSON.parse(readFileSync(join(stateDir, 'demo.json'), 'utf8')))
const sample = readFileSync(join(stateDir, 'sample.stl'))

const statusUrl = await orderSample({
  material: 'petg',
  color: 'Sunny Orange',
  quality: 'premium',
  quantity: '5',
})
for (const order of deskOrders()) await orderSample(order)

const { page: browserPage, close } = await openChromium(chromiumPath, { webgl: true })
await takeQuote(browserPage)
await browserPage.setViewportSize({ width: 1280, height: 800 })
await browserPage.goto(statusUrl)
await browserPage.screenshot({ path: join(import.meta.dir, 'order-page.png') })
await signIn(browserPage)
await work(browserPage)
await browserPage.goto(`${demo.baseUrl}/operator/queue`)
await browserPage.setViewportSize({ width: 1280, height: 620 })
await browserPage.screenshot({ path: join(import.meta.dir, 'desk.png') })
await close()
console.log(
  `${import.meta.dir}: quote.png shows a sample, order-page.png ${statusUrl}, desk.png the queue`,
)

/** A sample part once it is priced and its faults are found. */
async function takeQuote(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 880 })
  await page.goto(`${demo.baseUrl}/quote#sample-gear`)
  await page.locator('#total', { hasText: '$' }).waitFor()
  await page.locator('#report .finding-icon.running').waitFor({ state: 'detached' })
  await page.waitForSelector('#stage[data-drawn]:not([data-drawn="0"])')
  await page.screenshot({ path: join(import.meta.dir, 'quote.png') })
}

function deskOrders(): readonly Readonly<Record<string, string>>[] {
  const materials = ['pla', 'petg', 'pla', 'abs', 'pla', 'tpu', 'petg']
  const colors = ['Black', 'White', 'Red', 'Green', 'Yellow', 'Silver', 'Cyan']
  const parts = ['bracket', 'vase', 'gear', 'hinge', 'camera-mount', 'cover', 'spacer', 'knob']
  const notes: Readonly<Record<number, string>> = {
    2: 'Flat face down, please.',
    8: 'Needed for a fair: call before it ships.',
  }
  return Array.from({ length: 11 }, (_, index) => ({
    name: `${parts[(index * 3) % parts.length]}.stl`,
    material: materials[index % materials.length] ?? 'pla',
    color: colors[(index * 5) % colors.length] ?? 'Black',
    quantity: String(1 + ((index * 7) % 6)),
    ...(notes[index] !== undefined && { note: notes[index] }),
  }))
}

/** Returns the order's page. */
async function orderSample({
  name = 'sample.stl',
  ...fields
}: Readonly<Record<string, string>>): Promise<string> {
  const address = {
    recipientName: 'Demo Customer',
    street1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
  }
  const form = new FormData()
  form.set('file', new File([sample], name))
  for (const [field, value] of Object.entries({ ...fields, ...address })) form.set(field, value)
  const response = await fetch(`${demo.baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: { 'x-api-key': demo.apiKey },
    body: form,
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return v.parse(orderSchema, await response.json()).statusUrl
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${demo.baseUrl}/account?next=%2Foperator%2Fqueue`)
  const form = page.getByRole('region', { name: 'Sign in' })
  await form.getByLabel('Email').fill(demo.email)
  await form.getByLabel('Password').fill(demo.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
}

/** Moves some of the orders on, step by step, as an operator would. */
async function work(page: Page): Promise<void> {
  const rounds = [
    ['RECEIVED', 9, 'Accept and queue'],
    ['ACCEPTED', 6, 'Start printing'],
    ['PRINTING', 3, 'Mark printed'],
  ] as const
  for (const [status, count, step] of rounds) {
    await page.goto(`${demo.baseUrl}/operator/queue?status=${status}`)
    const boxes = page.getByLabel(/^Select SVC-/)
    for (let index = 0; index < count; index++) await boxes.nth(index).check()
    await page
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: step, exact: true })
      .click()
    await page.locator('form[action$="/confirm"] button').click()
    await page.getByRole('heading', { name: /: done$/ }).waitFor()
  }
}
