// The time since which a mail waits to be sent.
import { type RawBuilder, sql } from 'kysely'

/** Expression over a row of `emails` with the alias `name`. A resent mail waits since the resend, not since it was written. */
export const waitsSince = (name: 'emails' | 'mail'): RawBuilder<Date> =>
  sql<Date>`coalesce(${sql.ref(`${name}.resent_at`)}, ${sql.ref(`${name}.created_at`)})`
