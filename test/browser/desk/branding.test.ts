// A shop's own name, logo and color in a browser: the desk's page with its preview, and pages with a name of 60 characters.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath, noOverflow } from '../../../testing/browser/chromium.ts'
import { logoSvg } from '../../../testing/own-branding.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { slowTestMs } from '../../../testing/slow-tests.ts'
import { use, useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

setDefaultTimeout(slowTestMs)
const service = useService()
const browser = useBrowser()
const desk = use(() => openDesk(service))

const name = 'Nordrhein-Westfälische Kunststoffdruckereigenossenschaft e.G'

describe.skipIf(chromiumPath === null)('a shop’s own look in a browser', () => {
  /** Signs in as an operator and previews the name, the color and the logo on the desk's page. */
  async function openPreview() {
    const [key = '', value = ''] = (await service.signIn(OPERATOR_EMAIL)).split(/=(.*)/)
    const { page } = browser
    await page.context().addCookies([{ name: key, value, url: service.baseUrl }])
    await page.goto(`${service.baseUrl}/operator/shop`)
    const file = join(service.stateDir, 'logo.svg')
    writeFileSync(file, logoSvg)
    await page.fill('#name', name)
    await page.fill('#accent', '#ff9800')
    await page.setInputFiles('#logoFile', file)
    await page.click('form[action$="/shop/preview"] button')
    await page.waitForSelector('#preview-title')
    return page
  }

  test('is previewed, and each sample has the colors of its scheme, whatever the page’s scheme', async () => {
    const page = await openPreview()
    await inspectPage(browser, 'shop-preview')
    const colorsOf = async () =>
      await page.$$eval('.shop-sample-button', (buttons) =>
        buttons.map((button) => getComputedStyle(button).backgroundColor),
      )
    const [light = '', dark = ''] = await colorsOf()
    expect(light).not.toBe(dark)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colorsOf()).toEqual([light, dark])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(browser.complaints).toEqual([])
  })

  test('is previewed in a sample email, whose policy allows only its styles', async () => {
    const page = await openPreview()
    const sample = await page.getAttribute('text=Open a sample email', 'href')
    await page.goto(`${service.baseUrl}${sample}`)
    const link = await page.$eval('td[bgcolor] a', (one) => getComputedStyle(one).color)
    expect(link).toBe('rgb(255, 255, 255)')
    expect(await page.$eval('img', (image) => (image as HTMLImageElement).naturalWidth)).toBe(192)
  })

  test('is saved, and every page fits a phone even with a name of 60 characters', async () => {
    expect(name).toHaveLength(60)
    const earlier = browser.complaints.length
    const [code = ''] = await desk.order(1, { color: 'Black' })
    const page = await openPreview()
    await page.click('form[action$="/shop/save"] button')
    expect(await page.textContent('[role=status]')).toContain('Saved.')
    for (const [place, path] of [
      ['home', '/'],
      ['quote', '/quote'],
      ['basket', '/basket'],
      ['order', `/orders/${code}`],
      ['receipt', `/orders/${code}/receipt`],
      ['desk', '/operator'],
      ['slip', `/operator/slips?pick=${code}`],
      ['docs', '/docs'],
    ] as const) {
      await page.goto(`${service.baseUrl}${path}`)
      // Other tests inspect these pages with axe. Only the name differs here.
      expect([place, await browser.look(`shop-${place}`)]).toEqual([place, noOverflow])
    }
    expect(browser.complaints.slice(earlier)).toEqual([])
  })
})
