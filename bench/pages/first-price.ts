// The price of a first STL on a slow phone's connection: 400 kbit/s and 200 ms per request, with an empty cache. From the begin of the
// navigation to the price of a file that is chosen as soon as the page's script runs.
import type { Page } from 'playwright-core'
import { openChromium } from '../../testing/browser/chromium.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { requireChromium } from './chromium-need.ts'

const bytesPerSecond = 400_000 / 8
const latencyMs = 200
const aimMs = 4000
const file = {
  name: 'cube.stl',
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm: 20 })),
}

export async function benchFirstPrice({
  server,
  choose,
  step,
}: Pick<Bench, 'server' | 'choose' | 'step'>): Promise<Row> {
  const visits = choose(5, 3)
  const samples: number[] = []
  const browser = await openChromium(requireChromium(), { webgl: true })
  try {
    // The service's first response is not measured.
    await priceOf(browser.page, server.baseUrl)
    for (let round = 0; round < visits; round++) {
      samples.push(await priceOf(browser.page, server.baseUrl))
      step(round + 1, visits)
    }
  } finally {
    await browser.close()
  }
  const ms = median(samples)
  return {
    name: 'first price of an STL at 400 kbit/s and 200 ms',
    figure: `${(ms / 1000).toFixed(2)} s`,
    aim: `at most ${aimMs / 1000} s`,
    met: ms <= aimMs,
    detail: `from the navigation to the price, with an empty cache; ${visits} visits`,
    better: 'less',
    samples,
  }
}

/** Returns the milliseconds until the price. Throws if the price is wrong or the cache was used. */
async function priceOf(page: Page, baseUrl: string): Promise<number> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const began = performance.now()
  await page.goto(`${baseUrl}/quote`, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.classList.contains('scripted'))
  await page.setInputFiles('#file', file)
  await page.waitForFunction(() => document.querySelector('#total')?.textContent !== '–')
  const ms = performance.now() - began
  const total = await page.textContent('#total')
  await session.detach()
  // 1 dollar, the least for a part, and 7 dollars of postage in the United States.
  if (total !== '$8.00') throw new Error(`the price is ${total}`)
  if (ms < 2 * latencyMs) throw new Error(`the page was loaded from the cache in ${ms} ms`)
  return ms
}
