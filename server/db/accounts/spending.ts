// What an account's orders charge today, and its limits. An order of an account with a limit is written in a transaction that
// locks the account's row first and compares the sums afterwards, so that concurrent orders cannot exceed a limit together.
import { type RawBuilder, sql } from 'kysely'
import {
  limitExceededBy,
  type Spending,
  type SpendingLimits,
} from '../../domain/accounts/spending.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isChargeUnsettled } from '../core/unsettled.ts'

/** Whether spending limits apply to an order: without a card nothing is charged, and payments on a payment page are not limited. */
export const isLimitable = ({ payment }: Pick<NewOrder, 'payment'>): boolean =>
  payment.kind === 'charge'

/**
 * Writes an order with `insert`, within the limits that its account has at that moment. False when a limit is exceeded: the
 * caller rolls back. References to the account's row, which every insert of an order makes, do not wait for the lock; a change of the
 * limits does.
 */
export async function withinLimits(
  tx: Tx,
  order: NewOrder,
  insert: () => Promise<void>,
): Promise<boolean> {
  const { accountId, payment } = order
  if (payment.kind !== 'charge') {
    await insert()
    return true
  }
  const limits = await tx
    .selectFrom('accounts')
    .select(['daily_limit_cents', 'key_daily_limit_cents'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await insert()
  if (limits.daily_limit_cents === null && limits.key_daily_limit_cents === null) return true
  // The new order is among those that are summed up.
  const spending = await readSpending(tx, accountId)
  const { credential } = payment
  return limitExceededBy(spending, { credential, cents: 0 }) === null
}

/**
 * The row of the account, unless it was deleted or has a limit that applies, locked until the end of the transaction: a concurrent
 * change of the limits waits for the order that is written with it, or is seen here.
 */
export const withoutLimits = (
  accountId: RawBuilder<unknown>,
  limitable: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select id from accounts
  where id = ${accountId}
    and closed_at is null
    and (not ${limitable}::boolean or (daily_limit_cents is null and key_daily_limit_cents is null))
  for share`

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
        and (paid or ${isChargeUnsettled})
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
