// An operator's day in a browser: orders from received to shipped, with counts of every click and every entered text.

import type { Page } from 'playwright-core'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { contentTypes } from '../../server/domain/models/format.ts'
import { cubeStl } from '../models/meshes.ts'
import { newOrder, printOptions } from '../orders.ts'
import { OPERATOR_EMAIL, type TestService } from '../service/service.ts'

const spools = [
  { material: 'pla', color: 'Black' },
  { material: 'pla', color: 'White' },
  { material: 'petg', color: 'Black' },
  { material: 'tpu', color: 'Red' },
] as const

/** Creates paid orders of that many spools that wait to be accepted; returns their codes. */
export async function receiveOrders(
  service: TestService,
  count: number,
): Promise<readonly string[]> {
  const { accountId } = await service.account()
  const orders = Array.from({ length: count }, (_, index) =>
    newOrder(accountId, { options: printOptions(spools[index % spools.length]) }),
  )
  await storeCube(service, orders[0]?.file.uri ?? '')
  for (const order of orders) await service.deps.orders.insert(order)
  for (const { code, price } of orders) {
    await service.deps.orders.markPaid(code, {
      paymentId: paymentIdOf(`pi_${code}`),
      amountCents: price.totalCents,
      dueAt: () => new Date(),
    })
  }
  return orders.map(({ code }) => code)
}

/** Stores the file that all of these orders name, for the pictures of their pages. */
async function storeCube({ deps }: TestService, uri: string): Promise<void> {
  const key = deps.objects.parseUri(uri)
  if (key === null) throw new Error(`no file of this service: ${uri}`)
  const { path } = await deps.temporaryFiles.write(cubeStl({ sizeMm: 20 }))
  await deps.objects.putFile(key, path, contentTypes.stl)
}

export async function signInOperator(page: Page, service: TestService): Promise<void> {
  await service.signIn(OPERATOR_EMAIL)
  await page.goto(`${service.baseUrl}/account?next=%2Foperator%2Fqueue`)
  const form = page.getByRole('region', { name: 'Sign in' })
  await form.getByLabel('Email').fill(OPERATOR_EMAIL)
  await form.getByLabel('Password').fill('a password for tests')
  await form.getByRole('button', { name: 'Sign in' }).click()
}

export type Day = { readonly clicks: number; readonly texts: number }

/** Works from the queue's page; the carrier provides the tracking as lines. */
export async function workThrough(page: Page, codes: readonly string[]): Promise<Day> {
  let [clicks, texts] = [0, 0]
  const press = async (name: string | RegExp) => {
    clicks += 1
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  }
  const follow = async (name: string) => {
    clicks += 1
    await page.getByRole('link', { name, exact: true }).first().click()
  }
  const takeAll = async () => {
    clicks += 1
    await page.getByLabel(/^All .* found$/).check()
  }
  const moveAll = async (step: string, confirmation: RegExp) => {
    await takeAll()
    await press(step)
    await press(confirmation)
  }
  await follow('Received')
  await moveAll('Accept and queue', /^Accept and queue \d/)
  await follow('Accepted')
  // One spool change after the other.
  clicks += 1
  await page.getByLabel('Grouping').selectOption('spool')
  await press('Apply')
  const grouped = page.url()
  const spoolLinks = page.getByRole('navigation', { name: 'Spools' }).getByRole('link')
  for (let left = await spoolLinks.count(); left > 0; left -= 1) {
    clicks += 1
    // The last spool has no link, only rows.
    const isLast = (await spoolLinks.count()) === 0
    await (isLast
      ? page.getByRole('link', { name: 'Only these' }).first()
      : spoolLinks.first()
    ).click()
    await moveAll('Start printing', /^Start printing \d/)
    clicks += 1
    await page.goto(grouped)
  }
  await follow('Printing')
  await moveAll('Mark printed', /^Mark \d+ orders? as printed/)
  await follow('Printed')
  await takeAll()
  await press('Ship…')
  texts += 1
  const lines = codes.map((code, index) => `${code}, USPS, 9400 ${index}`)
  await page.getByLabel(/^Paste/).fill(lines.join('\n'))
  await press('Save and ship')
  await page.getByRole('heading', { name: /: done$/ }).waitFor()
  return { clicks, texts }
}
