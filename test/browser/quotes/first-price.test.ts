// The price of a first STL is shown while the whole geometry core is still being loaded, as on a slow connection. Skipped
// without an installed Chromium.
import { expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

/** 8 cm3: 5 g of PLA at 20 %, which is under the minimum of a dollar. */
const cube = {
  name: 'cube.stl',
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm: 20 })),
}

test.skipIf(chromiumPath === null)(
  'an STL has its price before the whole core arrives, which then checks it',
  async () => {
    const { page } = browser
    const release = Promise.withResolvers<void>()
    await page.route(/geometry-\w+\.wasm$/, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto(`${service.baseUrl}/quote`)
    await page.setInputFiles('#file', cube)
    await page.waitForFunction(() => document.querySelector('#total')?.textContent !== '–')
    const early = await page.textContent('#total')
    expect(early).toMatch(/^\$\d+\.\d\d$/)
    expect(await page.locator('#report .finding-icon.running').count()).toBeGreaterThan(0)
    release.resolve()
    await page.waitForFunction(
      () =>
        document.querySelector('#report .figures') !== null &&
        document.querySelector('#report .finding-icon.running') === null,
    )
    expect(await page.textContent('#total')).toBe(early)
    await page.unroute(/geometry-\w+\.wasm$/)
  },
)

test.skipIf(chromiumPath === null)(
  'without the measuring core, the whole core measures the file',
  async () => {
    const { page } = browser
    let aborted = 0
    await page.route(/measuring-\w+\.wasm$/, async (route) => {
      aborted += 1
      await route.abort()
    })
    await page.goto(`${service.baseUrl}/quote`)
    await page.setInputFiles('#file', cube)
    await page.waitForFunction(() => document.querySelector('#total')?.textContent !== '–')
    expect(await page.textContent('#total')).toMatch(/^\$\d+\.\d\d$/)
    expect(aborted).toBeGreaterThan(0)
    await page.unroute(/measuring-\w+\.wasm$/)
  },
)

test.skipIf(chromiumPath === null)(
  'a damaged STL waits for the whole core without a time limit, and is refused with its reason',
  async () => {
    const { page } = browser
    const release = Promise.withResolvers<void>()
    await page.route(/geometry-\w+\.wasm$/, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.clock.install()
    await page.addInitScript(() => {
      const kinds: string[] = []
      Object.assign(window, { kinds })
      window.Worker = class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options)
          this.addEventListener('message', ({ data }) => kinds.push(data.kind))
        }
      }
    })
    await page.goto(`${service.baseUrl}/quote`)
    await page.setInputFiles('#file', { ...cube, buffer: cube.buffer.subarray(0, 500) })
    await page.waitForFunction(() => Reflect.get(window, 'kinds').includes('waiting'))
    await page.clock.fastForward(120_000)
    expect(await page.locator('#stage-refused .notice').count()).toBe(0)
    release.resolve()
    await page.clock.resume()
    await page.waitForSelector('#stage-refused .notice')
    const refusal = await page.textContent('#stage-refused')
    expect(refusal).toContain('We could not read a printable part from this file.')
    expect(refusal).not.toContain('too long')
    await page.unroute(/geometry-\w+\.wasm$/)
  },
)
