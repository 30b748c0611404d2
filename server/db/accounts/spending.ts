// What an account's orders of today charge, and its limits. An order that counts against a limit is written in a transaction that
// locks the account's row first and compares the sums afterwards, so that concurrent orders cannot exceed a limit together.
import { sql, type Transaction } from 'kysely'
import {
  limitExceededBy,
  type Spending,
  type SpendingLimits,
} from '../../domain/accounts/spending.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>

/** Thrown to roll back an order that exceeds a limit. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
}

/** Writes an order with `insert`, within the limits of its account. Throws LimitExceeded. */
export async function withinLimits(
  tx: Tx,
  { accountId, chargedBy, chargeState }: NewOrder,
  insert: () => Promise<void>,
): Promise<void> {
  // Without a card nothing is charged.
  if (chargedBy === null || !chargedBy.hasLimit || chargeState === 'none') return await insert()
  // References to the row, which every insert of an order makes, do not wait for this lock.
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await insert()
  // The new order is among those that are summed up.
  const spending = await readSpending(tx, accountId)
  const { credential } = chargedBy
  if (limitExceededBy(spending, { credential, cents: 0 }) !== null) throw new LimitExceeded()
}

const today = sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`

/** Days are those of UTC, and an order belongs to the day on which it was written. */
export async function readSpending(db: Db | Tx, accountId: AccountId): Promise<Spending> {
  const { rows } = await sql<{
    account_limit: number | null
    key_limit: number | null
    spent: string
    spent_by_key: string
    resets_at: Date
  }>`
    select daily_limit_cents as account_limit, key_daily_limit_cents as key_limit,
      coalesce(sum(cents), 0) as spent,
      coalesce(sum(cents) filter (where credential = 'api_key'), 0) as spent_by_key,
      ${today} + interval '1 day' as resets_at
    from accounts left join lateral (
      select credential, total_cents - refunded_cents as cents from orders
      where account_id = accounts.id and source <> 'web' and created_at >= ${today}
        and (paid or charge_state in ('started', 'unknown'))
    ) as charged on true
    where accounts.id = ${accountId}
    group by accounts.id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an account without a row')
  return {
    limits: { accountCents: row.account_limit, apiKeyCents: row.key_limit },
    accountCents: Number(row.spent),
    apiKeyCents: Number(row.spent_by_key),
    resetsAt: row.resets_at,
  }
}

export async function setSpendingLimits(
  db: Db,
  accountId: AccountId,
  { accountCents, apiKeyCents }: SpendingLimits,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ daily_limit_cents: accountCents, key_daily_limit_cents: apiKeyCents })
    .where('id', '=', accountId)
    .execute()
}
