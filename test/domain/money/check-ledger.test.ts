// The nightly comparison: all subjects, slice by slice, and its stored and logged results. Expected values are
// derived manually.
import { expect, test } from 'bun:test'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import type { Difference, MoneyDeps } from '../../../server/domain/money/ports.ts'

type Slice = { compared: number; last: string | null; differences: readonly Difference[] }

const difference = (id: string): Difference => ({ subject: 'order', id, cached: 5, booked: 7 })
const empty: Slice = { compared: 0, last: null, differences: [] }

/** `slices`: of orders, in turn. */
function stage(slices: readonly Slice[]) {
  const calls: unknown[][] = []
  const lines: unknown[][] = []
  let at = 0
  const deps: MoneyDeps = {
    log: {
      debug: () => {},
      warn: () => {},
      info: (event, facts) => lines.push(['info', event, facts]),
      error: (event, facts) => lines.push(['error', event, facts]),
    },
    ledger: {
      movementsOf: async () => [],
      sums: async () => [],
      matchKept: async () => {
        calls.push(['matchKept'])
      },
      compare: async (subject, after) => {
        calls.push(['compare', subject, after])
        return subject === 'order' ? (slices[at++] ?? empty) : { ...empty, compared: 10 }
      },
      keepCheck: async (found) => {
        calls.push(['keepCheck', found])
      },
      lastCheck: async () => null,
    },
  }
  return { deps, calls, lines }
}

test('every subject is compared to its end, after kept payments have been matched', async () => {
  const { deps, calls, lines } = stage([
    { compared: 3, last: 'b', differences: [difference('a')] },
    { compared: 2, last: null, differences: [difference('c')] },
  ])
  // 3 + 2 orders, and 10 of each other subject.
  const found = { compared: 35, differences: [difference('a'), difference('c')] }
  expect(await checkLedger(deps)).toEqual(found)
  expect(calls).toEqual([
    ['matchKept'],
    ['compare', 'order', null],
    ['compare', 'order', 'b'],
    ['compare', 'gift_card', null],
    ['compare', 'credits', null],
    ['compare', 'credit_value', null],
    ['keepCheck', found],
  ])
  expect(lines).toEqual([
    ['error', 'ledger.differs', difference('a')],
    ['error', 'ledger.differs', difference('c')],
    ['info', 'ledger.checked', { compared: 35, differences: 2 }],
  ])
})

test('the log has the first 20 differences', async () => {
  const differences = Array.from({ length: 21 }, (_, index) => difference(`${index}`))
  const { deps, lines } = stage([{ compared: 21, last: null, differences }])
  expect((await checkLedger(deps)).differences).toHaveLength(21)
  expect(lines.filter(([level]) => level === 'error').map(([, , facts]) => facts)).toEqual(
    differences.slice(0, 20),
  )
})
