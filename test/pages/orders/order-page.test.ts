// The order page in each language, in every state of an order.
import { describe, expect, test } from 'bun:test'
import type { TimelineEntry } from '../../../server/domain/orders/history/timeline.ts'
import { timelineText } from '../../../server/domain/orders/history/timeline-text.ts'
import {
  arrivalDaysOf,
  arrivalLine,
  shipDayLine,
  shipDayOf,
  shippedAtOf,
} from '../../../server/domain/orders/promise/ship-day.ts'
import { statusLineOf } from '../../../server/domain/orders/read/status-line.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { orderStatusLabels } from '../../../server/domain/orders/record/status.ts'
import { paymentSteps } from '../../../server/domain/orders/reversals/payment-step.ts'
import { textOf } from '../../../server/html/prose.ts'
import { arrivalText, shipDayText } from '../../../server/pages/base/line-text.ts'
import type { Language } from '../../../server/pages/languages/languages.ts'
import { english, wordsOf } from '../../../server/pages/languages/words.ts'
import { type OrderView, orderPage } from '../../../server/pages/orders/order.tsx'
import { OrderChecked } from '../../../server/pages/orders/order-fragments.tsx'
import { catalogEntry, entryText } from '../../../server/pages/orders/timeline-words.ts'
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

const now = new Date('2026-11-25T12:00:00Z')
const dueAt = new Date('2026-12-01T12:00:00Z')

type Shown = Partial<Omit<OrderView, 'language' | 'order'>>

const show = (language: Language, order: Order, shown: Shown = {}): Promise<string> =>
  orderPage({
    order,
    language: { words: wordsOf(language), address: '/orders/SVC-7KQ2ZM', isChosen: false },
    printing: null,
    refunds: [],
    timeline: [{ kind: 'placed', at: now }],
    isReturned: false,
    now,
    timeZone: 'UTC',
    lookup: 'fresh',
    lines: shownLines[0] ?? [],
    mayOrderAgain: false,
    conversation: null,
    visitor: { isSignedIn: false, basketParts: 0 },
    email: '',
    messageId: 'f5b4d1c8-6a0e-4a6f-8b56-0a4a4e0c8f01',
    ...shown,
  }).text()

const statuses = ['PENDING_PAYMENT', ...statusesOf(shownPayments.paid)] as const

const line = { line: 1, quantity: 2, of: 3, cents: 300 }
const parts = {
  lines: [line, { ...line, line: 2, quantity: 1, of: 1 }, { ...line, line: 3, quantity: 3 }],
  postageCents: 700,
}

/** Every kind of entry. */
const history: readonly TimelineEntry[] = [
  { kind: 'placed' } as const,
  { kind: 'reprinted' } as const,
  ...statuses.flatMap((status) =>
    [false, true].map((isBackward) => ({ kind: 'status', status, isBackward }) as const),
  ),
  { kind: 'status', status: 'CANCELLED', isBackward: false, isOverdue: true } as const,
  ...[parts, null].flatMap((of) => [
    { kind: 'refunded', amountCents: 1132, parts: of } as const,
    { kind: 'refund_sent', amountCents: 1132, parts: of } as const,
  ]),
  { kind: 'refund_returned', amountCents: 1132 } as const,
  { kind: 'disputed', amountCents: 1132 } as const,
  { kind: 'dispute_won', amountCents: 1132 } as const,
  { kind: 'dispute_lost', amountCents: 1132 } as const,
  ...(['missing', 'duplicate', 'closed', 'wrong_amount'] as const).flatMap((cause) =>
    paymentSteps.map(
      (step) => ({ kind: 'payment', payment: { cause, step, amountCents: 1132 } }) as const,
    ),
  ),
].map((entry) => ({ ...entry, at: now }))

const refunds = [
  { amountCents: 300, giftCents: 0, state: 'succeeded', parts, updatedAt: now },
  { amountCents: 200, giftCents: 0, state: 'started', parts: null, updatedAt: now },
] as const

const tracking = { carrier: 'USPS', number: '9400', url: '#parcel', shippedAt: now }

const printing = {
  printed: 3,
  parts: 14,
  plates: [
    { plate: 1, parts: 1, progress: null, remainingSeconds: null },
    { plate: 2, parts: 4, progress: 0.456, remainingSeconds: 97_200 },
    { plate: 3, parts: 4, progress: 0.2, remainingSeconds: null },
    { plate: 4, parts: 2, progress: 1, remainingSeconds: 0 },
  ],
} as const

