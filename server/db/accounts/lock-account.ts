// Locks an account while its orders and purchases are counted and written.

import { AccountClosed } from '../../domain/accounts/ports.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Tx } from '../core/connect.ts'

/**
 * Locks the account's row until the end of the transaction, so that concurrent transactions run one after another. References to the row
 * do not wait, but the deletion of the account does. Callers must not lock rows that the deletion removes before they take this lock.
 * Throws AccountClosed after a deletion.
 */
export async function lockAccount(tx: Tx, accountId: AccountId): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account === undefined) throw new AccountClosed()
}
