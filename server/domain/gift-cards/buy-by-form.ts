// Purchases by a website form. A form that is sent twice opens one payment page.

import type { AccountFailure } from '../accounts/failure.ts'
import { ok, type Result } from '../base/result.ts'
import type { IdempotencyFailure } from '../idempotency/failure.ts'
import type { SentForm } from '../idempotency/form-key.ts'
import type { SpendDeps } from '../idempotency/once.ts'
import { onceByForm } from '../idempotency/once-by-form.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { OpenedPurchase } from './buy.ts'
import type { PurchaseFailure } from './failure.ts'
import type { PurchaseDeps } from './ports.ts'

type BuyFailure = PurchaseFailure | AccountFailure | LimitFailure

/**
 * A form that is resent with Back after the payment starts a new purchase, because the page of the first purchase is
 * used up.
 */
export async function buyByForm(
  deps: Pick<PurchaseDeps, 'purchases'> & SpendDeps,
  sent: SentForm,
  read: (stored: unknown) => OpenedPurchase,
  buy: () => Promise<Result<OpenedPurchase, BuyFailure>>,
): Promise<Result<OpenedPurchase, BuyFailure | IdempotencyFailure>> {
  const bought = await onceByForm(deps, sent, read, buy)
  if (!bought.ok) return bought
  const { value, replayed } = bought.value
  const purchase = replayed ? await deps.purchases.read(value.purchaseId) : null
  const isPaid = purchase !== null && purchase.paymentId !== null
  if (!isPaid) return ok(value)
  return await buyByForm(deps, { ...sent, asked: [...sent.asked, value.purchaseId] }, read, buy)
}
