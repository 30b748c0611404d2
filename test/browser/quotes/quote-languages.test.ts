// The quote page in each language, from the upload to the basket: complete in its language in every state, without
// overflow, and without findings of axe. Skipped without an installed Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import { languages } from '../../../server/pages/languages/languages.ts'
import { catalogs } from '../../../server/pages/languages/words.ts'
import { chromiumPath, noOverflow, screens } from '../../../testing/browser/chromium.ts'
import { isStill, quoteStates } from '../../../testing/browser/quote-states.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { expectTranslated, translations } from '../../../testing/people/translated-page.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

/** States that axe checks as well in German, whose words are the longest. The others have the same elements. */
const inspected = ['faults', 'list', 'wrong-settings']
const laptop = { width: 1440, height: 900 }

async function forget(): Promise<void> {
  const { page } = browser
  await page.goto(`${service.baseUrl}/help`)
  await page.context().clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
}

/** Returns the page's title and content in each state, by name. */
async function statesIn(language: string): Promise<ReadonlyMap<string, string>> {
  const { page } = browser
  const found = new Map<string, string>()
  for (const { name, follows, reach } of quoteStates) {
    if (follows === undefined) await page.goto(`${service.baseUrl}/quote?language=${language}`)
    await reach(page)
    await isStill(page)
    const content = await page.evaluate(
      () => `<title>${document.title}</title>${document.body.innerHTML}`,
    )
    found.set(name, `<!doctype html><html lang="${language}">${content}</html>`)
    if (!inspected.includes(name)) continue
    if (language === 'de') {
      await inspectPage(browser, `quote-${name}-${language}`)
    } else {
      expect([name, await browser.look(`quote-${name}-${language}`)]).toEqual([name, noOverflow])
    }
    await page.setViewportSize(laptop)
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth
    expect([name, await page.evaluate(overflow)]).toEqual([name, 0])
    await page.setViewportSize(screens.desktop)
  }
  return found
}

describe.skipIf(chromiumPath === null)('in a browser', () => {
  afterEach(forget)

  let english: ReadonlyMap<string, string> = new Map()

  test('every state is reached in English', async () => {
    english = await statesIn('en')
    expect(english.size).toBe(quoteStates.length)
  }, 240_000)

  test.each(translations)(
    'has no English text in %s',
    async (language) => {
      const translated = await statesIn(language)
      const wrong = [...translated].flatMap(([name, html]) => {
        const source = english.get(name)
        if (source === undefined) return [`${name}: was not reached in English`]
        try {
          expectTranslated(language, source, html)
          return []
        } catch (error) {
          return [`${name}: ${error}`]
        }
      })
      expect(wrong).toEqual([])
    },
    360_000,
  )

  test('in German from the upload to the basket', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/?language=de`)
    await page.getByRole('link', { name: 'Preis berechnen', exact: true }).click()
    await page.waitForURL(`${service.baseUrl}/quote`)
    await page.getByRole('heading', { name: 'Preis eines 3D-Modells berechnen' }).waitFor()
    const buffer = Buffer.from(cubeStl({ sizeMm: 40 }))
    const mimeType = 'model/stl'
    await page.setInputFiles('#file', { name: 'wuerfel.stl', mimeType, buffer })
    // 64 cm3 of PLA at 20 %: 36 g at 12 cents.
    await page.getByText('4,32\u00a0$', { exact: true }).first().waitFor()
    await page.getByText('40,0 × 40,0 × 40,0 mm', { exact: true }).waitFor()
    await page.getByText('Geschlossene Oberfläche', { exact: true }).waitFor()
    await page.getByLabel('Menge', { exact: true }).fill('99')
    await page.getByText('Geben Sie eine ganze Zahl von 1 bis 50 ein.', { exact: true }).waitFor()
    await page.getByLabel('Menge', { exact: true }).fill('12')
    await page.getByText('10\u00a0% Rabatt', { exact: true }).first().waitFor()
    await page.getByLabel('Versand nach', { exact: true }).selectOption('Deutschland')
    await isStill(page)
    expect(await page.locator('#ships-by').textContent()).toMatch(
      /^Versand bis \p{L}+\., \d+\. \p{L}+\. Zustellung zwischen /u,
    )
    await page.locator('#add').click()
    await page.getByRole('heading', { name: 'Warenkorb', exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    expect(await page.locator('main').textContent()).toContain('wuerfel.stl')
  }, 120_000)

  test('the script has one language, in data', async () => {
    for (const language of languages) {
      const html = await (await service.fetch(`/quote?language=${language}`)).text()
      expect(html).toContain(`sum.empty=${catalogs[language]['sum.empty']}`)
      const [, part = ''] = /data-part-words="([^"]+)"/.exec(html) ?? []
      const messages = await (await service.fetch(part)).text()
      expect(messages).toContain(`refused.empty=${catalogs[language]['refused.empty']}`)
      const [, address = ''] = /src="(\/assets\/web\/quote-[^"]+)"/.exec(html) ?? []
      const script = await (await service.fetch(address)).text()
      for (const each of languages) expect(script).not.toContain(catalogs[each]['quote.title'])
      for (const each of languages) expect(script).not.toContain(catalogs[each]['refused.empty'])
    }
  })
})
