// The language of a page follows address, cookie and browser, and the complete page is in that language.
import { describe, expect, test } from 'bun:test'
import { servedCountries } from '../../../server/domain/catalog/countries.ts'
import { textOf } from '../../../server/html/prose.ts'
import { languageOfHeader } from '../../../server/http/requests/language.ts'
import {
  type Language,
  languageNames,
  languages,
} from '../../../server/pages/languages/languages.ts'
import { catalogs, wordsOf } from '../../../server/pages/languages/words.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { binaryStl, box, merge } from '../../../testing/models/meshes.ts'
import { holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { pageTextsOf } from '../../../testing/people/page-texts.ts'
import { sameWords } from '../../../testing/people/same-words.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(`${service.baseUrl}${path}`, { headers, redirect: 'manual' })

type Translation = Exclude<Language, 'en'>

const translations = ['de', 'fr', 'es'] as const satisfies readonly Translation[]

/** Names, which every language writes alike, and inputs of the tests. */
const names = [
  ...Object.values(languageNames),
  ...['Print farm', 'PLA', 'PETG', 'ABS', 'ASA', 'TPU', '#2f6f4f'],
  '1 mm',
  ...['curl', 'TypeScript', 'Python', 'MCP', 'openapi.json', 'llms.txt'],
]

/** Fails for texts of the English page that the translated page has as well. */
function expectTranslated(language: Translation, english: string, translated: string): void {
  expect(languageIn(translated)).toBe(language)
  const same = new Set<string>(sameWords[language].map((key) => catalogs[language][key]))
  const before = pageTextsOf(english)
  const left = [...pageTextsOf(translated)].filter(
    (text) =>
      before.has(text) &&
      !names.includes(text) &&
      !same.has(text) &&
      !/\.(?:stl|gcode)$|^CART-\w{6}$/.test(text) &&
      // Spanish has the decimal point of the United States, unlike German and French.
      !(language === 'es' && /^[\d.]+ mm$/.test(text)) &&
      !isCountryOf(language, text),
  )
  expect(left).toEqual([])
}

/** Whether the text is the name of a served country in the language, such as "France" in French. */
const isCountryOf = (language: Translation, text: string): boolean => {
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  return servedCountries.some((code) => countries.of(code) === text)
}

/** Addresses of pages that are in the catalog. */
const inCatalog = /^(?:\/|\/basket|#.*)$/

/** Fails unless links, and only those, to pages in English state the language of their target. */
function expectLinksToStateEnglish(html: string): void {
  const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => tag)
  const hrefOf = (tag: string) => /href="([^"]*)"/.exec(tag)?.[1] ?? ''
  const others = links.filter((tag) => !hrefOf(tag).includes('language='))
  const toEnglish = others.filter((tag) => !inCatalog.test(hrefOf(tag)))
  expect(toEnglish.length).toBeGreaterThan(10)
  expect(others.filter((tag) => tag.includes('hreflang="en"'))).toEqual(toEnglish)
}

const languageIn = (html: string) => /^<!doctype html><html lang="([\w-]+)">/.exec(html)?.[1]

// RFC 9110, section 12.5.4, and RFC 4647, section 3.4: the range with the highest weight, then the first one; a range
// with a region matches its language; q=0 excludes.
test.each([
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['de;q=0.5,fr;q=0.9', 'fr'],
  ['it,es;q=0.7,en;q=0.3', 'es'],
  ['it,nl', 'en'],
  ['DE', 'de'],
  ['fr;q=0,es;q=0.1', 'es'],
  ['zh-Hant-TW', 'en'],
  [';;;,,,=', 'en'],
  ['__proto__,constructor', 'en'],
])('the languages of a browser %p: %s', (header, language) => {
  expect(languageOfHeader(header)).toBe(language as ReturnType<typeof languageOfHeader>)
})

