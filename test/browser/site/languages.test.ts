// The pages of the catalog in each language, in a real browser: nothing overflows, axe finds nothing, and scripts do not
// mix languages.
import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import {
  type Language,
  languageNames,
  languages,
  localeOf,
  minuteFormat,
} from '../../../server/pages/languages/languages.ts'
import { wordsOf } from '../../../server/pages/languages/words.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { createVisitor, lineId } from '../../../testing/people/visitor.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser()

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test.each(languages)(
    'the start page in %s',
    async (language) => {
      const { page } = browser
      await page.goto(`${service.baseUrl}/`)
      await page.getByRole('link', { name: languageNames[language], exact: true }).click()
      await page.waitForURL(`${service.baseUrl}/?language=${language}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await inspectPage(browser, `home-${language}`)
      // The choice stays when the address no longer names it.
      await page.goto(`${service.baseUrl}/`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
    },
    120_000,
  )

  test.each(languages)(
    'the basket in %s',
    async (language) => {
      const { page } = browser
      const visitor = createVisitor(service)
      await visitor.add(40, { material: 'petg', color: 'Sakura Pink', quality: 'premium' })
      await visitor.add(20, { color: 'Mint Green', nozzleDiameter: '0.6', quantity: '3' })
      await page.context().clearCookies()
      const cookies = [...visitor.jar].map(([name, value]) => ({
        name,
        value,
        url: service.baseUrl,
      }))
      await page.context().addCookies(cookies)
      await page.goto(`${service.baseUrl}/basket?country=DE`)
      await page.getByRole('link', { name: languageNames[language], exact: true }).click()
      await page.waitForURL(`${service.baseUrl}/basket?country=DE&language=${language}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await page.locator('.line-edit summary').first().click()
      await inspectPage(browser, `basket-${language}`)
      await page.context().clearCookies()
    },
    120_000,
  )

  /** Opens the basket of a new visitor with a cube, and returns the id of its line. */
  async function openBasketIn(language: Language): Promise<string> {
    const { page } = browser
    const visitor = createVisitor(service)
    await visitor.add(40, { color: 'Silver' })
    const id = lineId((await visitor.get('/basket')).html)
    await page.context().clearCookies()
    const url = service.baseUrl
    const cookies = [...visitor.jar].map(([name, value]) => ({ name, value, url }))
    await page.context().addCookies(cookies)
    await page.goto(`${url}/basket?language=${language}`)
    return id
  }

  test.each(languages)(
    'the checkout in %s, with errors and a gift card',
    async (language) => {
      const { page } = browser
      const { text, money } = wordsOf(language)
      await openBasketIn(language)
      await page.locator('button[value="checkout"]').click()
      await page.waitForURL(/\/checkout\?country=/)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await inspectPage(browser, `checkout-${language}`)
      await page.locator('form').evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
      await page
        .getByRole('button', { name: text('checkout.pay', { amount: money(1132) }) })
        .click()
      await page.getByText(text('field.missing')).first().waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await inspectPage(browser, `checkout-missing-${language}`)
      await page.locator('#giftCard').fill(await giftCard(service, await buyer(service), 5000))
      await page.getByRole('button', { name: text('checkout.apply'), exact: true }).click()
      await page.getByText(text('checkout.giftCardPays')).waitFor()
      await inspectPage(browser, `checkout-gift-card-${language}`)
      await page.context().clearCookies()
    },
    120_000,
  )

  test('the checkout of an account whose card was declined, in each language', async () => {
    const { page } = browser
    const who = await buyer(service)
    const { email, accountId } = who
    const card = 'pm_card_chargeDeclinedExpiredCard'
    await service.account({ email, accountId, card, unattached: true })
    const visitor = createVisitor(service, who)
    await visitor.add(40, { color: 'Silver' })
    const url = service.baseUrl
    const cookies = [...visitor.jar].map(([name, value]) => ({ name, value, url }))
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    for (const language of languages) {
      const { text } = wordsOf(language)
      await page.goto(`${url}/checkout?country=DE&language=${language}`)
      for (const [id, value] of [
        ['recipientName', 'Ada Example'],
        ['street1', 'Hauptstraße 1'],
        ['zip', '10623'],
        ['city', 'Berlin'],
      ] as const) {
        await page.locator(`#${id}`).fill(value)
      }
      await page.locator('button[value="card"]').click()
      await page.locator('.notice.error').waitFor()
      expect(await page.title()).toStartWith(text('checkout.titleError'))
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('#street1').inputValue()).toBe('Hauptstraße 1')
      await inspectPage(browser, `checkout-declined-${language}`)
    }
    await page.context().clearCookies()
  }, 120_000)

  test.each(languages)(
    'the payment page in %s',
    async (language) => {
      const { page } = browser
      const account = await service.account({ card: 'pm_card_chargeCustomerFail' })
      const fields = { color: 'Sakura Pink', material: 'petg', quality: 'premium', quantity: '12' }
      const { code } = await placed(submit(service, account, { fields }))
      await page.context().clearCookies()
      await page.goto(`${service.baseUrl}/orders/${code}/pay`)
      await page.getByRole('link', { name: languageNames[language], exact: true }).click()
      await page.waitForURL(`${service.baseUrl}/orders/${code}/pay?language=${language}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      // The script shows the deadline in the reader's time zone, in the language of the page.
      const time = page.locator('.lead time')
      const at = new Date((await time.getAttribute('datetime')) ?? '')
      expect(await time.textContent()).toBe(
        new Intl.DateTimeFormat(localeOf(language), {
          ...minuteFormat,
          timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
        })
          .format(at)
          .replace(/^1 /, language === 'fr' ? '1er ' : '1 '),
      )
      await inspectPage(browser, `pay-${language}`)
      await page.context().clearCookies()
    },
    120_000,
  )

  test.each(languages)(
    'the order page in %s, with its updates',
    async (language) => {
      const { page } = browser
      const { text } = wordsOf(language)
      const account = await service.account()
      const fields = { color: 'Sakura Pink', material: 'petg', quality: 'premium', quantity: '12' }
      const { code } = await placed(submit(service, account, { fields }))
      await page.context().clearCookies()
      await page.goto(`${service.baseUrl}/orders/${code}`)
      await page.getByRole('link', { name: languageNames[language], exact: true }).click()
      await page.waitForURL(`${service.baseUrl}/orders/${code}?language=${language}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await page.locator('summary').click()
      await inspectPage(browser, `order-${language}`)
      // Another window chooses another language. The stream stays in that of the page.
      const other = await page.context().newPage()
      await other.goto(`${service.baseUrl}/?language=${language === 'fr' ? 'es' : 'fr'}`)
      await other.close()
      const tracking = { carrier: 'UPS', number: '1Z999AA10123456784' }
      for (const change of [
        { status: 'ACCEPTED' },
        { status: 'PRINTING' },
        { status: 'PRINTED' },
        { status: 'SHIPPED', tracking },
      ]) {
        const sent = { code, version: 'current', ...change } as const
        expect((await setOrderStatus(service.deps, OPERATOR_EMAIL, sent)).ok).toBe(true)
      }
      await page.getByRole('heading', { name: text('status.SHIPPED'), exact: true }).waitFor()
      await page.getByText(text('history.PRINTED'), { exact: true }).waitFor()
      const [before = '', after = ''] = text('order.live', { time: '\0' }).split('\0')
      const checked = await textAt(page, '#order-checked')
      expect(checked).toStartWith(before)
      expect(checked).toEndWith(after)
      // A Spanish time ends in a period of its own.
      expect(checked).not.toContain('..')
      await inspectPage(browser, `order-shipped-${language}`)
      await page.context().clearCookies()
    },
    120_000,
  )

  test('an order page keeps what was typed when the language changes', async () => {
    const { page } = browser
    const { code } = await placed(submit(service, await service.account()))
    await page.context().clearCookies()
    await page.goto(`${service.baseUrl}/orders/${code}`)
    await page.locator('summary').click()
    await page.getByLabel('Message', { exact: true }).fill('The flat side & edges: 100% visible?')
    await page.getByLabel('Email for our reply', { exact: true }).fill('ada@example.com')
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click()
    await page.waitForURL(`${service.baseUrl}/orders/${code}?language=de`)
    expect(await page.getByLabel('Nachricht', { exact: true }).inputValue()).toBe(
      'The flat side & edges: 100% visible?',
    )
    expect(await page.getByLabel('E-Mail-Adresse für unsere Antwort').inputValue()).toBe(
      'ada@example.com',
    )
    // The entries are restored once.
    await page.goto(`${service.baseUrl}/orders/${code}`)
    await page.locator('summary').click()
    expect(await page.getByLabel('Nachricht', { exact: true }).inputValue()).toBe('')
    await page.context().clearCookies()
  }, 120_000)

  test('an order page without a stream stays in its language and says so', async () => {
    const { page } = browser
    const { text } = wordsOf('de')
    const { code } = await placed(submit(service, await service.account()))
    await page.context().clearCookies()
    await page.route('**/live?*', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${service.baseUrl}/?language=de`)
    await page.goto(`${service.baseUrl}/orders/${code}`)
    await page.getByText(text('order.checkedAt', { time: '' }).split(':')[0] ?? '').waitFor()
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/?language=fr`)
    await other.close()
    await setOrderStatus(service.deps, OPERATOR_EMAIL, {
      code,
      version: 'current',
      status: 'ACCEPTED',
    })
    // The page reads itself again, without the cookie of the other window.
    await page.getByRole('heading', { name: text('status.ACCEPTED'), exact: true }).waitFor()
    expect(await textAt(page, '#order-timeline')).toContain(text('history.ACCEPTED'))
    expect(await textAt(page, '#order-checked')).toMatch(
      /^Zuletzt geprüft: \d+:\d\d:\d\d\. Diese Seite prüft innerhalb einer Minute erneut\.$/,
    )
    await page.unroute('**/live?*')
    await page.context().clearCookies()
  }, 120_000)

  test('in German from the basket to the payment page', async () => {
    const { page } = browser
    await openBasketIn('de')
    await page.getByRole('button', { name: 'Zur Kasse', exact: true }).click()
    await page.getByRole('heading', { name: 'Kasse', exact: true }).waitFor()
    // The choice is sent immediately, and the page no longer asks for a state.
    expect(await page.getByLabel('Bundesstaat oder Region').count()).toBe(1)
    await page.getByLabel('Land', { exact: true }).selectOption('Deutschland')
    await page.getByLabel('Bundesstaat oder Region').waitFor({ state: 'detached' })
    // 4.32 and postage of 30.00.
    expect(await textAt(page, '.lead')).toStartWith('1 Teil, 34,32\u00a0$. Versand bis ')
    for (const [label, value] of [
      ['E-Mail-Adresse', 'ada@example.com'],
      ['Vor- und Nachname', 'Ada Example'],
      ['Straße und Hausnummer', 'Hauptstraße 1'],
      ['Postleitzahl', '10623'],
      ['Ort', 'Berlin'],
      ['Für die Druckfarm (optional)', 'Die flache Seite ist sichtbar.'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    const label = await page
      .getByRole('button', { name: 'Zahlungspflichtig bestellen', exact: true })
      .evaluate((button: HTMLButtonElement) => {
        button.click()
        return button.textContent
      })
    expect(label).toBe('Einen Moment …')
    await page.waitForURL(/\/checkout\/cs_/)
    const order = await service.db
      .selectFrom('orders')
      .select(['country', 'city', 'state', 'total_cents'])
      .where('street1', '=', 'Hauptstraße 1')
      .executeTakeFirstOrThrow()
    expect(order).toEqual({ country: 'DE', city: 'Berlin', state: 'Berlin', total_cents: 3432 })
    await page.context().clearCookies()
  }, 120_000)

  /** Fails unless the page's head, content and footer are in the language. */
  async function expectWholeIn(page: Page, language: Language): Promise<void> {
    const { text } = wordsOf(language)
    const shown = [
      page.locator('html').getAttribute('lang'),
      ...places.map((at) => textAt(page, at)),
    ]
    expect(await Promise.all(shown)).toEqual([
      language,
      text('frame.skip'),
      text('basket.parts', { count: await partsIn(page) }),
      text('editor.edit'),
      text('editor.material'),
      text('price.total'),
      text('basket.checkOut'),
      text('frame.slogan'),
    ])
  }

  test.each([
    ['quantity', 'fr'],
    ['settings', 'fr'],
    ['quantity', 'en'],
    ['settings', 'en'],
  ] as const)(
    '%s changed after another tab chose %s shows the page in that language',
    async (kind, language) => {
      const { page } = browser
      const id = await openBasketIn('de')
      const other = await page.context().newPage()
      await other.goto(`${service.baseUrl}/?language=${language}`)
      await other.close()
      if (kind === 'quantity') {
        await page.locator(`#quantity-${id}`).fill('3')
        await page.locator(`#quantity-${id}`).blur()
      } else {
        await page.locator('.line-edit summary').click()
        await page.locator(`#material-${id}`).selectOption('asa')
      }
      await page.locator(`html[lang="${language}"]`).waitFor()
      await page.waitForLoadState()
      await expectWholeIn(page, language)
      // 36 g of PLA at $0.12; 31 g of ASA at $0.14 (64 cm3 x 0.44 x 1.07).
      const { money } = wordsOf(language)
      if (kind === 'quantity') {
        expect(await page.locator(`#quantity-${id}`).inputValue()).toBe('3')
        expect(await textAt(page, `#price-${id}`)).toBe(money(1296))
      } else {
        expect(await textAt(page, `#edit-outcome-${id}`)).toContain(money(434))
        expect(await textAt(page, `#price-${id}`)).toBe(money(432))
      }
    },
    120_000,
  )

  test('a layer height out of range leaves the page in its language', async () => {
    const { page } = browser
    const id = await openBasketIn('de')
    await page.locator('.line-edit summary').click()
    await page.locator(`#layerHeight-${id}`).fill('2')
    await page.locator(`#layerHeight-${id}`).blur()
    await page.locator(`#edit-outcome-${id} .field-error`).waitFor()
    await expectWholeIn(page, 'de')
    expect(await textAt(page, `#edit-outcome-${id}`)).toBe(
      'Es wurde nichts gespeichert. Geben Sie eine Höhe von 0,08 bis 0,3\u00a0mm ein.',
    )
  })

  test('a failure that has only an English sentence shows the complete page in English', async () => {
    const { page } = browser
    const id = await openBasketIn('de')
    // The form of a mesh never sends the name of a material that does not exist.
    await page.locator('.line-edit summary').click()
    await page.locator(`#material-${id}`).evaluate((select: HTMLSelectElement) => {
      select.add(new Option('Glass', 'glass'))
    })
    await page.locator(`#material-${id}`).selectOption('glass')
    await page.locator('html[lang="en"]').waitFor()
    await page.waitForLoadState()
    await expectWholeIn(page, 'en')
    expect(await textAt(page, `#edit-outcome-${id}`)).toContain('material')
    // The corrected form returns to the language of the visitor.
    await page.locator(`#material-${id}`).selectOption('petg')
    await page.locator('html[lang="de"]').waitFor()
    await page.waitForLoadState()
    await expectWholeIn(page, 'de')
  })

  test('a quantity that another tab changed leaves the page in its language', async () => {
    const { page } = browser
    const id = await openBasketIn('de')
    const other = await page.context().newPage()
    await other.goto(`${service.baseUrl}/basket`)
    await other.locator(`#quantity-${id}`).fill('4')
    await other.locator(`#quantity-${id}`).blur()
    await other.locator(`#price-${id}`).getByText('17,28').waitFor()
    await other.close()
    await page.locator(`#quantity-${id}`).fill('3')
    await page.locator(`#quantity-${id}`).blur()
    await page.locator(`#wrong-${id} .field-error`).waitFor()
    await expectWholeIn(page, 'de')
    expect(await textAt(page, `#wrong-${id}`)).toBe(
      'Dieses Teil wurde in einem anderen Fenster geändert. Hier wurde nichts gespeichert; angezeigt wird der aktuelle Stand.',
    )
    expect(await page.locator(`#quantity-${id}`).inputValue()).toBe('4')
  })
})

const places = [
  '.skip',
  '#parts',
  '.line-edit summary',
  '.edit-fields label',
  'tfoot th',
  'button[value="checkout"]',
  '.foot p',
]

/** Returns the visible text of the first match. */
const textAt = async (page: Page, selector: string): Promise<string | null> =>
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const shown = element.cloneNode(true) as Element
      for (const hidden of shown.querySelectorAll('.visually-hidden')) hidden.remove()
      return (shown.textContent ?? '').trim()
    })

const partsIn = async (page: Page): Promise<number> =>
  Number.parseInt((await textAt(page, '#parts')) ?? '', 10)
