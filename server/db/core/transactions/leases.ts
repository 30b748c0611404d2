// Leases and work lists. All times come from the database, because the clocks of the processes differ.

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../schema/database.ts'

/** The start of the transaction plus that many seconds. */
export const inSeconds = (seconds: number | RawBuilder<unknown>) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::float8)`

/** End of a lease that begins with this statement, regardless of when its transaction began. */
export const leaseEnd = (seconds: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`

/**
 * Whether the lease that ends at the column's time has expired. False (null) when the column is null. The transaction's begin counts, so a
 * lease that has lapsed is never valid for `isStillValid`.
 */
export const hasLapsed = (column: string) => sql<boolean>`${sql.ref(column)} < now()`

/** Whether a lease with this end is valid now, however long the transaction has waited for locks. False (null) without an end. */
export const isStillValid = (end: RawBuilder<unknown>) =>
  sql<boolean>`(${end} >= clock_timestamp())`

/** Whether that many seconds have passed since the column's time. False (null) when the column is null. */
export const isOlderThan = (column: string, seconds: number | RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(column)} <= now() - make_interval(secs => ${seconds}::float8)`

/** Whether a row with `created_at` and `checked_at` is due for its next check. The intervals grow with the row's age, up to an hour. */
export const isDueAgain = sql<boolean>`(checked_at <= now() - least(interval '1 hour',
  greatest(interval '2 seconds', (now() - created_at) / 4)))`

type Claimed =
  | 'orders'
  | 'refunds'
  | 'print_jobs'
  | 'purchases'
  | 'purchase_refunds'
  | 'parcel_labels'

/**
 * Selects the ids of rows to claim, earliest time first, for `where id in`. The rows stay locked until the transaction ends. Rows that
 * another process is claiming are skipped. Materialized: a plan that runs the subquery once for each row would claim more than `limit`.
 */
export const idsToClaim = <Table extends Claimed>(
  table: Table,
  { when, earliest, limit }: { when: RawBuilder<unknown>; earliest: string; limit: number },
) =>
  sql<
    Database[Table]['id']
  >`(with due as materialized (select id from ${sql.table(table)} where ${when}
    order by ${sql.ref(earliest)} limit ${limit} for update skip locked) select id from due)`
