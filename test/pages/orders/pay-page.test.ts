// The payment page in each language, in every state of an order.
import { describe, expect, test } from 'bun:test'
import { chargeSentenceOf } from '../../../server/domain/orders/charge/charge-words.ts'
import { payabilityOf } from '../../../server/domain/orders/charge/payable.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { refundItemsText } from '../../../server/domain/orders/reversals/refund-parts.ts'
import { textOf } from '../../../server/html/prose.ts'
import { supportsLine } from '../../../server/pages/base/supports-line.ts'
import type { Language } from '../../../server/pages/languages/languages.ts'
import { english, wordsOf } from '../../../server/pages/languages/words.ts'
import { chargeText, overdueText, refundedItems } from '../../../server/pages/orders/order-words.ts'
import { payPage, payUnreachablePage } from '../../../server/pages/orders/pay.tsx'
import { payRefusedPage } from '../../../server/pages/orders/pay-refused.tsx'
import {
  shownLines,
  shownOrder,
  shownPayments,
  shownSources,
  statusesOf,
} from '../../../testing/people/shown-orders.ts'
import {
  expectLinksToStateEnglish,
  expectTranslated,
  translations,
} from '../../../testing/people/translated-page.ts'

const languageOf = (language: Language) => ({
  words: wordsOf(language),
  address: '/orders/SVC-7KQ2ZM/pay',
  isChosen: false,
})

type Shown = Partial<Parameters<typeof payPage>[1]>

const show = (language: Language, order: Order, shown: Shown = {}): Promise<string> =>
  payPage(order, {
    language: languageOf(language),
    lookup: 'fresh',
    formTargets: [],
    noLink: false,
    isOverdue: false,
    isReplaced: false,
    lines: shownLines[0] ?? [],
    visitor: { isSignedIn: false, basketParts: 0 },
    ...shown,
  }).text()

const orders = Object.values(shownPayments).flatMap((payment) =>
  statusesOf(payment).map((status) => shownOrder({ payment, status })),
)

test('the orders have every state of a payment', () => {
  expect(new Set(orders.map(payabilityOf))).toEqual(
    new Set(['paid', 'payable', 'charge_settling', 'payment_pending', 'closed', 'not_due']),
  )
})

test.each(['arrivedLate', 'settling'] as const)(
  'a closed order whose charge is %s is not called free of charge',
  async (payment) => {
    const order = shownOrder({ payment: shownPayments[payment], status: 'CANCELLED' })
    for (const shown of [{}, { isOverdue: true }, { isReplaced: true }]) {
      const text = textOf(await show('en', order, shown))
      expect(text).toContain(chargeSentenceOf(order))
      expect(text).not.toMatch(/will not be charged|was not paid/)
    }
  },
)

describe.each(translations)('in %s', (language) => {
  async function expectWhole(order: Order, shown: Shown = {}) {
    const translated = await show(language, order, shown)
    expectTranslated(language, await show('en', order, shown), translated)
    expectLinksToStateEnglish(translated)
  }

  test('has no English text in any state of the payment', async () => {
    for (const order of orders) await expectWhole(order)
  })

  test('has no English text when the order ended unpaid', async () => {
    const order = shownOrder({ payment: shownPayments.noCard, status: 'CANCELLED' })
    await expectWhole(order, { isOverdue: true })
    await expectWhole(order, { isReplaced: true })
  })

  test('has no English text in its notices', async () => {
    const order = shownOrder({ payment: shownPayments.declined })
    await expectWhole(order, { lookup: 'busy' })
    await expectWhole(order, { lookup: 'cached', noLink: true })
  })

  test('has no English text in parts and prices', async () => {
    for (const web of Object.values(shownSources)) {
      for (const lines of shownLines) {
        const { options } = shownOrder()
        const payment = shownPayments.noCard
        await expectWhole(shownOrder({ payment, web }), { lines })
        await expectWhole(shownOrder({ payment, web, options: { ...options, quantity: 12 } }), {
          lines,
        })
      }
    }
  })

  test('has no English text in its refusals', async () => {
    const refusals = (each: Language) => {
      const asked = { language: { ...languageOf(each), address: null } }
      return [
        payUnreachablePage('SVC-7KQ2ZM', { ...asked, reason: 'unreachable' }),
        payUnreachablePage('SVC-7KQ2ZM', { ...asked, reason: 'refused' }),
        payRefusedPage('SVC-7KQ2ZM', { ...asked, reason: 'tooMany', retryAfterSeconds: 1 }),
        payRefusedPage('SVC-7KQ2ZM', { ...asked, reason: 'busy', retryAfterSeconds: 3600 }),
      ]
    }
    const [before, after] = [refusals('en'), refusals(language)]
    expect(after.map(({ status }) => status)).toEqual([502, 502, 429, 503])
    for (const [index, response] of after.entries()) {
      const translated = await response.text()
      expectTranslated(language, (await before[index]?.text()) ?? '', translated)
      expectLinksToStateEnglish(translated)
    }
  })
})

