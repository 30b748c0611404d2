// Counts what waits for payments of an account, before another row is written in the same transaction.
import { type RawBuilder, sql } from 'kysely'
import { openCheckoutSeconds } from '../../domain/limits/open-checkouts.ts'
import type { Tx } from '../core/connect.ts'

/** Null while fewer than `max` rows are open, else the seconds until the oldest is a day old, at least 1. `rows` have a `created_at`. */
export async function secondsUntilFree(
  tx: Tx,
  rows: RawBuilder<unknown>,
  max: number,
): Promise<number | null> {
  const { rows: counted } = await sql<{ open: number; left: number | null }>`
    select count(*)::int as open,
      ceil(extract(epoch from min(created_at) - now()) + ${openCheckoutSeconds}::int)::int as left
    from (${rows}) as waiting`.execute(tx)
  const { open = 0, left = null } = counted[0] ?? {}
  return open < max ? null : Math.max(1, left ?? 1)
}
