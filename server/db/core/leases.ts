// Leases and work lists. All times are the database's, because clocks of several processes differ.

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema/database.ts'

/** The time this many seconds after the transaction began. */
export const inSeconds = (seconds: number | RawBuilder<unknown>) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::float8)`

/** The end of a lease that begins with this statement, however long ago its transaction began. */
export const leaseEnd = (seconds: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`

/** Whether the lease that ends at the column's time has run out; false (null) for a column without a time. */
export const hasLapsed = (column: string) => sql<boolean>`${sql.ref(column)} < now()`

/** Whether that many seconds have passed since the column's time; false (null) for a column without a time. */
export const isOlderThan = (column: string, seconds: number | RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(column)} <= now() - make_interval(secs => ${seconds}::float8)`

/** Whether a row with `created_at` and `checked_at` is due for its next review, at intervals that grow with its age up to an hour. */
export const isDueAgain = sql<boolean>`(checked_at <= now() - least(interval '1 hour',
  greatest(interval '2 seconds', (now() - created_at) / 4)))`

type Claimed = 'orders' | 'refunds' | 'print_jobs' | 'purchases' | 'purchase_refunds'

/**
 * Ids of rows to claim, those with the earliest time first, for `where id in`. They are locked until the transaction ends; rows
 * that another process is claiming are passed over.
 */
export const idsToClaim = <Table extends Claimed>(
  table: Table,
  { when, earliest, limit }: { when: RawBuilder<unknown>; earliest: string; limit: number },
) =>
  sql<Database[Table]['id']>`(select id from ${sql.table(table)} where ${when}
    order by ${sql.ref(earliest)} limit ${limit} for update skip locked)`
