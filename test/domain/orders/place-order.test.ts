// Placing an order: the rows written before the card is charged, and the response for each outcome (decisions.md 14
// to 16).

import { describe, expect, test } from 'bun:test'
import type { AccountCaller } from '../../../server/domain/base/caller.ts'
import { quoteIdOf } from '../../../server/domain/base/ids/quote-id.ts'
import { contractTerms } from '../../../server/domain/catalog/terms.ts'
import { type OrderDeps, OrderNotWritten } from '../../../server/domain/orders/ports.ts'
import { quoteSubject } from '../../../server/domain/orders/record/identity.ts'
import {
  insertAndCharge,
  type OrderToPlace,
} from '../../../server/domain/orders/submit/insert-and-charge.ts'
import { placeOrder } from '../../../server/domain/orders/submit/place-order.ts'
import { payment } from '../../../testing/orders.ts'
import {
  buyer,
  charged,
  checkout,
  code,
  orderId,
  paid,
  type Stage,
  stage,
  unpaid,
} from './charge-stage.ts'

const caller = { accountId: buyer, credential: 'api_key' } as AccountCaller
const { options, address, buyer: details, price, file, size } = charged
const asked = {
  options,
  address,
  buyer: details,
  reference: 'SKU-0815/42',
  price,
  file,
  size,
  idempotencyKey: 'key-1',
  source: 'rest',
} as const
const toPlace: OrderToPlace = { ...asked, subject: null }
const written = {
  ...asked,
  id: orderId,
  code,
  accountId: buyer,
  payment: {
    kind: 'charge',
    credential: 'api_key',
    card: { customerId: 'cus_1', paymentMethodId: 'pm_1' },
  },
  // The file of the order is a mesh.
  fileReview: null,
}
const noCard = { payment: { kind: 'no_card', credential: 'api_key' } } as const
const cardless = {
  ...unpaid,
  payment: payment({ chargeState: 'none', reason: 'No card on file' }),
}

const place = async (given: Stage, changes: Partial<OrderToPlace> = {}) => {
  const { deps, calls, lines } = stage(given)
  const result = await placeOrder(deps, caller, { ...toPlace, ...changes })
  return { result, calls, lines, names: calls.map(([name]) => name) }
}

describe('an order', () => {
  test('is written, and then charged to the saved card', async () => {
    const { result, calls, names } = await place({})
    expect(result).toMatchObject({ ok: true, value: { code, paid: true, unpaidReason: null } })
    expect(calls[0]).toStrictEqual(['insert', written])
    expect(names).toEqual(['insert', 'charge begins', 'chargeSavedCard', 'markPaid', 'charge ends'])
    expect(calls[2]).toMatchObject(['chargeSavedCard', written.payment.card, undefined])
  })

  test('that is declined is placed, and has a checkout', async () => {
    const outcome = { kind: 'declined', reason: 'No funds', paymentId: null } as const
    const settled = {
      ...unpaid,
      payment: payment({ chargeState: 'declined', reason: 'No funds' }),
    }
    const { result, names } = await place({ outcome, settled })
    expect(result).toMatchObject({
      ok: true,
      value: { paid: false, unpaidReason: 'No funds', checkoutUrl: checkout.url },
    })
    expect(names.slice(-2)).toEqual(['openCheckout', 'saveCheckout'])
  })

  test.each([
    ['without a card', { card: null }],
    ['of an account that is gone', { account: 'missing' }],
  ] as const)('%s is not charged', async (_, given) => {
    const { result, calls } = await place({ ...given, stored: cardless })
    expect(result).toMatchObject({
      ok: true,
      value: { paid: false, chargeState: 'none', unpaidReason: 'No card on file' },
    })
    expect(calls.slice(0, 2)).toStrictEqual([
      ['insert', { ...written, ...noCard }],
      ['readByCode', code],
    ])
  })

  test('that may be sent again has the id and code of its subject', async () => {
    const { calls } = await place(
      {},
      { subject: quoteSubject(quoteIdOf('quote_0123456789abcdef')) },
    )
    // The same values as in identity.test.ts, which were computed outside of this code.
    const derived = { id: 'df8f2c84-a342-8ab6-b395-79d87bfdf2f5', code: 'SVC-TFJDDX' }
    expect(calls[0]).toStrictEqual(['insert', { ...written, ...derived }])
    expect(calls[1]).toEqual(['charge begins', derived.id])
  })

  test('of another credential is charged to that one', async () => {
    const { deps, calls } = stage()
    await placeOrder(deps, { ...caller, credential: 'session' }, toPlace)
    expect(calls[0]).toMatchObject(['insert', { payment: { credential: 'session' } }])
  })

  test('that was not written is refused, and nothing is charged', async () => {
    const error = new OrderNotWritten(true, null)
    const { result, lines, names } = await place({ inserted: error })
    expect(result).toEqual({ ok: false, failure: { kind: 'order_not_written', isTransient: true } })
    expect(names).toEqual(['insert'])
    expect(lines).toEqual([['error', 'order.not_written', { error }]])
  })

  test('is not written when the account cannot be read', async () => {
    const { deps, calls } = stage({ account: new Error('broken') })
    await expect(placeOrder(deps, caller, toPlace)).rejects.toThrow('broken')
    expect(calls).toEqual([])
  })

  test('beyond a spending limit is refused with the remaining amount, and nothing is charged', async () => {
    const resetsAt = new Date('2026-11-22T00:00:00Z')
    const limits = { accountCents: null, apiKeyCents: 1000 }
    const spending = { limits, accountCents: 500, apiKeyCents: 400, resetsAt }
    const { result, lines, names } = await place({ inserted: { kind: 'over_limit' }, spending })
    const reached = { scope: 'api_key', leftCents: 600, totalCents: 800 } as const
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'spending_limit_reached', ...reached, limitCents: 1000, resetsAt },
    })
    expect(names).toEqual(['insert', 'readSpending'])
    expect(lines).toEqual([['info', 'order.over_spending_limit', { accountId: buyer, ...reached }]])
  })
})

