// Customs forms in a browser: they fit every width, and are printed without the desk's header, the CN 22 on A6.
// Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { chromiumPath, openChromium } from '../../../testing/browser/chromium.ts'
import { signInOperator } from '../../../testing/browser/operator-day.ts'
import { holdTerms } from '../../../testing/own-terms.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { closing, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'

const service = useService()

/** Returns page sizes in the PDF's unit, 1/72 inch. */
const sizesOf = (pdf: Uint8Array) =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))])

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test('a CN 22 is a page of A6, a CN 23 and its invoice are separate pages', async () => {
    if (chromiumPath === null) return
    const desk = await openDesk(service)
    await holdTerms(service)
    const [small = ''] = await desk.order(1, { country: 'DE' })
    // 16 g x $0.47 x 1.75 x 50 x 0.93 = $611.94, above 300 x $1.30.
    const dear = { country: 'CA', quantity: '50', infill: '100', quality: 'premium' }
    const codes = [small, ...(await desk.order(2, dear))]
    await using browser = closing(await openChromium(chromiumPath))
    const { page } = browser
    await signInOperator(page, service)
    const picks = codes.map((code) => `pick=${code}`).join('&')
    await page.goto(`${service.baseUrl}/operator/customs?${picks}`)
    await inspectPage(browser, 'customs')
    // 105 x 148 mm are 297.6 x 419.5 points; Letter is 612 x 792.
    const letter = [612, 792]
    expect(sizesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual([
      [298, 420],
      ...[letter, letter, letter, letter],
    ])
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.desk').isVisible()).toBe(false)
    expect(await page.locator('.customs-hints').isVisible()).toBe(false)
  })
})
