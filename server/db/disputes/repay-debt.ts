// Uses the credits refunded for a failed generation to repay the account's debts for credits whose payment was reversed.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { Tx } from '../core/connect.ts'
import { bookMovement } from '../money/ledger.ts'

type Returned = { readonly accountId: AccountId; readonly jobId: GenerationJobId }
/** Credits and the amount paid for them. */
type Value = { readonly credits: number; readonly cents: number }

/** Takes as many of the job's credits as the debts need, the oldest debt first, at the value with which they returned. */
export async function repayDebt(tx: Tx, returned: Returned): Promise<void> {
  const debts = await lockDebts(tx, returned)
  if (debts.length === 0) return
  // Granted credits have no value and stay with the account.
  let left = (await readValue(tx, returned)) ?? { credits: 0, cents: 0 }
  for (const debt of debts) {
    if (left.cents === 0) return
    const taken = takenBy(debt.left_cents, left)
    await take(tx, debt, { ...returned, ...taken })
    left = { credits: left.credits - taken.credits, cents: left.cents - taken.cents }
  }
}

/** Computes the value taken, in whole credits. The account keeps the value that the debt does not need. */
function takenBy(owedCents: number, { credits, cents }: Value): Value {
  const taken = Math.min(cents, owedCents)
  return { credits: Math.ceil((credits * taken) / cents), cents: taken }
}

const lockDebts = (tx: Tx, { accountId }: Returned) =>
  tx
    .selectFrom('debts')
    .innerJoin('purchases', 'purchases.id', 'debts.purchase_id')
    .select(['debts.id', 'debts.return_id', 'debts.purchase_id', 'debts.left_cents'])
    .where('debts.account_id', '=', accountId)
    .where('purchases.kind', '=', 'credits')
    .where('debts.left_cents', '>', 0)
    .orderBy('debts.at')
    .forUpdate('debts')
    .execute()

type Debt = Awaited<ReturnType<typeof lockDebts>>[number]

const readValue = (tx: Tx, { jobId }: Returned): Promise<Value | undefined> =>
  tx
    .selectFrom('credit_entries')
    .innerJoin('money_movements', (join) =>
      join.on('source', '=', sql`'credit_entry:' || credit_entries.id`),
    )
    .select(['credit_entries.credits', 'money_movements.cents'])
    .where('job_id', '=', jobId)
    .where('credit_entries.kind', '=', 'refund')
    .executeTakeFirst()

async function take(
  tx: Tx,
  debt: Debt,
  { accountId, jobId, credits, cents }: Returned & Value,
): Promise<void> {
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
