// The first visit of the home and quote pages in a real browser with an empty cache: the largest contentful paint (LCP), what it was,
// and the compressed bytes until the network is idle. Needs Chromium and a running service:
//   bun bench/pages/first-visit.ts http://localhost:3000 [visits, 7 by default]
// Aims: LCP under 1 s, /quote at most 300 kB. Ends with 1 when one is missed.
import type { Page } from 'playwright-core'
import { chromiumPath, openChromium } from '../../test/browser/chromium.ts'

const [, , baseUrl = 'http://localhost:3000', visits = '7'] = process.argv
const aims = { paintMs: 1000, bytes: 300_000 }

type Visit = { readonly paintMs: number; readonly element: string; readonly bytes: number }

if (chromiumPath === null) throw new Error('No Chromium was found.')
const browser = await openChromium(chromiumPath, { webgl: true })
const found = new Map<string, Visit[]>([
  ['/', []],
  ['/quote', []],
])
try {
  // The service's own first response of each page is not the browser's matter. Then interleaved, so that both meet the same load.
  for (const path of found.keys()) await visit(browser.page, path)
  for (let round = 0; round < Number(visits); round++) {
    for (const [path, all] of found) all.push(await visit(browser.page, path))
  }
} finally {
  await browser.close()
}

let isMissed = false
for (const [path, all] of found) {
  const paints = all.map(({ paintMs }) => paintMs).toSorted((a, b) => a - b)
  const middle = paints[Math.floor(paints.length / 2)] ?? Number.NaN
  const bytes = Math.max(...all.map((each) => each.bytes))
  console.log(
    `${path.padEnd(7)} LCP ${middle.toFixed(0)} ms (${paints[0]?.toFixed(0)} to ${paints.at(-1)?.toFixed(0)}), ` +
      `${all[0]?.element}; ${(bytes / 1000).toFixed(1)} kB`,
  )
  // NaN misses it as well.
  if (!(middle < aims.paintMs && bytes <= aims.bytes)) isMissed = true
}
process.exit(isMissed ? 1 : 0)

async function visit(page: Page, path: string): Promise<Visit> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const response = await page.goto(`${baseUrl}${path}`, { waitUntil: 'networkidle' })
  if (response?.status() !== 200) throw new Error(`${path}: ${response?.status()}`)
  page.removeAllListeners('requestfinished')
  const painted = await page.evaluate(
    () =>
      new Promise<{ paintMs: number; element: string }>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          if (!(last instanceof LargestContentfulPaint)) return
          const { element, startTime, size } = last
          const name = element?.tagName.toLowerCase() ?? 'an element that is gone'
          resolve({ paintMs: startTime, element: `${name} of ${size} px` })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  const loaded = await Promise.all(sizes)
  const bytes = loaded.reduce((sum, size) => sum + size, 0)
  // A page of that size in no bytes was served from the cache.
  if (bytes < 5_000) throw new Error(`${path}: ${bytes} bytes`)
  return { ...painted, bytes }
}
