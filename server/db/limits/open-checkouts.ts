// Counts an account's rows that wait for payment, before the same transaction writes another one.
import { type RawBuilder, sql } from 'kysely'
import { openCheckoutSeconds } from '../../domain/limits/open-checkouts.ts'
import type { Tx } from '../core/connect.ts'

/**
 * Returns null while fewer than `max` rows are open. Otherwise returns the seconds until the oldest is a day old, at least 1. `rows` must
 * have a `created_at`.
 */
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
