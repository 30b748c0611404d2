// A gift card or credits whose payment was reversed. The unspent value is withdrawn immediately, and the rest is a debt of the buyer.
// When the payment comes back, because a dispute was won or the bank returned the refund, the withdrawn value is restored. A dispute
// that takes the payment again, because the bank changed its decision, has another row.

import { type Selectable, sql } from 'kysely'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { NewMovement } from '../../domain/money/movement.ts'
import { withdrawnOf } from '../../domain/orders/disputes/dispute-movements.ts'
import type { PaymentFinding, ReviewOutcome } from '../../domain/orders/reversals/dispute-ports.ts'
import type { Tx } from '../core/connect.ts'
import { settlePurchaseRefund } from '../gift-cards/purchase-refunds.ts'
import { bookMovement } from '../money/ledger.ts'
import type { PurchaseReturnsTable } from '../schema/disputes.ts'
import { settleLoss } from './dispute-losses.ts'
import { explainGiftHolds, holdGiftOrders, lockGiftOrders } from './hold-gift-orders.ts'
import { setOffPaidBack } from './owed-back.ts'
import {
  holderOf,
  movementSubjectOf,
  type PurchaseReturn,
  type PurchaseRow,
  processorIdOf,
  returnedBy,
  returnIdOf,
} from './purchase-return.ts'
import { lockBalance, restoreCredits, withdrawCredits } from './returned-credits.ts'
import { restoreToCard, withdrawFromCard } from './returned-gift-card.ts'
import type { ReviewContext } from './review-context.ts'

type ReturnRow = Selectable<PurchaseReturnsTable>

type Applied = Pick<ReviewOutcome, 'isComplete' | 'outcomes'> & {
  readonly findings: readonly PaymentFinding[]
}

export async function applyToPurchase(
  applying: ReviewContext,
  purchaseId: PurchaseId,
): Promise<Applied> {
  const { tx, returns } = applying
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const findings: PaymentFinding[] = []
  let isComplete = true
  // Payments that came back are handled first: they leave more for later withdrawals.
  for (const dispute of returns.disputes) {
    if (withdrawnOf(dispute) === 0) await restoreWithdrawn(applying, purchase, dispute.id)
  }
  for (const { processorRefundId: id, refundId, outcome } of returns.refunds) {
    if (refundId !== null) await settlePurchaseRefund(tx, refundId, outcome)
    if (outcome.kind === 'failed') await restoreWithdrawn(applying, purchase, id)
    else if (outcome.kind !== 'succeeded') isComplete = false
  }
  for (const { processorRefundId: id, amountCents: cents, outcome } of returns.refunds) {
    if (outcome.kind !== 'succeeded') continue
    await restoreDisputedFirst(applying, purchase, { id, cents })
    if (await withdrawReturned(applying, purchase, { id, kind: 'refund', cents })) {
      findings.push({ kind: 'refund', id, amountCents: cents, of: 'purchase' })
    }
  }
  for (const dispute of returns.disputes) {
    const cents = withdrawnOf(dispute)
    if (cents > 0) {
      await withdrawReturned(applying, purchase, { id: dispute.id, kind: 'dispute', cents })
    }
    const covered = (await listReturns(tx, purchaseId))
      .filter((row) => processorIdOf(row.id) === dispute.id && isInForce(row))
      .reduce((sum, each) => sum + each.cents, 0)
    await settleLoss(applying, dispute, covered)
  }
  return { isComplete, outcomes: [], findings }
}

/** Whether the payment has not come back. */
const isInForce = ({ reinstated_at: at }: ReturnRow): boolean => at === null

/**
 * Makes room for a refund that exceeds the remaining amount. Such a refund was made between two decisions of a bank, because the processor
 * refunds nothing of a lost dispute. The dispute's amount is restored first; the dispute then takes what the refund leaves.
 */
async function restoreDisputedFirst(
  applying: ReviewContext,
  purchase: PurchaseRow,
  { id, cents }: Pick<ReturnRequest, 'id' | 'cents'>,
): Promise<void> {
  const returns = await listReturns(applying.tx, purchase.id)
  if (returns.some((row) => processorIdOf(row.id) === id)) return
  const inForce = returns.filter(isInForce)
  if (inForce.reduce((sum, row) => sum + row.cents, cents) <= purchase.amount_cents) return
  for (const row of inForce) {
    if (row.kind === 'dispute') await restoreWithdrawn(applying, purchase, processorIdOf(row.id))
  }
}

/** `id` is the processor's. */
type ReturnRequest = Pick<PurchaseReturn, 'id' | 'kind' | 'cents'>

/**
 * Withdraws value, at most the rest of the price. Returns false when all of it was withdrawn before. For a dispute, more is withdrawn when
 * the bank returns a refund that was subtracted before, and everything again when its payment had come back.
 */
