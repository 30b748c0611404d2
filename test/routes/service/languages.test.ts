// The language of a page follows address, cookie and browser, and the complete page is in that language.
import { beforeEach, describe, expect, test } from 'bun:test'
import { textOf } from '../../../server/html/prose.ts'
import { languageOfHeader } from '../../../server/http/requests/language.ts'
import { type Language, languages } from '../../../server/pages/languages/languages.ts'
import { wordsOf } from '../../../server/pages/languages/words.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { binaryStl, box, merge } from '../../../testing/models/meshes.ts'
import { holdTerms, ownTerms } from '../../../testing/own-terms.ts'
import { pageTextsOf } from '../../../testing/people/page-texts.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import {
  expectLinksToStateEnglish,
  expectTranslated,
  languageIn,
  type Translation,
  translations,
} from '../../../testing/people/translated-page.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(`${service.baseUrl}${path}`, { headers, redirect: 'manual' })

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

  test('refuses a quantity in the language of the page', async () => {
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
    // A link of the switch would lose the quantities that were typed.
    expect(html).not.toContain('language=de"')
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
    expect(html).not.toContain('language=de"')
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

describe('the quote page', () => {
  const path = '/quote'

  const sent = async (language: string, fields: Readonly<Record<string, string | File>>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { cookie: `svc_language=${language}` }
    return await service.fetch(path, { method: 'POST', headers, body })
  }
  const stl = (name: string, mesh: Parameters<typeof binaryStl>[0]) =>
    new File([binaryStl(mesh)], name)

  test('follows the browser and links to each language', async () => {
    const response = await get(path, { 'accept-language': 'de-AT' })
    const html = await response.text()
    expect(languageIn(html)).toBe('de')
    expect(response.headers.get('content-language')).toBe('de')
    expect(response.headers.get('vary')).toContain('accept-language, cookie')
    for (const language of languages) {
      expect(html).toContain(`<a href="/quote?language=${language}" lang="${language}"`)
    }
  })

  test.each(translations)('has no English text in %s', async (language) => {
    for (const address of [
      path,
      `${path}?country=DE&model=https://example.com/a.stl`,
      '/quote/link',
    ]) {
      const [english, translated] = await Promise.all(
        ['en', language].map(async (each) => {
          const to = `${address}${address.includes('?') ? '&' : '?'}language=${each}`
          return await (await get(to)).text()
        }),
      )
      expectTranslated(language, english ?? '', translated ?? '')
      expectLinksToStateEnglish(translated ?? '')
    }
  })

  test.each(translations)(
    'has no English text in %s without its script',
    async (language) => {
      const table = merge(box([60, 60, 4], [0, 0, 40]), box([8, 8, 42], [26, 26, 0]))
      const overlapping = merge(box([30, 30, 30]), box([30, 30, 30], [15, 0, 0]))
      const sliced = new File([gcode({ extrudedMm: 1000, grams: 3 })], 'sliced.gcode')
      const cube = stl('cube.stl', box([60, 60, 60]))
      for (const [fields, status] of [
        [{ file: cube }, 200],
        [
          { file: cube, quantity: '12', quality: 'premium', color: 'custom', customColor: 'teal' },
          200,
        ],
        [{ file: cube, hollow: '1', wallMm: '2', orient: '1' }, 200],
        [{ file: stl('table.stl', table), orient: '1', country: 'DE' }, 200],
        [{ file: stl('overlapping.stl', overlapping) }, 200],
        [{ file: stl('small.stl', box([2, 2, 2])) }, 200],
        [{ file: sliced }, 200],
        [{ file: cube, color: 'custom', customColor: '' }, 400],
        [{ file: cube, material: 'glass' }, 400],
        [{ file: cube, quality: 'best' }, 400],
        [{ file: cube, hollow: '1', wallMm: '99' }, 400],
        [{ material: 'pla' }, 400],
        [{ file: new File([''], 'empty.stl') }, 400],
        [{ file: new File(['a part'], 'part.f3d') }, 422],
        [{ file: new File(['a part'], 'part.step') }, 422],
        [{ file: new File(['a picture'], 'photo.png') }, 422],
        [{ file: new File(['Dear reader'], 'letter.3mf') }, 422],
        [{ file: stl('sheet.stl', box([60, 60, 0.05])) }, 422],
        [{ file: stl('tiny.stl', box([0.5, 0.5, 0.5])) }, 422],
        [{ file: stl('large.stl', box([1200, 1200, 1200])) }, 422],
      ] as const) {
        // The forms of these tests come from one network.
        await service.db.deleteFrom('rate_counters').execute()
        const [english, translated] = await Promise.all([
          sent('en', fields),
          sent(language, fields),
        ])
        const name = Object.values(fields).map((value) =>
          value instanceof File ? value.name : value,
        )
        expect([name, english.status, translated.status]).toEqual([name, status, status])
        expectTranslated(language, await english.text(), await translated.text())
      }
    },
    120_000,
  )

  test('writes amounts, sizes and days in German', async () => {
    await service.db.deleteFrom('rate_counters').execute()
    const cube = stl('cube.stl', box([40, 40, 40]))
    const response = await sent('de', { file: cube, color: 'Black', country: 'DE' })
    const html = textOf(await response.text())
    for (const text of [
      '40,0 × 40,0 × 40,0 mm',
      '64,0 cm³ × 44\u00a0% gefüllt',
      '4,32\u00a0$',
      'Versand bis ',
    ]) {
      expect(html).toContain(text)
    }
  })

  // A sentence of the API is not in the catalog.
  test('is completely in English with the sentence of a failure', async () => {
    const html = await (
      await get(`${path}?model=https://example.com/a.stl%23sizeMm=9999&language=de`)
    ).text()
    expect(languageIn(html)).toBe('en')
    expect(html).toContain('>Price a 3D model</h1>')
  })
})

describe('the checkout', () => {
  const path = '/checkout'
  const fields = { ...ADDRESS, email: 'ada@example.com', country: 'US', action: 'order' }

  // The forms of these tests come from one network.
  beforeEach(async () => {
    await service.db.deleteFrom('rate_counters').execute()
  })

  type Browser = ReturnType<typeof createVisitor>

  /** Returns the responses to the same form in English and in the language, for the same visitor. */
  async function sendInBoth(visitor: Browser, language: Translation, sent: Record<string, string>) {
    const key = keyOf((await visitor.get(path)).html)
    const pages = []
    for (const each of ['en', language]) {
      visitor.keep([`svc_language=${each}`])
      pages.push(await visitor.post(path, { key, ...fields, ...sent }))
    }
    const [english, translated] = pages
    if (english === undefined || translated === undefined) throw new Error('no response')
    return { english, translated }
  }

  /** Fails unless the form is refused with the status and text, and its page is whole in the language. */
  async function expectRefused(
    visitor: Browser,
    language: Translation,
    [sent, status, text]: readonly [Record<string, string>, number, string],
  ) {
    const { english, translated } = await sendInBoth(visitor, language, sent)
    expect([sent, english.status, translated.status]).toEqual([sent, status, status])
    expect(textOf(english.html)).toContain(text)
    expectTranslated(language, english.html, translated.html)
    expectLinksToStateEnglish(translated.html)
  }

  const long = 'a'.repeat(201)

  test.each(translations)('has no English text in %s for a visitor', async (language) => {
    const visitor = createVisitor(service)
    await visitor.add(40, { color: 'Black', country: 'DE' })
    await visitor.add(20, { color: 'Sakura Pink', quality: 'premium', nozzleDiameter: '0.6' })
    for (const country of ['US', 'DE']) {
      const english = await visitor.get(`${path}?country=${country}&language=en`)
      const translated = await visitor.get(`${path}?country=${country}&language=${language}`)
      expectTranslated(language, english.html, translated.html)
      expectLinksToStateEnglish(translated.html)
      expect(translated.html).toContain(`href="/checkout?country=${country}&amp;language=en"`)
      expect(pageTextsOf(translated.html).size).toBeGreaterThan(70)
    }
  })

  test.each(translations)('has its errors of fields in %s', async (language) => {
    const visitor = createVisitor(service)
    await visitor.add(40, { color: 'Black' })
    for (const refused of [
      [{ recipientName: '', city: ' ' }, 400, 'Correct the marked fields: Name, City.'],
      [{ zip: '' }, 400, 'Correct the marked field: Postal code.'],
      [{ email: 'ada@example' }, 400, 'Enter one plain email address, such as'],
      [{ zip: 'ABC' }, 400, 'Enter a US ZIP code'],
      [{ street1: long }, 400, 'At most 200 characters.'],
      [{ street2: long }, 400, 'Apartment, floor.'],
      [{ reference: long }, 400, 'At most 64 characters.'],
      [{ giftCard: 'GIFT-AAAA-AAAA-AAAA' }, 409, 'This code is unknown'],
      [{ giftCard: 'GIFT-AAAA-AAAA-AAAA', action: 'gift' }, 409, 'Gift card code.'],
    ] as const) {
      await expectRefused(visitor, language, refused)
    }
  })

  test.each(translations)('has its refusals in %s', async (language) => {
    const visitor = createVisitor(service)
    await visitor.add(40, { color: 'Black' })
    for (const refused of [
      [{ shownCents: '1' }, 409, 'The amount to pay is now'],
      [{ shownBasket: 'another' }, 409, 'The basket was changed or ordered in another window.'],
    ] as const) {
      await expectRefused(visitor, language, refused)
    }
    const undo = service.replace({
      rateCounters: { consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) },
    })
    const refused = [{}, 429, 'Too many orders were begun from your network.'] as const
    await expectRefused(visitor, language, refused)
    undo()
  })

  test.each(translations)('shows another country in %s', async (language) => {
    const visitor = createVisitor(service)
    await visitor.add(40, { color: 'Black' })
    const sent = { country: 'CA', shownCountry: 'US', action: 'update', email: '', zip: '' }
    const { english, translated } = await sendInBoth(visitor, language, sent)
    expect([english.status, translated.status]).toEqual([200, 200])
    expectTranslated(language, english.html, translated.html)
    expect(textOf(translated.html)).toContain(wordsOf(language).country('CA'))
    // A link of the switch would lose what was typed.
    expect(translated.html).not.toContain('language=en"')
  })

  /** Returns a signed-in visitor with a saved card and a part in the basket, and the amounts of the card's button. */
  async function cardHolder(card: string) {
    const who = await buyer(service)
    const { email, accountId } = who
    await service.account({ email, accountId, card, unattached: card !== 'pm_card_visa' })
    const visitor = createVisitor(service, who)
    await visitor.add(40, { color: 'Black' })
    const { html } = await visitor.get(path)
    const hidden = ['shownCents', 'expectedTotalCents', 'shownCard'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '',
    ])
    return { who, visitor, sent: { ...Object.fromEntries(hidden), action: 'card' } }
  }

  test.each(translations)(
    'has no English text in %s for an account with a card, addresses and an order to pay',
    async (language) => {
      const { visitor, sent } = await cardHolder('pm_card_visa')
      const key = keyOf((await visitor.get(path)).html)
      expect((await visitor.post(path, { ...fields, ...sent, key })).status).toBe(303)
      await visitor.add(40, { color: 'Black' })
      const moved = { ...fields, key: crypto.randomUUID(), street1: '2 Main Street' }
      expect((await visitor.post(path, moved)).location).toContain('cs_')
      // The notice is shown until the prices have been seen.
      const see = async (each: Language, query: string) => {
        await service.db.updateTable('basket_lines').set({ seen_cents: 100 }).execute()
        const { html } = await visitor.get(`${path}?${query}language=${each}`)
        expect(textOf(html)).toContain(textOf(wordsOf(each).text('basket.pricesChanged')))
        return html
      }
      // The address of the first order is in the form unless another country is asked for.
      for (const query of ['', 'country=FR&']) {
        const english = await see('en', query)
        const translated = await see(language, query)
        for (const text of ['waits for its payment', 'by Visa ending in']) {
          expect(textOf(english)).toContain(text)
        }
        expect(english.includes('Or ship to')).toBe(query !== '')
        expectTranslated(language, english, translated)
        expectLinksToStateEnglish(translated)
        expect(pageTextsOf(translated).size).toBeGreaterThan(70)
      }
    },
  )

  test.each(translations)(
    'has the errors of an account’s fields and card in %s',
    async (language) => {
      const { who, visitor, sent } = await cardHolder('pm_card_visa')
      for (const refused of [
        [{ vatId: 'DE1' }, 400, 'Enter the number with the prefix of its country'],
        [{ company: long }, 400, 'At most 200 characters.'],
        [{ ...sent, expectedTotalCents: '1' }, 409, 'The total is now'],
        [{ ...sent, shownCard: '' }, 409, 'Your account has another saved card now.'],
      ] as const) {
        await expectRefused(visitor, language, refused)
      }
      for (const [cents, text] of [
        [1000, 'Pay $1.32'],
        [5000, 'Order for $11.32 of the gift card'],
      ] as const) {
        const giftCode = await giftCard(service, who, cents)
        const gift = { giftCard: giftCode, action: 'gift' }
        const { english, translated } = await sendInBoth(visitor, language, gift)
        expect(textOf(english.html)).toContain(text)
        expectTranslated(language, english.html, translated.html)
      }
    },
  )

  test.each([
    ['de', 'pm_card_chargeCustomerFail', 'Die gespeicherte Karte wurde abgelehnt. Es wurde'],
    ['de', 'pm_card_chargeDeclinedExpiredCard', 'abgelehnt: Die Karte ist abgelaufen. Es wurde'],
    ['fr', 'pm_card_chargeDeclinedInsufficientFunds', 'les fonds sont insuffisants. Rien'],
    ['es', 'pm_card_visa_chargeDeclinedExpiredCard', 'ha sido rechazada: está caducada. No se ha'],
  ] as const)('says in %s why %s was declined', async (language, card, text) => {
    const { visitor, sent } = await cardHolder(card)
    const { english, translated } = await sendInBoth(visitor, language, sent)
    expect([english.status, translated.status]).toEqual([409, 409])
    expect(textOf(english.html)).toContain('The saved card was declined: Your card ')
    expect(textOf(translated.html)).toContain(text)
    expectTranslated(language, english.html, translated.html)
  })

  test.each([
    ['de', 'Visa mit den Endziffern 4242', '11,32\u00a0$'],
    ['fr', 'Visa se terminant par 4242', '11,32\u00a0$US'],
    ['es', 'Visa terminada en 4242', '$11.32'],
  ] as const)('describes in %s what the button charges', async (language, card, amount) => {
    const { visitor } = await cardHolder('pm_card_visa')
    // 4.32 and postage of 7.00.
    const { html } = await visitor.get(`${path}?country=US&language=${language}`)
    const id = /<button [^>]*value="card"[^>]* aria-describedby="([^"]+)"/.exec(html)?.[1]
    const description = new RegExp(`<p [^>]*id="${id}"[^>]*>([^<]*)</p>`).exec(html)?.[1]
    expect(description).toStartWith(card)
    expect(description).toContain(amount)
  })

  // Stripe's value for a card whose brand it does not know is "unknown".
  test.each([
    ['en', 'Pay $11.32 by card ending in 4242', 'The card saved in your account ends in 4242.'],
    ['de', 'Zahlungspflichtig bestellen', 'gespeicherte Karte hat die Endziffern 4242. Sie wird'],
    ['fr', 'Commander avec obligation de paiement', 'votre compte se termine par 4242.'],
    ['es', 'Pedido con obligación de pago', 'La tarjeta guardada en su cuenta termina en 4242.'],
  ] as const)(
    'names in %s a card of an unknown brand by its digits',
    async (language, button, text) => {
      const { who, visitor } = await cardHolder('pm_card_visa')
      await service.db
        .updateTable('accounts')
        .set({ card_brand: 'unknown' })
        .where('email', '=', who.email)
        .execute()
      const { html } = await visitor.get(`${path}?country=US&language=${language}`)
      expect(html).toContain(`aria-describedby="charged">${button}</button>`)
      expect(textOf(html)).toContain(text)
      expect(textOf(html).toLowerCase()).not.toContain('unknown')
      const account = await visitor.get('/account')
      expect(account.html).toContain('<strong>Card ending in 4242</strong> is charged')
    },
  )

  test('names an order in German whose charge broke', async () => {
    const { visitor, sent } = await cardHolder('pm_card_visa')
    const undo = service.replace({
      payments: {
        chargeSavedCard: () => {
          throw new Error('broken on purpose')
        },
      },
    })
    visitor.keep(['svc_language=de'])
    const key = crypto.randomUUID()
    const { status, html } = await visitor.post(path, { ...fields, ...sent, key })
    undo()
    expect([status, languageIn(html)]).toEqual([500, 'de'])
    expect(html).toMatch(/Die Bestellung ORD-\w{6} ist aufgegeben, aber/)
    expect(html).toMatch(/<a href="\/orders\/ORD-\w{6}">Bestellung ORD-\w{6}<\/a>/)
    expect(html).toContain('<title>Fehler: Kasse')
    expectLinksToStateEnglish(html)
  })

  test('writes amounts, days and the order button as German law asks', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'de-DE' })
    await visitor.add(40, { color: 'Black' })
    const { html } = await visitor.get(path)
    // 4.32 and postage of 30.00 to Germany.
    expect(html).toMatch(
      /<p class="lead">1 Teil, 34,32\u00a0\$\. Versand bis \p{L}+\., \d+\. \p{L}+\. Zustellung zwischen/u,
    )
    expect(html).toContain('value="order" class="block">Zahlungspflichtig bestellen</button>')
    expect(html).toContain('data-busy="Einen Moment …"')
    expect(html).toContain('>Adresszusatz (optional)</label>')
  })

  // A refused part and the sentence of a country that is not served are in English only.
  test('is in English as a whole with an English sentence', async () => {
    const visitor = createVisitor(service, null, { 'accept-language': 'de' })
    await visitor.add(40, { color: 'Black' })
    const elsewhere = await visitor.post(path, { ...fields, country: 'XX', action: 'update' })
    expect([elsewhere.status, languageIn(elsewhere.html)]).toEqual([400, 'en'])
    expect(elsewhere.html).toContain('>Checkout</h1>')
    expect(elsewhere.html).not.toContain('hreflang=')
    // The note that its bodies overlap is in English only.
    const overlapping = merge(box([30, 30, 30]), box([30, 30, 30], [15, 0, 0]))
    await visitor.addStl(binaryStl(overlapping), 'overlapping.stl')
    const { status, html } = await visitor.post(path, { ...fields, zip: '' })
    expect([status, languageIn(html)]).toEqual([400, 'en'])
    expect(html).toContain('Correct the marked field:')
    expect(html).not.toContain('Geben Sie')
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
