// The budget for calls to the card processor: token buckets for all processes, on the database's clock.
import { sql } from 'kysely'
import {
  accountBurstSeconds,
  accountPart,
  burstSeconds,
  listPart,
  minAccountBurst,
  reservedPart,
} from '../../domain/limits/processor-calls.ts'
import { type CallPurpose, shareOf } from '../../domain/payments/ports.ts'
import type { Db } from '../core/connect.ts'

/** Takes that many calls for the purpose; false when that would use what is reserved for others. `isList`: of the list endpoints. */
export type TakeCalls = (purpose: CallPurpose, calls: number, isList: boolean) => Promise<boolean>

const accountBuckets = 'account:'

/**
 * A call takes from each bucket that it counts in: its account's, that of lists, and that of all calls. A call that a later bucket
 * refuses stays deducted from the earlier ones.
 */
export function createCallBudget(db: Db, { perSecond }: { perSecond: number }): TakeCalls {
  const all = { name: 'processor', perSecond, maxTokens: perSecond * burstSeconds }
  const lists = {
    name: 'processor-lists',
    perSecond: perSecond * listPart,
    maxTokens: perSecond * listPart * burstSeconds,
  }
  const perAccount = perSecond * accountPart
  const maxOfAccount = Math.max(minAccountBurst, perAccount * accountBurstSeconds)
  return async (purpose, calls, isList) => {
    if (typeof purpose !== 'string') {
      const name = accountBuckets + purpose.accountId
      const own = { name, perSecond: perAccount, maxTokens: maxOfAccount }
      if (!(await take(db, own, calls, 0))) return false
    }
    const reserved = reservedPart[shareOf(purpose)]
    if (isList && !(await take(db, lists, calls, reserved))) return false
    return await take(db, all, calls, reserved)
  }
}

type Bucket = {
  readonly name: string
  readonly perSecond: number
  readonly maxTokens: number
}

/**
 * One statement: it refills the bucket up to now and takes from it, unless less than the reserved part would be left. The table is
 * unlogged, so after a crash of the database the buckets are full.
 */
async function take(
  db: Db,
  { name, perSecond, maxTokens }: Bucket,
  calls: number,
  reserved: number,
): Promise<boolean> {
  const filled = sql`least(${maxTokens}::float8, budget.tokens
    + greatest(0, extract(epoch from now() - budget.filled_at)::float8) * ${perSecond}::float8)`
  const { rows } = await sql`
    insert into call_budgets as budget (name, tokens, filled_at)
    values (${name}, ${maxTokens - calls}, now())
    on conflict (name) do update set
      tokens = ${filled} - ${calls}::float8,
      filled_at = greatest(budget.filled_at, now())
    where ${filled} - ${calls}::float8 >= ${maxTokens * reserved}::float8
    returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes the buckets of accounts that are full again. Safe to run at any time: a missing bucket is a full one. */
export async function sweepCallBudgets(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('call_budgets')
    .where('name', 'like', `${accountBuckets}%`)
    .where('filled_at', '<', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
