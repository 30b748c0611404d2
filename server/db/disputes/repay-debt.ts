// Credits that come back to an account that owes money: a generation failed after their payment had gone back. They repay the debt.
import { sql, type Transaction } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import { bookMovement } from '../money/ledger.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>
type Returned = { readonly accountId: AccountId; readonly jobId: string }

/** The credits of the job, at the value that came back with them. A debt below that value takes all of them. */
export async function repayDebt(tx: Tx, { accountId, jobId }: Returned): Promise<void> {
  const debt = await tx
    .selectFrom('debts')
    .innerJoin('purchases', 'purchases.id', 'debts.purchase_id')
    .select(['debts.id', 'debts.return_id', 'debts.purchase_id', 'debts.left_cents'])
    .where('debts.account_id', '=', accountId)
    .where('purchases.kind', '=', 'credits')
    .where('debts.left_cents', '>', 0)
    .orderBy('debts.at')
    .forUpdate('debts')
    .executeTakeFirst()
  if (debt === undefined) return
  const entry = await tx
    .selectFrom('credit_entries')
    .innerJoin('money_movements', (join) =>
      join.on('source', '=', sql`'credit_entry:' || credit_entries.id`),
    )
    .select(['credit_entries.credits', 'money_movements.cents'])
    .where('job_id', '=', jobId)
    .where('credit_entries.kind', '=', 'refund')
    .executeTakeFirst()
  // Granted credits stay.
  if (entry === undefined) return
  const cents = Math.min(entry.cents, debt.left_cents)
  const { credits } = entry
  await tx
    .insertInto('credit_entries')
    .values({
      account_id: accountId,
      kind: 'reversal',
      credits: -credits,
      return_id: debt.return_id,
    })
    .execute()
  await tx
    .updateTable('accounts')
    .set({
      credits: sql`credits - ${credits}`,
      credit_value_cents: sql`credit_value_cents - ${cents}`,
    })
    .where('id', '=', accountId)
    .execute()
  await tx
    .updateTable('debts')
    .set({
      left_cents: sql`left_cents - ${cents}`,
      returned_cents: sql`returned_cents + ${cents}`,
      returned_credits: sql`returned_credits + ${credits}`,
      updated_at: sql`now()`,
    })
    .where('id', '=', debt.id)
    .execute()
  await bookMovement(tx, {
    kind: 'credits_reversed',
    debit: 'credits',
    credit: 'debts',
    cents,
    accountId,
    purchaseId: debt.purchase_id,
    source: `credits_reversed:${debt.id}:${jobId}`,
  })
}