const message = (author: 'customer' | 'operator', names: readonly string[]) => ({
  id: 'f5b4d1c8-6a0e-4a6f-8b56-0a4a4e0c8f02',
  author,
  at: now,
  body: 'teal',
  attachments: names.map((name) => ({
    id: name,
    name,
    contentType: 'model/stl',
    sizeBytes: 684,
    uri: `gs://svc-local/attachments/${name}`,
  })),
  filesPath: '/orders/SVC-7KQ2ZM/files',
})

/** Orders whose payment section differs. */
const endings: readonly Partial<Order>[] = [
  {},
  { refundedCents: 800 },
  { refundedCents: 800, web: shownSources.giftCard },
  { refundedCents: 800, web: shownSources.allByGiftCard },
  { refundedCents: 300 },
  { refundingCents: 800 },
  { lostCents: 800 },
  { refundedCents: 300, lostCents: 500 },
]

describe.each(translations)('in %s', (language) => {
  async function expectWhole(order: Order, shown: Shown = {}) {
    const translated = await show(language, order, shown)
    expectTranslated(language, await show('en', order, shown), translated)
    expectLinksToStateEnglish(translated)
  }

  test('has no English text in any status and payment', async () => {
    for (const payment of Object.values(shownPayments)) {
      for (const status of statusesOf(payment)) {
        const order = shownOrder({ payment, status, dueAt })
        for (const returned of [false, true]) await expectWhole(order, { isReturned: returned })
        await expectWhole(shownOrder({ payment, status, dueAt, hold: held }))
        await expectWhole(order, { now: new Date('2026-12-02T12:00:00Z') })
      }
    }
  })

  test('has no English text about refunds and disputes', async () => {
    const payment = shownPayments.paid
    for (const ending of endings) {
      for (const status of ['RECEIVED', 'CANCELLED'] as const) {
        await expectWhole(shownOrder({ payment, status, ...ending }), { refunds })
      }
    }
  })

  test('has no English text about a parcel', async () => {
    const payment = shownPayments.paid
    for (const status of ['SHIPPED', 'DELIVERED'] as const) {
      for (const sent of [tracking, { ...tracking, url: null }]) {
        const order = shownOrder({ payment, status, tracking: sent })
        for (const at of ['2026-11-26T12:00:00Z', '2026-12-24T12:00:00Z']) {
          await expectWhole(order, { now: new Date(at) })
        }
      }
    }
  })

  test('has no English text in parts, progress, history and messages', async () => {
    const payment = shownPayments.paid
    const order = shownOrder({ payment, status: 'PRINTING' })
    const conversation = [
      message('customer', []),
      message('operator', ['a.stl']),
      message('customer', ['a.stl', 'b.stl']),
    ]
    await expectWhole(order, { printing, timeline: history, conversation, mayOrderAgain: true })
    for (const lines of shownLines) await expectWhole(order, { lines, lookup: 'busy' })
  })

  test('has no English text when it was not paid in time', async () => {
    const order = shownOrder({ payment: shownPayments.noCard, status: 'CANCELLED' })
    await expectWhole(order, {
      timeline: [
        { kind: 'status', at: now, status: 'CANCELLED', isBackward: false, isOverdue: true },
      ],
    })
  })

  test('names its stream, and has the sentences of its script', () => {
    const words = wordsOf(language)
    const at = { words, code: 'SVC-7KQ2ZM', at: now, isLive: true }
    const html = String(OrderChecked({ ...at, isReturned: true }))
    expect(html).toContain(`data-stream="/orders/SVC-7KQ2ZM/live?paid=1&amp;language=${language}"`)
    for (const name of ['lost', 'refused']) {
      const [, sentence = ''] = new RegExp(`data-${name}="([^"]*)"`).exec(html) ?? []
      expect(sentence).toContain('{time}')
      expect(String(OrderChecked({ ...at, words: english, isReturned: true }))).not.toContain(
        sentence,
      )
    }
  })
})

const held = { reason: 'teal', by: 'operator@example.com', at: now }

