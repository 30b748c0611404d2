// Compares every cached balance with the ledger. The database also compares them at each commit; this check finds
// changes that bypass it: a restore of single tables, disabled triggers, or changes in the ledger itself.
import { differenceSubjects } from './difference-subjects.ts'
import type { Difference, MoneyDeps } from './ports.ts'

/** Number of differences to log. The operators' page lists all of them. */
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
