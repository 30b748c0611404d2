// Credits: the balance of an account, and the ledger of its changes. Both are written in one transaction, for one job.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { ChargeResult, Credits } from '../../domain/generation/run/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { repayDebt } from '../disputes/repay-debt.ts'
import { owedBy } from '../gift-cards/debts.ts'

export function createCredits(db: Db): Credits {
  return {
    read: async (accountId) => {
      const row = await readBalance(db, accountId)
      return row?.credits ?? 0
    },
  }
}

type Entry = {
  readonly accountId: AccountId
  readonly jobId: GenerationJobId
  readonly credits: number
}

/**
 * Takes credits, or returns the current balance or debt when they do not suffice. Concurrent charges wait for the account's row, so
 * together they cannot make the balance negative. A second charge of the same job violates the ledger's unique constraint.
 */
export async function takeCredits(
  tx: Tx,
  { accountId, jobId, credits }: Entry,
): Promise<Exclude<ChargeResult, { kind: 'lease_lost' }>> {
  const row = await tx
    .updateTable('accounts')
    .set({ credits: sql<number>`credits - ${credits}` })
    .where('id', '=', accountId)
    .where('credits', '>=', credits)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('debts')
            .select('id')
            .whereRef('debts.account_id', '=', 'accounts.id')
            .where('left_cents', '>', 0),
        ),
      ),
    )
    .returning('credits')
    .executeTakeFirst()
  if (row === undefined) {
    const owedCents = await owedBy(tx, accountId)
    if (owedCents > 0) return { kind: 'in_debt', owedCents }
    const balance = await readBalance(tx, accountId)
    return { kind: 'insufficient', available: balance?.credits ?? 0 }
  }
  await addEntry(tx, { accountId, jobId, kind: 'charge', credits: -credits })
  return { kind: 'charged' }
}

/** Refunds what a job was charged. A second refund of the same job violates the ledger's unique constraint. */
export async function refundCredits(tx: Tx, { accountId, jobId, credits }: Entry): Promise<void> {
  await addEntry(tx, { accountId, jobId, kind: 'refund', credits })
  await tx
    .updateTable('accounts')
    .set({ credits: sql<number>`credits + ${credits}` })
    .where('id', '=', accountId)
    .execute()
  await repayDebt(tx, { accountId, jobId })
}

async function addEntry(tx: Tx, entry: Entry & { kind: 'charge' | 'refund' }): Promise<void> {
  const { accountId, jobId, kind, credits } = entry
  await tx
    .insertInto('credit_entries')
    .values({ account_id: accountId, job_id: jobId, kind, credits })
    .execute()
}

function readBalance(db: Db, accountId: AccountId) {
  return db.selectFrom('accounts').select('credits').where('id', '=', accountId).executeTakeFirst()
}