describe('a key that already has an order', () => {
  const inserted = { kind: 'key_taken' } as const
  const read = ['readByUnexpiredKey', buyer, 'key-1']
  const unconfirmed = { ok: false, failure: { kind: 'order_unconfirmed', code: null } } as const
  const gone = expect.objectContaining({
    message: 'the order that holds the idempotency key is gone',
  })

  test('returns that order, and nothing is charged', async () => {
    const keyed = { ...paid, code: 'SVC-BBBBBB' }
    const { result, calls, lines } = await place({ inserted, keyed })
    expect(result).toMatchObject({ ok: true, value: { code: 'SVC-BBBBBB', paid: true } })
    expect(calls.slice(1)).toEqual([read])
    expect(lines).toEqual([])
  })

  test('is not confirmed when that order is missing', async () => {
    const { result, calls, lines } = await place({ inserted, keyed: null })
    expect(result).toEqual(unconfirmed)
    expect(calls.slice(1)).toEqual([read])
    expect(lines).toEqual([['error', 'order.unconfirmed', { error: gone }]])
  })

  test('is not confirmed when that order cannot be read', async () => {
    const error = new Error('broken')
    const { result, lines } = await place({ inserted, keyed: error })
    expect(result).toEqual(unconfirmed)
    expect(lines).toEqual([['error', 'order.unconfirmed', { error }]])
  })

  test('cannot be looked up by a request without one', async () => {
    const { result, calls, lines } = await place(
      { inserted, keyed: paid },
      { idempotencyKey: null },
    )
    expect(result).toEqual(unconfirmed)
    expect(calls).toHaveLength(1)
    expect(lines).toEqual([['error', 'order.unconfirmed', { error: gone }]])
  })
})

describe('an error after the order is written', () => {
  const unconfirmed = { ok: false, failure: { kind: 'order_unconfirmed', code } } as const

  test('during the charge names the order that may be charged', async () => {
    const error = new Error('broken')
    const { result, lines } = await place({ outcome: error })
    expect(result).toEqual(unconfirmed)
    expect(lines).toEqual([['error', 'order.unconfirmed', { code, error }]])
  })

  test('that loses the row of the order names the order as well', async () => {
    const { result, lines } = await place({ card: null, stored: null })
    expect(result).toEqual(unconfirmed)
    const error = expect.objectContaining({ message: 'order SVC-AAAAAA vanished' })
    expect(lines).toEqual([['error', 'order.unconfirmed', { code, error }]])
  })
})

describe('a custom write', () => {
  test('replaces the default write', async () => {
    const { deps, calls } = stage()
    const orders: unknown[] = []
    const insert = async (order: unknown) => {
      orders.push(order)
      return { kind: 'inserted' } as const
    }
    const outcome = await insertAndCharge(deps, caller, toPlace, insert, contractTerms)
    expect(outcome).toMatchObject({ kind: 'placed', response: { code, paid: true } })
    expect(orders).toStrictEqual([written])
    expect(calls[0]).toEqual(['charge begins', orderId])
  })

  test('supplies the terms that priced it, so that nothing is read for the response after the charge', async () => {
    const { deps } = stage()
    const unread = () => Promise.reject(new Error('the terms were read'))
    const sold = { ...paid, termsId: 7, options: { ...paid.options, color: 'Teal' } }
    const selling = {
      ...deps,
      orders: { ...deps.orders, markPaid: async () => ({ kind: 'paid', order: sold }) },
      farmTerms: { readTerms: unread },
    } as unknown as OrderDeps
    const soldBy = { ...contractTerms, version: 7, customColorCentsPerGram: 55 }
    const insert = async () => ({ kind: 'inserted' }) as const
    const outcome = await insertAndCharge(selling, caller, toPlace, insert, soldBy)
    expect(outcome).toMatchObject({
      kind: 'placed',
      response: { paid: true, offStock: { centsPerGram: 55, stockCentsPerGram: 12 } },
    })
  })

  test('states why it refuses, and nothing is charged', async () => {
    const refusal = { kind: 'quote_spent' } as const
    const { deps, calls } = stage()
    const outcome = await insertAndCharge(deps, caller, toPlace, async () => refusal, contractTerms)
    expect(outcome).toEqual({ kind: 'not_inserted', outcome: refusal })
    expect(calls).toEqual([])
  })
})
