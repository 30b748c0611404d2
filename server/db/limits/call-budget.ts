// The budget for calls to the card processor: token buckets for all processes, on the database's clock.
import { sql } from 'kysely'
import { burstSeconds, listPart, reservedPart } from '../../domain/limits/processor-calls.ts'
import type { CallShare } from '../../domain/payments/ports.ts'
import type { Db } from '../core/connect.ts'

/** Takes that many calls for the share; false when that would use what is reserved for others. `isList`: of the list endpoints. */
export type TakeCalls = (share: CallShare, calls: number, isList: boolean) => Promise<boolean>

/** A list call takes from its own bucket and from that of all calls. One that only the second refuses is lost to the first. */
export function createCallBudget(db: Db, { perSecond }: { perSecond: number }): TakeCalls {
  const takeCall = createBucket(db, 'processor', perSecond)
  const takeList = createBucket(db, 'processor-lists', perSecond * listPart)
  return async (share, calls, isList) =>
    (!isList || (await takeList(share, calls))) && (await takeCall(share, calls))
}

/**
 * One statement: it refills the bucket up to now and takes from it. The table is unlogged, so after a crash of the database the
 * bucket is full.
 */
function createBucket(db: Db, name: string, perSecond: number) {
  const maxTokens = perSecond * burstSeconds
  const filled = sql`least(${maxTokens}::float8, budget.tokens
    + greatest(0, extract(epoch from now() - budget.filled_at)::float8) * ${perSecond}::float8)`
  return async (share: CallShare, calls: number): Promise<boolean> => {
    const { rows } = await sql`
      insert into call_budgets as budget (name, tokens, filled_at)
      values (${name}, ${maxTokens - calls}, now())
      on conflict (name) do update set
        tokens = ${filled} - ${calls}::float8,
        filled_at = greatest(budget.filled_at, now())
      where ${filled} - ${calls}::float8 >= ${maxTokens * reservedPart[share]}::float8
      returning 1`.execute(db)
    return rows.length === 1
  }
}
