// Transactions that wait for a lock. pg_locks shows all databases of the cluster, so locks of other tests would end the wait too
// early.
import { type Kysely, sql } from 'kysely'
import { waitUntil } from './real-server.ts'

/** Resolves when a transaction of the test's database waits for a lock. */
export const untilOneWaits = <Schema>(db: Kysely<Schema>): Promise<void> =>
  waitUntil('a transaction waits for a lock', async () => (await countWaiting(db)) > 0)

/** Resolves when that many transactions of the test's database wait for a lock. */
export const untilWaiting = <Schema>(db: Kysely<Schema>, count: number): Promise<void> =>
  waitUntil(`${count} transactions wait for a lock`, async () => (await countWaiting(db)) === count)

async function countWaiting<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
