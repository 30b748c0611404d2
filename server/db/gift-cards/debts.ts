// Debts of accounts for gift cards and credits whose payment was reversed.
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Debts } from '../../domain/gift-cards/debt.ts'
import type { Db } from '../core/connect.ts'

export const createDebts = (db: Db): Debts => ({ owedBy: (accountId) => owedBy(db, accountId) })

/** Returns the cents that the account owes. `db` may be a transaction. */
export async function owedBy(db: Db, accountId: AccountId): Promise<number> {
  const { cents } = await db
    .selectFrom('debts')
    .select(sql<number>`coalesce(sum(left_cents), 0)::int`.as('cents'))
    .where('account_id', '=', accountId)
    .where('left_cents', '>', 0)
    .executeTakeFirstOrThrow()
  return cents
}
