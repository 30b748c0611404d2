// The order page follows the visitor's language, through every way to it.
import { expect, test } from 'bun:test'
import { cancelOverdue } from '../../../server/domain/orders/settle/cancel-overdue.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { languages } from '../../../server/pages/languages/languages.ts'
import { wordsOf } from '../../../server/pages/languages/words.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { ADDRESS, placed, submit } from '../../../testing/people/submit.ts'
import {
  expectTranslated,
  languageIn,
  translations,
} from '../../../testing/people/translated-page.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const inGerman = { 'accept-language': 'de-AT,de;q=0.9' }

async function show(path: string, headers: Readonly<Record<string, string>> = inGerman) {
  const response = await service.fetch(path, { headers })
  const html = await response.text()
  return { status: response.status, html, title: /<h1>([^<]*)/.exec(html)?.[1], response }
}

const unpaid = async () => placed(submit(service, await service.account({ card: null })))

test('is in English without a choice', async () => {
  const { code } = await unpaid()
  const { html, response } = await show(`/orders/${code}`, {})
  expect(languageIn(html)).toBe('en')
  expect(response.headers.get('content-language')).toBe('en')
  expect(response.headers.get('vary')).toContain('accept-language, cookie')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(html).toContain(`data-stream="/orders/${code}/live"`)
})

test('the public link follows browser, address and cookie', async () => {
  const { code } = await unpaid()
  const byBrowser = await show(`/orders/${code}`)
  expect([languageIn(byBrowser.html), byBrowser.title]).toEqual(['de', 'Zahlung ausstehend'])
  expect(byBrowser.response.headers.get('content-language')).toBe('de')
  expect(byBrowser.html).toContain(`href="/orders/${code}/pay">Jetzt 8,00\u00a0$ zahlen</a>`)
  for (const language of languages) {
    expect(byBrowser.html).toContain(`href="/orders/${code}?language=${language}"`)
  }
  const chosen = await show(`/orders/${code}?language=es`)
  expect([languageIn(chosen.html), chosen.title]).toEqual(['es', 'Pendiente de pago'])
  const [cookie = ''] = chosen.response.headers.getSetCookie()
  const kept = { ...inGerman, cookie: cookie.split(';')[0] ?? '' }
  expect(languageIn((await show(`/orders/${code}`, kept)).html)).toBe('es')
})

test('a customer who returns from the checkout is thanked in the language of the page', async () => {
  const waiting = await unpaid()
  const { html: early } = await show(`/orders/${waiting.code}?paid=1`)
  expect(early).toContain('Zahlungsbestätigung steht aus')
  expect(early).toContain(`href="/orders/${waiting.code}?paid=1&amp;language=fr"`)
  const paid = await unpaid()
  await visitHostedPage(paid.checkoutUrl ?? '', { number: '4242424242424242' })
  const { html, title } = await show(`/orders/${paid.code}?paid=1`)
  expect([languageIn(html), title]).toEqual(['de', 'Eingegangen – wird geprüft'])
  expect(html).toContain('Vielen Dank. Wir haben Ihre Zahlung erhalten.')
})

test('after a declined card and after 3-D Secure was required, the card is named', async () => {
  for (const [card, unattached] of [
    ['pm_card_chargeCustomerFail', false],
    ['pm_card_authenticationRequired', true],
  ] as const) {
    const order = await placed(submit(service, await service.account({ card, unattached })))
    expect(order.charge).toBe('declined')
    const { html } = await show(`/orders/${order.code}`)
    expect(html).toContain('Die gespeicherte Karte wurde abgelehnt. Es wurde nichts abgebucht.')
  }
})

test('an order that a gift card covers is paid and shows its share', async () => {
  const who = await buyer(service)
  const visitor = createVisitor(service, who, inGerman)
  await visitor.add(20, { color: 'Black', country: 'US' })
  const code = await giftCard(service, who, 5000)
  const sent = { ...ADDRESS, email: who.email, country: 'US', giftCard: code, action: 'order' }
  const { location } = await visitor.post('/checkout', { ...sent, key: crypto.randomUUID() })
  expect(location).toMatch(/^\/orders\/ORD-\w{6}$/)
  const { html } = await visitor.get(location ?? '')
  expect(languageIn(html)).toBe('de')
  for (const text of ['>Geschenkkarte<', '>Per Karte<', 'Erneut bestellen', '>cube-20.stl<']) {
    expect(html).toContain(text)
  }
})

test('an order that was not paid in time says so with the day', async () => {
  const { code } = await unpaid()
  // 31 days later.
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date(service.deps.clock.now().getTime() - 31 * 86_400_000) })
    .where('code', '=', code)
    .execute()
  await cancelOverdue(service.deps)
  const { created_at: placedAt } = await orderRow(service.db, code)
  const day = wordsOf('de').utcDay(new Date(placedAt.getTime() + 30 * 86_400_000))
  const { html, title } = await show(`/orders/${code}`)
  expect([languageIn(html), title]).toEqual(['de', 'Storniert'])
  expect(html).toContain(`storniert, weil sie bis zum ${day} nicht bezahlt wurde.`)
  expect(html).toContain('Storniert: nicht rechtzeitig bezahlt')
  const pay = await show(`/orders/${code}/pay`)
  expect([languageIn(pay.html), pay.title]).toEqual(['de', 'Zu spät für die Zahlung'])
})

test.each(translations)('has no English text in %s for its account', async (language) => {
  const who = await buyer(service)
  const { email, accountId } = who
  const account = await service.account({ email, accountId })
  const { code } = await placed(submit(service, account, { fields: { color: 'Mint Green' } }))
  const visitor = createVisitor(service, who)
  const english = await visitor.get(`/orders/${code}?language=en`)
  const translated = await visitor.get(`/orders/${code}?language=${language}`)
  const same = (html: string) => html.replaceAll(who.email, '')
  expectTranslated(language, same(english.html), same(translated.html))
})

test('too many pages are refused in the language', async () => {
  const { code } = await unpaid()
  const undo = service.replace({
    rateCounters: { consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) },
  })
  const { status, html } = await show(`/orders/${code}?paid=1`)
  undo()
  expect([status, languageIn(html)]).toEqual([429, 'de'])
})
