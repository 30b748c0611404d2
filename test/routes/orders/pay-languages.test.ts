// The payment page follows the visitor's language, through every way to it.
import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { type Payments, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { languages } from '../../../server/pages/languages/languages.ts'
import { wordsOf } from '../../../server/pages/languages/words.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { languageIn } from '../../../testing/people/translated-page.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

type Ordered = Pick<SubmitBody, 'code'>

const order = async (card: string | null) => {
  const unattached = card?.startsWith('pm_card_visa_') ?? false
  return placed(submit(service, await service.account({ card, unattached })))
}

const headers = { 'accept-language': 'de-AT,de;q=0.9' }

async function show(
  { code }: Ordered,
  query = '',
  sent: Readonly<Record<string, string>> = headers,
) {
  const response = await service.fetch(`/orders/${code}/pay${query}`, { headers: sent })
  const html = await response.text()
  return { status: response.status, html, title: /<h1>([^<]*)/.exec(html)?.[1], response }
}

const press = async ({ code }: Ordered, query = '') => {
  const sent = { ...headers, origin: service.baseUrl }
  return await service.fetch(`/orders/${code}/pay${query}`, { method: 'POST', headers: sent })
}

async function withPayments(changes: Partial<Payments>, work: () => Promise<void>) {
  const undo = service.replace({ payments: changes })
  try {
    await work()
  } finally {
    undo()
  }
}

test('is in English without a choice', async () => {
  const { html, response } = await show(await order(null), '', {})
  expect(languageIn(html)).toBe('en')
  expect(response.headers.get('content-language')).toBe('en')
  expect(response.headers.get('vary')).toContain('accept-language, cookie')
  expect(response.headers.getSetCookie()).toEqual([])
})

test('follows the browser, and links to each language with the rest of its address', async () => {
  const unpaid = await order(null)
  const { status, html, title, response } = await show(unpaid, '?link=none')
  expect([status, languageIn(html), title]).toEqual([200, 'de', '8,00\u00a0$ zahlen'])
  expect(response.headers.get('content-language')).toBe('de')
  expect(html).toContain('Der Zahlungsdienstleister hat keine Zahlungsseite geliefert.')
  for (const language of languages) {
    expect(html).toContain(`href="/orders/${unpaid.code}/pay?link=none&amp;language=${language}"`)
  }
})

test('follows the address, whose choice is kept for the next page', async () => {
  const unpaid = await order(null)
  const chosen = await show(unpaid, '?language=fr')
  expect([languageIn(chosen.html), chosen.title]).toEqual(['fr', 'Payer 8,00\u00a0$US'])
  const [cookie = ''] = chosen.response.headers.getSetCookie()
  expect(cookie).toStartWith('svc_language=fr;')
  const next = await show(unpaid, '', { ...headers, cookie: cookie.split(';')[0] ?? '' })
  expect(languageIn(next.html)).toBe('fr')
})

test('the payment of an order of the checkout is in the language of the checkout', async () => {
  const visitor = createVisitor(service, await buyer(service), headers)
  await visitor.add(20, { color: 'Black', country: 'US' })
  const address = { recipientName: 'Ada Example', street1: '1 Main Street', city: 'Springfield' }
  const sent = { ...address, state: 'IL', zip: '62701', country: 'US', email: 'ada@example.com' }
  await visitor.post('/checkout', { ...sent, key: crypto.randomUUID(), action: 'order' })
  const basket = await visitor.get('/basket')
  const [path = ''] = /\/orders\/ORD-\w{6}\/pay/.exec(basket.html) ?? []
  const { html } = await visitor.get(path)
  expect(languageIn(html)).toBe('de')
  expect(html).toContain(
    'Die Bestellung ist noch nicht bezahlt. Der Zahlungsdienstleister bestätigt',
  )
  expect(html).toContain('<button type="submit">Jetzt 8,00\u00a0$ per Karte bezahlen</button>')
})

describe('states', () => {
  const { text } = wordsOf('de')

  test.each([
    ['pm_card_chargeCustomerFail', 'charge.declined'],
    ['pm_card_visa_chargeDeclinedExpiredCard', 'charge.declined'],
    [null, 'charge.no_card'],
  ] as const)('after %p the page says what happened to the card', async (card, sentence) => {
    const { html, title } = await show(await order(card))
    expect([languageIn(html), title]).toEqual(['de', '8,00\u00a0$ zahlen'])
    expect(html).toContain(text(sentence))
  })

  test('after a payment in another window, nothing is left to pay', async () => {
    const unpaid = await order(null)
    await visitHostedPage(unpaid.checkoutUrl ?? '', { number: '4242424242424242' })
    const pressed = await press(unpaid)
    expect(pressed.headers.get('location')).toBe(`/orders/${unpaid.code}/pay?link=none`)
    const { html, title } = await show(unpaid, '?link=none')
    expect([languageIn(html), title]).toEqual(['de', 'Diese Bestellung ist bezahlt'])
    expect(html).toContain('Wir haben 8,00\u00a0$ erhalten.')
  })

  test('a payment in progress is awaited', async () => {
    const declined = await order('pm_card_chargeCustomerFail')
    const processing = {
      paymentId: paymentIdOf('pi_1'),
      status: 'processing',
      amountCents: 800,
      reason: null,
      createdAt: new Date('2026-11-21T10:01:00Z'),
    } as const
    await withPayments({ findPayments: async () => [processing] }, async () => {
      const { html, title } = await show(declined)
      expect([languageIn(html), title]).toEqual(['de', 'Eine Zahlung wird verarbeitet'])
      expect(html).toContain('Eine Zahlung von 8,00\u00a0$ für diese Bestellung')
    })
  })

  test('a cancelled order takes no payment', async () => {
    const cancelled = await order(null)
    const change = { status: 'CANCELLED', tracking: null, by: 'test' } as const
    await service.deps.orders.setStatus(cancelled.code, change)
    const { html, title } = await show(cancelled)
    expect([languageIn(html), title]).toEqual(['de', 'Nichts zu zahlen'])
    expect(html).not.toContain('<form')
  })
})

describe('refusals', () => {
  test('an unreachable processor is reported in the language, without links after a form', async () => {
    const declined = await order('pm_card_chargeCustomerFail')
    const gone = () => Promise.reject(new ProcessorUnavailable('gone'))
    await withPayments({ findPayments: gone }, async () => {
      const shown = await show(declined)
      expect([shown.status, shown.title]).toEqual([
        502,
        'Der Zahlungsdienstleister ist nicht erreichbar',
      ])
      expect(shown.html).toContain('/pay?language=en"')
      const pressed = await press(declined)
      const html = await pressed.text()
      expect([pressed.status, languageIn(html)]).toEqual([502, 'de'])
      expect(pressed.headers.get('content-language')).toBe('de')
      expect(html).not.toContain('language=en"')
    })
  })

  test('too many requests are refused in the language', async () => {
    const unpaid = await order(null)
    const undo = service.replace({
      rateCounters: { consume: async () => ({ allowed: false, retryAfterSeconds: 60 }) },
    })
    try {
      const { status, html, title, response } = await show(unpaid)
      expect([status, languageIn(html), title]).toEqual([429, 'de', 'Zu viele Anfragen'])
      expect(html).toContain('Versuchen Sie es in 60 Sekunden erneut.')
      expect(response.headers.get('retry-after')).toBe('60')
    } finally {
      undo()
    }
  })
})
