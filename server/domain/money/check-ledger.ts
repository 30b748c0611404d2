// Compares every cached balance with the ledger. The database compares them whenever a transaction commits; this finds what was changed
// around it: by a restore of single tables, with triggers disabled, or in the ledger itself.
import type { Difference, MoneyDeps } from './ports.ts'

/**
 * A balance that two tables have, or a table and the ledger: what an order kept, what is left on a gift card (both in cents), an account's
 * credits, and what was paid for them (in cents).
 */
export const differenceSubjects = ['order', 'gift_card', 'credits', 'credit_value'] as const
export type DifferenceSubject = (typeof differenceSubjects)[number]

/** The log has the first ones, the operators' page all of them. */
const maxLogged = 20

/** Compares all balances, stores the result for operators, and logs each difference as an error. */
export async function checkLedger({ ledger, log }: Pick<MoneyDeps, 'ledger' | 'log'>): Promise<{
  compared: number
  differences: readonly Difference[]
}> {
  await ledger.matchKept()
  const differences: Difference[] = []
  let compared = 0
  for (const subject of differenceSubjects) {
    let after: string | null = null
    do {
      const slice = await ledger.compare(subject, after)
      compared += slice.compared
      differences.push(...slice.differences)
      after = slice.last
    } while (after !== null)
  }
  await ledger.keepCheck({ compared, differences })
  for (const difference of differences.slice(0, maxLogged)) log.error('ledger.differs', difference)
  log.info('ledger.checked', { compared, differences: differences.length })
  return { compared, differences }
}