async function withdrawReturned(
  applying: ReviewContext,
  purchase: PurchaseRow,
  { id: processorId, kind, cents: asked }: ReturnRequest,
): Promise<boolean> {
  const { tx } = applying
  const returns = await listReturns(tx, purchase.id)
  const earlier = returns.filter((row) => processorIdOf(row.id) === processorId)
  if (earlier.length > 0 && kind === 'refund') return false
  const before = earlier.find(isInForce)
  const inForce = returns
    .filter((row) => row !== before && isInForce(row))
    .reduce((sum, { cents }) => sum + cents, 0)
  const more = Math.min(asked, purchase.amount_cents - inForce) - (before?.cents ?? 0)
  if (more <= 0) return false
  const orders = purchase.kind === 'gift_card' ? await lockGiftOrders(tx, purchase) : []
  const id = before?.id ?? returnIdOf(processorId, earlier.length)
  const booking = before === undefined ? id : `${id}:${before.cents}`
  const taking = { id, kind, cents: more, booking }
  await keepReturn(tx, purchase, taking)
  const taken =
    purchase.kind === 'credits'
      ? await withdrawCredits(tx, purchase, taking)
      : await withdrawFromCard(tx, purchase, taking)
  await tx
    .updateTable('purchase_returns')
    .set({
      taken_cents: sql`taken_cents + ${taken.cents}`,
      taken_credits: sql`taken_credits + ${taken.credits}`,
    })
    .where('id', '=', id)
    .execute()
  if (taken.cents < more && (await recordDebt(tx, purchase, taking, more - taken.cents)) > 0) {
    await holdGiftOrders(applying, orders)
  }
  return true
}

async function keepReturn(
  tx: Tx,
  { id: purchase_id, account_id }: PurchaseRow,
  { id, kind, cents }: PurchaseReturn,
): Promise<void> {
  await tx
    .insertInto('purchase_returns')
    .values({ id, kind, cents, purchase_id, account_id, taken_cents: 0 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ cents: sql`purchase_returns.cents + ${cents}` }),
    )
    .execute()
}

const listReturns = (tx: Tx, purchaseId: PurchaseId): Promise<ReturnRow[]> =>
  tx
    .selectFrom('purchase_returns')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('at')
    .execute()

/** Records the debt and returns the amount to be paid: the debt less what the buyer already paid for the same purchase and is owed. */
async function recordDebt(
  tx: Tx,
  purchase: PurchaseRow,
  returned: PurchaseReturn,
  cents: number,
): Promise<number> {
  const setOff = await setOffPaidBack(tx, purchase, cents)
  await tx
    .insertInto('debts')
    .values({
      return_id: returned.id,
      purchase_id: purchase.id,
      account_id: purchase.account_id,
      cents,
      settled_cents: setOff,
      left_cents: cents - setOff,
    })
    .onConflict((conflict) =>
      conflict.column('return_id').doUpdateSet({
        cents: sql`debts.cents + ${cents}`,
        settled_cents: sql`debts.settled_cents + ${setOff}`,
        left_cents: sql`debts.left_cents + ${cents - setOff}`,
        updated_at: sql`now()`,
      }),
    )
    .execute()
  await bookMovement(tx, {
    ...movementSubjectOf(purchase, returned),
    kind: 'debt',
    debit: 'debts',
    credit: holderOf(returned),
    cents,
    source: `debt:${returned.booking}`,
  })
  return cents - setOff
}

/**
 * Gives the withdrawn value back, once. The buyer owes nothing more for it; the shop owes the buyer what was paid of the debt in the
 * meantime.
 */
async function restoreWithdrawn(
  applying: ReviewContext,
  purchase: PurchaseRow,
  processorId: string,
): Promise<void> {
  const { tx } = applying
  const returned = await tx
    .updateTable('purchase_returns')
    .set({ reinstated_at: sql`now()` })
    .where(returnedBy(), '=', processorId)
    .where('reinstated_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (returned === undefined) return
  const { id: returnId } = returned
  // Locked before the debt, because value returned to a card or an account repays a debt.
  if (purchase.kind === 'credits') {
    await lockBalance(tx, purchase)
  } else {
    await explainGiftHolds(applying, await lockGiftOrders(tx, purchase))
  }
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
  const about = movementSubjectOf(purchase, returned)
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
  const back = {
    cents: returned.taken_cents + (debt?.returned_cents ?? 0),
    credits: returned.taken_credits + (debt?.returned_credits ?? 0),
  }
  if (back.cents + back.credits === 0) return
  if (purchase.kind === 'credits') {
    await restoreCredits(tx, purchase, returned, back)
  } else {
    await restoreToCard(tx, purchase, returned, back)
  }
}
