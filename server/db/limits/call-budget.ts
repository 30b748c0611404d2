// The budget for calls to the card processor: one token bucket for all processes, on the database's clock.
import { sql } from 'kysely'
import { burstSeconds, reservedPart } from '../../domain/limits/processor-calls.ts'
import type { CallShare } from '../../domain/payments/ports.ts'
import type { Db } from '../core/connect.ts'

/** Takes that many calls for the share; false when that would use what is reserved for others. */
export type TakeCalls = (share: CallShare, calls: number) => Promise<boolean>

/**
 * One statement: it refills the bucket up to now and takes from it. The table is unlogged, so after a crash of the database the
 * bucket is full.
 */
export function createCallBudget(db: Db, { perSecond }: { perSecond: number }): TakeCalls {
  const maxTokens = perSecond * burstSeconds
  const filled = sql`least(${maxTokens}::float8, budget.tokens
    + greatest(0, extract(epoch from now() - budget.filled_at)::float8) * ${perSecond}::float8)`
  return async (share, calls) => {
    const { rows } = await sql`
      insert into call_budgets as budget (name, tokens, filled_at)
      values ('processor', ${maxTokens - calls}, now())
      on conflict (name) do update set
        tokens = ${filled} - ${calls}::float8,
        filled_at = greatest(budget.filled_at, now())
      where ${filled} - ${calls}::float8 >= ${maxTokens * reservedPart[share]}::float8
      returning 1`.execute(db)
    return rows.length === 1
  }
}