describe('the start page', () => {
  const path = '/'

  test('is in English without a choice, and links to each language', async () => {
    const response = await get(path)
    const html = await response.text()
    expect(languageIn(html)).toBe('en')
    expect(response.headers.get('content-language')).toBe('en')
    expect(response.headers.getSetCookie()).toEqual([])
    for (const language of languages) {
      expect(html).toContain(
        `<a href="/?language=${language}" lang="${language}" hreflang="${language}"`,
      )
      expect(html).toContain(
        `<link rel="alternate" hreflang="${language}" href="${service.baseUrl}/?language=${language}"/>`,
      )
    }
    expect(html).toContain(
      `<link rel="alternate" hreflang="x-default" href="${service.baseUrl}/"/>`,
    )
  })

  // Each alternate is its own canonical address; other parameters are not part of it.
  test.each([
    ['/', '/'],
    ['/?from=a', '/'],
    ['/?language=de', '/?language=de'],
    ['/?from=a&language=fr', '/?language=fr'],
    ['/?language=xx', '/'],
  ])('the canonical address of %s is %s', async (address, canonical) => {
    const html = await (await get(address, { 'accept-language': 'es' })).text()
    expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual([
      `<link rel="canonical" href="${service.baseUrl}${canonical}"/>`,
    ])
  })

  test('is not cached and varies by language and cookie', async () => {
    const { headers } = await get(path, { 'accept-language': 'de' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toContain('accept-language, cookie')
  })

  test('follows the browser', async () => {
    const response = await get(path, { 'accept-language': 'fr-CA,fr;q=0.9' })
    expect(languageIn(await response.text())).toBe('fr')
    expect(response.headers.get('content-language')).toBe('fr')
  })

  test('follows the switch, whose cookie takes precedence over the browser', async () => {
    const headers = { 'accept-language': 'fr' }
    const switched = await get(`${path}?language=de`, headers)
    const html = await switched.text()
    expect(languageIn(html)).toBe('de')
    expect(html).toContain('<a href="/?language=de" lang="de" hreflang="de" aria-current="true">')
    const [cookie = ''] = switched.headers.getSetCookie()
    expect(cookie).toBe('svc_language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax')
    const next = await get(path, { ...headers, cookie: cookie.split(';')[0] ?? '' })
    expect(languageIn(await next.text())).toBe('de')
    expect(next.headers.getSetCookie()).toEqual([])
  })

  test('keeps other parameters of its address in the switch', async () => {
    const html = await (await get(`${path}?language=es&from=a%26b`)).text()
    expect(html).toContain('href="/?from=a%26b&amp;language=fr"')
  })

  test.each(['xx', '', 'DE', '__proto__', '"><script>'])(
    'ignores the unknown language %p',
    async (text) => {
      const response = await get(`${path}?language=${encodeURIComponent(text)}`)
      expect(languageIn(await response.text())).toBe('en')
      expect(response.headers.getSetCookie()).toEqual([])
      const kept = await get(path, { cookie: `svc_language=${encodeURIComponent(text)}` })
      expect(languageIn(await kept.text())).toBe('en')
    },
  )

  test.each(translations)('has no English text in %s', async (language) => {
    const english = await (await get(path)).text()
    const translated = await (await get(`${path}?language=${language}`)).text()
    expectTranslated(language, english, translated)
    expectLinksToStateEnglish(translated)
    expect(pageTextsOf(translated).size).toBeGreaterThan(50)
  })
})

describe('the basket', () => {
  const path = '/basket'

  /** Returns the page in English and in a language, for the same visitor. */
  async function inBoth(visitor: ReturnType<typeof createVisitor>, language: Translation) {
    const english = await visitor.get(`${path}?language=en`)
    const translated = await visitor.get(`${path}?language=${language}`)
    return [english.html, translated.html] as const
  }

  test.each(translations)('has no English text in %s', async (language) => {
    const visitor = createVisitor(service)
    expectTranslated(language, ...(await inBoth(visitor, language)))
    await visitor.add(40, { color: 'Black', country: 'DE' })
    await visitor.add(20, { color: 'Sakura Pink', quality: 'premium', nozzleDiameter: '0.6' })
    await visitor.add(30, { color: 'teal', nozzleFlow: 'high' })
    const [english, translated] = await inBoth(visitor, language)
    expectTranslated(language, english, translated)
    expectLinksToStateEnglish(translated)
    expect(pageTextsOf(translated).size).toBeGreaterThan(70)
  })

  test.each(translations)(
    'has no English text in %s with a sliced part, a waiting order and changed prices',
    async (language) => {
      const who = await buyer(service)
      const visitor = createVisitor(service, who)
      await visitor.add(40, { color: 'Black', units: 'mm' })
      await visitor.addStl(
        new TextEncoder().encode(gcode({ extrudedMm: 1000, grams: 3 })),
        'sliced.gcode',
        { color: 'White' },
      )
      await visitor.add(2, { color: 'Red', units: 'in' })
      const address = { ...ADDRESS, email: who.email, country: 'US', action: 'order' }
      const key = keyOf((await visitor.get('/checkout')).html)
      const placed = await visitor.post('/checkout', { ...address, key })
      expect([placed.status, placed.location]).toEqual([303, expect.stringContaining('cs_')])
      await holdTerms(service, ownTerms)
      const [english, translated] = await inBoth(visitor, language)
      for (const text of [
        'waits for its payment',
        'Prices have changed',
        'printed as sliced',
        'read in inches',
        'This file is already sliced',
      ]) {
        expect(textOf(english)).toContain(text)
      }
      expectTranslated(language, english, translated)
      const start = await (await get(`/?language=${language}`)).text()
      const { country, shortMoney } = wordsOf(language)
      expect(textOf(start)).toContain(country('CA'))
      expect(textOf(start)).toContain(textOf(shortMoney(1_777)))
    },
  )

  test('writes settings, amounts, sizes, days and countries in German', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'de-DE' })
    await visitor.add(40, { material: 'petg', color: 'Black', infill: '35', country: 'DE' })
    const { html } = await visitor.get(path)
    expect(languageIn(html)).toBe('de')
    const english = (await visitor.get(`${path}?language=en`)).html
    const [, cents = ''] = /<strong>\$([\d.]+)<\/strong>/.exec(english) ?? []
    expect(cents).toMatch(/^\d+\.\d\d$/)
    for (const text of [
      'PETG, Schwarz, 40,0 × 40,0 × 40,0 mm, 35\u00a0% Füllung, 0,2\u00a0mm Schichthöhe',
      `<strong>${cents.replace('.', ',')}\u00a0$</strong>`,
      'Versand, Deutschland',
      '>Vereinigte Staaten</option>',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).toMatch(
      /Heute bestellt, Versand bis (?:Mo|Di|Mi|Do|Fr|Sa|So)\., \d+\. \p{L}+ und /u,
    )
  })

  test('refuses a quantity in the language of the page, and links to the page', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'fr' })
    await visitor.add(40, { color: 'Black' })
    const id = lineId((await visitor.get(path)).html)
    const { status, html } = await visitor.post(path, {
      [`quantity-${id}`]: '0',
      [`shown-quantity-${id}`]: '1',
      country: 'FR',
    })
    expect(status).toBe(400)
    expect(languageIn(html)).toBe('fr')
    expect(html).toContain('Saisissez une quantité de 1 à 50, ou retirez la pièce.')
    expect(html).toContain('href="/basket?country=FR&amp;language=de"')
  })

  test('shows the price of changed settings in the language of the page', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'es' })
    await visitor.add(40, { color: 'Black' })
    const id = lineId((await visitor.get(path)).html)
    const { html } = await visitor.post(`/basket/lines/${id}/settings`, {
      material: 'petg',
      quality: 'standard',
      color: 'Silver',
      infill: '80',
      nozzleDiameter: '0.4',
    })
    expect(languageIn(html)).toBe('es')
    expect(html).toContain('Todavía no se ha guardado nada.')
    expect(html).toContain('href="/basket?language=de"')
  })

  test.each(translations)('has the failures of quantities and settings in %s', async (language) => {
    const visitor = createVisitor(service, null, { 'accept-language': language })
    const inEnglish = { 'accept-language': 'en' }
    await visitor.add(40, { color: 'Black' })
    const id = lineId((await visitor.get(path)).html)
    const gone = crypto.randomUUID()
    const sent = { material: 'petg', quality: 'standard', color: 'Silver', nozzleDiameter: '0.4' }
    const quantity = (of: string, number: string, shown: string) => ({
      [`quantity-${of}`]: number,
      [`shown-quantity-${of}`]: shown,
    })
    const settings = `/basket/lines/${id}/settings`
    for (const [to, fields, status] of [
      [path, quantity(id, '0', '1'), 400],
      [path, quantity(id, '3', '2'), 409],
      [path, quantity(gone, '3', '1'), 404],
      [settings, { ...sent, infill: '101', layerHeight: '2' }, 400],
      [settings, { ...sent, infill: '20', color: 'custom', customColor: '' }, 400],
      [settings, { ...sent, infill: '20', version: 'none' }, 409],
    ] as const) {
      const english = createVisitor(service, null, inEnglish)
      english.keep([...visitor.jar].map(([name, value]) => `${name}=${value}`))
      const before = await english.post(to, fields)
      const translated = await visitor.post(to, fields)
      expect([to, fields, before.status, translated.status]).toEqual([to, fields, status, status])
      expectTranslated(language, before.html, translated.html)
    }
  })

  test('is completely in English with a refused quantity and an English note on a part', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'de' })
    await visitor.add(40, { color: 'Black' })
    const id = lineId((await visitor.get(path)).html)
    // The note that its bodies overlap is in English only.
    const overlapping = merge(box([30, 30, 30]), box([30, 30, 30], [15, 0, 0]))
    await visitor.addStl(binaryStl(overlapping), 'overlapping.stl')
    const { status, html } = await visitor.post(path, {
      [`quantity-${id}`]: '0',
      [`shown-quantity-${id}`]: '1',
    })
    expect([status, languageIn(html)]).toEqual([400, 'en'])
    expect(html).toContain('Enter a quantity from 1 to 50, or remove the part.')
    expect(html).not.toContain('Geben Sie')
  })

  // The sentence of another failure is not in the catalog.
  test('is completely in English with the sentence of a failure', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'de' })
    await visitor.add(40, { color: 'Black' })
    const { html } = await visitor.get(`${path}?country=XX`)
    expect(languageIn(html)).toBe('en')
    expect(html).not.toContain('hreflang=')
    expect(html).toContain('>Basket</h1>')
  })
})

test('a page outside the catalog is in English and has no switch', async () => {
  for (const path of ['/help', '/gallery', '/docs']) {
    const response = await get(`${path}?language=de`, { 'accept-language': 'de' })
    const html = await response.text()
    expect([path, languageIn(html)]).toEqual([path, 'en'])
    expect([path, html.includes('hreflang=')]).toEqual([path, false])
    expect([path, html.includes('>Warenkorb')]).toEqual([path, false])
    expect([path, response.headers.get('content-language')]).toEqual([path, null])
  }
})
