// The budget for calls to the card processor: token buckets shared by all processes, on the database's clock.

import { sql } from 'kysely'
import { fullBudgetHours } from '../../domain/base/time/retention.ts'
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

/**
 * Takes `calls` calls for the purpose. Returns false when that would use the part reserved for other purposes. `isList` is true for calls
 * to the list endpoints.
 */
export type TakeCalls = (purpose: CallPurpose, calls: number, isList: boolean) => Promise<boolean>

const accountBuckets = 'account:'

/**
 * Creates the budget. A call takes from each of its buckets: its account's bucket, the one for lists, and the one for all calls. A call
 * that a later bucket rejects stays deducted from the earlier ones.
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
 * Refills the bucket up to now and takes from it, unless less than the reserved part would remain, in one statement. The table is
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

/** Deletes the buckets of accounts that are full again. Safe to run at any time, because a missing bucket is treated as full. */
export async function sweepCallBudgets(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('call_budgets')
    .where('name', 'like', `${accountBuckets}%`)
    .where('filled_at', '<', sql<Date>`now() - make_interval(hours => ${fullBudgetHours})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
