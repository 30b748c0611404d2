// Compares random histories of gift cards, web orders, refunds and credits, with crashes between
// two statements, with a naive ledger. Usage: npm run bench:ledgers -- [histories, 100000 by
// default] [first seed, 1 by default]. Exits with 1 at the first difference.
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { type OpenDatabase, openDatabase } from '../../server/db/core/connect.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { type CrashingPool, crashing } from '../../testing/database/crashing-pool.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { runHistory } from '../../testing/money/ledger-histories.ts'
import { prepareStatements } from './prepared-pool.ts'

const {
  positionals: [howMany = '100000', firstSeed = '1', ...others],
  refuse,
  wholeNumber,
} = readCommandLine('npm run bench:ledgers -- [HISTORIES, 100000] [FIRST SEED, 1]', {
  allowPositionals: true,
})
if (others.length > 0) refuse(`Unexpected argument '${others[0]}'.`)
const histories = wholeNumber('The number of histories', howMany, 1)
const first = wholeNumber('The first seed', firstSeed, 0)
/**
 * Number of histories per database. A new database is used regularly, so that no table grows large.
 */
const historiesPerDatabase = 5_000
/** Number of concurrent histories, enough to keep Postgres busy while a history computes. */
const atOnce = 3
const endSessionEvery = 20

const places = new Set<string>()
let crashed = 0
for (let start = 0; start < histories; start += historiesPerDatabase) {
  const database = await testDatabase({ poolSize: 1 })
  // Tables of the copy have no statistics: a plan created while they are empty would later scan
  // complete tables.
  await database.pool.query(
    `do $$ begin
      execute format('alter database %I set enable_seqscan = off', current_database());
      execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
    end $$`,
  )
  const end = Math.min(start + historiesPerDatabase, histories)
  let next = start
  const runners = Array.from({ length: atOnce }, async () => {
    const own = openDatabase({ url: database.url, poolSize: 2 })
    prepareStatements(own.pool)
    const crash = crashing(own.pool, { endSessionEvery })
    while (next < end) {
      const count = await runOne({ ...own, crash }, first + next++)
      crashed += count
    }
    for (const place of crash.places) places.add(place)
    await own.close()
  })
  await Promise.all(runners)
  await database.close()
  console.log(
    `${end} histories, ${crashed} crashes at ${places.size} different points, no difference`,
  )
}
process.exit(0)

/** Runs one history with a separate account. Returns the number of its crashes. */
async function runOne(
  stage: Pick<OpenDatabase, 'db' | 'pool'> & { crash: CrashingPool },
  seed: number,
): Promise<number> {
  const accountId = accountIdOf(`ledger-${seed}`)
  await ensureAccount(stage.db, accountId, `${accountId}@example.com`)
  return await runHistory({ ...stage, accountId }, seed)
}
