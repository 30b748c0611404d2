// The side of a comparison that lacks an amount decides the advice to the operator.
import { expect, test } from 'bun:test'
import { adviceOf, differenceOf } from '../../../server/domain/books/difference.ts'
import { transactionSubjects } from '../../../server/domain/books/ports.ts'

test.each([
  // [at the processor, in the ledger, difference].
  [800, 0, 800],
  [0, 800, -800],
  [800, 750, 50],
  [-800, -750, -50],
])(
  '%d cents at the processor and %d in the ledger differ by %d',
  (processorCents, ledgerCents, cents) => {
    expect(differenceOf({ processorCents, ledgerCents })).toBe(cents)
  },
)

test.each([
  [{ processorCents: 800, ledgerCents: 0 }, 'belongs to no order or purchase'],
  [{ processorCents: 0, ledgerCents: 800 }, 'the card processor does not have'],
  [{ processorCents: 800, ledgerCents: 750 }, 'differs from the ledger'],
])('a charge of %j', (sums, words) => {
  expect(adviceOf({ part: 'charge', ...sums }).means).toContain(words)
})

test.each([...transactionSubjects])('%s has separate advice for each side', (part) => {
  const sides = [
    { processorCents: 1, ledgerCents: 0 },
    { processorCents: 0, ledgerCents: 1 },
    { processorCents: 2, ledgerCents: 1 },
  ]
  const meanings = sides.map((sums) => adviceOf({ part, ...sums }).means)
  expect(new Set(meanings).size).toBe(3)
})
