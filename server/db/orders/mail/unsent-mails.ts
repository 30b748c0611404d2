// Since when a mail waits to be sent.
import { type RawBuilder, sql } from 'kysely'

/** An expression over a row of `emails` under this name: a mail that is sent again waits since then, not since it was written. */
export const waitsSince = (name: 'emails' | 'mail'): RawBuilder<Date> =>
  sql<Date>`coalesce(${sql.ref(`${name}.resent_at`)}, ${sql.ref(`${name}.created_at`)})`
