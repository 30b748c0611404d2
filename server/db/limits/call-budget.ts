// The budget for calls to the card processor: one token bucket for all processes. The clock is the database's.
import { sql } from 'kysely'
import { burstSeconds, reservedPart } from '../../domain/limits/processor-calls.ts'
import type { CallShare } from '../../domain/payments/ports.ts'
import type { Db } from '../core/connect.ts'

/** Takes so many calls at once for the share; false when that would touch what is reserved for others. */
export type TakeCalls = (share: CallShare, calls: number) => Promise<boolean>

/**
 * One statement: it fills the bucket up to now and takes from it. The table is unlogged, so a crash of the database begins
 * with a full bucket.
 */
export function createCallBudget(db: Db, { perSecond }: { perSecond: number }): TakeCalls {
  const most = perSecond * burstSeconds
  const filled = sql`least(${most}::float8, budget.tokens
    + greatest(0, extract(epoch from now() - budget.filled_at)::float8) * ${perSecond}::float8)`
  return async (share, calls) => {
    const { rows } = await sql`
      insert into call_budgets as budget (name, tokens, filled_at)
      values ('processor', ${most - calls}, now())
      on conflict (name) do update set
        tokens = ${filled} - ${calls}::float8,
        filled_at = greatest(budget.filled_at, now())
      where ${filled} - ${calls}::float8 >= ${most * reservedPart[share]}::float8
      returning 1`.execute(db)
    return rows.length === 1
  }
}
