// The quote page when the browser cannot draw in 3D: pictures of the geometry core replace the view. Skipped without
// an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: false })

describe.skipIf(chromiumPath === null)('without WebGL', () => {
  test('the part is shown as pictures from several sides, with its faults in color', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/quote`)
    await page.getByRole('button', { name: 'A part with faults' }).click()
    const picture = page.locator('#stage img.picture')
    await picture.waitFor()
    expect(await picture.getAttribute('alt')).toMatch(
      /^part-with-faults\.stl, [\d.× ]+ mm, from the front left, its faults in color$/,
    )
    const [width, height] = await picture.evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return [0, 0]
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    })
    expect([width, height]).toEqual([720, 720])
    await page.getByRole('button', { name: 'Top', exact: true }).click()
    await page.locator('#stage img[alt*="from above"]').waitFor()
    await page.getByRole('button', { name: 'Faults', exact: true }).click()
    await page.locator('#stage img[alt$="from above"]').waitFor()
    // A fault is shown from the side that it faces: the fin's sides face left and right.
    await page.locator('[data-fault="thin_walls"]').click()
    await page
      .locator('#stage img[alt*="from the left"], #stage img[alt*="from the right"]')
      .waitFor()
    expect(await page.textContent('#total')).toMatch(/^\$/)
    await inspectPage(browser, 'quote-pictures')
  }, 240_000)
})
