// Figures of a month from its movements. Every amount is derived manually: a print of $20 with $7 postage, a gift card
// of $50 of which $10 pay another print, a refund of $5 and the processor's fee of $1.08.
import { describe, expect, test } from 'bun:test'
import {
  balancesOf,
  earningsOf,
  paidOutOf,
  takingsByDay,
  takingsOf,
} from '../../../server/domain/books/figures.ts'
import type { DaySum } from '../../../server/domain/books/ports.ts'

const sum = (
  kind: DaySum['kind'],
  [debit, credit]: readonly [DaySum['debit'], DaySum['credit']],
  cents: number,
  more: Partial<DaySum> = {},
): DaySum => ({ day: '2026-11-02', kind, debit, credit, cents, postageCents: 0, ...more })

const charge = sum('charge', ['processor', 'orders'], 2700, { postageCents: 700 })
const cardSold = sum('gift_card_sold', ['processor', 'gift_cards'], 5000)
const cardUsed = sum('gift_card_used', ['gift_cards', 'orders'], 1000)
const refund = sum('refund', ['orders', 'processor'], 500)
const fee = sum('fee', ['fees', 'processor'], 108)
const payout = sum('payout', ['bank', 'processor'], 3000, { day: '2026-11-05' })
const month = [charge, cardSold, cardUsed, refund, fee, payout]

describe('takings', () => {
  test('each movement counts in its column, and a payout in none', () => {
    expect(takingsOf(month)).toEqual({
      // 2700 - 700, and 1000 of the gift card.
      prints: 3000,
      postage: 700,
      giftCardsSold: 5000,
      giftCardsUsed: -1000,
      creditsSold: 0,
      refunds: -500,
      disputes: 0,
      fees: -108,
      other: 0,
      // 2700 + 5000 - 500 - 108.
      atProcessor: 7092,
      creditsUsed: 0,
    })
  })

  test('the columns before atProcessor add up to it', () => {
    const { atProcessor, creditsUsed, ...columns } = takingsOf(month)
    expect(Object.values(columns).reduce((total, cents) => total + cents, 0)).toBe(atProcessor)
  })

  test('a refund to a gift card reverses its payment', () => {
    const back = sum('gift_card_returned', ['orders', 'gift_cards'], 1000)
    expect(takingsOf([cardUsed, back])).toMatchObject({ prints: 0, giftCardsUsed: 0 })
  })

  test('a part refunded to a gift card is a refund, and moves nothing at the processor', () => {
    const back = sum('gift_card_refunded', ['orders', 'gift_cards'], 400)
    expect(takingsOf([back])).toMatchObject({ refunds: -400, giftCardsUsed: 400, atProcessor: 0 })
  })

  test('a won dispute adds up to 0', () => {
    const opened = sum('dispute_opened', ['disputed', 'processor'], 2700)
    const won = sum('dispute_won', ['processor', 'disputed'], 2700)
    expect(takingsOf([opened])).toMatchObject({ disputes: -2700, atProcessor: -2700 })
    expect(takingsOf([opened, won])).toMatchObject({ disputes: 0, atProcessor: 0 })
  })

  test('are grouped by day, and are 0 on a day with only a payout', () => {
    const days = takingsByDay({ days: month })
    expect(days.map(({ day, takings }) => [day, takings.atProcessor])).toEqual([
      ['2026-11-02', 7092],
      ['2026-11-05', 0],
    ])
  })
})

describe('earnings', () => {
  test('a gift card that is sold earns nothing until it pays for a print', () => {
    expect(earningsOf({ days: [cardSold] }).result).toBe(0)
    expect(earningsOf({ days: [cardSold, cardUsed] })).toMatchObject({ prints: 1000, result: 1000 })
  })

  test('the result is the earnings minus refunds and fees', () => {
    expect(earningsOf({ days: month })).toMatchObject({
      prints: 3000,
      postage: 700,
      refunds: -500,
      fees: -108,
      // 3000 + 700 - 500 - 108.
      result: 3092,
    })
  })

  test('a lost dispute is a separate cost, not one of the losses', () => {
    const lost = sum('dispute_lost', ['orders', 'disputed'], 2700)
    const writtenOff = sum('debt_written_off', ['losses', 'debts'], 300)
    expect(earningsOf({ days: [lost, writtenOff] })).toMatchObject({
      disputesLost: -2700,
      losses: -300,
      result: -3000,
    })
  })
})

test('a returned payout is subtracted from the payouts', () => {
  const back = sum('payout_returned', ['processor', 'bank'], 1000)
  expect(paidOutOf({ days: month })).toBe(3000)
  expect(paidOutOf({ days: [...month, back] })).toBe(2000)
})

test('liabilities are above 0 when the shop owes, and an account without a row is 0', () => {
  // The gift cards received 1000 and gave 5000: 4000 are owed.
  const balances = [
    { account: 'gift_cards', beforeCents: 0, endCents: -4000 },
    { account: 'processor', beforeCents: 200, endCents: 4292 },
  ] as const
  expect(balancesOf({ balances }, 'liabilities')).toEqual([
    { account: 'gift_cards', beforeCents: 0, endCents: 4000 },
    { account: 'credits', beforeCents: 0, endCents: 0 },
    { account: 'unmatched', beforeCents: 0, endCents: 0 },
  ])
  expect(balancesOf({ balances }, 'assets')[0]).toEqual({
    account: 'processor',
    beforeCents: 200,
    endCents: 4292,
  })
})
