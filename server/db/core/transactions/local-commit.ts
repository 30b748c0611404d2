// Commits that do not wait for a standby. Where the database commits synchronously to a standby (deploy/ha), every commit costs a round
// trip to another host, which rows that can be recreated do not justify. Without a standby, nothing changes.
import { sql } from 'kysely'

/**
 * Wraps the value in a statement whose commit waits only for the local disk. Never use it for orders, money, accounts or anything that was
 * confirmed to a caller, nor in a transaction with such rows: the setting applies to the whole transaction. A server that is configured
 * not to wait keeps that setting.
 */
export const committedLocally = (value: string) => sql<string>`case when set_config(
    'synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'off' else 'local' end, true
  ) is not null then ${value}::text end`