// 2 cm3 of 1.27 g/cm3 weigh 2.54 g; 97,200 s are a day and three hours; 30 days after November 21 is December 21.
test.each([
  [
    'de',
    'Jetzt 8,00\u00a0$ per Karte bezahlen',
    [
      'PETG',
      'Sakura-Rosa',
      '80,0 × 40,0 × 0,83 mm, 20\u00a0% Füllung, 0,2\u00a0mm Schichthöhe',
      'Mit Stützstrukturen gedruckt: etwa 3\u00a0g, 1 Tag 3 h',
      '5\u00a0g, etwa 15\u00a0min Druckzeit',
      '8,00\u00a0$ zahlen',
      'bis zum 21. Dez. 2026, 10:00 UTC bezahlt werden',
    ],
  ],
  [
    'fr',
    'Payer 8,00\u00a0$US par carte',
    [
      'Rose sakura',
      'Imprimée avec des supports\u00a0: environ 3\u00a0g, 1 j 3 h',
      'Payer 8,00\u00a0$US',
      'jusqu’au 21 déc. 2026, 10:00 UTC',
    ],
  ],
  [
    'es',
    'Pagar $8.00 con tarjeta',
    [
      'Rosa sakura',
      'Impresa con soportes: aprox. 3\u00a0g, 1 día 3 h',
      'Pagar $8.00',
      'hasta el 21 dic 2026, 10:00 a.m. UTC',
    ],
  ],
] as const)(
  '%s writes parts, amounts, times and a button that names the amount',
  async (language, label, texts) => {
    const html = await show(language, shownOrder({ payment: shownPayments.noCard }))
    const text = textOf(html.replaceAll(/<[^>]*>/g, '\n'))
    for (const each of texts) expect(text.replaceAll(/\n+/g, '')).toContain(textOf(each))
    const [, button = ''] = /<button type="submit">([^<]*)<\/button>/.exec(html) ?? []
    expect(textOf(button)).toBe(textOf(label))
  },
)

test('names the day until which an order could be paid', () => {
  // Thirty days after November 21.
  const order = shownOrder()
  expect(overdueText(english, order)).toContain('was not paid by 2026-12-21;')
  expect(overdueText(wordsOf('de'), order)).toContain('bis zum 21. Dezember 2026 nicht bezahlt')
  const first = shownOrder({ createdAt: new Date('2026-11-01T10:00:00Z') })
  expect(overdueText(wordsOf('fr'), first)).toContain('au plus tard le 1er décembre 2026')
  expect(overdueText(wordsOf('es'), first)).toContain(
    'no se pagó a más tardar el 1 de diciembre de 2026',
  )
})

test('writes the first of a month in French in a deadline, too', async () => {
  const first = shownOrder({
    payment: shownPayments.noCard,
    createdAt: new Date('2026-11-01T10:00:00Z'),
  })
  expect(textOf(await show('fr', first))).toContain('1er déc. 2026, 10:00 UTC')
  expect(wordsOf('fr').utcSecond(first.createdAt)).toBe('1er nov. 2026, 10:00:00 UTC')
})

// Statuses in which nothing is due or an order is closed: the sentence after the status names the order.
test.each([
  ['de', 'Für die Bestellung ist hier keine Zahlung nötig', 'Die Bestellung wurde nicht bezahlt'],
  ['fr', 'Aucun paiement n’est nécessaire ici pour la commande', 'La commande n’a pas été payée'],
  ['es', 'El pedido no necesita ningún pago en esta página', 'El pedido no se pagó'],
] as const)('%s names the order for which nothing is paid', async (language, notDue, closed) => {
  for (const status of ['PRINTED', 'SHIPPED', 'DELIVERED'] as const) {
    const order = shownOrder({ payment: shownPayments.noCard, status })
    expect(textOf(await show(language, order))).toContain(notDue)
  }
  const rejected = shownOrder({ payment: shownPayments.noCard, status: 'REJECTED' })
  expect(textOf(await show(language, rejected))).toContain(closed)
})

test('the English sentences are those of the API', () => {
  for (const order of orders) expect(chargeText(english, order)).toBe(chargeSentenceOf(order))
  const line = { line: 3, cents: 100 }
  for (const refunded of [
    { lines: [{ ...line, quantity: 1, of: 1 }], postageCents: 0 },
    { lines: [{ ...line, quantity: 10, of: 10 }], postageCents: 700 },
    {
      lines: [
        { ...line, quantity: 2, of: 10 },
        { ...line, line: 4, quantity: 1, of: 1 },
      ],
      postageCents: 700,
    },
  ]) {
    expect(refundedItems(english, refunded)).toBe(refundItemsText(refunded))
  }
})

test('the English words for supports are those of the quote page', async () => {
  for (const [line] of shownLines.slice(0, 3)) {
    const { supports, options } = line ?? { supports: null, options: null }
    if (supports === null || options === null) throw new Error('no supports')
    const text = supportsLine(supports, options.material)
    expect(text).not.toBe('')
    const order = shownOrder({ payment: shownPayments.noCard })
    expect(await show('en', order, { lines: line === undefined ? [] : [line] })).toContain(text)
  }
})
