// Random histories of gift cards, web orders, refunds and credits with crashes between two statements, beside a naive ledger.
// Usage: npm run bench:ledgers -- [histories, 100000 by default] [first seed, 1 by default]. Ends with 1 at the first difference.
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { testDatabase } from '../../test/helpers/database.ts'
import { runHistory } from '../../test/helpers/ledger-histories.ts'

const [histories = 100_000, first = 1] = Bun.argv.slice(2).map(Number)
/** An account and its rows are left behind from time to time, so that no query grows. */
const historiesPerDatabase = 2_000

let crashed = 0
for (let start = 0; start < histories; start += historiesPerDatabase) {
  const database = await testDatabase()
  const accountId = accountIdOf('ledger')
  await ensureAccount(database.db, accountId, 'ledger@example.com')
  const count = Math.min(historiesPerDatabase, histories - start)
  for (let index = 0; index < count; index++) {
    crashed += await runHistory({ ...database, accountId }, first + start + index)
  }
  await database.close()
  console.log(`${start + count} histories, ${crashed} crashes, no difference`)
}
process.exit(0)
