// Commits that do not wait for a standby. Where the database commits synchronously to a standby (deploy/ha), every commit costs a round trip
// to another host; rows that can be made again are not worth it. Without a standby nothing changes.
import { sql } from 'kysely'

/**
 * The value, in a statement whose commit waits for the local disk alone. Never for orders, money, accounts or anything that a caller
 * was told, and never in a transaction with such rows: it holds for the whole transaction. A server that is set to wait for nothing stays so.
 */
export const committedLocally = (value: string) => sql<string>`case when set_config(
    'synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'off' else 'local' end, true
  ) is not null then ${value}::text end`
