// The lock of an account under which its orders and purchases are counted and written.
import type { Transaction } from 'kysely'
import { AccountClosed } from '../../domain/accounts/ports.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Database } from '../schema/database.ts'

/**
 * Held until the end of the transaction, so that concurrent ones run one after the other. References to the row do not wait; the deletion
 * of the account does, and rows that it deletes must not be locked earlier. Throws AccountClosed after a deletion.
 */
export async function lockAccount(tx: Transaction<Database>, accountId: AccountId): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account === undefined) throw new AccountClosed()
}
