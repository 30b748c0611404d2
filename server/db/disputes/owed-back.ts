// Payments of buyers on debts whose purchase's payment came back later. The shop owes these payments until they are refunded, credited, or
// set off against another debt of the same purchase.
import { type Selectable, sql } from 'kysely'
import type { DebtRepayment } from '../../domain/operators/purchase-desk.ts'
import type { Tx } from '../core/connect.ts'
import { bookNew } from '../money/ledger.ts'
import type { DebtsTable } from '../schema/disputes.ts'
import { movementSubjectOf, type PurchaseRow } from './purchase-return.ts'
import { creditsOf, lockBalance, restoreCredits } from './returned-credits.ts'
import { lockCard, restoreToCard } from './returned-gift-card.ts'

/** Amount owed to the buyer for a row of `debts`, in cents. */
export const owedBackCents = sql<number>`(case when exists (
    select from purchase_returns where purchase_returns.id = debts.return_id and purchase_returns.reinstated_at is not null)
  then debts.settled_cents - debts.paid_back_cents else 0 end)`

const debtsOfAccounts = sql`debts join accounts on accounts.id = account_id`

/** The rest of a query on debts that are not paid in full, after `from`. The columns of `accounts` are of the buyer. */
export const openDebts = sql`${debtsOfAccounts} where left_cents > 0`

/** The rest of a query on debts for which the shop owes money to the buyer, after `from`. */
export const debtsOwedBack = sql`${debtsOfAccounts} where settled_cents > paid_back_cents and ${owedBackCents} > 0`

/**
 * Uses what the shop owes the purchase's buyer to pay a new debt of at most `cents`. Returns the amount used. Both are in the same
 * account.
 */
export async function setOffPaidBack(
  tx: Tx,
  { id: purchaseId }: PurchaseRow,
  cents: number,
): Promise<number> {
  const owed = await tx
    .selectFrom('debts')
    .select(['id', owedBackCents.as('cents')])
    .where('purchase_id', '=', purchaseId)
    .whereRef('settled_cents', '>', 'paid_back_cents')
    .orderBy('at')
    .forUpdate()
    .execute()
  let left = cents
  for (const { id, cents: back } of owed) {
    const used = Math.min(left, back)
    if (used === 0) continue
    await addPaidBack(tx, id, used)
    left -= used
  }
  return cents - left
}

const addPaidBack = (tx: Tx, id: string, cents: number) =>
  tx
    .updateTable('debts')
    .set({ paid_back_cents: sql`paid_back_cents + ${cents}`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Pays back everything that is owed for the debt. */
export async function payBack(
  tx: Tx,
  { id, how, by, note }: DebtRepayment,
): Promise<'done' | 'not_found' | 'not_creditable'> {
  const purchase = await tx
    .selectFrom('purchases')
    .innerJoin('debts', 'debts.purchase_id', 'purchases.id')
    .selectAll('purchases')
    .where('debts.id', '=', id)
    .executeTakeFirst()
  if (purchase === undefined) return 'not_found'
  // Locked before the debt, in the same order as in a review of the payment.
  const isCreditable = await lockHolder(tx, purchase)
  const debt = await tx
    .selectFrom('debts')
    .innerJoin('purchase_returns', 'purchase_returns.id', 'debts.return_id')
    .selectAll('debts')
    .select(['purchase_returns.kind', owedBackCents.as('owedBack')])
    .where('debts.id', '=', id)
    .forUpdate('debts')
    .executeTakeFirstOrThrow()
  if (debt.owedBack === 0) return 'not_found'
  if (how === 'credited' && !isCreditable) return 'not_creditable'
  await addPaidBack(tx, id, debt.owedBack)
  await tx
    .updateTable('debts')
    .set({ closed_by: by, note: sql`concat_ws(' ', note, ${note}::text)` })
    .where('id', '=', id)
    .execute()
  await bookPayBack(tx, purchase, debt, how)
  return 'done'
}

/** Locks the holder. Returns whether value can be added: the card is not void, or the account was not deleted. */
async function lockHolder(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  if (purchase.kind === 'gift_card') return (await lockCard(tx, purchase)).voided_at === null
  return (await lockBalance(tx, purchase)).closed_at === null
}

async function bookPayBack(
  tx: Tx,
  purchase: PurchaseRow,
  debt: Selectable<DebtsTable> & { kind: 'refund' | 'dispute'; owedBack: number },
  how: 'paid_back' | 'credited',
): Promise<void> {
  const returned = { id: debt.return_id, kind: debt.kind }
  // A debt may be paid, paid back, and then paid and paid back again.
  const again = debt.paid_back_cents === 0 ? '' : `:${debt.paid_back_cents}`
  const source = `debt_settled:${debt.id}:back${again}`
  const from = { debit: 'debts', source } as const
  const cents = debt.owedBack
  if (how === 'paid_back') {
    const about = movementSubjectOf(purchase, returned)
    await bookNew(tx, { ...about, ...from, kind: 'debt_settled', credit: 'bank', cents })
  } else if (purchase.kind === 'gift_card') {
    await restoreToCard(tx, purchase, returned, { cents, credits: 0 }, from)
  } else {
    const credits = creditsOf(purchase, cents)
    await restoreCredits(tx, purchase, returned, { cents, credits }, from)
  }
}
