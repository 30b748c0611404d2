// Credits whose payment was reversed: the credits that the account still has, and what was paid for them.
import { sql } from 'kysely'
import type { Tx } from '../core/connect.ts'
import { bookMovement } from '../money/ledger.ts'
import {
  type GivenFrom,
  holderOf,
  movementSubjectOf,
  type PurchaseReturn,
  type PurchaseRow,
  type TakenValue,
} from './purchase-return.ts'

/**
 * Takes as many credits as the returned part of the price bought, at most all that the account has. With them it takes what was paid for
 * the account's credits, at most the returned amount. When the last credit is taken, the remaining value is taken too and is treated as
 * spent.
 */
export async function withdrawCredits(
  tx: Tx,
  purchase: PurchaseRow,
  returned: PurchaseReturn,
): Promise<TakenValue> {
  const { credits: held, credit_value_cents: value } = await lockBalance(tx, purchase)
  const credits = Math.min(creditsOf(purchase, returned.cents), held)
  const cents = Math.min(returned.cents, value)
  const spent = credits === held ? value - cents : 0
  await change(tx, purchase, {
    kind: 'reversal',
    credits: -credits,
    valueCents: -cents - spent,
    returnId: returned.id,
  })
  const about = { ...movementSubjectOf(purchase, returned), debit: 'credits' } as const
  const shares = [
    { kind: 'credits_reversed', credit: holderOf(returned), cents },
    { kind: 'credits_used', credit: 'credits_used', cents: spent },
  ] as const
  for (const share of shares) {
    const source = `${share.kind}:${returned.booking}`
    if (share.cents > 0) await bookMovement(tx, { ...about, ...share, source })
  }
  return { cents, credits }
}

/** Returns the number of credits that the part of the price bought, rounded up. */
export const creditsOf = (
  { credits, amount_cents: price }: Pick<PurchaseRow, 'credits' | 'amount_cents'>,
  cents: number,
): number => Math.ceil(((credits ?? 0) * cents) / price)

/** Returns credits to the account. `from` is the ledger account that gives them, by default the one that holds their payment. */
export async function restoreCredits(
  tx: Tx,
  purchase: PurchaseRow,
  returned: Pick<PurchaseReturn, 'id' | 'kind'>,
  { cents, credits }: TakenValue,
  from: GivenFrom = {
    debit: holderOf(returned),
    source: `credits_reinstated:${returned.id}`,
  },
): Promise<void> {
  await change(tx, purchase, {
    kind: 'reinstatement',
    credits,
    valueCents: cents,
    returnId: returned.id,
  })
  if (cents === 0) return
  await bookMovement(tx, {
    ...movementSubjectOf(purchase, returned),
    ...from,
    kind: 'credits_reinstated',
    credit: 'credits',
    cents,
  })
}

export const lockBalance = (tx: Tx, { account_id }: PurchaseRow) =>
  tx
    .selectFrom('accounts')
    .select(['credits', 'credit_value_cents', 'closed_at'])
    .where('id', '=', account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type Change = {
  readonly kind: 'reversal' | 'reinstatement'
  readonly credits: number
  readonly valueCents: number
  readonly returnId: string
}

async function change(
  tx: Tx,
  { account_id }: PurchaseRow,
  { kind, credits, valueCents, returnId }: Change,
): Promise<void> {
  if (credits !== 0) {
    await tx
      .insertInto('credit_entries')
      .values({ account_id, kind, credits, return_id: returnId })
      .execute()
  }
  await tx
    .updateTable('accounts')
    .set({
      credits: sql`credits + ${credits}`,
      credit_value_cents: sql`credit_value_cents + ${valueCents}`,
    })
    .where('id', '=', account_id)
    .execute()
}
