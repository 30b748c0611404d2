// The first visit to the home and quote pages with an empty cache: the largest contentful paint
// (LCP) and its element, and the compressed bytes until the network is idle.
import type { Page } from 'playwright-core'
import { openChromium } from '../../testing/browser/chromium.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { requireChromium } from './chromium-need.ts'

const pages = ['/', '/quote'] as const
const aims = { paintMs: 1000, kilobytes: 300 }

type Visit = { readonly paintMs: number; readonly element: string; readonly bytes: number }

export async function benchFirstVisit({
  server,
  choose,
  step,
}: Pick<Bench, 'server' | 'choose' | 'step'>): Promise<readonly Row[]> {
  const visits = choose(7, 3)
  const found = pages.map((path) => ({ path, all: [] as Visit[] }))
  const browser = await openChromium(requireChromium(), { webgl: true })
  try {
    const open = (path: string) => visit(browser.page, `${server.baseUrl}${path}`)
    // Open each page once, so that the service's first response is not measured. Then interleave
    // the pages, so that both have the same load.
    for (const path of pages) await open(path)
    for (let round = 0; round < visits; round++) {
      for (const { path, all } of found) all.push(await open(path))
      step(round + 1, visits)
    }
  } finally {
    await browser.close()
  }
  return found.flatMap(({ path, all }) => [paintRow(path, all), bytesRow(path, all)])
}

function paintRow(path: string, all: readonly Visit[]): Row {
  const samples = all.map(({ paintMs }) => paintMs)
  const ms = median(samples)
  return {
    name: `first visit of ${path}, largest contentful paint`,
    figure: `${ms.toFixed(0)} ms`,
    aim: `under ${aims.paintMs} ms`,
    // NaN does not meet the aim.
    met: ms < aims.paintMs,
    detail: `the largest paint was ${all[0]?.element}; ${all.length} visits`,
    samples,
  }
}

function bytesRow(path: string, all: readonly Visit[]): Row {
  const samples = all.map(({ bytes }) => bytes / 1000)
  const most = Math.max(...samples)
  return {
    name: `first visit of ${path}, transferred`,
    figure: `${median(samples).toFixed(1)} kB`,
    aim: `at most ${aims.kilobytes} kB`,
    met: most <= aims.kilobytes,
    detail: 'compressed, until the network is idle',
    exact: true,
  }
}

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (response?.status() !== 200) throw new Error(`${url}: ${response?.status()}`)
  page.removeAllListeners('requestfinished')
  const painted = await page.evaluate(
    () =>
      new Promise<{ paintMs: number; element: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          if (!(last instanceof LargestContentfulPaint)) return
          const { element, startTime, size } = last
          const name = element
            ? `a <${element.tagName.toLowerCase()}> element`
            : 'a removed element'
          // The size of an LCP entry is an area.
          const area = `${size.toLocaleString('en-US')} square pixels`
          resolve({ paintMs: startTime, element: `${name} of ${area}` })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  const loaded = await Promise.all(sizes)
  const bytes = loaded.reduce((sum, size) => sum + size, 0)
  // A page with fewer bytes was served from the cache.
  if (bytes < 5_000) throw new Error(`${url}: ${bytes} bytes`)
  return { ...painted, bytes }
}
