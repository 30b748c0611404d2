// What keeps a month from being closed, and that it is closed only under the conditions that were checked.
import { describe, expect, test } from 'bun:test'
import {
  closeMonth,
  explainDifference,
  maxExplanation,
  obstacleOf,
} from '../../../server/domain/books/close-month.ts'
import type { Books, MonthState } from '../../../server/domain/books/ports.ts'

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

/** The parts of the port that closing uses; any other member throws. */
function fakeBooks(members: Partial<Books>): Books {
  return new Proxy(members as Books, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (member === undefined) throw new Error(`books.${String(name)} was called`)
      return member
    },
  })
}

describe('the obstacle of a month', () => {
  test('is none when it is over, compared and explained', () => {
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

  test('names the earlier month before what waiting would settle', () => {
    const state = { ...closable, earlier: '2026-09', isReading: true, unexplained: 1 }
    expect(obstacleOf(month, state)).toEqual({ kind: 'month_out_of_order', earlier: '2026-09' })
  })
})

describe('closing a month', () => {
  test('stores the figures with the operator', async () => {
    const closings: unknown[] = []
    const figures = { days: [], balances: [], payouts: [] } as never
    const books = fakeBooks({
      monthState: async () => closable,
      figures: async () => figures,
      close: async (closing) => closings.push(closing) > 0,
    })
    expect(await closeMonth({ books, log }, 'operator', month)).toMatchObject({ ok: true })
    expect(closings).toEqual([{ month, by: 'operator', figures }])
  })

  test('reads no figures while something is in its way', async () => {
    const books = fakeBooks({ monthState: async () => ({ ...closable, isOver: false }) })
    expect(await closeMonth({ books, log }, 'operator', month)).toEqual({
      ok: false,
      failure: { kind: 'month_not_over', month },
    })
  })

  test('is refused for what changed after the check', async () => {
    const states = [closable, { ...closable, unexplained: 1 }]
    const books = fakeBooks({
      monthState: async () => states.shift() ?? closable,
      figures: async () => ({}) as never,
      close: async () => false,
    })
    expect(await closeMonth({ books, log }, 'operator', month)).toEqual({
      ok: false,
      failure: { kind: 'month_differs', month, differences: 1 },
    })
  })
})

describe('an explanation', () => {
  test('is required, and blanks are none', async () => {
    const result = await explainDifference({ books: fakeBooks({}), log }, 'operator', {
      ...key,
      text: ' \n ',
    })
    expect(result).toEqual({ ok: false, failure: { kind: 'explanation_required' } })
  })

  test('is one line of limited length', async () => {
    const texts: string[] = []
    const books = fakeBooks({ explain: async (_, { text }) => texts.push(text) > 0 })
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