test.each([
  [
    'de',
    [
      'Im Druck',
      'Versand bis Dienstag, 1. Dezember.',
      '3 von 14 Teilen gedruckt.',
      '45\u00a0%, noch etwa 1 Tag 3 h',
      'Für 2 der 3 Teile von Position 1, Position 2, alle 3 Teile von Position 3 und die Versandkosten, 25. Nov. 2026, 12:00 UTC',
      'Stand: 25. Nov. 2026, 12:00:00 UTC.',
    ],
  ],
  [
    'fr',
    [
      'Expédié au plus tard le mardi 1er décembre.',
      'Pièces imprimées\u00a0: 3 sur 14.',
      '45\u00a0%, encore environ 1 j 3 h',
      'Pour 2 des 3 pièces de la ligne 1, la ligne 2, les 3 pièces de la ligne 3 et les frais de livraison, 25 nov. 2026, 12:00 UTC',
    ],
  ],
  [
    'es',
    [
      'Se envía como muy tarde el martes 1 de diciembre.',
      '3 de 14 piezas impresas.',
      'Por 2 de las 3 piezas de la línea 1, la línea 2, las 3 piezas de la línea 3 y los gastos de envío, 25 nov 2026, 12:00 p.m. UTC',
    ],
  ],
] as const)('%s writes days, times, counts and items of refunds', async (language, texts) => {
  const order = shownOrder({ payment: shownPayments.paid, status: 'PRINTING', dueAt })
  const html = await show(language, order, { printing, refunds })
  const text = textOf(html.replaceAll(/<[^>]*>/g, ''))
  for (const each of texts) expect(text).toContain(textOf(each))
})

test.each([
  ['en', '1200', '1200 parts, each', '1100 of 1,200 parts printed.'],
  ['de', '1.200', '1.200 Teile mit', '1.100 von 1.200 Teilen gedruckt.'],
  ['fr', '1\u202f200', '1\u202f200 pièces de', '1\u202f100 sur 1\u202f200.'],
  ['es', '1,200', '1,200 piezas de', '1,100 de 1,200 piezas impresas.'],
] as const)('%s writes large counts alike', async (language, quantity, amount, printed) => {
  const { options } = shownOrder()
  const order = shownOrder({
    payment: shownPayments.paid,
    status: 'PRINTING',
    options: { ...options, quantity: 1200 },
  })
  const html = await show(language, order, {
    printing: { printed: 1100, parts: 1200, plates: [] },
    lines: (shownLines[0] ?? []).map((each) => ({
      ...each,
      options: { ...each.options, quantity: 1200 },
    })),
  })
  expect(html).toContain(`<dd>${quantity}</dd>`)
  for (const text of [amount, printed]) expect(textOf(html)).toContain(textOf(text))
})

test('refunds to a card name the days that banks need', async () => {
  const order = shownOrder({
    payment: shownPayments.paid,
    status: 'CANCELLED',
    refundedCents: 800,
  })
  for (const [language, days] of [
    ['en', 'within 5 to 10 days.'],
    ['de', 'innerhalb von 5 bis 10 Tagen an.'],
    ['fr', 'sous 5 à 10 jours.'],
    ['es', 'en un plazo de 5 a 10 días.'],
  ] as const) {
    expect(textOf(await show(language, order))).toContain(days)
  }
})

describe('the English sentences are those of the API and of emails:', () => {
  test('the status', async () => {
    for (const payment of Object.values(shownPayments)) {
      for (const status of statusesOf(payment)) {
        for (const changes of [
          {},
          { hold: held },
          { refundedCents: 800 },
          { refundingCents: 800 },
        ]) {
          const order = shownOrder({ payment, status, ...changes })
          const html = textOf(await show('en', order))
          expect(html).toContain(textOf(statusLineOf(order)))
          expect(html).toContain(textOf(orderStatusLabels[status]))
        }
      }
    }
  })

  test('the history', () => {
    for (const entry of history) {
      expect(catalogEntry(english, entry)).toBe(timelineText(entry))
      expect(entryText(english, entry)).toBe(timelineText(entry))
    }
  })

  test('the days of shipping and arrival', () => {
    const timeZone = 'America/New_York'
    for (const status of statuses) {
      for (const at of [now, new Date('2026-12-02T12:00:00Z'), new Date('2026-12-30T12:00:00Z')]) {
        const order = shownOrder({ payment: shownPayments.paid, status, dueAt })
        const moment = { now: at, timeZone }
        const shipDay = shipDayOf(order, moment)
        expect(shipDay && shipDayText(english, shipDay, timeZone)).toBe(shipDayLine(order, moment))
        const shippedAt = shippedAtOf([{ kind: 'status', at: now, status, isBackward: false }])
        const arrival = arrivalDaysOf(order, { ...moment, shippedAt })
        expect(arrival && arrivalText(english, arrival)).toBe(
          arrivalLine(order, { ...moment, shippedAt }),
        )
      }
    }
  })
})
