// Small rules of orders: codes, labels, the charge description, the confirmation email, and the operator's statuses.
import { describe, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { chargeDescription } from '../../../server/domain/orders/charge/checkout.ts'
import { confirmationMail } from '../../../server/domain/orders/mail/confirmation-mail.ts'
import { newOrderCode } from '../../../server/domain/orders/record/code.ts'
import {
  isOperatorStatus,
  isOrderStatus,
  orderStatusLabels,
} from '../../../server/domain/orders/record/status.ts'
import { newOrder, placedOrder, printOptions, shippingAddress } from '../../../testing/orders.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const account = 'account' as AccountId

describe('codes', () => {
  verifies(['decision.code-alphabet', 'orders.answer.code'], () => {
    expect(ALPHABET).toHaveLength(31)
    expect(ALPHABET).not.toMatch(/[01ILO]/)
    const seen = new Set<string>()
    for (let run = 0; run < 20_000; run += 1) {
      const code = newOrderCode({ randomInt: (below) => randomInt(below) })
      expect(code).toMatch(/^SVC-.{6}$/)
      for (const letter of code.slice(4)) seen.add(letter)
    }
    expect([...seen].sort().join('')).toBe([...ALPHABET].sort().join(''))
  })

  verifies('decision.code-uniform', () => {
    // Every letter has the same probability: the source returns one of 31, which is the letter's index.
    const asked: number[] = []
    const letters = new Set<string>()
    for (let place = 0; place < 31; place += 1) {
      const code = newOrderCode({
        randomInt: (below) => {
          asked.push(below)
          return place
        },
      })
      expect(new Set(code.slice(4)).size).toBe(1)
      letters.add(code.slice(4, 5))
    }
    expect(letters.size).toBe(31)
    expect(new Set(asked)).toEqual(new Set([31]))
    expect(asked).toHaveLength(31 * 6)
    // Each of the six letters is drawn separately.
    let next = 0
    const counting = newOrderCode({
      randomInt: () => {
        next += 1
        return next
      },
    })
    expect(new Set(counting.slice(4)).size).toBe(6)
  })
})

describe('statuses', () => {
  verifies('status.values', () => {
    const nine =
      'PENDING_PAYMENT RECEIVED ACCEPTED PRINTING PRINTED SHIPPED DELIVERED CANCELLED REJECTED'
    expect(Object.keys(orderStatusLabels)).toEqual(nine.split(' '))
    expect(nine.split(' ').every(isOrderStatus)).toBe(true)
    for (const word of ['', 'received', 'LOST', 'toString', '__proto__']) {
      expect([word, isOrderStatus(word), isOperatorStatus(word)]).toEqual([word, false, false])
    }
  })

  verifies(['states.operator-any-of-eight', 'states.operator-not-pending-payment'], () => {
    const settable = Object.keys(orderStatusLabels).filter(isOperatorStatus)
    expect(settable).toHaveLength(8)
    expect(settable).not.toContain('PENDING_PAYMENT')
  })

  const labels = [
    {
      id: requirement('status.label.pending-payment'),
      status: 'PENDING_PAYMENT',
      label: 'Awaiting payment',
    },
    { id: requirement('status.label.received'), status: 'RECEIVED', label: 'Received — in review' },
    {
      id: requirement('status.label.accepted'),
      status: 'ACCEPTED',
      label: 'Accepted — queued to print',
    },
    { id: requirement('status.label.printing'), status: 'PRINTING', label: 'Printing' },
    {
      id: requirement('status.label.printed'),
      status: 'PRINTED',
      label: 'Printed — preparing to ship',
    },
    { id: requirement('status.label.shipped'), status: 'SHIPPED', label: 'Shipped' },
    { id: requirement('status.label.delivered'), status: 'DELIVERED', label: 'Delivered' },
    { id: requirement('status.label.cancelled'), status: 'CANCELLED', label: 'Cancelled' },
    { id: requirement('status.label.rejected'), status: 'REJECTED', label: 'Rejected' },
  ] as const
  for (const { id, status, label } of labels) {
    verifies(id, () => {
      expect(orderStatusLabels[status]).toBe(label)
    })
  }
})

verifies('pricing.charge-description', () => {
  const order = newOrder(account, {
    options: printOptions({
      material: 'asa',
      color: '#12AB34',
      nozzleDiameter: 0.6,
      layerHeight: 0.27,
      quantity: 12,
    }),
  })
  expect(chargeDescription(order)).toBe(
    '3D print: ASA #12AB34, 0.6 mm nozzle, 0.27 mm layers, 12 x cube.stl',
  )
  const long = { ...order.file, fileName: `${'x'.repeat(600)}.stl` }
  expect(chargeDescription({ ...order, file: long })).toHaveLength(500)
})

const mailPlace = {
  to: 'a@b.example',
  baseUrl: 'http://localhost:3000',
  timeZone: 'America/New_York',
  // Still Monday in New York.
  dueAt: new Date('2026-12-01T02:00:00Z'),
  now: new Date('2026-11-28T12:00:00Z'),
}

verifies(
  'events.email-content',
  'the email contains only code, summary, address and the tracking page of the order',
  () => {
    const order = placedOrder(
      newOrder(account, {
        code: 'SVC-ABC234',
        address: shippingAddress({ street2: 'Floor 3', phone: '+1 555', country: 'NL' }),
      }),
    )
    const mail = confirmationMail(order, { ...mailPlace, to: order.address.email })
    expect(mail.to).toBe('recipient@example.com')
    expect(mail.subject).toBe('Order SVC-ABC234 confirmed')
    expect(mail.text.split('\n')).toEqual([
      'Thank you for your order SVC-ABC234.',
      '',
      '1 x cube.stl in PLA, Black, standard quality: $8.00 charged.',
      '',
      'Shipping address:',
      'Test Recipient',
      '1 Test Street',
      'Floor 3',
      'Testville, CA 94000',
      'NL',
      '',
      'Follow it at http://localhost:3000/orders/SVC-ABC234',
      '',
    ])
    const plain = placedOrder(newOrder(account, { code: 'SVC-ABC234' }))
    expect(confirmationMail(plain, mailPlace).text).not.toContain('null')
  },
)

// Released unpaid, a web order may be in transit or late when its payment arrives.
test.each([
  ['RECEIVED', null, '2026-11-28T12:00:00Z', true],
  ['PENDING_PAYMENT', null, '2026-12-01T02:00:00Z', true],
  ['PRINTING', null, '2026-12-01T02:00:01Z', false],
  ['PRINTING', {}, '2026-11-28T12:00:00Z', false],
  ['SHIPPED', null, '2026-11-28T12:00:00Z', false],
  ['CANCELLED', null, '2026-11-28T12:00:00Z', false],
] as const)(
  'a website order that is %s, hold %p, at %s: its email names the day: %p',
  (status, held, now, isNamed) => {
    const placed = placedOrder(newOrder(account, { code: 'CART-ABC234' }))
    const hold = held === null ? null : { reason: 'test', at: new Date(now), by: 'test' }
    const web = {
      lineCount: 1,
      grams: 10,
      centihours: 100,
      giftCents: 0,
      giftRefundedCents: 0,
      requestHash: '',
    }
    const order = { ...placed, status, hold, web }
    const mail = confirmationMail(order, { ...mailPlace, now: new Date(now) })
    const days = 'Ships by Mon, Nov 30. Arrives Wed, Dec 2 to Sat, Dec 5.'
    expect(mail.text.includes(days)).toBe(isNamed)
    expect(mail.text.includes('Ships')).toBe(isNamed)
  },
)

test('a stored color affects only the price, not the text', () => {
  const order = newOrder(account, { options: printOptions({ color: 'Default' }) })
  expect(chargeDescription(order)).toContain('PLA Default, 0.4 mm nozzle')
})
