// Closing a debt: it was paid or is written off. If its payment was returned to the shop after the debt had been paid,
// the buyer is paid back.

import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Debt, DebtClosing, PurchaseDeskDeps, PurchaseDeskFailure } from './purchase-desk.ts'

export async function closeDebt(
  deps: PurchaseDeskDeps,
  operator: string,
  { id, how, note }: Omit<DebtClosing, 'by'>,
): Promise<Result<Debt, PurchaseDeskFailure>> {
  const closing = { id, how, note, by: operator }
  const debt = isUuid(id) ? await deps.purchaseDesk.closeDebt(closing) : null
  if (debt === null) return fail({ kind: 'debt_not_found' })
  deps.log.info('debt.closed', { debtId: id, how, by: operator })
  return ok(debt)
}

export type DebtPaidBack = {
  readonly id: string
  /** `paid_back`: outside the service, for example by bank transfer. `credited`: as gift card value or as credits. */
  readonly how: 'paid_back' | 'credited'
  readonly note: string
}

/** Pays back a debt that was paid before the payment of its purchase was returned to the shop. */
export async function payBackDebt(
  deps: PurchaseDeskDeps,
  operator: string,
  { id, how, note }: DebtPaidBack,
): Promise<Result<Debt, PurchaseDeskFailure>> {
  const debt = isUuid(id)
    ? await deps.purchaseDesk.payBack({ id, how, note, by: operator })
    : 'not_found'
  if (debt === 'not_found') return fail({ kind: 'debt_not_owed_back' })
  if (debt === 'not_creditable') return fail({ kind: 'debt_not_creditable' })
  deps.log.info('debt.paid_back', { debtId: id, how, by: operator })
  return ok(debt)
}
