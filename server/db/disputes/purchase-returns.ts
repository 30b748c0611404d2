// A gift card or credits whose payment went back: what is not spent is taken back at once, and the rest is a debt of the buyer. When the
// payment comes back, because a dispute was won or the bank returned the refund, so does what was taken.
import { type Selectable, sql } from 'kysely'
import type { NewMovement } from '../../domain/money/movement.ts'
import type { Finding, Reviewed } from '../../domain/orders/disputes/ports.ts'
import { settlePurchaseRefund } from '../gift-cards/purchase-refunds.ts'
import { bookMovement } from '../money/ledger.ts'
import type { PurchaseReturnsTable } from '../schema/disputes.ts'
import type { Applying } from './applying.ts'
import { settleLoss, withdrawnOf } from './dispute-losses.ts'
import {
  aboutOf,
  holderOf,
  type PurchaseReturn,
  type PurchaseRow,
  type Tx,
} from './purchase-return.ts'
import { giveBackCredits, lockBalance, takeCreditsBack } from './returned-credits.ts'
import { giveBackToCard, lockCard, takeFromCard } from './returned-gift-card.ts'

type ReturnRow = Selectable<PurchaseReturnsTable>

type Applied = Pick<Reviewed, 'isComplete' | 'outcomes'> & { readonly findings: readonly Finding[] }

export async function applyToPurchase(
  { tx, returns }: Applying,
  purchaseId: string,
): Promise<Applied> {
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const findings: Finding[] = []
  let isComplete = true
  for (const { processorRefundId: id, refundId, amountCents, outcome } of returns.refunds) {
    if (refundId !== null) await settlePurchaseRefund(tx, refundId, outcome)
    if (outcome.kind === 'succeeded') {
      if (await takeBack(tx, purchase, { id, kind: 'refund', cents: amountCents })) {
        findings.push({ kind: 'refund', id, amountCents, of: 'purchase' })
      }
    } else if (outcome.kind === 'failed') {
      await giveBack(tx, purchase, id)
    } else {
      isComplete = false
    }
  }
  for (const dispute of returns.disputes) {
    const cents = withdrawnOf(dispute)
    if (cents > 0) await takeBack(tx, purchase, { id: dispute.id, kind: 'dispute', cents })
    else await giveBack(tx, purchase, dispute.id)
    const covered = (await listReturns(tx, purchaseId))
      .filter(({ id, reinstated_at }) => id === dispute.id && reinstated_at === null)
      .reduce((sum, each) => sum + each.cents, 0)
    await settleLoss(tx, dispute, { orderId: null, purchaseId }, covered)
  }
  return { isComplete, outcomes: [], findings }
}

/** At most what is left of the price. False when it was taken back before, or nothing is left. */
async function takeBack(tx: Tx, purchase: PurchaseRow, asked: PurchaseReturn): Promise<boolean> {
  const earlier = await listReturns(tx, purchase.id)
  if (earlier.some(({ id }) => id === asked.id)) return false
  const gone = earlier
    .filter(({ reinstated_at }) => reinstated_at === null)
    .reduce((sum, { cents }) => sum + cents, 0)
  const cents = Math.min(asked.cents, purchase.amount_cents - gone)
  if (cents <= 0) return false
  const taking = { ...asked, cents }
  await tx
    .insertInto('purchase_returns')
    .values({
      ...taking,
      purchase_id: purchase.id,
      account_id: purchase.account_id,
      taken_cents: 0,
    })
    .execute()
  const taken =
    purchase.kind === 'credits'
      ? await takeCreditsBack(tx, purchase, taking)
      : await takeFromCard(tx, purchase, taking)
  await tx
    .updateTable('purchase_returns')
    .set({ taken_cents: taken.cents, taken_credits: taken.credits })
    .where('id', '=', asked.id)
    .execute()
  if (taken.cents < cents) await owe(tx, purchase, taking, cents - taken.cents)
  return true
}

const listReturns = (tx: Tx, purchaseId: string): Promise<ReturnRow[]> =>
  tx
    .selectFrom('purchase_returns')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('at')
    .execute()

async function owe(
  tx: Tx,
  purchase: PurchaseRow,
  returned: PurchaseReturn,
  cents: number,
): Promise<void> {
  await tx
    .insertInto('debts')
    .values({
      return_id: returned.id,
      purchase_id: purchase.id,
      account_id: purchase.account_id,
      cents,
      left_cents: cents,
    })
    .execute()
  await bookMovement(tx, {
    ...aboutOf(purchase, returned),
    kind: 'debt',
    debit: 'debts',
    credit: holderOf(returned),
    cents,
    source: `debt:${returned.id}`,
  })
}

/** Once. The buyer owes nothing any more for it; what was paid of the debt meanwhile is owed to the buyer. */
async function giveBack(tx: Tx, purchase: PurchaseRow, returnId: string): Promise<void> {
  const returned = await tx
    .updateTable('purchase_returns')
    .set({ reinstated_at: sql`now()` })
    .where('id', '=', returnId)
    .where('reinstated_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (returned === undefined) return
  // Before the debt: what comes back to either repays a debt.
  if (purchase.kind === 'credits') await lockBalance(tx, purchase)
  else await lockCard(tx, purchase)
  const debt = await tx
    .updateTable('debts')
    .set({
      reinstated_cents: sql`reinstated_cents + left_cents`,
      left_cents: 0,
      updated_at: sql`now()`,
    })
    .where('return_id', '=', returnId)
    .returningAll()
    .executeTakeFirst()
  const about = aboutOf(purchase, returned)
  const owed =
    debt === undefined ? 0 : debt.reinstated_cents + debt.settled_cents + debt.written_off_cents
  const movements: NewMovement[] = [
    {
      ...about,
      kind: 'debt_reinstated',
      debit: holderOf(returned),
      credit: 'debts',
      cents: owed,
      source: `debt_reinstated:${returnId}`,
    },
    {
      ...about,
      kind: 'debt_written_off',
      debit: 'debts',
      credit: 'losses',
      cents: debt?.written_off_cents ?? 0,
      source: `debt_written_off:${returnId}:back`,
    },
  ]
  for (const movement of movements) if (movement.cents > 0) await bookMovement(tx, movement)
  const given = {
    cents: returned.taken_cents + (debt?.returned_cents ?? 0),
    credits: returned.taken_credits + (debt?.returned_credits ?? 0),
  }
  if (given.cents + given.credits === 0) return
  if (purchase.kind === 'credits') await giveBackCredits(tx, purchase, returned, given)
  else await giveBackToCard(tx, purchase, returned, given)
}
