// Obstacles to closing a month; it is closed only under the checked conditions.
import { describe, expect, test } from 'bun:test'
import {
  closeMonth,
  explainDifference,
  maxExplanation,
  obstacleOf,
} from '../../../server/domain/books/close-month.ts'
import type { Books, MonthFigures, MonthState } from '../../../server/domain/books/ports.ts'
import { fakePort } from '../../../testing/fake-port.ts'

const month = '2026-10'
const closable: MonthState = {
  isOver: true,
  isReading: false,
  isCompared: true,
  unexplained: 0,
  earlier: null,
  closing: null,
}
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
const key = { part: 'charge', objectId: 'pi_1', processorCents: 800, ledgerCents: 0 } as const

const fakeBooks = (members: Partial<Books>) => fakePort<Books>('books', members)
const figures: MonthFigures = {
  days: [],
  balances: [],
  payouts: [],
  differences: [],
  foreign: { transactions: 0, netCents: 0 },
}

describe('the obstacle of a month', () => {
  test('is absent when the month is over, compared and explained', () => {
    expect(obstacleOf(month, closable)).toBeNull()
  })

  test.each([
    [{ isOver: false }, { kind: 'month_not_over', month }],
    [{ earlier: '2026-09' }, { kind: 'month_out_of_order', earlier: '2026-09' }],
    [{ isReading: true }, { kind: 'month_being_compared' }],
    [{ isCompared: false }, { kind: 'month_not_compared', month }],
    [{ unexplained: 2 }, { kind: 'month_differs', month, differences: 2 }],
  ] as const)('with %j it is %j', (change, obstacle) => {
    expect(obstacleOf(month, { ...closable, ...change })).toEqual(obstacle)
  })

  test('names the earlier month before anything that waiting would settle', () => {
    const state = { ...closable, earlier: '2026-09', isReading: true, unexplained: 1 }
    expect(obstacleOf(month, state)).toEqual({ kind: 'month_out_of_order', earlier: '2026-09' })
  })
})

describe('closing a month', () => {
  test('stores the figures with the operator', async () => {
    const closings: unknown[] = []
    const books = fakeBooks({
      monthState: async () => closable,
      figures: async () => figures,
      close: async (closing) => closings.push(closing) > 0,
    })
    expect(await closeMonth({ books, log }, 'operator', month)).toMatchObject({ ok: true })
    expect(closings).toEqual([{ month, by: 'operator', figures }])
  })

  test('reads no figures while there is an obstacle', async () => {
    const books = fakeBooks({ monthState: async () => ({ ...closable, isOver: false }) })
    expect(await closeMonth({ books, log }, 'operator', month)).toEqual({
      ok: false,
      failure: { kind: 'month_not_over', month },
    })
  })

  test('is refused for a change after the check', async () => {
    const states = [closable, { ...closable, unexplained: 1 }]
    const books = fakeBooks({
      monthState: async () => states.shift() ?? closable,
      figures: async () => figures,
      close: async () => false,
    })
    expect(await closeMonth({ books, log }, 'operator', month)).toEqual({
      ok: false,
      failure: { kind: 'month_differs', month, differences: 1 },
    })
  })
})

describe('an explanation', () => {
  test('is required, and must not be blank', async () => {
    const result = await explainDifference({ books: fakeBooks({}), log }, 'operator', {
      ...key,
      text: ' \n ',
    })
    expect(result).toEqual({ ok: false, failure: { kind: 'explanation_required' } })
  })

  test('is one line of limited length', async () => {
    const texts: string[] = []
    const books = fakeBooks({ explain: async (_, explanation) => texts.push(explanation.text) > 0 })
    const text = `Paid by\ncheck ${'x'.repeat(maxExplanation)}`
    expect(await explainDifference({ books, log }, 'operator', { ...key, text })).toMatchObject({
      ok: true,
    })
    expect(texts[0]).toStartWith('Paid by check x')
    expect(texts[0]?.length).toBe(maxExplanation)
  })

  test('of an unknown difference is refused', async () => {
    const books = fakeBooks({ explain: async () => false })
    expect(await explainDifference({ books, log }, 'operator', { ...key, text: 'Known.' })).toEqual(
      { ok: false, failure: { kind: 'difference_not_found' } },
    )
  })
})
