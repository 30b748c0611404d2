// Every page of the desk with data, at the widths of a phone, a desk and a wide screen: nothing is wider than the screen,
// no table scrolls sideways on a desk, and axe finds no fault. A new page without a row fails. Skipped without an
// installed Chromium. With SCREENSHOTS=<folder> every page saves a picture of each width there.
import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { sumUpOrders } from '../../../server/db/desk/order-hours.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { fillOrders } from '../../../testing/database/fill-orders.ts'
import { clearFarm, good, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { buyer, checkoutBody, pay, post, storeCube } from '../../../testing/people/shop.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const farm = use(
  () => openFarm(service),
  () => clearFarm(service),
)
const browser = useBrowser()

const widths = { phone: 390, desk: 1440, wide: 1920 } as const
const screens = ['phone', 'desk', 'wide'] as const
const folder = process.env['SCREENSHOTS']

type Data = { readonly cart: string; readonly printing: string; readonly job: string }

/** Pages by the name of their picture. */
const pages = ({ cart, printing, job }: Data): Readonly<Record<string, string>> => ({
  overview: '/operator',
  wall: '/operator?wall=1',
  queue: '/operator/queue',
  'queue-spools': '/operator/queue?group=spool',
  order: `/operator/orders/${printing}`,
  'order-cart': `/operator/orders/${cart}`,
  pack: `/operator/pack/${cart}`,
  slips: `/operator/slips?pick=${cart}`,
  customs: `/operator/customs?pick=${cart}`,
  delivered: '/operator/delivered',
  floor: '/operator/floor',
  plates: '/operator/plates',
  jobs: '/operator/jobs',
  job: `/operator/jobs/${job}`,
  printers: '/operator/printers',
  printer: '/operator/printers/voron-01',
  'printer-labels': '/operator/printer-labels',
  filament: '/operator/filament',
  throughput: '/operator/throughput',
  money: '/operator/money',
  unmatched: '/operator/money/unmatched',
  books: '/operator/books',
  invoices: '/operator/invoices',
  disputes: '/operator/disputes',
  purchases: '/operator/purchases',
  tickets: '/operator/tickets',
  mail: '/operator/mail',
  failed: '/operator/failed',
  gallery: '/operator/gallery',
  withheld: '/operator/withheld',
  models: '/operator/models',
  system: '/operator/system',
  settings: '/operator/settings',
  terms: '/operator/terms',
  shop: '/operator/shop',
})

/** Responses that are no pages, and a page that needs the link of a wall. */
const notPages = new Set([
  '/operator/live',
  '/operator/wall',
  '/operator/wall/live',
  '/operator/shop/mail',
  '/operator/pictures',
])

async function prepare(): Promise<Data> {
  await fillOrders(service.service.database.pool, { orders: 400, days: 21, open: 60 })
  await sumUpOrders(service.db, 'UTC')
  const who = await buyer(service)
  const [small, large] = [await storeCube(service, who, 20), await storeCube(service, who, 32)]
  const items = [
    { modelUrl: small, color: 'Black', quantity: 2 },
    { modelUrl: large, material: 'petg', color: 'Black', quantity: 12 },
  ]
  const [status, body] = await post(service, who, '/api/checkout', checkoutBody(items))
  if (status !== 201) throw new Error(JSON.stringify(body))
  await pay(service, body.checkoutUrl)
  await farm.queue(body.code)
  const printing = await farm.order({ quantity: '3' }, CUBE)
  await farm.queue(printing)
  const spools = [{ slot: 1, material: 'pla', color: 'Black', gramsLeft: 640 }]
  await good(farm.report('voron-01', { state: 'ready', spools }))
  const { id, lease } = await mustClaim(farm, { printer: 'voron-01' })
  const beat = { lease, printing: true, progress: 0.42, remainingSeconds: 5400 }
  await good(farm.asFarm(`/api/farm/jobs/${id}/heartbeat`, beat))
  await good(farm.report('voron-01', { state: 'printing', jobId: id }))
  await good(
    farm.report('voron-02', { state: 'paused', detail: 'The filament ran out at layer 112.' }),
  )
  return { cart: body.code, printing, job: id }
}

/** The number of pixels by which the page, and then its widest table, are wider than their place. */
const overflow = () =>
  browser.page.evaluate(() => [
    document.documentElement.scrollWidth - window.innerWidth,
    Math.max(
      0,
      ...[...document.querySelectorAll('table')].map((table) => {
        const place = table.parentElement
        return place === null || table.offsetParent === null
          ? 0
          : place.scrollWidth - place.clientWidth
      }),
    ),
  ])

async function faults(): Promise<readonly string[]> {
  await browser.page.evaluate(axe.source)
  return await browser.page.evaluate(async () => {
    // @ts-expect-error: the line before defined it
    const { violations } = await window.axe.run(document)
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
        `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  })
}

/** Returns the faults of the current page at a width. */
async function look(shown: string, screen: keyof typeof widths): Promise<readonly unknown[]> {
  const { page } = browser
  await page.setViewportSize({ width: widths[screen], height: 900 })
  const [ofPage = 0, ofTable = 0] = await overflow()
  const isWide = ofPage > 0 || (screen !== 'phone' && ofTable > 0)
  const found = await faults()
  if (folder !== undefined) {
    await page.screenshot({ path: join(folder, `${shown}-${screen}.png`), fullPage: true })
  }
  return [
    ...(isWide ? [[shown, screen, { ofPage, ofTable }]] : []),
    ...(found.length > 0 ? [[shown, screen, found]] : []),
  ]
}

describe.skipIf(chromiumPath === null)('every page of the desk', () => {
  test('has a row', () => {
    const listed = new Set(
      Object.values(pages({ cart: ':code', printing: ':code', job: ':id' })).map(
        (path) => path.split('?')[0],
      ),
    )
    const missing = service.app.routes
      .filter(({ method, path }) => method === 'GET' && /^\/operator(?:\/|$)/.test(path))
      .map(({ path }) => path)
      .filter((path) => !path.includes(':') && !/\.\w+$/.test(path))
      .filter((path) => !listed.has(path) && !notPages.has(path))
    expect(missing).toEqual([])
  })

  test('fits a phone, a desk and a wide screen, without a fault of accessibility', async () => {
    const [name = '', value = ''] = farm.cookie.split(/=(.*)/)
    const { page } = browser
    await page.context().addCookies([{ name, value, url: service.baseUrl }])
    if (folder !== undefined) mkdirSync(folder, { recursive: true })
    const wrong: unknown[] = []
    for (const [shown, path] of Object.entries(pages(await prepare()))) {
      await page.setViewportSize({ width: widths.phone, height: 900 })
      const response = await page.goto(`${service.baseUrl}${path}`)
      expect([shown, response?.status()]).toEqual([shown, 200])
      for (const screen of screens) wrong.push(...(await look(shown, screen)))
    }
    expect(wrong).toEqual([])
    // The files of filled orders do not exist, so their pictures are missing.
    expect(browser.complaints.filter((text) => !/status of 503/.test(text))).toEqual([])
  }, 900_000)
})
