// How a debt ends: it was paid or is written off; or, when its payment came back after it had been paid, it is paid back.
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import type { Debt, DebtClosing, Deps, PurchaseDeskFailure } from './purchase-desk.ts'

export async function closeDebt(
  deps: Deps,
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
  /** `paid_back`: otherwise, such as by bank transfer. `credited`: as value of the gift card, or as credits. */
  readonly how: 'paid_back' | 'credited'
  readonly note: string
}

/** Pays back a debt that was paid before the payment of its purchase came back. */
export async function payBackDebt(
  deps: Deps,
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
