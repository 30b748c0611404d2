// Gift cards, web orders, refunds and credits in random histories with crashes, compared with a simple ledger.
// bench/money/ledgers.ts runs any number.
import { beforeAll, expect, test } from 'bun:test'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { installJobQueue } from '../../../server/db/core/jobs/jobs.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { crashing } from '../../../testing/database/crashing-pool.ts'
import { cases } from '../../../testing/depth.ts'
import { runHistory } from '../../../testing/money/ledger-histories.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
const accountId = accountIdOf('ledger')
beforeAll(async () => {
  await installJobQueue(database.pool)
  await ensureAccount(database.db, accountId, 'ledger@example.com')
})

const histories = cases(60)

test(`${histories} histories agree with the naive ledger at every step`, async () => {
  const stage = { ...database, accountId, crash: crashing(database.pool) }
  let crashed = 0
  for (let seed = 1; seed <= histories; seed++) {
    crashed += await runHistory(stage, seed)
  }
  // Otherwise the histories would prove nothing about crashes.
  expect(crashed).toBeGreaterThan(histories)
}, 600_000)
