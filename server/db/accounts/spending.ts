// The charges of an account's orders today, and its limits. The transaction that writes an order of an account with a limit first locks
// the account's row and compares the sums afterwards, so that concurrent orders cannot exceed a limit together.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { limitExceededBy } from '../../domain/accounts/spending.ts'
import type { Spending, SpendingLimits } from '../../domain/accounts/spending-limits.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { isChargeUnsettled } from '../core/values/unsettled.ts'

/** Whether spending limits apply to an order. Orders without a card charge nothing, and payments on a payment page are not limited. */
export const isLimitable = ({ payment }: Pick<NewOrder, 'payment'>): boolean =>
  payment.kind === 'charge'

/**
 * Writes an order with `insert`, within the account's current limits. Returns false when a limit is exceeded; the caller then rolls back.
 * The insert of an order references the account's row and does not wait for the lock; a change of the limits does.
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
  // The sum already includes the new order.
  const spending = await readSpending(tx, accountId)
  const { credential } = payment
  return limitExceededBy(spending, { credential, cents: 0 }) === null
}

/**
 * Selects and locks the account's row until the end of the transaction, unless the account was deleted or has a limit that applies. A
 * concurrent change of the limits either waits for this order or is visible here.
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

const spendingRow = v.object({
  account_limit: v.nullable(wholeNumber),
  key_limit: v.nullable(wholeNumber),
  spent: wholeNumber,
  spent_by_key: wholeNumber,
  resets_at: v.date(),
})

/** Sums up the orders written today, in UTC. */
export async function readSpending(db: Db | Tx, accountId: AccountId): Promise<Spending> {
  const [row] = await readRows(
    db,
    spendingRow,
    sql`
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
    group by accounts.id`,
  )
  if (row === undefined) throw new Error('The account has no row.')
  return {
    limits: { accountCents: row.account_limit, apiKeyCents: row.key_limit },
    accountCents: row.spent,
    apiKeyCents: row.spent_by_key,
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
